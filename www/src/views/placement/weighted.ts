/** The parts of a cluster's score: weight × score of each prioritizer, spread included, and their sum. */
import type { ClusterRow } from "../../engine/types";
import { integer } from "schedscope/words/number";
import type { PrioritizerColumn } from "./prioritizer";
import { type Scale, scaleOf } from "../../ui/scale";

interface WeightedScore {
  /** null: the cluster has none */
  raw: number | null;
  product: number | null;
}

const isSpread = ({ summary }: PrioritizerColumn): boolean => summary.name === "Spread";

/** Parallel to `active`, the prioritizers in force. */
export function weightedScores(row: ClusterRow, active: readonly PrioritizerColumn[]): WeightedScore[] {
  return active.map((column, i) => {
    const score = (isSpread(column) ? row.spread : undefined) ?? row.scores[i] ?? null;
    const raw = score === null ? null : Number(score);
    return { raw, product: raw === null ? null : raw * column.summary.weight };
  });
}

export const sumOf = (parts: readonly WeightedScore[]): number =>
  parts.reduce((sum, { product }) => sum + (product ?? 0), 0);

/** How a part is computed: `2 × 100 = 200`. */
export const productText = (weight: number, { raw, product }: WeightedScore): string =>
  raw === null || product === null ? "no score" : `${integer(weight)} × ${bracketed(raw)} = ${integer(product)}`;

const bracketed = (value: number): string => (value < 0 ? `(${integer(value)})` : integer(value));

/** The axis of all rows. The spread scores of a step are normalised to -100 to 100. */
export const weightedScale = (active: readonly PrioritizerColumn[], hasSteps: boolean): Scale =>
  scaleOf(
    active.map((column) =>
      hasSteps && isSpread(column) ? { ...column.summary, min: -100, max: 100 } : column.summary,
    ),
  );
