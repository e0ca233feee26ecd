/** By which plugins kube-scheduler's profile prefers a node to another one. */
import type { NodeRow, ScoreNodesAnswer } from "../../../types.js";
import { counted, integer } from "../number.js";
import { listed } from "../phrase.js";
import { scoringPlugins } from "./default-profile.js";

/** Two nodes, and what each plugin gives them. */
export interface ScoreDifference {
  /** The chosen node, and the one that it is compared with. */
  nodes: [string, string];
  /** Their totals. */
  totals: [number, number];
  /** The plugins that score, with both scores and the difference of the weighted ones. */
  plugins: { name: string; weight: number; scores: [number, number]; points: number }[];
}

/**
 * Compares the chosen node with `own`, the node that the pod is on, or else with the best node whose total is lower;
 * null: no other node is scored, or all have the same total.
 */
export function scoreDifference(
  { defaultProfile, rows }: ScoreNodesAnswer,
  own: string | null,
): ScoreDifference | null {
  const choice = defaultProfile?.choice ?? null;
  if (defaultProfile === null || choice === null || choice.next === null) return null;
  const rowOf = (node: string | null | undefined): NodeRow | undefined =>
    rows.find(({ name, defaultProfile: scores }) => name === node && scores !== null);
  const isBest = own !== null && rowOf(own)?.defaultProfile?.total === choice.total;
  const best = rowOf(isBest ? own : choice.node)?.defaultProfile;
  const other = (isBest ? undefined : rowOf(own)) ?? rowOf(choice.next.nodes[0]);
  if (best == null || other?.defaultProfile == null) return null;
  const { scores, total } = other.defaultProfile;
  return {
    nodes: [isBest ? own : choice.node, other.name],
    totals: [best.total, total],
    plugins: scoringPlugins(defaultProfile).map(({ name, weight, index }) => {
      const both: [number, number] = [best.scores[index] ?? 0, scores[index] ?? 0];
      return { name, weight, scores: both, points: (both[0] - both[1]) * weight };
    }),
  };
}

/** `n2 has 386 score points, n1 has 373: NodeResourcesFit gives n2 18 more, ImageLocality gives n1 5 more.` */
export function scoreDifferenceText({ nodes, totals, plugins }: ScoreDifference): string {
  const [best, other] = nodes;
  const given = plugins
    .filter(({ points }) => points !== 0)
    .sort((a, b) => b.points - a.points)
    .map(({ name, points }) => `${name} gives ${points > 0 ? best : other} ${integer(Math.abs(points))} more`);
  const [of, than] = totals;
  return `${best} has ${counted(of, "score point")}, ${other} has ${integer(than)}: ${listed(given)}.`;
}
