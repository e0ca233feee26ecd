/** The pods that take the room of a pod which waits in the queue of all pending pods, and gets a node alone. */
import type { QueueStep, ScoreNodesAnswer } from "../../types.js";

/**
 * The steps of the pods that get nodes first; where some of them get a node that the pod fits alone, only these.
 * `last`: the last step of each pod.
 */
export function stepsAhead(
  { rows }: Pick<ScoreNodesAnswer, "rows">,
  own: QueueStep,
  last: ReadonlyMap<string, QueueStep>,
): QueueStep[] {
  const placed = [...last.values()].filter(({ node }) => node !== null).sort((a, b) => a.step - b.step);
  const before = placed.filter(({ step }) => step < own.step);
  // One that evicts others is nominated first, and bound behind the pod that waits.
  const ahead = before.length > 0 ? before : placed;
  const fitting = new Set(rows.flatMap(({ name, misfit }) => (misfit === null ? [name] : [])));
  const there = ahead.filter(({ node }) => node !== null && fitting.has(node));
  return there.length > 0 ? there : ahead;
}
