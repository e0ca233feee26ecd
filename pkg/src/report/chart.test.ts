import { expect, test } from "vitest";
import type { Chart } from "./block.js";
import { chartLines } from "./chart.js";

const chart = (of: Partial<Chart>): Chart => ({
  kind: "chart",
  parameter: "weight",
  intervals: [
    { from: -10, to: 2 },
    { from: 3, to: 10 },
  ],
  inForce: 1,
  bars: [
    { name: "a", isOn: [true, false] },
    { name: "b", isOn: [false, true] },
  ],
  on: "selected",
  off: "not selected",
  ...of,
});

test("a row for each name", () => {
  expect(chartLines(chart({}), 80)).toEqual([
    "  weight  −10   −8    −6    −4    −2    0     2     4     6     8     10",
    "  now                                      ▼ 1",
    "  a       ███████████████████████████████████████························",
    "  b       ·······································████████████████████████",
    "          █ selected   · not selected",
  ]);
});

test("as wide as the terminal", () => {
  for (const width of [40, 60, 80, 200]) {
    const lines = chartLines(chart({}), width);
    expect(lines.length).toBe(5);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(width);
  }
  // Where a value has no column of its own, there is no picture.
  expect(chartLines(chart({}), 24)).toEqual([]);
});

test("nothing where nothing changes, and at most 12 rows", () => {
  expect(chartLines(chart({ intervals: [{ from: -10, to: 10 }] }), 80)).toEqual([]);
  const bars = Array.from({ length: 14 }, (_, i) => ({ name: `c-${i}`, isOn: [false, true] }));
  const intervals = [0, 1].map((value) => ({ from: value, to: value }));
  const lines = chartLines(chart({ intervals, bars, parameter: "number" }), 80);
  expect(lines).toHaveLength(2 + 12 + 2);
  expect(lines.at(-2)).toBe("  and 2 more");
});
