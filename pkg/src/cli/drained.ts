/** Whether a drain does what it is for. */
import type { DrainAnswer } from "../../types.js";
import { counted } from "../words/number.js";

/**
 * Why a drain never completes, or waits, or does not empty its node, or leaves a pod pending that was on a node; empty:
 * it completes.
 */
export function undoneOf({ node, blocks, waits = [], waiting, others, returned = 0 }: DrainAnswer): string[] {
  const preempted = others.filter((pod) => pod.from !== null && pod.node === null && !pod.bare).length;
  // As in the two tables.
  const stay = (count: number): string => `${count === 1 ? "stays" : "stay"} pending`;
  return [
    ...(blocks.length > 0 ? [`the drain of ${node} never completes`] : []),
    ...(blocks.length === 0 && waits.length > 0 ? [`the drain of ${node} waits for a PodDisruptionBudget`] : []),
    ...(returned > 0
      ? [`${counted(returned, "evicted pod")} ${returned === 1 ? "returns" : "return"} to ${node}`]
      : []),
    ...(waiting > 0 ? [`${counted(waiting, "evicted pod")} ${stay(waiting)}`] : []),
    ...(preempted > 0 ? [`${counted(preempted, "preempted pod")} of other nodes ${stay(preempted)}`] : []),
  ];
}
