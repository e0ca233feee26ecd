/** The interval of one parameter in which nothing changes, in words; why a parameter has no effect. */
import type { DecideAnswer, SweepAnswer, SweepInterval } from "../../../types.js";
import { allOf, counted, integer } from "../number.js";
import { exchangeText } from "./exchange.js";

/** `−10 to 2`, `3` */
export const intervalText = ({ from, to }: Pick<SweepInterval, "from" | "to">): string =>
  from === to ? integer(from) : `${integer(from)} to ${integer(to)}`;

/** What an interval selects against the one before it. */
export const intervalExchange = (of: SweepInterval): string =>
  of.decided ? exchangeText(of) : "the placement is misconfigured";

/** What a value of a parameter is among all that were tried. */
export interface Standing {
  /** The values that select the same clusters. */
  same: Pick<SweepInterval, "from" | "to">;
  /** The clusters added and removed below and above them; empty: no cluster, or no value was tried. */
  below: string;
  above: string;
  /** Whether no value that was tried selects other clusters. */
  isWithoutEffect: boolean;
}

/** Where a value stands; null: it was not tried. */
export function standingOf({ intervals }: Pick<SweepAnswer, "intervals">, value: number | null): Standing | null {
  const at = value === null ? -1 : intervals.findIndex(({ from, to }) => from <= value && value <= to);
  const same = intervals[at];
  if (same === undefined) return null;
  const next = intervals[at + 1];
  const { added: removed, removed: added, addedTotal: removedTotal, removedTotal: addedTotal } = same;
  return {
    same,
    below: at === 0 ? "" : exchangeText({ added, removed, addedTotal, removedTotal }),
    above: next === undefined ? "" : exchangeText(next),
    isWithoutEffect: intervals.length === 1,
  };
}

/** `same from −10 to 2` */
export const sameText = ({ same }: Pick<Standing, "same">): string =>
  same.from === same.to ? `same at ${integer(same.from)} only` : `same ${intervalText(same)}`;

/** `−10 to 2 select the same clusters. Above 2 west-1 is removed.` */
export function standingText({ same, below, above }: Standing): string {
  const who = same.from === same.to ? `Only ${integer(same.from)} selects these clusters.` : "";
  const rest = [
    ...(below === "" ? [] : [`Below ${integer(same.from)} ${below}.`]),
    ...(above === "" ? [] : [`Above ${integer(same.to)} ${above}.`]),
  ];
  return [who === "" ? `${intervalText(same)} select the same clusters.` : who, ...rest].join(" ");
}

/** What would give a parameter an effect. */
export type Offer = { type: "term" } | { type: "count"; count: number } | null;

/** Why a weight has no effect, in lower case without a full stop, and what would give it one. */
export function withoutEffect(summary: DecideAnswer, prioritizer: string): { why: string; offer: Offer } {
  const { clusterCounts, numberOfClusters, prioritizers, spreadConstraints } = summary;
  const { selected, feasible } = clusterCounts;
  if (numberOfClusters === 0) return { why: "no cluster is wanted", offer: { type: "count", count: 1 } };
  if (feasible < 2) return { why: `${counted(feasible, "cluster")} feasible`, offer: null };
  if (selected === feasible)
    return {
      why: `${allOf(feasible, "feasible cluster")} are selected`,
      offer: { type: "count", count: feasible - 1 },
    };
  if (prioritizer === "Spread" && spreadConstraints.length === 0)
    return { why: "there is no spread term", offer: { type: "term" } };
  const found = prioritizers.find(({ name }) => name === prioritizer);
  if (found?.min != null && found.min === found.max) return { why: "the same score for all", offer: null };
  return { why: "no weight selects others", offer: null };
}
