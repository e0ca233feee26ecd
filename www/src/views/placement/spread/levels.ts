/** The final scores of a step, as steps of a colour: for the squares of its candidates. */
import { useEffect, useState } from "preact/hooks";
import { mostSquares, type SpreadOnShow } from "../../../engine/spread";
import type { SpreadCandidate } from "../../../engine/types";
import { stepCandidates } from "../../../session/spread";

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

/** How long nothing may change before those are asked for that the ladder does not show. */
const quietTime = 250;

/** Of the candidates that the ladder has; of all of them once nobody moves anything. */
export function useLevels({ step, candidates, squares }: SpreadOnShow): Levels {
  const [all, setAll] = useState<{ of: unknown; candidates: SpreadCandidate[] } | null>(null);
  const isPart = candidates !== null && squares !== null && candidates.candidates.length < candidates.total;
  useEffect(() => {
    if (!isPart) return;
    let isOver = false;
    const timer = setTimeout(() => {
      void stepCandidates(step, mostSquares).then((found) => {
        if (!isOver && found !== null) setAll({ of: squares, candidates: found });
      });
    }, quietTime);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [squares, step, isPart]);
  const known = isPart && all?.of === squares ? all.candidates : (candidates?.candidates ?? []);
  return levelsOf(known);
}
