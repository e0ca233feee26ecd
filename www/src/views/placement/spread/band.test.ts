import { expect, test } from "vitest";
import type { SpreadConstraintSummary, SpreadDomain } from "../../../engine/types";
import { band, placeOf, skewAt } from "./band";

const term = (maxSkew: number): SpreadConstraintSummary => ({
  topologyKey: "zone",
  topologyKeyType: "Label",
  maxSkew,
  whenUnsatisfiable: "DoNotSchedule",
  path: "",
});
const domains = (lowest: number, highest: number): SpreadDomain[] => [
  { values: ["x"], count: 0, eligible: 0, filtered: 2, blocked: 0, lowest: 0, highest: 0 },
  { values: ["a"], count: highest, eligible: 9, filtered: 0, blocked: 0, lowest, highest },
];

test("the band begins at the emptiest sibling and ends max skew later", () => {
  expect(band(domains(2, 3), term(1))).toEqual({ top: 4, lowest: 2, edge: 3 });
  expect(band(domains(0, 5), term(2))).toEqual({ top: 6, lowest: 0, edge: 2 });
  expect(band([], term(3))).toEqual({ top: 4, lowest: 0, edge: 3 });
});

test("a huge max skew does not press the bars together", () => {
  const wide = band(domains(2, 3), term(1_000_000));
  expect(wide).toEqual({ top: 11, lowest: 2, edge: 1_000_002 });
  expect(placeOf(wide, wide.edge)).toBe(100);
});

test("a place on the axis means a max skew, at least 1", () => {
  const of = band(domains(2, 3), term(1));
  expect([0, 0.4, 0.75, 0.9, 1].map((fraction) => skewAt(of, fraction))).toEqual([1, 1, 1, 2, 2]);
  // Where the edge stands is the max skew that it stands for.
  for (const maxSkew of [1, 2, 3, 7]) {
    const its = band(domains(4, 9), term(maxSkew));
    expect(skewAt(its, placeOf(its, its.edge) / 100)).toBe(maxSkew);
  }
});
