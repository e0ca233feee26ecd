/** What two runs differ in. */
import type { VmTimeline } from "../../engine/types";
import { integer } from "../../ui/number";
import { highest } from "./heat";

/** A run in numbers. */
export interface Measures {
  events: number;
  migrations: number;
  failed: number;
  /** requests that were answered with 200, and those of them that got less than they asked for */
  requests: number;
  denied: number;
  /** answered with 400 or 404, or not at all */
  refused: number;
  /** steps after which some node was under too much pressure */
  hot: number;
  /** percent of what can be reserved, of the fuller resource of the fullest node */
  peak: number;
  overBudget: number;
}

export const measuresOf = ({ steps, totals, migrations, heat, overBudget }: VmTimeline): Measures => ({
  events: steps,
  migrations: totals.migrations,
  failed: migrations.filter(({ failed }) => failed).length,
  requests: totals.granted,
  denied: totals.denied,
  refused: totals.refused,
  hot: totals.hot,
  peak: heat.reduce((most, row) => Math.max(most, highest(row)), 0),
  overBudget: overBudget.length,
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
    ["of them failed", "failed", ""],
    ["requests answered", "requests", ""],
    ["of them not in full", "denied", ""],
    ["requests refused", "refused", ""],
    ["steps with too much pressure", "hot", ""],
    ["most reserved, of what can be", "peak", "%"],
    ["times over budget", "overBudget", ""],
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

/** `3 migrations instead of 5, and most reserved 92% instead of 100%` */
export function differenceWords(all: Difference[]): string {
  const [migrations] = all;
  if (migrations === undefined) return "";
  const denied = all.find(({ name }) => name === "of them not in full");
  const parts = [
    migrations.after === migrations.before ? `as many migrations, ${integer(migrations.after)}` : `${integer(migrations.after)} migrations instead of ${integer(migrations.before)}`,
    ...(denied === undefined
      ? []
      : [denied.after === denied.before ? `as many requests not answered in full, ${integer(denied.after)}` : `${integer(denied.after)} requests not answered in full instead of ${integer(denied.before)}`]),
  ];
  return parts.join(", and ");
}
