import { expect, test } from "vitest";
import type { SweepAnswer } from "../../engine/types";
import { mattersMost, mostDifferent } from "./mattering";

const all = [
  { name: "Steady", weight: 1 },
  { name: "Off", weight: 0 },
  { name: "Memory", weight: -2 },
];

test("the prioritizer that parts two clusters the most, by weight × score; those that are off have no score", () => {
  expect(mostDifferent(all, [100, 10], [0, 80])).toEqual({ name: "Memory", by: 140 });
  expect(mostDifferent(all, [100, 10], [-50, 20])).toEqual({ name: "Steady", by: 150 });
  expect(mostDifferent(all, [1, 2], [1, 2])).toBe(null);
});

/** Intervals that begin at the values, with as many clusters exchanged there. */
const sweep = (...starts: [from: number, exchanged: number][]): SweepAnswer =>
  ({
    intervals: starts.map(([from, exchanged], i) => ({
      from,
      to: (starts[i + 1]?.[0] ?? 11) - 1,
      added: Array.from({ length: exchanged }, (_, of) => `in-${of}`),
      removed: [],
    })),
  }) as unknown as SweepAnswer;

test.each([
  [
    "the nearest change of those that are on",
    { Off: sweep([-10, 0], [1, 5]), Steady: sweep([-10, 0], [4, 2]), Memory: sweep([-10, 0], [-1, 1]) },
    "Memory",
  ],
  [
    "of two as near, that which exchanges more",
    { Steady: sweep([-10, 0], [2, 2]), Memory: sweep([-10, 0], [-2, 1]) },
    "Steady",
  ],
  ["below and above", { Steady: sweep([-10, 0], [1, 1], [5, 3]), Memory: sweep([-10, 0], [-3, 1]) }, "Steady"],
  ["none, where two are alike", { Steady: sweep([-10, 0], [2, 1]), Memory: sweep([-10, 0], [-2, 1]) }, null],
  ["none, where none has an effect", { Steady: sweep([-10, 0]) }, null],
] as [string, Record<string, SweepAnswer>, string | null][])("what matters most: %s", (_, sweeps, name) => {
  expect(mattersMost(all, (of) => sweeps[of])).toBe(name);
});
