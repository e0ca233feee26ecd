/** The interval of a resource's weight in which every scorer keeps its pick, and why a weight has no effect. */
import { pickOf, scorerName } from "schedscope/words/nodes";
import { integer } from "schedscope/words/number";
import { listed } from "schedscope/words/phrase";
import { intervalText, sameText } from "schedscope/words/whatif";
import type { ScoreNodesAnswer } from "../../engine/types";

/** Values of a weight, one after another, at which every scorer keeps its pick. */
export interface WeightInterval {
  from: number;
  to: number;
  /** The node of each scorer; null: it does not apply. */
  picks: Record<string, string | null>;
}

/** The picks of each scorer by an answer. */
export const picksByScorer = (answer: ScoreNodesAnswer): WeightInterval["picks"] =>
  Object.fromEntries(answer.scorers.map(({ name }) => [name, pickOf(answer, name)]));

/** The intervals of a weight; `values`: the picks at each value from 0 on, all of them asked for. */
export function weightIntervals(values: WeightInterval["picks"][]): WeightInterval[] {
  const intervals: WeightInterval[] = [];
  for (const [value, picks] of values.entries()) {
    const last = intervals.at(-1);
    if (last !== undefined && changedPicks(last.picks, picks).length === 0) last.to = value;
    else intervals.push({ from: value, to: value, picks });
  }
  return intervals;
}

/** Where a weight stands among the values that were asked for. */
export interface WeightStanding {
  same: Pick<WeightInterval, "from" | "to">;
  /** The first value of each interval but the first. */
  swaps: number[];
  /** `same 0 to 3` */
  short: string;
  /** `0 to 3: every scorer keeps its pick. Above 3 LeastAllocated picks n2.` */
  full: string;
  /** Whether no value changes a pick. */
  isWithoutEffect: boolean;
}

/** Where a weight stands; null: it was not asked for. */
export function weightStanding(intervals: WeightInterval[], weight: number): WeightStanding | null {
  const at = intervals.findIndex(({ from, to }) => from <= weight && weight <= to);
  const same = intervals[at];
  if (same === undefined) return null;
  const beyond = (other: WeightInterval | undefined, where: string): string =>
    other === undefined ? "" : ` ${where} ${pickText(changedPicks(same.picks, other.picks), other.picks)}.`;
  const values = same.from === same.to ? `${integer(same.from)} only` : intervalText(same);
  return {
    same,
    swaps: intervals.slice(1).map(({ from }) => from),
    short: sameText({ same }),
    full:
      `${values}: every scorer keeps its pick.` +
      beyond(intervals[at - 1], `Below ${integer(same.from)}`) +
      beyond(intervals[at + 1], `Above ${integer(same.to)}`),
    isWithoutEffect: intervals.length === 1,
  };
}

const changedPicks = (one: WeightInterval["picks"], other: WeightInterval["picks"]): string[] =>
  Object.keys(other).filter((scorer) => one[scorer] !== other[scorer]);

/** `LeastAllocated and MostAllocated pick n2, limit-aware scoring picks n1` */
function pickText(scorers: string[], picks: WeightInterval["picks"]): string {
  const nodes = [...new Set(scorers.map((scorer) => picks[scorer] ?? null))];
  const parts = nodes.map((node) => {
    const who = scorers.filter((scorer) => (picks[scorer] ?? null) === node).map(scorerName);
    return `${listed(who)} ${who.length === 1 ? "picks" : "pick"} ${node ?? "no node"}`;
  });
  return parts.join(", ");
}

/** Why a weight has no effect, in lower case without a full stop; the answer is that at `most`, the largest value. */
export function weightWithoutEffect(
  resource: string,
  most: number,
  { feasible, notes, picks }: Pick<ScoreNodesAnswer, "feasible" | "notes" | "picks">,
): string {
  if (feasible === 0) return "no node fits";
  if (feasible === 1) return `only ${picks[0]?.node ?? "1 node"} fits`;
  const isNowhere = notes.some(
    (note) => note.code === "resource-left-out" && note.resource === resource && note.without === note.nodes,
  );
  return isNowhere ? `no node has ${resource}` : `same picks up to ${integer(most)}`;
}
