import { expect, test } from "vitest";
import type { SweepAnswer, SweepGridAnswer } from "../../../types.js";
import { axisText, gridColumns, gridText, outcomeAt, outcomeText } from "./grid.js";
import { migrationsText, sweepVmsText } from "./sweep-vms.js";
import { sweepText } from "./sweep.js";
import { valuesText } from "./sweep-pod.js";

const answer: SweepGridAnswer = {
  object: { kind: "Placement", namespace: "default", name: "web" },
  rows: { parameter: "weight", subject: "Steady", inForce: 3, from: -10, to: 10 },
  columns: { parameter: "count", subject: "", inForce: null, from: 0, to: 4 },
  grid: [
    {
      from: -10,
      to: 2,
      runs: [
        { from: 0, to: 1, outcome: 1 },
        { from: 2, to: 4, outcome: 0 },
      ],
    },
    {
      from: 3,
      to: 10,
      runs: [
        { from: 0, to: 3, outcome: 2 },
        { from: 4, to: 4, outcome: 0 },
      ],
    },
  ],
  outcomes: [
    { selected: 2, decided: true, cells: 47, in: [], out: [] },
    { selected: 1, decided: true, cells: 26, in: [], out: ["a"] },
    { selected: 0, decided: false, cells: 32, in: [], out: ["a", "b"] },
  ],
  count: 3,
  complete: true,
  missingInputs: [],
  notLookedAt: [],
};

test("a grid in a sentence", () => {
  expect(gridText(answer)).toBe(
    "Over the weight of Steady and numberOfClusters there are 3 selections: " +
      "47 of 105 pairs of values keep the one in force",
  );
  expect(gridText({ ...answer, count: 1, complete: false })).toBe(
    "Whatever the weight of Steady and numberOfClusters are, the same clusters are selected; not all values were tried",
  );
  expect(axisText(answer.rows)).toBe("the weight of Steady, −10 to 10 (now 3)");
  expect(axisText(answer.columns)).toBe("numberOfClusters, 0 to 4 (now all clusters)");
  expect(answer.outcomes.map(outcomeText)).toEqual(["as it is", "a goes", "the placement is misconfigured"]);
});

test("columns that are alike in every row are one", () => {
  const columns = gridColumns(answer);
  expect(columns).toEqual([
    { from: 0, to: 1 },
    { from: 2, to: 3 },
    { from: 4, to: 4 },
  ]);
  expect(answer.grid.map((row) => columns.map((column) => outcomeAt(row, column)))).toEqual([
    [1, 0, 0],
    [2, 2, 0],
  ]);
});

test("a sweep of a watermark", () => {
  const interval = { selected: 0, decided: true, cycle: null };
  const run = (migrations: number) => ({ migrations, denied: 0, unplaced: 0, starts: true });
  const swept: SweepAnswer = {
    object: { kind: "ConfigMap", namespace: "kube-system", name: "config" },
    pod: null,
    parameter: "watermark",
    subject: "nodeDefaults.cpu.watermark",
    inForce: 750_000,
    intervals: [
      { ...interval, from: 1, to: 874_999, run: run(1), in: [], out: [] },
      { ...interval, from: 875_000, to: 1_000_000, run: run(0), in: ["a/z"], out: ["a/x", "a/y"] },
    ],
    points: [],
    complete: true,
    missingInputs: [],
    notLookedAt: [],
  };
  expect(swept.intervals.map((one) => valuesText(swept, one))).toEqual(["0.000001 to 0.874999", "0.875 to 1"]);
  expect(sweepText(swept)).toBe(
    "As nodeDefaults.cpu.watermark grows, the run changes once; now 0.75: 1 migration; every request is granted",
  );
  expect(sweepVmsText({ ...swept, intervals: swept.intervals.slice(0, 1), complete: false })).toBe(
    "Whatever nodeDefaults.cpu.watermark is, the run is the same (now 0.75: 1 migration; every request is granted); " +
      "not all values were tried, so it may change at others",
  );
  expect(swept.intervals.map(migrationsText)).toEqual(["", "+a/z −a/x −a/y"]);
  const system: SweepAnswer = { ...swept, parameter: "system", subject: "nodeDefaults.memory.system" };
  expect(valuesText(system, { ...interval, from: 1024, to: 2 ** 30 })).toBe("1Ki to 1Gi");
});
