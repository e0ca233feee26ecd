/** Whether a drain does what it is for, and whether all that ran has a node afterwards. */
import type { DrainAnswer, NodeLoss } from "../../types.js";
import { counted } from "../words/number.js";
import { deletedText, lostText } from "../words/whatif.js";

/**
 * Why a drain never completes, or waits, or does not empty its node, or leaves a pod without a node that was on one;
 * empty: it completes. With `--force` it deletes pods without an owner.
 */
export function undoneOf(answer: DrainAnswer): string[] {
  const { node, blocks, waits = [], returned = 0 } = answer;
  const isBlocked = blocks.length > 0;
  return [
    ...(isBlocked ? [`the drain of ${node} never completes`] : []),
    ...(!isBlocked && waits.length > 0 ? [`the drain of ${node} waits for a PodDisruptionBudget`] : []),
    ...(returned > 0
      ? [`${counted(returned, "evicted pod")} ${returned === 1 ? "returns" : "return"} to ${node}`]
      : []),
    // Of a drain that never completes, it is not known which of them are evicted.
    ...(isBlocked && answer.waiting > 0 ? [`${counted(answer.waiting, "pod")} would stay pending`] : []),
    ...leftOf({ ...answer, waiting: isBlocked ? 0 : answer.waiting, deleted: 0 }, "evicted pod"),
  ];
}

/** Which pods that ran have no node at the end. `noun`: what the pods of the nodes are called. */
export const leftOf = (
  { waiting, deleted, othersLost }: Pick<NodeLoss, "waiting" | "deleted" | "othersLost">,
  noun = "pod",
): string[] => [
  // As in the two tables.
  ...(waiting > 0 ? [`${counted(waiting, noun)} ${waiting === 1 ? "stays" : "stay"} pending`] : []),
  ...(othersLost > 0 ? [lostText(othersLost)] : []),
  ...(deleted > 0 ? [deletedText(deleted)] : []),
];
