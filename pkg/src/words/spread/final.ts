/** The spread score of a cluster: raw, weighted, and in the final score of a step. */
import type { ClusterRow, DecideAnswer } from "../../../types.js";
import { integer } from "../number.js";

/**
 * The final score of a row: its total, and weight × spread score where the clusters were spread; null if no step could
 * pick the cluster.
 */
export function finalScore({ total, spread }: ClusterRow, run: DecideAnswer["spread"]): number | null {
  if (run === null || total === null) return total;
  return spread === undefined ? null : total + run.weight * spread;
}

/** `100 → 200`: the spread score and its product with the weight; `-` where no step could pick the cluster. */
export function spreadScoreText(spread: number | null | undefined, weight: number): string {
  if (spread === null || spread === undefined) return "-";
  return weight === 1 || spread === 0 ? integer(spread) : `${integer(spread)} → ${integer(weight * spread)}`;
}
