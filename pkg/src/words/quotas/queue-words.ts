/** The queue in words. */
import type { QueueAnswer, QueueStep, WeightedScorer } from "../../../types.js";
import { filtersOffSentence } from "../nodes/filters-off.js";
import { counted, integer } from "../number.js";
import { listed } from "../phrase.js";
import { leastAllocated, scorersText } from "./queue-limits.js";
import { rejectionText, shortRejection } from "./sentence.js";

/** Pods may evict each other for ever; a queue without such pods has far fewer steps than this. */
export const maxSteps = (pending: number): number => Math.min(100_000, Math.max(2000, 20 * pending));

/** The result of a queue. */
export function queueText(queue: QueueAnswer): string {
  const { stepsTotal, bound, preemptions, evictions, waiting, stopped } = queue;
  const gated = gatedText(queue);
  const off = queue.filtersOff.map((of) => ` ${filtersOffSentence(of, "its pods")}`).join("");
  if (stepsTotal === 0) return gated === "" ? "No pending pods: nothing to schedule." : `No step. ${gated}`;
  const parts = [
    bound === 0 ? "no pod bound" : `${counted(bound, "pod")} bound`,
    ...(preemptions > 0 ? [`${counted(preemptions, "preemption")} evicting ${counted(evictions, "pod")}`] : []),
    waiting === 0 ? "none left waiting" : `${counted(waiting, "pod")} left waiting`,
  ];
  const end = stopped ? " Stopped there: pods may keep evicting each other." : "";
  return `${counted(stepsTotal, "step")}: ${parts.join(", ")}.${end}${gated === "" ? "" : ` ${gated}`}${off}`;
}

/** Gated pods that are named in a sentence. */
const namedGated = 3;

/** `Scheduling gates hold d/a and d/b back: they are never tried.` Empty where no pod is gated. */
export function gatedText({ gated, gatedPods }: QueueAnswer): string {
  if (gated === 0) return "";
  const who = gated > namedGated ? counted(gated, "pod") : listed(gatedPods);
  return `Scheduling gates hold ${who} back: ${gated === 1 ? "it is" : "they are"} never tried.`;
}

/** The outcome of a step, as the engine names it. */
export type StepLook = QueueStep["outcome"];

/** The outcome of a step, in one word. */
export function outcomeName(outcome: StepLook): string {
  switch (outcome) {
    case "Bound":
      return "bound";
    case "Preempt":
      return "evicts";
    case "Unschedulable":
      return "waits";
    case "Error":
      return "fails";
  }
}

/** The rest of a step's line: the node, the victims, or why it waits. */
export function stepDetail(step: QueueStep, isShort = false): string {
  const { outcome, node, victims, rejection, misfits, namespace } = step;
  switch (outcome) {
    case "Bound":
      return `to ${node ?? ""}`;
    case "Preempt":
      return `${victims.length > 2 ? counted(victims.length, "pod") : listed(victims)} on ${node ?? ""}`;
    case "Unschedulable":
      if (rejection !== null)
        return isShort ? shortRejection(rejection, namespace) : rejectionText(rejection, namespace);
      return misfits.map(({ reason, nodes }) => `${integer(nodes)} ${reason}`).join(", ") || "no node fits";
    case "Error":
      return "an upstream bug while looking for pods to evict";
  }
}

/** A step as a sentence. */
export function stepText(step: QueueStep): string {
  const { index, pod, outcome, node, victims } = step;
  const start = `Step ${integer(index + 1)}: ${pod}`;
  switch (outcome) {
    case "Bound":
      return `${start} is bound to ${node ?? ""}.`;
    case "Preempt":
      return (
        `${start} evicts ${victims.length > 4 ? counted(victims.length, "pod") : listed(victims)}; ` +
        `it is nominated for ${node ?? ""} and queues again.`
      );
    case "Unschedulable":
      return `${start} waits: ${stepDetail(step)}.`;
    case "Error":
      return `${start} waits: the scheduler fails with ${stepDetail(step)}.`;
  }
}

/** The state before the first step; `pending`: how many pods wait. */
export const beginText = (pending: number, scorers: WeightedScorer[] = leastAllocated): string =>
  `Before the first step, ${pending === 1 ? "1 pod is" : `${integer(pending)} pods are`} not on a node. The ` +
  `queue is ordered by priority, creation time and name; ${scorersText(scorers)} picks among the nodes that fit.`;
