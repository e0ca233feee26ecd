/** Names of scorers, and the nodes that they score best. */
import type { QueueScorerName, ScoreNodesAnswer, ScorePlugin, ScorerAnswer, ScorerName } from "../../../types.js";
import { pluginAim } from "./default-profile.js";

/** The names of scorers in a narrow column, line by line. */
const heads: Record<ScorerName, [string, string]> = {
  LimitAware: ["limit-", "aware"],
  LeastAllocated: ["Least", "Allocated"],
  MostAllocated: ["Most", "Allocated"],
  RequestedToCapacityRatio: ["Requested", "Ratio"],
  BalancedAllocation: ["Balanced", "Allocation"],
  NodeResourcesAllocatableLeast: ["Allocatable", "Least"],
  NodeResourcesAllocatableMost: ["Allocatable", "Most"],
};

/** All scorers, limit-aware scoring first. */
export const scorerNames = Object.keys(heads) as ScorerName[];

/** What a queue can pick nodes by. */
export const queueScorerNames: QueueScorerName[] = ["DefaultProfile", ...scorerNames];

const plugins: Record<ScorePlugin, true> = {
  TaintToleration: true,
  NodeAffinity: true,
  PodTopologySpread: true,
  InterPodAffinity: true,
  NodeResourcesFit: true,
  NodeResourcesBalancedAllocation: true,
  ImageLocality: true,
};

/** The plugins of the default profile that score nodes. */
export const pluginNames = Object.keys(plugins) as ScorePlugin[];

const isScorer = (name: string): name is ScorerName => name in heads;
const isPlugin = (name: string): name is ScorePlugin => name in plugins;

/** The name of a scorer in a narrow column, line by line. */
export const headOf = (scorer: string): [string, string] =>
  isScorer(scorer) ? heads[scorer] : scorer === "DefaultProfile" ? ["Default", "Profile"] : [scorer, ""];

/** The names of scorers in a sentence. */
export const scorerName = (scorer: string): string => (scorer === "LimitAware" ? "limit-aware scoring" : scorer);

/** The node that a scorer prefers. */
const aims: Record<ScorerName, string> = {
  LimitAware: "the node whose limits would be least over-subscribed",
  LeastAllocated: "the node with the most left after requests; one score of kube-scheduler's default profile",
  MostAllocated: "the node with the least left after requests",
  RequestedToCapacityRatio: "the fullest node by requests, along a curve from 0 to 100%",
  BalancedAllocation: "the node whose resources would be used most evenly by requests",
  NodeResourcesAllocatableLeast: "the smallest node",
  NodeResourcesAllocatableMost: "the largest node",
};

/** The node that a scorer prefers; empty if unknown. */
export function aimOf(scorer: string): string {
  if (scorer === "DefaultProfile")
    return "the node with the highest total of kube-scheduler's default profile, or of the pod's profile in the input";
  return isScorer(scorer) ? aims[scorer] : isPlugin(scorer) ? pluginAim(scorer) : "";
}

/** `picked`: the scorer picks the node. `tied`: the node has the same score, but comes later by name. */
export type ScorerPick = "picked" | "tied" | null;

/** Whether a scorer picks a node, or scores it the same as its pick. */
export function scorerPick(scorer: ScorerAnswer, node: string): ScorerPick {
  if (!scorer.applies) return null;
  if (scorer.best[0] === node) return "picked";
  return scorer.best.includes(node) ? "tied" : null;
}

/** The node that a scorer picks; null if no node fits or the scorer does not apply. */
export function pickOf(placement: ScoreNodesAnswer, scorer: string): string | null {
  const found = placement.scorers.find(({ name }) => name === scorer);
  return found?.applies ? (found.best[0] ?? null) : null;
}
