/** What two runs differ in. */
import { integer } from "../../ui/number";
import { highest } from "./heat";
import type { VmEvent, VmTimeline } from "./contract";

/** A run in numbers. */
export interface Measures {
  events: number;
  migrations: number;
  failed: number;
  /** requests that were answered with 200, and those of them that got less than they asked for */
  requests: number;
  denied: number;
  /** percent of what can be reserved, of the fuller resource of the fullest node */
  peak: number;
  overBudget: number;
}

/** `requests`: the run's answered requests, as far as they were asked for. */
export function measuresOf(timeline: VmTimeline, requests: VmEvent[]): Measures {
  const answered = requests.filter(({ result, want, permit }) => result === "200" && want !== null && permit !== null);
  const isShort = ({ want, permit }: VmEvent): boolean => (permit?.vCPUs ?? 0) < (want?.vCPUs ?? 0) || (permit?.mem ?? 0) < (want?.mem ?? 0);
  return {
    events: timeline.steps,
    migrations: timeline.migrations.length,
    failed: timeline.migrations.filter(({ failed }) => failed).length,
    requests: answered.length,
    denied: answered.filter(isShort).length,
    peak: timeline.heat.reduce((most, row) => Math.max(most, highest(row)), 0),
    overBudget: timeline.overBudget.length,
  };
}

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
