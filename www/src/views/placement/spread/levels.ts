/** The final scores of a step, as steps of a colour: for the squares of its candidates. */
import type { SpreadCandidate } from "../../../engine/types";

/** By the index of a cluster: its name and its step of colour, 1 to `shades`; 0: blocked. */
export interface Levels {
  of: ReadonlyMap<number, { name: string; level: number }>;
  /** the lowest and the highest final score; null: nobody is a candidate */
  ends: [number, number] | null;
}

export const shades = 5;

export function levelsOf(candidates: readonly SpreadCandidate[]): Levels {
  const finals = candidates.flatMap(({ final }) => (final === null ? [] : [Number(final)]));
  if (finals.length === 0)
    return { of: new Map(candidates.map(({ cluster, name }) => [cluster, { name, level: 0 }])), ends: null };
  const [low, high] = [Math.min(...finals), Math.max(...finals)];
  const level = (final: SpreadCandidate["final"]): number =>
    final === null ? 0 : high === low ? shades : 1 + Math.round(((Number(final) - low) / (high - low)) * (shades - 1));
  return {
    of: new Map(candidates.map(({ cluster, name, final }) => [cluster, { name, level: level(final) }])),
    ends: [low, high],
  };
}
