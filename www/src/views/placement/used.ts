/** Which prioritizers have a control, and whether weights matter at all. */
import { capital } from "schedscope/words/phrase";
import { withoutEffect } from "schedscope/words/whatif";
import type { DecideAnswer, PrioritizerSummary } from "../../engine/types";

/**
 * Why no weight matters, as a sentence about `numberOfClusters` where that is the cause, and the largest
 * `numberOfClusters` with which weights matter; null: they may matter.
 */
export function nothingWeighs(summary: DecideAnswer): { sentence: string; count: number | null } | null {
  const { clusterCounts, numberOfClusters, outcome } = summary;
  const { selected, feasible } = clusterCounts;
  if (outcome !== "scheduled" || (numberOfClusters !== 0 && feasible >= 2 && selected !== feasible)) return null;
  const { why, offer } = withoutEffect(summary, "");
  const number = `numberOfClusters is ${numberOfClusters ?? "unset"}`;
  // Where more clusters are wanted than there are, the number alone does not say why.
  const cause = offer === null ? capital(why) : numberOfClusters ? `${number} and ${why}` : number;
  return { sentence: `${cause}, so weights do not matter.`, count: offer?.type === "count" ? offer.count : null };
}

/** Whether the input names a prioritizer, or its weight by default may matter. */
export function isUsed(one: PrioritizerSummary, summary: DecideAnswer, isNothing: boolean): boolean {
  if (one.source !== "default") return true;
  if (isNothing || one.weight === 0) return false;
  return one.name !== "Spread" || summary.spreadConstraints.length > 0;
}
