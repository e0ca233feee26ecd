/** A drained node in words. */
import type { DrainAnswer, DrainedPodAnswer, MovedPod } from "../../../types.js";
import { counted, integer } from "../number.js";
import { type Phrase, plain, quiet, strong } from "../phrase.js";
import { stepDetail } from "../quotas/queue-words.js";

/** What becomes of the pods of a drained node, in one sentence and its notes. */
export function drainSentence(answer: DrainAnswer): Phrase[] {
  const { node, evicted, landed, waiting, lost, podsTotal } = answer;
  if (evicted === 0) {
    const rest = podsTotal === 0 ? "no pod" : "no pod that is evicted";
    return [plain(`${node} has `), strong(rest), plain(".")];
  }
  const result =
    landed === evicted
      ? [strong(evicted === 1 ? "it lands on another node" : `all ${integer(evicted)} land on other nodes`)]
      : [
          plain(`${integer(landed)} of ${integer(evicted)} land, `),
          strong(
            waiting === 0 ? `${counted(lost, "pod")} without an owner lost` : `${counted(waiting, "pod")} left waiting`,
          ),
          ...(waiting > 0 && lost > 0 ? [plain(", "), strong(`${integer(lost)} without an owner lost`)] : []),
        ];
  return [
    plain(`Draining ${node} evicts ${counted(evicted, "pod")}: `),
    ...result,
    plain("."),
    ...drainNotes(answer).map((note) => quiet(` ${note}`)),
  ];
}

/** What a person must do or know before draining. */
function drainNotes({ bare, violating, stopped, repeats, othersTotal }: DrainAnswer): string[] {
  return [
    ...(bare > 0
      ? [
          `${counted(bare, "pod")} ${bare === 1 ? "has" : "have"} no owner: kubectl drain refuses without --force, ` +
            `and nothing creates ${bare === 1 ? "it" : "them"} anew. ` +
            `Here ${bare === 1 ? "it is" : "they are"} placed as if something did.`,
        ]
      : []),
    ...(violating > 0
      ? [
          `${counted(violating, "eviction")} ${violating === 1 ? "violates" : "violate"} a PodDisruptionBudget: the ` +
            "API server refuses until it allows more disruptions.",
        ]
      : []),
    ...(othersTotal > 0 ? [`${counted(othersTotal, "other pod")} also ${othersTotal === 1 ? "moves" : "move"}.`] : []),
    ...(stopped ? ["Stopped there: pods may keep evicting each other."] : []),
    ...(repeats === null ? [] : ["Pods evict each other for ever."]),
  ];
}

/** Where a pod lands, or why it waits, or why it stays. */
export function fateText({ kind, node, step }: Pick<DrainedPodAnswer, "kind" | "node" | "step">): string {
  switch (kind) {
    case "daemon-set":
      return "stays: a DaemonSet owns it";
    case "mirror":
      return "stays: the node itself runs it";
    case "terminating":
      return "is terminating already";
    case "evicted":
      return placeText({ node, step });
  }
}

/** `to n2`, or why it waits. */
export function placeText({ node, step }: Pick<MovedPod, "node" | "step">): string {
  if (node !== null) return `to ${node}`;
  if (step === null) return "waits: it had no turn in the queue";
  if (step.outcome === "Bound" || step.outcome === "Preempt") return "waits: it is evicted again";
  return `waits: ${stepDetail(step)}`;
}

/** What makes the eviction of a pod doubtful; may be empty. */
export function concernText({ kind, bare, violatesBudget }: DrainedPodAnswer): string {
  if (kind !== "evicted") return "";
  return [...(bare ? ["no owner"] : []), ...(violatesBudget ? ["violates a budget"] : [])].join(", ");
}
