import { expect, test } from "vitest";
import { differences } from "./difference";
import { scenario } from "./fixture";

test("runs are measured by counts of all, not by lists that are cut short", () => {
  const timeline = scenario.vmTimeline();
  const totals = { ...timeline.totals, migrations: 4000, failed: 1200, open: 7, overBudget: 3000 };
  const rows = differences({ ...timeline, totals }, { ...timeline, totals: { ...totals, failed: 0, overBudget: 0 } });
  expect(
    rows
      .filter(({ name }) => ["migrations", "failed migrations", "times over budget after a start"].includes(name))
      .map(({ before, after }) => [before, after]),
  ).toEqual([
    [4000, 4000],
    [1200, 0],
    [3000, 0],
  ]);
});
