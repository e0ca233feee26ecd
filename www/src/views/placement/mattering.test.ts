import { expect, test } from "vitest";
import { mostDifferent } from "./mattering";

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
