/** Reports of pods that are compared: two queues, or what is recorded with what would be decided now. */
import type { CompareRecordedAnswer, Findings, NamespacedName, QueueAnswer, RecordedPodAnswer } from "../../types.js";
import type { PodChangeKind, PodEnd, QueueDifference, RequestedChange } from "../difference/queue.js";
import { amountText, resourceNames } from "../words/amount.js";
import { listed, quiet, shortened, strong } from "../words/phrase.js";
import { allCaveats } from "../words/pod-caveats.js";
import { differenceTiesText, podEndText, queueDifferenceText } from "../words/quotas/difference.js";
import { stepDetail } from "../words/quotas/queue-words.js";
import { causeText, chargedText, nominationText, recordedGroups, recordedSentence } from "../words/whatif/recorded.js";
import { answerBlocks, bad, type Block, column, facts, long, type Look, link, number, table } from "./block.js";
import { arrow } from "./compare-placements.js";
import { bothCaveats, type Texts } from "./compare-sides.js";
import { fullName } from "../words/object-name.js";

const looks: Record<PodChangeKind, Look | undefined> = {
  admitted: "good",
  lost: "bad",
  moved: undefined,
  evicted: "warning",
  victims: "warning",
  requests: undefined,
  new: undefined,
  gone: undefined,
  state: undefined,
};

/** How a pod ends in a queue, and why it waits there. */
function endOf({ steps }: QueueAnswer): (pod: NamespacedName, end: PodEnd | null) => string {
  // The last step of a pod counts.
  const byPod = new Map(steps.map((step) => [fullName(step.pod), step]));
  return (pod, end) => {
    const step = end?.state === "waiting" ? byPod.get(fullName(pod)) : undefined;
    return podEndText(end) + (step === undefined ? "" : ` (${stepDetail(step, true)})`);
  };
}

/** Two queues, compared. `isOfQueue`: pods wait. */
export function queueDifferenceReport(
  queues: [before: QueueAnswer & Findings, after: QueueAnswer & Findings],
  difference: QueueDifference,
  isOfQueue: boolean,
  texts: Texts,
): Block[] {
  const [was, is] = queues;
  const { pods, quotas, nodes } = difference;
  const amount = (resource: string, of: number | null | undefined): string =>
    of === null || of === undefined ? "-" : amountText(resource, of);
  const [endBefore, endAfter] = [endOf(was), endOf(is)];
  const hasRequests = pods.some(({ requests }) => requests.length > 0);
  return [
    ...answerBlocks(bothCaveats(queues, [allCaveats(was), allCaveats(is)], texts), [
      [strong(`${isOfQueue ? "queue" : "pods"}: ${queueDifferenceText(difference)}`)],
      pods.length === 0 ? "" : differenceTiesText(queues),
    ]),
    ...table(pods, [
      column("Change", ({ change }) => ({ text: change, look: looks[change] })),
      long("Pod", ({ pod }) => link("Pod", pod)),
      long("Before", ({ pod, before }) => endBefore(pod, before)),
      long("After", ({ pod, after }) => endAfter(pod, after)),
      hasRequests && long("Requests", ({ requests }) => requestsText(requests)),
    ]),
    ...table(quotas, [
      column("Quota", ({ quota }) => fullName(quota)),
      column("Resource", ({ resource }) => resource),
      column(
        isOfQueue ? "Used after the queue" : "Used",
        ({ resource, before, after }) => `${amount(resource, before)} → ${amount(resource, after)}`,
      ),
    ]),
    ...table(nodes, [
      long("Node", ({ node }) => link("Node", node)),
      column("Resource", ({ resource }) => resource),
      ...(["requests", "limits", "allocatable"] as const).map((key) =>
        column<(typeof nodes)[number]>(key, ({ resource, before, after }) =>
          arrow(amount(resource, before?.[key]), amount(resource, after?.[key])),
        ),
      ),
    ]),
  ];
}

/** `cpu 500m → 1, memory 1Gi → 2Gi` */
function requestsText(requests: RequestedChange[]): string {
  const short = resourceNames(requests.map(({ resource }) => resource));
  const texts = requests.map(({ resource, before, after }, at) => {
    const amounts = arrow(amountText(resource, before), amountText(resource, after));
    return `${short[at] ?? resource} ${amounts}`;
  });
  return texts.join(", ") || "-";
}

/** Pods that are listed, and those for which another node scores higher unless all are wanted. */
const most = { all: 100, elsewhere: 10 };

/** What is recorded of pods and quotas, compared with what would be decided now. */
export function recordedPodsReport(answer: CompareRecordedAnswer & Findings, isWide: boolean): Block[] {
  const { pods, misfits, rejected, elsewhere, nominations, nominated, quotas } = answer;
  const isElsewhere = ({ kind }: RecordedPodAnswer): boolean => kind === "elsewhere";
  const refused = pods.filter((pod) => !isElsewhere(pod));
  const others = pods.filter(isElsewhere).slice(0, isWide ? most.all : most.elsewhere);
  return [
    ...answerBlocks(allCaveats(answer), [recordedSentence(answer)]),
    ...podTable("Would not get their node now", refused, misfits + rejected),
    ...podTable("Another node scores higher now", others, elsewhere),
    ...table(
      nominations,
      [
        long("Pod", ({ pod }) => link("Pod", pod)),
        column("Nominated for", ({ node }) => link("Node", node)),
        long("Now", (row) => ({
          text: nominationText(row),
          look: row.kind === "lost" || row.kind === "moved" ? "bad" : undefined,
        })),
      ],
      { title: "Nominated pods", rest: { count: nominated - nominations.length } },
    ),
    ...table(
      quotas.flatMap((quota) => quota.resources.map((use) => ({ quota: fullName(quota), use }))),
      [
        long("Quota", ({ quota }) => link("ElasticQuota", quota)),
        column("Resource", ({ use }) => use.resource),
        number("Recorded", ({ use }) => bad(use.recorded)),
        number("Running pods", ({ use }) => use.counted),
        number("Charged", ({ use }) => chargedText(use)),
      ],
      { title: "Quotas" },
    ),
    ...facts(
      quotas.map((quota) => {
        const counts = quota.pods.map(({ pod, amounts }) => `${fullName(pod)} ${Object.values(amounts)[0] ?? ""}`);
        const resource = quota.resources[0]?.resource ?? "";
        const who =
          counts.length === 0 ? "" : `; of ${resource} it counts ${listed(shortened(counts, quota.podsTotal))}`;
        return quiet(`${quota.namespace}/${quota.name}: ${causeText(quota)}${who}`);
      }),
    ),
  ];
}

const podTable = (title: string, rows: RecordedPodAnswer[], count: number): Block[] =>
  table(
    recordedGroups(rows),
    [
      long("Pod", ({ pods }) => listed(shortened(pods))),
      column("Node", ({ first }) => first.node),
      long("Why", ({ first, why }) => ({ text: why, look: first.kind === "elsewhere" ? undefined : "bad" })),
      long("If it were pending", ({ ifPending }) => ifPending),
    ],
    { title, rest: { count: count - rows.length } },
  );
