/** The queue in words. */
import type { QueueAnswer, QueueStep } from "../../../types.js";
import { counted, integer } from "../number.js";
import { listed } from "../phrase.js";
import { rejectionText, shortRejection } from "./sentence.js";

/** Pods that evict each other in turn would do so for ever; a queue without them is much shorter than this. */
export const mostSteps = (pending: number): number => Math.min(100_000, Math.max(2000, 20 * pending));

/** How a queue went. */
export function queueText({ stepsTotal, bound, preemptions, evictions, waiting, stopped }: QueueAnswer): string {
  if (stepsTotal === 0) return "No pod is pending: there is nothing to schedule.";
  const parts = [
    bound === 0 ? "none is bound" : `${counted(bound, "pod")} bound`,
    ...(preemptions > 0 ? [`${counted(preemptions, "preemption")} evicting ${counted(evictions, "pod")}`] : []),
    waiting === 0
      ? "none waits at the end"
      : `${counted(waiting, "pod")} ${waiting === 1 ? "waits" : "wait"} at the end`,
  ];
  const end = stopped ? " It was stopped there: pods may evict each other in turn." : "";
  return `${counted(stepsTotal, "step")}: ${parts.join(", ")}.${end}`;
}

/** What came of a step, as the engine calls it. */
export type StepLook = QueueStep["outcome"];

/** What came of a step, in a word. */
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

/** The rest of a step's line: where to, whom, or why not. */
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
      return "an upstream fault while it looks for pods to evict";
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
        `${node ?? ""} is kept free for it, and it queues again.`
      );
    case "Unschedulable":
      return `${start} waits: ${stepDetail(step)}.`;
    case "Error":
      return `${start} waits: the scheduler fails, ${stepDetail(step)}.`;
  }
}

/** The world before the first step; `pending`: how many pods wait. */
export const beginText = (pending: number): string =>
  `Before the first step ${pending === 1 ? "1 pod is" : `${integer(pending)} pods are`} not on a node. The ` +
  "queue goes by priority, then creation, then name; LeastAllocated picks among the nodes that fit.";
