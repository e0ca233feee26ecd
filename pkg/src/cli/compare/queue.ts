/** The queues of pending pods of two texts, compared. */
import type { QueueOptions } from "../../../types.js";
import { type PodChangeKind, type QueueRun, queueDifference } from "../../difference/queue.js";
import { amountText } from "../../words/amount.js";
import { allCaveats } from "../../words/pod-caveats.js";
import { podEndText, queueDifferenceText } from "../../words/quotas/difference.js";
import { showCaveats } from "../caveats.js";
import type { Look as TextLook } from "../../report/block.js";
import { print } from "../format.js";
import { all } from "../pods.js";
import { prepared } from "../progress.js";
import { out } from "../screen.js";
import { failDoubtful, failed, type Session } from "../session.js";
import type { CompareOptions } from "./placements.js";

const looks: Record<PodChangeKind, TextLook | undefined> = {
  admitted: "good",
  lost: "bad",
  moved: undefined,
  evicted: "warning",
  victims: "warning",
  new: undefined,
  gone: undefined,
  state: undefined,
};

/** Whether a text has pods or nodes. */
export const hasWorld = ({ scenario }: Session): boolean =>
  scenario.pods({ limit: 0 }).all > 0 || scenario.nodes({ limit: 0 }).all > 0;

/** Whether a text has pods that wait. */
export const hasQueue = ({ scenario }: Session): boolean => scenario.pods({ limit: 0 }).pending > 0;

/** Compares the queues, and the nodes and quotas. */
export async function compareQueues(
  one: Session,
  other: Session,
  before: CompareOptions,
  after: CompareOptions,
): Promise<void> {
  const first = await queueOf(one, { profile: before.profile });
  const second = await queueOf(other, { profile: after.profile });
  failDoubtful(second.queue);
  const difference = queueDifference(first, second);
  const { pods, quotas, nodes } = difference;
  const title = hasQueue(one) || hasQueue(other) ? "queue" : "pods";
  print(after.output, {
    json: () => [JSON.stringify({ queue: difference })],
    names: () =>
      pods.flatMap(({ pod, change }) => (change === "admitted" ? [`+${pod}`] : change === "lost" ? [`-${pod}`] : [])),
    people: (isWide) => {
      showCaveats(allCaveats(second.queue), isWide, () =>
        out.line([{ text: `${title}: ${queueDifferenceText(difference)}`, look: "strong" }]),
      );
      if (pods.length > 0) {
        out.gap();
        out.table(
          [
            { head: "CHANGE" },
            { head: "POD", gives: true },
            { head: "BEFORE", gives: true },
            { head: "AFTER", gives: true },
          ],
          pods.map(({ pod, change, before: was, after: is }) => [
            { text: change, look: looks[change] },
            pod,
            podEndText(was),
            podEndText(is),
          ]),
          isWide,
        );
      }
      if (quotas.length > 0) {
        out.gap();
        const amount = (resource: string, of: number | null): string => (of === null ? "–" : amountText(resource, of));
        out.table(
          [{ head: "QUOTA" }, { head: "RESOURCE" }, { head: title === "queue" ? "USED AFTER THE QUEUE" : "USED" }],
          quotas.map(({ quota, resource, before: was, after: is }) => [
            quota,
            resource,
            `${amount(resource, was)} → ${amount(resource, is)}`,
          ]),
          isWide,
        );
      }
      if (nodes.length > 0) {
        out.gap();
        out.table(
          [
            { head: "NODE", gives: true },
            { head: "RESOURCE" },
            { head: "REQUESTS" },
            { head: "LIMITS" },
            { head: "ALLOCATABLE" },
          ],
          nodes.map(({ node, resource, before: was, after: is }) => [
            node,
            resource,
            ...(["requests", "limits", "allocatable"] as const).map((key) => moved(resource, was?.[key], is?.[key])),
          ]),
          isWide,
        );
      }
    },
  });
  if (after.exitCode === true && pods.length > 0) failed("pods end otherwise (--exit-code)");
}

/** `4 → 8`, `4`, `– → 8`. */
function moved(resource: string, before: number | undefined, after: number | undefined): string {
  const [was, is] = [before, after].map((amount) => (amount === undefined ? "–" : amountText(resource, amount)));
  return was === is ? (is ?? "") : `${was} → ${is}`;
}

async function queueOf(
  { scenario }: Session,
  options: QueueOptions,
): Promise<QueueRun & { queue: ReturnType<Session["scenario"]["queue"]> }> {
  const asked = { ...options, ...all };
  await prepared(scenario, "queue", asked);
  const queue = scenario.queue(asked);
  const { quotas } = scenario.queueStep({ queue: options, step: queue.stepsTotal, limit: 0 });
  return { queue, quotas, pods: scenario.pods(all).pods, nodes: scenario.nodes(all).nodes };
}
