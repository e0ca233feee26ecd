/** What two runs differ in. */
import { counted, integer } from "schedscope/words/number";
import type { VmTimelineAnswer } from "../../engine/types";
import { highest } from "./heat";

/** A run in numbers. */
export interface Measures {
  events: number;
  migrations: number;
  failed: number;
  /** requests that were answered with 200, and those of them that got less than they asked for */
  requests: number;
  denied: number;
  /** answered with 400 or 404 */
  refused: number;
  /** not answered at all */
  unanswered: number;
  /** steps after which some node was under too much pressure */
  hot: number;
  /** percent of what can be reserved, of the fuller resource of the fullest node */
  peak: number;
  overBudget: number;
}

export const measuresOf = ({ stepsTotal, totals, heat }: VmTimelineAnswer): Measures => ({
  events: stepsTotal,
  migrations: totals.migrations,
  failed: totals.failed,
  requests: totals.accepted,
  denied: totals.notInFull,
  refused: totals.refused,
  unanswered: totals.unanswered,
  hot: totals.stepsUnderPressure,
  peak: heat.reduce((most, row) => Math.max(most, highest(row)), 0),
  overBudget: totals.overBudget,
});

export interface Difference {
  name: string;
  before: number;
  after: number;
  unit: "" | "%";
}

export function differences(before: Measures, after: Measures): Difference[] {
  const rows: [string, keyof Measures, "" | "%"][] = [
    ["migrations", "migrations", ""],
    ["failed migrations", "failed", ""],
    ["requests answered", "requests", ""],
    ["requests not answered in full", "denied", ""],
    ["requests refused", "refused", ""],
    ["requests without an answer", "unanswered", ""],
    ["steps with too much pressure", "hot", ""],
    ["peak reserved, of reservable", "peak", "%"],
    ["times over budget after a start", "overBudget", ""],
    ["events", "events", ""],
  ];
  return rows
    .map(([name, key, unit]) => ({ name, before: before[key], after: after[key], unit }))
    .filter(({ name, before, after }) => before !== 0 || after !== 0 || name === "migrations");
}

/** The difference with its sign. */
export function changeText({ before, after, unit }: Difference): string {
  const by = after - before;
  return by === 0 ? "the same" : `${by > 0 ? "+" : ""}${integer(by)}${unit === "%" ? " points" : ""}`;
}

/** `3 migrations instead of 5, and as many requests not answered in full, 2` */
export function differenceWords(all: Difference[]): string {
  const named = (name: string, one: string, many: string): string[] => {
    const row = all.find((of) => of.name === name);
    if (row === undefined) return [];
    const { before, after } = row;
    return [
      after === before
        ? `as many ${many}, ${integer(after)}`
        : `${counted(after, one, many)} instead of ${integer(before)}`,
    ];
  };
  return [
    ...named("migrations", "migration", "migrations"),
    ...named("requests not answered in full", "request not answered in full", "requests not answered in full"),
  ].join(", and ");
}
