/** A drained node in words. */
import type {
  DrainAnswer,
  DrainedPodAnswer,
  EvictionWait,
  MovedPod,
  ResourceQuotaAnswer,
  ScaleDownPod,
} from "../../../types.js";
import { dataOf, type Found } from "../finding.js";
import { kubeletReason } from "../nodes/kubelet.js";
import { allOf, counted, integer } from "../number.js";
import { listed, type Phrase, plain, quiet, strong, shortened } from "../phrase.js";
import { stepDetail } from "../quotas/queue-words.js";
import { refusalText, refuserName, refusesText } from "../quotas/resource-quota.js";
import { stepVolumesText, unknownText, volumesText, volumeTieClause } from "../volumes.js";
import { neverCompletesText } from "./eviction-block.js";
import { waitsText } from "./eviction-wait.js";
import { fullName } from "../object-name.js";

/** What becomes of the pods of a drained node, in one sentence and its notes. */
export function drainSentence(answer: DrainAnswer & Found): Phrase[] {
  const { node, evicted, landed, deleted, podsTotal, returned = 0, volumeDependent = 0 } = answer;
  const notes = drainNotes(answer).map((note) => quiet(` ${note}`));
  const never = neverCompletesText(answer.blocks);
  // The pods that are never evicted are counted as if they were.
  const lasting = [refusedText(answer.pods), pinnedText(answer.pods)];
  const first = [never, waitsText(waitsOf(answer)), ...lasting].flatMap((text) =>
    text === "" ? [] : [strong(text), plain(" ")],
  );
  const draining = never === "" ? "Draining" : "Without that, draining";
  if (evicted === 0) {
    if (deleted > 0) {
      return [...first, plain(`${draining} ${node}: `), strong(deletedText(deleted)), plain("."), ...notes];
    }
    const rest = podsTotal === 0 ? "no pod" : "no pod that is evicted";
    return [plain(`${node} has `), strong(rest), plain("."), ...notes];
  }
  const result =
    volumeDependent > 0
      ? [strong(volumesResult(answer, volumeDependent))]
      : landed === evicted
        ? [strong(evicted === 1 ? "it lands on another node" : `${allOf(evicted)} land on other nodes`)]
        : returned === evicted
          ? [strong(evicted === 1 ? `it returns to ${node}` : `${allOf(evicted)} return to ${node}`)]
          : [plain(`${integer(landed)} of ${integer(evicted)} land, `), strong(elsewhereText(answer))];
  return [
    ...first,
    plain(`${draining} ${node} evicts ${counted(evicted, "pod")}: `),
    ...result,
    ...(deleted > 0 ? [plain("; "), strong(deletedText(deleted))] : []),
    plain("."),
    ...notes,
  ];
}

/**
 * `db/pg-0 is not created again: LimitRange bounds refuses the new pod at admission: …`, once for each object that
 * refuses pods; empty: none is refused.
 */
function refusedText(pods: DrainedPodAnswer[]): string {
  const found = pods.flatMap(({ pod, resourceQuota }) => (resourceQuota === undefined ? [] : [{ pod, resourceQuota }]));
  const of = ({ resourceQuota }: (typeof found)[number]): string =>
    `${resourceQuota.namespace}/${refuserName(resourceQuota)}`;
  const byRefuser = new Map<string, typeof found>();
  for (const each of found) byRefuser.set(of(each), [...(byRefuser.get(of(each)) ?? []), each]);
  return [...byRefuser.values()]
    .flatMap(([first, ...more]) => {
      if (first === undefined) return [];
      const others = more.length > 0 ? ` (and ${integer(more.length)} more)` : "";
      return [`${fullName(first.pod)}${others} ${notCreatedText(first.resourceQuota)}.`];
    })
    .join(" ");
}

/** Why the controller of a pod that goes cannot create another one. */
const notCreatedText = (refusal: ResourceQuotaAnswer): string =>
  `is not created again: ${refusesText(refusal, "the new pod")}: ${refusalText(refusal)}`;

/** What the first sentence says that the drain waits for: a drain that never completes does not wait. */
const waitsOf = ({ blocks, waits = [] }: DrainAnswer): EvictionWait[] => (blocks.length === 0 ? waits : []);

/** `db/pg-0 fits no other node: PersistentVolume pv-a of its claim data …`; empty: no volume keeps a pod so. */
function pinnedText(pods: DrainedPodAnswer[]): string {
  const found = pods.flatMap(({ pod, volume }) => (volume === undefined ? [] : [{ pod, volume }]));
  const [first] = found;
  if (first === undefined) return "";
  const { claim, volume = "", topology = [] } = first.volume;
  const others = found.length > 1 ? ` (and ${integer(found.length - 1)} more)` : "";
  const of = claim === undefined ? "" : ` of its claim ${claim.name}`;
  return (
    `${fullName(first.pod)}${others} can run nowhere else: PersistentVolume ${volume}${of} can be used only on nodes ` +
    `with ${topology.join(" or ")}, and the input has no other one.`
  );
}

