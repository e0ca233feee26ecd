import { expect, test } from "vitest";
import type { DecideAnswer } from "../../../types.js";
import { groupsText, placementsText, sentenceText } from "./sentence.js";

const summary: DecideAnswer = {
  placement: { kind: "Placement", namespace: "shop", name: "backend" },
  profile: "Proposal",
  outcome: "scheduled",
  skipReason: null,
  invalidPath: null,
  problem: null,
  error: "",
  status: { code: "Success", plugin: "", message: "" },
  allClustersConsidered: true,
  validBindings: [],
  eligibleClusterSets: [],
  selected: [],
  clusterCounts: { all: 24, candidates: 24, feasible: 20, selected: 7 },
  unscheduled: 0,
  numberOfClusters: 7,
  filters: [
    { name: "Predicate", before: 24, after: 20 },
    { name: "TaintToleration", before: 20, after: 20 },
  ],
  mode: "Additive",
  prioritizers: [],
  spreadConstraints: [],
  spread: null,
  conditions: [],
  decisionGroups: [],
  deletedPlacementDecisions: [],
  requeueTime: null,
  notes: [],
};

function check({ counts, ...change }: Partial<DecideAnswer & { counts: object }>, expected: string): void {
  const clusterCounts = { ...summary.clusterCounts, ...counts };
  expect(sentenceText({ ...summary, clusterCounts, ...change })).toBe(expected);
}

test("what a placement selects", () => {
  check({}, "shop/backend selects 7 of 7 clusters. 24 candidates, 4 filtered out by predicates.");
  check(
    { numberOfClusters: null, counts: { selected: 20 } },
    "shop/backend selects 20 clusters. 24 candidates, 4 filtered out by predicates.",
  );
  check(
    { numberOfClusters: 1, counts: { selected: 1 } },
    "shop/backend selects 1 of 1 cluster. 24 candidates, 4 filtered out by predicates.",
  );
  check(
    { numberOfClusters: 0, counts: { selected: 0 } },
    "shop/backend selects no cluster: numberOfClusters is 0. 24 candidates, 4 filtered out by predicates.",
  );
});

test("many placements in a sentence", () => {
  const of = (name: string, selected: number, unscheduled: number): DecideAnswer => ({
    ...summary,
    placement: { ...summary.placement, name },
    clusterCounts: { ...summary.clusterCounts, selected },
    unscheduled,
  });
  expect(placementsText([of("a", 1, 0), of("b", 2, 0)])).toBe("2 placements: all cluster decisions are scheduled");
  expect(placementsText([of("a", 1, 0), of("b", 2, 1), of("c", 0, 1), of("d", 0, 0)])).toBe(
    "4 placements: 1 is short of clusters (shop/b), 2 select no cluster (shop/c and shop/d)",
  );
});

test("until when the hub stays with it", () => {
  check(
    { requeueTime: "2026-11-25T12:04:00Z" },
    "shop/backend selects 7 of 7 clusters. 24 candidates, 4 filtered out by predicates. The hub decides again at " +
      "2026-11-25T12:04:00Z, when a toleration ends.",
  );
});

test("without a cluster set that the placement may use", () => {
  const none = { all: 5, candidates: 0, feasible: 0, selected: 0 };
  const empty = {
    allClustersConsidered: false,
    filters: [],
    counts: none,
    numberOfClusters: null,
    validBindings: [],
    eligibleClusterSets: [],
  };
  const start = "shop/backend selects 0 clusters. 0 of 5 clusters are candidates";
  check(empty, `${start}: namespace shop has no valid ManagedClusterSetBinding.`);
  check(
    { ...empty, validBindings: ["prod"] },
    `${start}: \`spec.clusterSets\` names no set that is bound in namespace shop.`,
  );
  check(
    { ...empty, validBindings: ["prod"], eligibleClusterSets: ["prod"] },
    `${start}: the hub finds no member of cluster set prod.`,
  );
  const several = { ...empty, validBindings: ["a", "b"], eligibleClusterSets: ["a", "b"] };
  check(several, `${start}: the hub finds no member of cluster sets a and b.`);
  check({ ...several, allClustersConsidered: true }, `${start}.`);
});

test("how it came to that", () => {
  const both = [
    { name: "Predicate", before: 1000, after: 30 },
    { name: "TaintToleration", before: 30, after: 20 },
  ];
  check(
    { counts: { all: 1200, candidates: 1000, selected: 20 }, filters: both, numberOfClusters: 25, unscheduled: 5 },
    "shop/backend selects 20 of 25 clusters. 1,000 of 1,200 clusters are candidates, 970 filtered out by " +
      "predicates, 10 by taints, 5 short.",
  );
  check(
    { counts: { all: 0, candidates: 0, feasible: 0, selected: 0 }, filters: [] },
    "shop/backend selects 0 of 7 clusters.",
  );
});

