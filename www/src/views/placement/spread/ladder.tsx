/** The bars of a step's candidates: weight × score of each prioritizer, spread included, up to the pick. */
import type { SpreadCandidate } from "../../../engine/types";
import type { PrioritizerColumn } from "../prioritizer";
import type { Scale } from "../../../ui/scale";
import { partOf, type ScorePart } from "../score-key";

/** What the bars of one step have in common. */
export interface Ladder {
  scale: Scale;
  parts: ScorePart[];
  /** for each of `parts`: weight × score; they add up to the final score */
  productsOf(candidate: SpreadCandidate): number[];
  /** the final score of the pick */
  best: number;
}

/** The prioritizers of a step, and how one gets their scores. */
export interface Scored {
  /** those in force but Spread */
  columns: PrioritizerColumn[];
  /** for each of `columns`; null: not known */
  scoresOf(candidate: SpreadCandidate): number[] | null;
}

const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0);

/** The common axis and the parts of the candidates that are known. `spread`: the column of Spread. */
export function ladderOf(
  candidates: readonly SpreadCandidate[],
  spread: PrioritizerColumn | null,
  { columns, scoresOf }: Scored,
): Ladder {
  const able = candidates.filter(({ blockedBy }) => blockedBy === null);
  const isKnown = able.every((candidate) => scoresOf(candidate) !== null);
  const prioritizers = isKnown
    ? columns.map((column, i) => ({
        part: partOf(column),
        of: (candidate: SpreadCandidate) => column.summary.weight * (scoresOf(candidate)?.[i] ?? 0),
      }))
    : [
        {
          part: { name: "prioritizers", look: "prioritizers", hatched: false, weight: 1 },
          of: ({ prioritizer }: SpreadCandidate) => Number(prioritizer),
        },
      ];
  const sources =
    spread === null
      ? prioritizers
      : [
          ...prioritizers,
          { part: partOf(spread), of: (candidate: SpreadCandidate) => spreadProduct(candidate, spread.summary.weight) },
        ];
  const productsOf = (candidate: SpreadCandidate): number[] => sources.map(({ of }) => of(candidate));
  const ends = able.flatMap((candidate) => {
    const products = productsOf(candidate);
    return [sum(products.filter((one) => one > 0)), sum(products.filter((one) => one < 0))];
  });
  const [min, max] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const finals = able.map(({ final }) => Number(final ?? 0));
  return {
    scale: min === max ? { min: 0, max: 1 } : { min, max },
    parts: sources.map(({ part }) => part),
    productsOf,
    best: finals.length === 0 ? 0 : Math.max(...finals),
  };
}

/** Weight × spread score. */
export const spreadProduct = ({ spread }: SpreadCandidate, weight: number): number => weight * (spread ?? 0);

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
          <rect
            class={`term-part term-${Math.min(i, 3)}`}
            x={i * (width + 3)}
            y="3"
            width={(width * score) / mostScore}
            height="5"
          />
        </g>
      ))}
    </svg>
  );
}