/** `where web-0 lands depends on its volume`, and what becomes of the others. */
function volumesResult(answer: DrainAnswer, count: number): string {
  const { evicted, landed, pods } = answer;
  const depending = pods.filter(({ kind, node, step }) => kind === "evicted" && node !== null && step?.volumes);
  const [first] = depending;
  const volumes = first?.step?.volumes ?? [];
  const who = count === 1 && first !== undefined ? fullName(first.pod) : counted(count, "pod");
  const on =
    count === 1 && volumes.length > 0
      ? `its ${volumesText(volumes)}, ${unknownText(volumes)}`
      : "volumes that the input does not have";
  const sure = landed - count;
  return [
    `where ${who} ${count === 1 ? "lands" : "land"} depends on ${on}`,
    ...(sure > 0 ? [`${counted(sure, "other pod")} ${sure === 1 ? "lands" : "land"}`] : []),
    ...(evicted > landed ? [elsewhereText(answer)] : []),
  ].join("; ");
}

/** `1 returns to n1, 2 pods left waiting` */
function elsewhereText({ node, returned = 0, waiting, untried }: DrainAnswer): string {
  return [
    ...(returned > 0 ? [`${integer(returned)} ${returned === 1 ? "returns" : "return"} to ${node}`] : []),
    ...(waiting > 0 ? [restText(waiting - untried, untried)] : []),
  ].join(", ");
}

/** `2 pods left waiting, 1 not tried` */
function restText(waiting: number, untried: number): string {
  if (untried === 0) return `${counted(waiting, "pod")} left waiting`;
  return waiting === 0
    ? `${counted(untried, "pod")} not tried`
    : `${counted(waiting, "pod")} left waiting, ${integer(untried)} not tried`;
}

/** `2 pods without an owner are deleted and do not come back`. */
export const deletedText = (deleted: number): string =>
  deleted === 1
    ? "1 pod without an owner is deleted and does not come back"
    : `${counted(deleted, "pod")} without an owner are deleted and do not come back`;

/** `2 pods of other nodes are preempted and left without a node` */
export const lostText = (lost: number): string =>
  `${counted(lost, "pod")} of other nodes ${lost === 1 ? "is" : "are"} preempted and left without a node`;

/** What a person must do or know before draining. */
function drainNotes(answer: DrainAnswer & Found): string[] {
  const { node, evicted, deleted, violating, withEmptyDir, stopped, repeats, others, othersTotal, othersLost } = answer;
  const { othersMoved, flags, budgets, blocks, pods, returned = 0 } = answer;
  const waits = waitsOf(answer);
  // The first sentence is about the other ones.
  const never = pods.filter((pod) => pod.violatesBudget && pod.neverEvicted).length;
  const refused = waits.reduce((rest, wait) => rest - wait.pods, violating - never);
  const pending = othersTotal - othersMoved;
  const moved = othersMoved - othersLost;
  const preempted = others.filter(({ preemptedBy }) => preemptedBy !== null);
  return [
    ...(flags.length > 0 ? [`The command is kubectl drain ${[node, ...flags].join(" ")}.`] : []),
    ...(refused > 0
      ? [
          `${counted(refused, "eviction")} ${refused === 1 ? "waits" : "wait"} for a PodDisruptionBudget: the API ` +
            `server refuses ${refused === 1 ? "it" : "them"} until the budget allows more disruptions.`,
        ]
      : blocks.length > 0 ||
          waits.length > 0 ||
          evicted + deleted === 0 ||
          dataOf(answer, "assumed-input").some(({ why }) => why === "budgets")
        ? []
        : [
            budgets === 0
              ? "The input has no PodDisruptionBudget, which could refuse evictions."
              : "No eviction violates a PodDisruptionBudget.",
          ]),
    ...(returned > 0
      ? [
          `${node} does not become empty: pods return that tolerate its cordon, or whose template names it in ` +
            "`spec.nodeName`.",
        ]
      : []),
    ...(withEmptyDir > 0 ? [`The data in the emptyDir of ${counted(withEmptyDir, "pod")} is lost.`] : []),
    ...(othersLost > 0 ? [`${lostText(othersLost)}.`] : []),
    ...(moved > 0 ? [`${counted(moved, "other pod")} also ${moved === 1 ? "moves" : "move"}.`] : []),
    ...(preempted.length > 0 ? [`${listed(shortened(preempted.map(preemptedText)))}.`] : []),
    ...(pending > 0
      ? [`${counted(pending, "pending pod")} ${pending === 1 ? "ends" : "end"} differently than without the drain.`]
      : []),
    ...(stopped ? ["Stopped there: pods may keep evicting each other."] : []),
    ...(repeats === null ? [] : ["Pods evict each other forever."]),
  ];
}

