/** The final scores of a step, as shades: for the squares of its candidates. */
import type { SpreadCandidate } from "../../../engine/types";

/** By the index of a cluster: it as a candidate, and its shade, 1 to `shades`; 0: blocked. */
export interface Levels {
  of: ReadonlyMap<number, { candidate: SpreadCandidate; level: number }>;
  /** the lowest and the highest final score; null: nobody is a candidate */
  ends: [number, number] | null;
}

export const shades = 5;

export function levelsOf(candidates: readonly SpreadCandidate[]): Levels {
  const finals = candidates.flatMap(({ final }) => (final === null ? [] : [Number(final)]));
  const [low, high] = [Math.min(...finals), Math.max(...finals)];
  const level = (final: SpreadCandidate["final"]): number =>
    final === null ? 0 : high === low ? shades : 1 + Math.round(((Number(final) - low) / (high - low)) * (shades - 1));
  return {
    of: new Map(candidates.map((candidate) => [candidate.cluster, { candidate, level: level(candidate.final) }])),
    ends: finals.length === 0 ? null : [low, high],
  };
}
