/** What two runs differ in. */
import { counted, integer } from "schedscope/words/number";
import { totalNames } from "schedscope/words/vms";
import type { VmTimelineAnswer, VmTotals } from "../../engine/types";
import { highest } from "./heat";

/** A run in numbers. */
type Measured = Pick<VmTimelineAnswer, "stepsTotal" | "totals" | "heat">;

export interface Difference {
  name: string;
  before: number;
  after: number;
  unit: "" | "%";
}

const first = ["migrations", "failed", "accepted", "notInFull", "refused", "unanswered", "stepsUnderPressure"] as const;

/** Percent of what can be reserved, of the fuller resource of the fullest node. */
const peakOf = ({ heat }: Measured): number => heat.reduce((most, row) => Math.max(most, highest(row)), 0);

export function differences(before: Measured, after: Measured): Difference[] {
  const row = (name: string, of: (run: Measured) => number, unit: "" | "%" = ""): Difference => ({
    name,
    before: of(before),
    after: of(after),
    unit,
  });
  const total = (key: keyof VmTotals): Difference => row(totalNames[key], ({ totals }) => totals[key]);
  const rows = [
    ...first.map(total),
    row("peak reserved, of reservable", peakOf, "%"),
    total("overBudget"),
    row("events", ({ stepsTotal }) => stepsTotal),
  ];
  return rows.filter(({ name, before, after }) => before !== 0 || after !== 0 || name === totalNames.migrations);
}

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
