import { expect, test } from "vitest";
import { differences, measuresOf } from "./difference";
import { scenario } from "./fixture";

test("runs are measured by counts of all, not by lists that are cut short", () => {
  const timeline = scenario.vmTimeline();
  const totals = { ...timeline.totals, migrations: 4000, failed: 1200, open: 7, overBudget: 3000 };
  const before = measuresOf({ ...timeline, totals });
  expect(before).toMatchObject({ migrations: 4000, failed: 1200, overBudget: 3000 });
  const rows = differences(before, measuresOf({ ...timeline, totals: { ...totals, failed: 0, overBudget: 0 } }));
  expect(
    rows
      .filter(({ name }) => ["failed migrations", "times over budget after a start"].includes(name))
      .map(({ before, after }) => [before, after]),
  ).toEqual([
    [1200, 0],
    [3000, 0],
  ]);
});