test("what spread comes to", () => {
  const term = (topologyKey: string, hard: boolean) => ({
    topologyKey,
    topologyKeyType: "Label" as const,
    maxSkew: 1,
    whenUnsatisfiable: hard ? ("DoNotSchedule" as const) : ("ScheduleAnyway" as const),
    path: "",
  });
  const terms = [
    { domains: 3, missing: 0, worstSkew: 1 },
    { domains: 7, missing: 0, worstSkew: 2 },
  ];
  const spread = { weight: 2, steps: 7, eligible: 20, end: "reached" as const, terms };
  const spreadConstraints = [term("region", true), term("zone", false)];
  check(
    { spread, spreadConstraints },
    "shop/backend selects 7 of 7 clusters. 24 candidates, 4 filtered out by predicates; spread: skew 1 by " +
      "region (maxSkew 1), skew 2 by zone.",
  );
  check(
    { spread: { ...spread, end: "blocked" }, spreadConstraints, counts: { selected: 5 }, unscheduled: 2 },
    "shop/backend selects 5 of 7 clusters. 24 candidates, 4 filtered out by predicates, 2 short because " +
      "of maxSkew; spread: skew 1 by region (maxSkew 1), skew 2 by zone.",
  );
  check(
    {
      spread: { ...spread, end: "exhausted", eligible: 6 },
      spreadConstraints,
      counts: { selected: 6 },
      unscheduled: 1,
    },
    "shop/backend selects 6 of 7 clusters. 24 candidates, 4 filtered out by predicates, 14 lack a " +
      "topology key, 1 short; spread: skew 1 by region (maxSkew 1), skew 2 by zone.",
  );
  // Of no cluster there is nothing to spread.
  check(
    { spread: { ...spread, end: "blocked" }, spreadConstraints, counts: { selected: 0 }, unscheduled: 7 },
    "shop/backend selects 0 of 7 clusters. 24 candidates, 4 filtered out by predicates, 7 short because of maxSkew.",
  );
});

test("when nothing is decided", () => {
  check({ outcome: "skipped", skipReason: "deleting" }, "shop/backend is being deleted; no decision is made.");
  const kept = { clusters: ["c4"], isWhole: true };
  check(
    { outcome: "skipped", skipReason: "deleting", kept },
    "shop/backend is being deleted: the hub leaves the recorded decision, c4.",
  );
  check(
    { outcome: "skipped", skipReason: "scheduling-disabled", kept },
    "shop/backend has scheduling disabled by annotation: the hub keeps the recorded decision, c4.",
  );
  check(
    { outcome: "skipped", skipReason: "scheduling-disabled", kept: { ...kept, isWhole: false } },
    "shop/backend has scheduling disabled by annotation: the hub keeps the recorded decision, c4 and clusters that " +
      "the input lacks.",
  );
  check(
    { outcome: "skipped", skipReason: "scheduling-disabled" },
    "shop/backend has scheduling disabled by annotation: the hub keeps what it has recorded; the input has no " +
      "PlacementDecision of it.",
  );
  check(
    {
      outcome: "invalid",
      invalidPath: "spec.numberOfClusters",
      problem: { code: "negative-number-of-clusters", numberOfClusters: -1 },
    },
    "shop/backend is invalid; no decision is made. spec.numberOfClusters: must be at least 0, not -1.",
  );
  check(
    { outcome: "sync-error", error: 'failed to get clusters from ClusterSet "a"' },
    "shop/backend is not decided: the hub stops with an error and leaves its decisions. failed to get clusters from " +
      'ClusterSet "a".',
  );
  check(
    { status: { code: "Misconfigured", plugin: "", message: "NaN% is not a number" } },
    "shop/backend is misconfigured: the hub selects 7 clusters and deletes all its decisions. NaN% is not a number.",
  );
  check(
    { status: { code: "Misconfigured", plugin: "", message: "no such field" }, counts: { selected: 0 } },
    "shop/backend is misconfigured and selects no cluster. no such field.",
  );
  check(
    {
      status: { code: "Misconfigured", plugin: "Prioritizer", message: "no such prioritizer" },
      counts: { selected: 0 },
    },
    "shop/backend is misconfigured and selects no cluster. Prioritizer: no such prioritizer.",
  );
  check(
    {
      status: {
        code: "Misconfigured",
        plugin: "Predicate",
        message: "compilation failed: ERROR: <input>:1:1: no\n | x\n | ^",
      },
      counts: { selected: 0 },
    },
    "shop/backend is misconfigured and selects no cluster. Predicate: compilation failed: ERROR: <input>:1:1: no.",
  );
});

test("decision groups, where there are several or named ones", () => {
  const group = (decisionGroupIndex: number, decisionGroupName: string, clusterCount: number) => ({
    decisionGroupIndex,
    decisionGroupName,
    decisions: [],
    clusterCount,
  });
  const all = [group(0, "canary", 1), group(1, "", 2)];
  const words = "Of the decision groups, 0 (canary) has 1 cluster and 1 (no name) has 2 clusters.";
  expect(groupsText({ decisionGroups: all })).toBe(words);
  expect(groupsText({ decisionGroups: all.slice(0, 1) })).toBe("Of the decision groups, 0 (canary) has 1 cluster.");
  expect(groupsText({ decisionGroups: all.slice(1) })).toBe("");
});