/** What keeps a cluster autoscaler from removing the node; empty: neither its pods nor the node itself do. */
export function scaleDownText({ node, scaleDown }: DrainAnswer): string {
  if (scaleDown === undefined) return "";
  const { disabled, pods, podsTotal } = scaleDown;
  const [first] = pods;
  const others = podsTotal > 1 ? ` (and ${counted(podsTotal - 1, "more pod")})` : "";
  const why = [
    ...(disabled ? ["of its annotation cluster-autoscaler.kubernetes.io/scale-down-disabled"] : []),
    ...(first === undefined ? [] : [`of ${fullName(first.pod)}${others}: ${scaleDownReason(first)}`]),
  ];
  return `A cluster autoscaler with its default flags does not remove ${node}, because ${why.join(", and because ")}.`;
}

/** Why a pod keeps a cluster autoscaler from removing its node. */
export function scaleDownReason({ why }: ScaleDownPod): string {
  switch (why) {
    case "not-replicated":
      return "no controller owns it";
    case "kube-system":
      return "it is in kube-system, and no PodDisruptionBudget selects it";
    case "not-safe-to-evict":
      return "its annotation cluster-autoscaler.kubernetes.io/safe-to-evict is false";
    case "local-storage":
      return "it has an emptyDir or a hostPath volume";
    case "budget":
      return "its PodDisruptionBudget allows no disruption now";
  }
}

/** `shop/new preempts shop/x2, against a PodDisruptionBudget` */
const preemptedText = ({ pod, preemptedBy, violatesBudget }: MovedPod): string =>
  `${preemptedBy === null ? "" : fullName(preemptedBy)} preempts ${fullName(pod)}` +
  (violatesBudget ? ", against a PodDisruptionBudget" : "");

/** Why a pod was not tried, where no more is known. */
const ENDED = "the queue was ended before its turn";

/** What becomes of a pod of another node: `preempted by shop/new, has no owner and does not come back`. */
export function movedText(pod: MovedPod, whyUntried = ENDED): string {
  if (pod.preemptedBy === null) return placeText(pod, whyUntried);
  const by = `preempted by ${fullName(pod.preemptedBy)}`;
  return pod.bare ? `${by}, has no owner and does not come back` : `${by}; ${placeText(pod, whyUntried)}`;
}

/** Where a pod lands, or why it waits, or why it stays. `drained`: the node that it leaves. */
export function fateText(
  {
    kind,
    neverEvicted,
    ...place
  }: Pick<DrainedPodAnswer, "kind" | "neverEvicted" | "node" | "step" | "untried" | "kubelet" | "resourceQuota">,
  whyUntried = ENDED,
  drained: string | null = null,
): string {
  if (neverEvicted) return "stays: never evicted";
  switch (kind) {
    case "daemon-set":
      return "stays: a DaemonSet owns it";
    case "mirror":
      return "stays: the node itself runs it";
    case "terminating":
      return "is terminating already";
    case "deleted":
      return "is deleted and does not come back";
    case "evicted":
      return place.node !== null && place.node === drained ? `returns to ${drained}` : placeText(place, whyUntried);
  }
}

/** `to n2`, or why it waits. */
export function placeText(
  {
    node,
    step,
    untried,
    kubelet,
    resourceQuota,
  }: Pick<MovedPod, "node" | "step" | "untried" | "resourceQuota"> & Pick<DrainedPodAnswer, "kubelet">,
  whyUntried = ENDED,
): string {
  if (node !== null && step?.volumes !== undefined) return stepVolumesText(step.volumes, node);
  if (node === null && resourceQuota !== undefined) return notCreatedText(resourceQuota);
  if (node !== null) return `to ${node}${volumeTieClause(step?.volumeTies)}`;
  if (kubelet?.reason === null) return `names node ${kubelet.node}: ${kubeletReason(kubelet)}`;
  if (kubelet !== undefined) return `rejected by the kubelet of ${kubelet.node}: ${kubeletReason(kubelet)}`;
  if (untried) return `not tried: ${whyUntried}`;
  if (step === null) return "waits: it had no turn in the queue";
  if (step.outcome === "Bound" || step.outcome === "Preempt") return "waits: it is evicted again";
  return `waits: ${stepDetail(step)}`;
}

/** What makes the eviction of a pod doubtful; may be empty. */
export function concernText(pod: DrainedPodAnswer): string {
  const { kind, violatesBudget, severalBudgets, neverEvicted, emptyDir } = pod;
  const leaves = (kind === "deleted" || kind === "evicted") && !neverEvicted;
  return [
    ...(kind === "deleted" ? ["no owner"] : []),
    ...(violatesBudget ? [neverEvicted ? "blocked by a budget" : "waits for its budget"] : []),
    ...(severalBudgets ? ["more than one budget"] : []),
    ...(neverEvicted && kind === "evicted" ? [wouldText(pod)] : []),
    ...(leaves && emptyDir ? ["loses its emptyDir"] : []),
  ].join(", ");
}

/** What becomes of a pod that is never evicted, if it were: `would go to n2`. */
const wouldText = ({ node }: DrainedPodAnswer): string => (node === null ? "would wait" : `would go to ${node}`);
