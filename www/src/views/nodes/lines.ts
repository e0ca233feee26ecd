/** A node as a line of the table, whichever question it comes from. */

import {
  misfitNumbers,
  misfitText,
  plainUsage,
  type ScorerPick,
  scorerPick,
  type Usage,
  usageOf,
} from "schedscope/words/nodes";
import { counted, integer } from "schedscope/words/number";
import type { NodeEntry, NodeRow, ScorerAnswer } from "../../engine/types";

export interface Score {
  value: number;
  /** before normalisation; null where there is none */
  raw: number | null;
  pick: ScorerPick;
}

export interface NodeLine {
  /** its place in the text */
  index: number;
  name: string;
  state: "picked" | "fits" | "misfit" | "shown";
  /** `2 of 110 pods` */
  pods: string;
  usages: Usage[];
  /** parallel to the scorers */
  scores: (Score | null)[];
  /** why the pod does not fit, and what else there is to say */
  words: string;
  numbers: string;
}

export function placedLine(row: NodeRow, scorers: ScorerAnswer[]): NodeLine {
  const scores = scorers.map((scorer, i): Score | null => {
    const [raw, normalized] = [row.raw[i] ?? null, row.normalized[i] ?? null];
    if (raw === null || normalized === null) return null;
    return scorer.normalizes
      ? { value: normalized, raw, pick: scorerPick(scorer, row.name) }
      : { value: raw, raw: null, pick: scorerPick(scorer, row.name) };
  });
  return {
    index: row.index,
    name: row.name,
    state: row.misfit !== null ? "misfit" : scores.some((score) => score?.pick === "picked") ? "picked" : "fits",
    pods: podCount(row.pods, row.allowedPods),
    usages: row.resources.map(usageOf),
    scores,
    words: row.misfit === null ? "" : `${row.misfit.plugin}: ${misfitText(row.misfit)}`,
    numbers: row.misfit === null ? "" : misfitNumbers(row.misfit),
  };
}

export function plainLine(node: NodeEntry, index: number, resources: string[]): NodeLine {
  const words = [...(node.unschedulable ? ["cordoned"] : []), ...node.taints];
  const numbers = [
    ...(node.bestEffort > 0 ? [`${integer(node.bestEffort)} best effort`] : []),
    ...(node.unbounded > 0 ? [`${integer(node.unbounded)} without a limit`] : []),
  ];
  const amounts = new Map(node.resources.map((amount) => [amount.name, plainUsage(amount)]));
  return {
    index,
    name: node.name,
    state: "shown",
    pods: podCount(node.pods, node.allowedPods),
    usages: resources.flatMap((resource) => amounts.get(resource) ?? []),
    scores: [],
    words: words.join(", "),
    numbers: numbers.join(", "),
  };
}

const podCount = (pods: number, allowed: number): string => `${integer(pods)} of ${counted(allowed, "pod")}`;
