import { expect, test } from "vitest";
import type { SweepAnswer } from "../../types.js";
import { sweepChart } from "./sweep-chart.js";

const interval = (from: number, to: number, comes: string[], out: string[]) => ({
  from,
  to,
  selected: 1,
  decided: true,
  in: comes,
  out,
  cycle: null,
  run: null,
});

const answer = (of: Partial<SweepAnswer>): SweepAnswer => ({
  object: { kind: "Placement", namespace: "default", name: "web" },
  parameter: "weight",
  subject: "Steady",
  pod: null,
  inForce: 1,
  intervals: [interval(-10, 2, [], []), interval(3, 10, ["b"], ["a"])],
  points: [],
  complete: true,
  ...of,
});

test("a row for each cluster that comes or goes", () => {
  expect(sweepChart(answer({}), "weight", 80)).toEqual([
    "  weight  −10   −8    −6    −4    −2    0     2     4     6     8     10",
    "  now                                      ▼ 1",
    "  a       ███████████████████████████████████████························",
    "  b       ·······································████████████████████████",
    "          █ selected   · not selected",
  ]);
});

test("as wide as the terminal", () => {
  for (const width of [40, 60, 80, 200]) {
    const lines = sweepChart(answer({}), "weight", width);
    expect(lines.length).toBe(5);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(width);
  }
  // Where a value has no column of its own, there is no picture.
  expect(sweepChart(answer({}), "weight", 24)).toEqual([]);
});

test("nothing where nothing changes, and at most 12 rows", () => {
  expect(sweepChart(answer({ intervals: [interval(-10, 10, [], [])] }), "weight", 80)).toEqual([]);
  const names = Array.from({ length: 14 }, (_, i) => `c-${i}`);
  const lines = sweepChart(answer({ intervals: [interval(0, 0, [], []), interval(1, 1, names, [])] }), "number", 80);
  expect(lines).toHaveLength(2 + 12 + 2);
  expect(lines.at(-2)).toBe("  and 2 more");
});
