import { expect, test } from "vitest";
import type { DecideAnswer } from "../../../types.js";
import { isRanked, type ClusterLook, partsOf } from "./state.js";

const counts = { all: 24, candidates: 22, feasible: 19 };
const spread = { weight: 2, steps: 7, eligible: 19, end: "reached", terms: [] };

function check({ selected = 7, spread }: { selected?: number; spread?: object }, expected: [ClusterLook, number][]) {
  const summary = { clusterCounts: { ...counts, selected }, spread: spread ?? null };
  expect(partsOf(summary as unknown as DecideAnswer)).toEqual(expected);
}

test("the parts are those of the table", () => {
  const out: [ClusterLook, number][] = [
    ["filtered", 3],
    ["excluded", 2],
  ];
  check({}, [["selected", 7], ["feasible", 12], ...out]);
  check({ spread }, [["selected", 7], ["feasible", 12], ...out]);
  check({ spread: { ...spread, eligible: 18 } }, [["selected", 7], ["feasible", 11], ["keyless", 1], ...out]);
  // A run that stopped left only those that are blocked.
  check({ selected: 14, spread: { ...spread, eligible: 18, end: "blocked" } }, [
    ["selected", 14],
    ["blocked", 4],
    ["keyless", 1],
    ...out,
  ]);
  check({ selected: 15, spread: { ...spread, eligible: 15, end: "exhausted" } }, [
    ["selected", 15],
    ["keyless", 4],
    ...out,
  ]);
});

test("nobody is reached or not where nothing was ranked", () => {
  const ranked = (outcome: string, code: string): boolean =>
    isRanked({ outcome, status: { code } } as unknown as DecideAnswer);
  expect([ranked("scheduled", "Success"), ranked("scheduled", "Misconfigured"), ranked("invalid", "Error")]).toEqual([
    true,
    false,
    false,
  ]);
});
