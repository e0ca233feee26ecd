/** The bars of a step's candidates: weight × score of each prioritizer and of each term, up to the pick. */
import { integer } from "schedscope/words/number";
import type { SpreadCandidate, SpreadConstraintSummary } from "../../../engine/types";
import type { PrioritizerColumn } from "../prioritizer";
import { place, type Scale, stack } from "../scale";

/** A part of all bars of a step. */
export interface LadderPart {
  name: string;
  /** the class of its colour */
  look: string;
  hatched: boolean;
}

/** What the bars of one step have in common. */
export interface Ladder {
  scale: Scale;
  parts: LadderPart[];
  /** for each of `parts` */
  productsOf(candidate: SpreadCandidate): number[];
  /** the final score at the tick: the sum of what is the same for all */
  base: number;
  /** what is the same for all, by name and product */
  same: { name: string; product: number }[];
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
const isSame = (numbers: number[]): boolean => numbers.every((one) => one === numbers[0]);

/**
 * What each term adds to the final score above a common part. The spread score grows evenly with the joined score, in
 * which each term counts 64 times as much as the next one.
 */
function termProducts(able: readonly SpreadCandidate[], weight: number, terms: number) {
  const joined = able.map(({ raw }) => Number(raw));
  const spreads = able.map(({ spread }) => weight * (spread ?? 0));
  const [least, most] = [joined.indexOf(Math.min(...joined)), joined.indexOf(Math.max(...joined))];
  const step = ((spreads[most] ?? 0) - (spreads[least] ?? 0)) / ((joined[most] ?? 0) - (joined[least] ?? 0) || 1);
  const lowest = Array.from({ length: terms }, (_, i) => Math.min(...able.map(({ termScores }) => termScores[i] ?? 0)));
  const above = ({ termScores }: SpreadCandidate): number[] =>
    lowest.map((low, i) => step * 64 ** (terms - 1 - i) * ((termScores[i] ?? 0) - low));
  const first = able[least];
  const common = first === undefined ? 0 : Math.round((spreads[least] ?? 0) - sum(above(first)));
  return { above, common };
}

/** The common axis and the parts of the candidates that are known. */
export function ladderOf(
  candidates: readonly SpreadCandidate[],
  weight: number,
  terms: readonly SpreadConstraintSummary[],
  { columns, scoresOf }: Scored,
): Ladder {
  const able = candidates.filter(({ blockedBy }) => blockedBy === null);
  const isKnown = able.every((candidate) => scoresOf(candidate) !== null);
  const sources = isKnown
    ? columns.map((column, i) => ({
        part: { name: column.name, look: `hue-${column.hue}`, hatched: column.hatched },
        of: (candidate: SpreadCandidate) => column.summary.weight * (scoresOf(candidate)?.[i] ?? 0),
      }))
    : [
        {
          part: { name: "prioritizers", look: "prioritizers", hatched: false },
          of: ({ prioritizer }: SpreadCandidate) => Number(prioritizer),
        },
      ];
  const { above, common } = termProducts(able, weight, terms.length);
  const ofTerms = terms.map(({ topologyKey }, i) => ({
    part: { name: topologyKey, look: `term-part term-${Math.min(i, 3)}`, hatched: false },
    of: (candidate: SpreadCandidate) => above(candidate)[i] ?? 0,
  }));
  const same = sources.filter(({ of }) => isSame(able.map(of)));
  const moving = [...sources, ...ofTerms].filter(({ of }) => !isSame(able.map(of)));
  const first = able[0];
  const sames = same.map(({ part, of }) => ({ name: part.name, product: first === undefined ? 0 : of(first) }));
  const base = sum(sames.map(({ product }) => product)) + common;
  const productsOf = (candidate: SpreadCandidate): number[] => {
    const products = moving.map(({ of }) => of(candidate));
    // Scores are whole numbers: what rounding took is given to the largest part.
    const lost = Number(candidate.final ?? 0) - base - sum(products);
    const largest = products.reduce((at, one, i) => (Math.abs(one) > Math.abs(products[at] ?? 0) ? i : at), 0);
    return products.map((one, i) => (i === largest ? one + lost : one));
  };
  const ends = able.flatMap((candidate) => {
    const products = productsOf(candidate);
    return [sum(products.filter((one) => one > 0)), sum(products.filter((one) => one < 0))];
  });
  const [min, max] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const finals = able.map(({ final }) => Number(final ?? 0));
  return {
    scale: min === max ? { min: 0, max: 1 } : { min, max },
    parts: moving.map(({ part }) => part),
    productsOf,
    base,
    same: sames.filter(({ product }) => product !== 0).concat(common === 0 ? [] : { name: "Spread", product: common }),
    best: finals.length === 0 ? 0 : Math.max(...finals),
  };
}

/** The parts stacked from the tick of what is the same for all; the final score; what is missing to the pick. */
export function StepBar({ ladder, candidate }: { ladder: Ladder; candidate: SpreadCandidate }) {
  const { scale, parts, base, best } = ladder;
  const at = (value: number): string => `${place(scale, value)}%`;
  const final = Number(candidate.final ?? 0) - base;
  return (
    <svg class="bars step-bar" width="100%" height="14" aria-hidden="true" focusable="false">
      <line class="same-for-all" x1={at(0)} x2={at(0)} y1="1" y2="13" />
      {stack(ladder.productsOf(candidate)).map(({ index, from, to }) => {
        const box = { x: at(from), y: "3", width: `${place(scale, to) - place(scale, from)}%`, height: "8" };
        return (
          <g key={index}>
            <rect {...box} class={parts[index]?.look} />
            {parts[index]?.hatched && <rect {...box} class="hatched" />}
          </g>
        );
      })}
      {final < best - base && <line class="ghost" x1={at(final)} x2={at(best - base)} y1="7" y2="7" />}
      <line class="cut-off" x1={at(best - base)} x2={at(best - base)} y1="0" y2="14" />
      <line class="total" x1={at(final)} x2={at(final)} y1="1" y2="13" />
    </svg>
  );
}

interface KeyProps {
  ladder: Ladder;
  /** of how many candidates the bars are; null: of all */
  of: number | null;
}

/** What the parts of the bars are. */
export function LadderKey({ ladder: { parts, same }, of }: KeyProps) {
  return (
    <ul class="key ladder-key">
      {parts.map(({ name, look, hatched }) => (
        <li key={`${name} ${look}`}>
          <svg class="swatch" width="8" height="8" aria-hidden="true" focusable="false">
            <rect width="8" height="8" class={look} />
            {hatched && <rect width="8" height="8" class="hatched" />}
          </svg>
          {name}
        </li>
      ))}
      {same.length > 0 && (
        <li title="The tick in each bar">
          <span class="key-same" aria-hidden="true" />
          same for {of === null ? "all" : `these ${integer(of)}`}:{" "}
          {same.map(({ name, product }) => `${name} ${integer(product)}`).join(", ")}
        </li>
      )}
    </ul>
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
