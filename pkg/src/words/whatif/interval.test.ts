import { expect, test } from "vitest";
import type { DecideAnswer, SweepInterval } from "../../../types.js";
import { sameText, standingOf, standingText, withoutEffect } from "./interval.js";

const interval = (from: number, to: number, comes: string[] = [], out: string[] = []): SweepInterval => ({
  from,
  to,
  selected: 2,
  decided: true,
  added: comes,
  removed: out,
  cycle: null,
  run: null,
});
const intervals = [interval(-10, 0), interval(1, 1, ["b"], ["a"]), interval(2, 10, ["c", "d"], ["b"])];

test("the interval around a value, and who comes and goes at its ends", () => {
  const said = (value: number): string[] => {
    const standing = standingOf({ intervals }, value);
    return standing === null ? [] : [sameText(standing), standingText(standing)];
  };
  expect(said(-3)).toEqual(["same −10 to 0", "−10 to 0 select the same clusters. Above 0 b is added, a is removed."]);
  expect(said(1)).toEqual([
    "same at 1 only",
    "Only 1 selects these clusters. Below 1 a is added, b is removed. Above 1 c and d are added, b is removed.",
  ]);
  expect(said(10)).toEqual([
    "same 2 to 10",
    "2 to 10 select the same clusters. Below 2 b is added, c and d are removed.",
  ]);
  expect(said(11)).toEqual([]);
});

test("a weight without effect says why, and what would give it one", () => {
  const of = (prioritizer: string, more: object = {}, counts: object = {}): unknown =>
    withoutEffect(
      {
        clusterCounts: { all: 5, candidates: 5, feasible: 4, selected: 2, ...counts },
        numberOfClusters: 2,
        prioritizers: [{ name: "Steady", min: 0, max: 0 }],
        spreadConstraints: [],
        ...more,
      } as unknown as DecideAnswer,
      prioritizer,
    );
  expect(of("Steady")).toEqual({ why: "the same score for all", offer: null });
  expect(of("Spread")).toEqual({ why: "there is no spread term", offer: { type: "term" } });
  expect(of("Balance")).toEqual({ why: "no weight selects others", offer: null });
  expect(of("Steady", {}, { selected: 4 })).toEqual({
    why: "all 4 feasible clusters are selected",
    offer: { type: "count", count: 3 },
  });
  expect(of("Steady", { numberOfClusters: 0 })).toEqual({
    why: "no cluster is wanted",
    offer: { type: "count", count: 1 },
  });
  expect(of("Steady", {}, { feasible: 1 })).toEqual({ why: "1 cluster feasible", offer: null });
});
