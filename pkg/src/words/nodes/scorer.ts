/** What scorers are called, and which nodes they think best. */
import type { ScoreNodesAnswer, ScorerAnswer } from "../../../types.js";

/** In a narrow column, line by line. */
const heads: Record<string, [string, string]> = {
  LimitAware: ["limit-", "aware"],
  LeastAllocated: ["Least", "Allocated"],
  MostAllocated: ["Most", "Allocated"],
  RequestedToCapacityRatio: ["Requested", "Ratio"],
  BalancedAllocation: ["Balanced", "Allocation"],
  NodeResourcesAllocatableLeast: ["Allocatable", "Least"],
  NodeResourcesAllocatableMost: ["Allocatable", "Most"],
};

/** What a scorer is called in a narrow column, line by line. */
export const headOf = (scorer: string): [string, string] => heads[scorer] ?? [scorer, ""];

/** In a sentence. */
export const scorerName = (scorer: string): string => (scorer === "LimitAware" ? "limit-aware scoring" : scorer);

/** What the scorer prefers. */
const aims: Record<string, string> = {
  LimitAware: "the node whose limits would be least over-subscribed",
  LeastAllocated: "the node with the most left beside the requests; the default of Kubernetes",
  MostAllocated: "the node with the least left beside the requests",
  RequestedToCapacityRatio: "the node that is the fullest by requests, along a curve from 0 to 100%",
  BalancedAllocation: "the node whose resources would be requested most evenly",
  NodeResourcesAllocatableLeast: "the smallest node",
  NodeResourcesAllocatableMost: "the largest node",
};

/** What a scorer prefers; empty where it is not known. */
export const aimOf = (scorer: string): string => aims[scorer] ?? "";

/** `picked`: the scorer takes it. `tied`: just as good, but later by name. */
export type Standing = "picked" | "tied" | null;

/** Whether a scorer takes a node, or thinks it as good. */
export function standing(scorer: ScorerAnswer, node: string): Standing {
  if (!scorer.applies) return null;
  if (scorer.best[0] === node) return "picked";
  return scorer.best.includes(node) ? "tied" : null;
}

/** The node that a scorer picks; null where there is none or it does not apply. */
export function pickOf(placement: ScoreNodesAnswer, scorer: string): string | null {
  const found = placement.scorers.find(({ name }) => name === scorer);
  return found?.applies ? (found.best[0] ?? null) : null;
}
