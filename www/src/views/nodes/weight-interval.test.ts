import { expect, test } from "vitest";
import type { ScoreNodesAnswer } from "../../engine/types";
import { weightIntervals, weightStanding, weightWithoutEffect } from "./weight-interval";

const picks = (limitAware: string, least: string | null) => ({ LimitAware: limitAware, LeastAllocated: least });
/** At 0 and 1, at 2, at 3 to 5. */
const values = [
  picks("n1", "n1"),
  picks("n1", "n1"),
  picks("n2", "n1"),
  picks("n1", "n2"),
  picks("n1", "n2"),
  picks("n1", "n2"),
];

test("values with the same picks are one interval, also where picks come back", () => {
  const intervals = weightIntervals(values);
  expect(intervals.map(({ from, to }) => [from, to])).toEqual([
    [0, 1],
    [2, 2],
    [3, 5],
  ]);
  expect(weightIntervals([])).toEqual([]);
});

test("where a weight stands, and which picks change at the ends", () => {
  const intervals = weightIntervals(values);
  const said = (weight: number): string[] => {
    const standing = weightStanding(intervals, weight);
    return standing === null ? [] : [standing.short, standing.full];
  };
  expect(said(0)).toEqual([
    "same 0 to 1",
    "0 to 1: every scorer keeps its pick. Above 1 limit-aware scoring picks n2.",
  ]);
  expect(said(2)).toEqual([
    "same at 2 only",
    "2 only: every scorer keeps its pick. Below 2 limit-aware scoring picks n1. " +
      "Above 2 limit-aware scoring picks n1, LeastAllocated picks n2.",
  ]);
  expect(said(6)).toEqual([]);
  expect(weightStanding(intervals, 4)).toMatchObject({ swaps: [2, 3], isWithoutEffect: false });
  const both = weightIntervals([picks("n1", "n1"), picks("n2", "n2"), picks("n2", null)]);
  expect(weightStanding(both, 0)?.full).toMatch(/Above 0 limit-aware scoring and LeastAllocated pick n2\.$/);
  expect(weightStanding(both, 1)?.full).toMatch(/Above 1 LeastAllocated picks no node\.$/);
  expect(weightStanding(weightIntervals([picks("n1", "n1")]), 0)).toMatchObject({ isWithoutEffect: true, swaps: [] });
});

test("a weight without effect says why", () => {
  const of = (answer: Partial<ScoreNodesAnswer>) =>
    weightWithoutEffect("gpu", 10, { feasible: 2, notes: [], picks: [], ...answer });
  const leftOut = (without: number) =>
    of({ notes: [{ code: "resource-left-out", resource: "gpu", without, nodes: 2 }] });
  expect(of({ feasible: 0 })).toBe("no node fits");
  expect(of({ feasible: 1, picks: [{ node: "n1" }] as ScoreNodesAnswer["picks"] })).toBe("only n1 fits");
  expect(leftOut(2)).toBe("no node has gpu");
  expect(leftOut(1)).toBe("same picks up to 10");
  expect(of({})).toBe("same picks up to 10");
});
