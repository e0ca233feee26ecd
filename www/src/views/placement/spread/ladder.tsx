/** The bars of a step's candidates: the score of each term, and prioritizers with weight × spread up to the pick. */
import type { SpreadCandidate } from "../../../engine/types";
import { place, type Scale, stack } from "../scale";

/** What the bars of one step have in common. */
export interface Ladder {
  scale: Scale;
  weight: number;
  /** the part that is the same for all, which becomes a tick; null: it differs */
  same: number | null;
  /** the final score of the pick */
  best: number;
}

/** The common axis of the candidates that are known. */
export function ladderOf(candidates: readonly SpreadCandidate[], weight: number): Ladder {
  const able = candidates.filter(({ blockedBy }) => blockedBy === null);
  const sums = able.map(({ prioritizer }) => Number(prioritizer));
  const [first = 0] = sums;
  const same = sums.every((sum) => sum === first) ? first : null;
  const base = same ?? 0;
  const ends = able.flatMap(({ prioritizer, spread }) => {
    const parts = [Number(prioritizer) - base, weight * (spread ?? 0)];
    return [0, sum(parts.filter((part) => part > 0)), sum(parts.filter((part) => part < 0))];
  });
  const [min, max] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const finals = able.map(({ final }) => Number(final ?? 0));
  const best = finals.length === 0 ? 0 : Math.max(...finals);
  return { scale: min === max ? { min: 0, max: 1 } : { min, max }, weight, same, best };
}

const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Prioritizers and weight × spread, stacked; a tick at the final score, and what is missing to the pick. */
export function StepBar({ ladder, prioritizer, spread }: { ladder: Ladder; prioritizer: number; spread: number }) {
  const { scale, weight, same, best } = ladder;
  const base = same ?? 0;
  const at = (value: number): string => `${place(scale, value)}%`;
  const parts = [prioritizer - base, weight * spread];
  const final = sum(parts);
  return (
    <svg class="bars step-bar" width="100%" height="20" aria-hidden="true" focusable="false">
      <line class={same === null ? "zero" : "same-for-all"} x1={at(0)} x2={at(0)} y1="3" y2="17" />
      {stack(parts).map(({ index, from, to }) => (
        <rect
          key={index}
          class={index === 0 ? "prioritizers" : "spread-part"}
          x={at(from)}
          y="6"
          width={`${place(scale, to) - place(scale, from)}%`}
          height="8"
        />
      ))}
      {final < best - base && <line class="ghost" x1={at(final)} x2={at(best - base)} y1="16.5" y2="16.5" />}
      <line class="cut-off" x1={at(best - base)} x2={at(best - base)} y1="0" y2="20" />
      <line class="total" x1={at(final)} x2={at(final)} y1="4" y2="16" />
    </svg>
  );
}

/** The largest score of a term. */
const mostScore = 63;
const width = 14;

/** A bar for the score of each term, the most important first. */
export function TermBars({ scores }: { scores: number[] }) {
  return (
    <svg class="term-bars" width={scores.length * (width + 3)} height="10" aria-hidden="true" focusable="false">
      {scores.map((score, i) => (
        <g key={i}>
          <rect class="room" x={i * (width + 3)} y="3" width={width} height="5" />
          <rect class="spread-part" x={i * (width + 3)} y="3" width={(width * score) / mostScore} height="5" />
        </g>
      ))}
    </svg>
  );
}
