/** The queues of pending pods of two texts, compared. */
import type { QueueOptions } from "../../../types.js";
import { type QueueRun, queueDifference } from "../../difference/queue.js";
import { queueDifferenceReport } from "../../report/compare-pods.js";
import type { Texts } from "../../report/compare-sides.js";
import { print } from "../format.js";
import { all } from "../pods.js";
import { prepared } from "../progress.js";
import { failDoubtful, failed, type Session } from "../session.js";
import type { CompareOptions } from "./placements.js";
import { sideData } from "./sides.js";
import { fullName } from "../../words/object-name.js";

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
  texts: Texts,
): Promise<void> {
  const first = await queueOf(one, { profile: before.profile });
  const second = await queueOf(other, { profile: after.profile });
  failDoubtful(first.queue);
  failDoubtful(second.queue);
  const difference = queueDifference(first, second);
  const { pods } = difference;
  const isOfQueue = hasQueue(one) || hasQueue(other);
  print(after.output, {
    json: () => [JSON.stringify({ queue: difference, ...sideData(first.queue, second.queue) })],
    names: () =>
      pods.flatMap(({ pod, change }) =>
        change === "admitted" ? [`+${fullName(pod)}`] : change === "lost" ? [`-${fullName(pod)}`] : [],
      ),
    people: () => queueDifferenceReport([first.queue, second.queue], difference, isOfQueue, texts),
  });
  if (after.exitCode === true && pods.length > 0) failed("pods end differently (--exit-code)");
}

/** The queue of a text, with the pods, nodes and quotas that it leads to. */
export async function queueOf(
  { scenario }: Session,
  options: QueueOptions,
): Promise<QueueRun & { queue: ReturnType<Session["scenario"]["queue"]> }> {
  const asked = { ...options, ...all };
  await prepared(scenario, "queue", asked);
  const queue = scenario.queue(asked);
  const { quotas } = scenario.queueStep({ queue: options, step: queue.stepsTotal, limit: 0 });
  return { queue, quotas, pods: scenario.pods(all).pods, nodes: scenario.nodes(all).nodes };
}
