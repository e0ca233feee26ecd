import { expect, test } from "vitest";
import {
  conditionChangeText,
  differenceText,
  groupChangeText,
  objectChangeText,
} from "../words/placement/difference.js";
import { type Standing, isWrittenAlike, standingChanges, termChanges, writtenChanges } from "./placement.js";

const rows = (of: Record<string, [Standing["state"], number | null, number | null]>): Map<string, Standing> =>
  new Map(Object.entries(of).map(([name, [state, rank, total]]) => [name, { state, rank, total }]));

test("each cluster changes in one way", () => {
  const before = rows({
    stays: ["selected", 1, 100],
    comes: ["feasible", 3, 10],
    goes: ["selected", 2, 50],
    taints: ["feasible", 4, 5],
    ranks: ["feasible", 5, 4],
    totals: ["feasible", 6, 3],
    leaves: ["filtered", null, null],
  });
  const after = rows({
    stays: ["selected", 1, 100],
    comes: ["selected", 2, 60],
    goes: ["feasible", 3, 50],
    taints: ["filtered", null, null],
    ranks: ["feasible", 4, 4],
    totals: ["feasible", 6, 2],
    arrives: ["filtered", null, null],
  });
  expect(standingChanges(before, after).map(({ cluster, change }) => [change, cluster])).toEqual([
    ["added", "comes"],
    ["removed", "goes"],
    ["new", "arrives"],
    ["gone", "leaves"],
    ["state-changed", "taints"],
    ["rank-changed", "ranks"],
    ["total-changed", "totals"],
  ]);
});

test("the terms of a total, largest difference first", () => {
  const before = { scores: { Steady: 100, Balance: 20, CPU: 7 }, weights: { Steady: 1, Balance: 1, CPU: 0 } };
  const after = { scores: { Steady: 100, Balance: 30, CPU: 7 }, weights: { Steady: 3, Balance: 1, CPU: 0 } };
  expect(termChanges(before, after)).toEqual([
    { prioritizer: "Steady", weightBefore: 1, weightAfter: 3, scoreBefore: 100, scoreAfter: 100 },
    { prioritizer: "Balance", weightBefore: 1, weightAfter: 1, scoreBefore: 20, scoreAfter: 30 },
  ]);
});

test("in words", () => {
  expect(differenceText([], [], 0)).toBe("The same clusters are selected, and nothing else differs.");
  expect(differenceText([], [], 2)).toBe(
    "The same clusters are selected; 2 clusters change their state, rank or total.",
  );
  expect(differenceText(["a", "b"], ["c"], 1)).toBe(
    "a and b are added, c is removed; 1 other cluster changes its state, rank or total.",
  );
  const six = ["a", "b", "c", "d", "e", "f"];
  expect(differenceText([], six, 0)).toBe("a, b, c, d, e and 1 more are removed.");
});

const object = (name: string, group: [string, string], clusterNames: string[]) => ({
  name,
  namespace: "prod",
  labels: {
    "cluster.open-cluster-management.io/decision-group-index": group[0],
    "cluster.open-cluster-management.io/decision-group-name": group[1],
    "cluster.open-cluster-management.io/placement": "web",
  },
  clusterNames,
});
const satisfied = (status: "True" | "False", reason: string, message: string) => ({
  type: "PlacementSatisfied",
  status,
  reason,
  message,
});

test("what the hub would write otherwise: groups, objects, conditions", () => {
  const before = {
    placementDecisions: [
      object("web-decision-1", ["0", "canary"], ["a"]),
      object("web-decision-2", ["1", ""], ["b", "c"]),
    ],
    conditions: [satisfied("True", "AllDecisionsScheduled", "All cluster decisions scheduled")],
  };
  const after = {
    placementDecisions: [
      object("web-decision-1", ["0", "canary"], ["b"]),
      object("web-decision-2", ["1", ""], ["a", "c"]),
      object("web-decision-3", ["2", ""], ["d"]),
    ],
    conditions: [satisfied("False", "NotAllDecisionsScheduled", "1 cluster decisions unscheduled")],
  };
  const changes = writtenChanges(before, after);
  expect(changes.groups.map(groupChangeText)).toEqual([
    "decision group 0 (canary): + b; − a",
    "decision group 1: + a; − b",
    "decision group 2: + d",
  ]);
  expect(changes.objects.map(objectChangeText)).toEqual([
    "PlacementDecision prod/web-decision-1 changes: + b; − a",
    "PlacementDecision prod/web-decision-2 changes: + a; − b",
    "PlacementDecision prod/web-decision-3 is created: + d",
  ]);
  expect(changes.conditions.map(conditionChangeText)).toEqual([
    "condition PlacementSatisfied: True (AllDecisionsScheduled) → False (NotAllDecisionsScheduled)",
  ]);
  expect(differenceText([], [], 0, changes)).toBe(
    "The same clusters are selected; the hub would write other decision groups and conditions.",
  );
  expect(isWrittenAlike(writtenChanges(before, before))).toBe(true);
  expect(writtenChanges(after, before).objects[2]?.change).toBe("deleted");
});
