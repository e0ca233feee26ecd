// What makes a decision dead is found by `lint`, at its line and column.
import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "./run.mjs";

/** A placement with these lines as its spec, in a hub with a set and a cluster; the spec begins in line 7. */
const text = (spec) => `apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata:
  name: web
  namespace: apps
spec:
${spec}
---
apiVersion: cluster.open-cluster-management.io/v1beta2
kind: ManagedClusterSet
metadata: {name: prod}
---
apiVersion: cluster.open-cluster-management.io/v1beta2
kind: ManagedClusterSetBinding
metadata: {name: prod, namespace: apps}
spec: {clusterSet: prod}
---
apiVersion: cluster.open-cluster-management.io/v1
kind: ManagedCluster
metadata: {name: a1, labels: {cluster.open-cluster-management.io/clusterset: prod}}
`;

const groups = (size) => `  decisionStrategy: {groupStrategy: {clustersPerDecisionGroup: ${size}}}`;
const group = (rest) => `  decisionStrategy: {groupStrategy: {decisionGroups: [${rest}]}}`;
const scorer = (coordinate, weight = 1) =>
  `  prioritizerPolicy: {configurations: [{scoreCoordinate: ${coordinate}, weight: ${weight}}]}`;
const builtIn = (name) => scorer(`{type: BuiltIn, builtIn: ${name}}`);
const labels = (expression) =>
  `  predicates: [{requiredClusterSelector: {labelSelector: {matchExpressions: [${expression}]}}}]`;

const cel = (expression) =>
  `  predicates: [{requiredClusterSelector: {celSelector: {celExpressions: ["${expression}"]}}}]`;

/** What is written, and what is found: line, column, severity, code, path. */
const CASES = [
  ["  tolerations: [{key: a, value: b, operator: Exists}]", "7:33 error invalid-value spec.tolerations[0].value"],
  ["  tolerations: [{operator: Equal}]", "7:28 error invalid-value spec.tolerations[0].operator"],
  ["  tolerations: [{key: a, operator: In}]", "7:36 error invalid-value spec.tolerations[0].operator"],
  [
    labels("{key: env, operator: In}"),
    "7:78 error invalid-value spec.predicates[0].requiredClusterSelector.labelSelector.matchExpressions[0]",
  ],
  [
    labels("{key: env, operator: In, values: []}"),
    "7:78 error invalid-value spec.predicates[0].requiredClusterSelector.labelSelector.matchExpressions[0]",
  ],
  [
    labels("{key: env, operator: Exists, values: [a]}"),
    "7:78 error invalid-value spec.predicates[0].requiredClusterSelector.labelSelector.matchExpressions[0]",
  ],
  [
    labels("{key: env, operator: Inn, values: [a]}"),
    "7:99 error invalid-value spec.predicates[0].requiredClusterSelector.labelSelector.matchExpressions[0].operator",
  ],
  [groups("0"), "7:64 warning out-of-range spec.decisionStrategy.groupStrategy.clustersPerDecisionGroup"],
  [groups("-3"), "7:64 warning out-of-range spec.decisionStrategy.groupStrategy.clustersPerDecisionGroup"],
  [groups("101%"), "7:64 error invalid-value spec.decisionStrategy.groupStrategy.clustersPerDecisionGroup"],
  [groups("0%"), "7:64 error invalid-value spec.decisionStrategy.groupStrategy.clustersPerDecisionGroup"],
  [groups("abc"), "7:64 error invalid-value spec.decisionStrategy.groupStrategy.clustersPerDecisionGroup"],
  [groups('"10 %"'), "7:64 error invalid-value spec.decisionStrategy.groupStrategy.clustersPerDecisionGroup"],
  [groups("NaN%"), "7:64 error invalid-value spec.decisionStrategy.groupStrategy.clustersPerDecisionGroup"],
  [
    group("{groupClusterSelector: {labelSelector: {}}}"),
    "7:55 error missing-field spec.decisionStrategy.groupStrategy.decisionGroups[0].groupName",
  ],
  [
    group("{groupName: -bad-, groupClusterSelector: {labelSelector: {}}}"),
    "7:67 error invalid-value spec.decisionStrategy.groupStrategy.decisionGroups[0].groupName",
  ],
  [
    group("{groupName: eu}"),
    "7:55 error missing-field spec.decisionStrategy.groupStrategy.decisionGroups[0].groupClusterSelector",
  ],
  [
    scorer("{type: AddOn, addOn: {scoreName: bandwidth}}"),
    "7:79 error missing-field spec.prioritizerPolicy.configurations[0].scoreCoordinate.addOn.resourceName",
  ],
  [
    scorer("{type: AddOn, addOn: {resourceName: net}}"),
    "7:79 error missing-field spec.prioritizerPolicy.configurations[0].scoreCoordinate.addOn.scoreName",
  ],
  [scorer("{type: AddOn}"), "7:58 error missing-field spec.prioritizerPolicy.configurations[0].scoreCoordinate.addOn"],
  [scorer("{type: BuiltIn}"), "7:40 error misconfigured spec.prioritizerPolicy.configurations[0]"],
  [
    builtIn("Stedy"),
    "7:83 warning invalid-value spec.prioritizerPolicy.configurations[0].scoreCoordinate.builtIn\n" +
      "7:40 error misconfigured spec.prioritizerPolicy.configurations[0]",
  ],
  [builtIn("ResourceRatioCPU"), "7:40 error misconfigured spec.prioritizerPolicy.configurations[0]", "Upstream"],
  [
    "  prioritizerPolicy: {configurations: [{name: Steady, weight: 1}]}",
    "7:40 error misconfigured spec.prioritizerPolicy.configurations[0]",
    "Upstream",
  ],
  [
    scorer("{type: BuiltIn, builtIn: Steady}", 11),
    "7:100 error out-of-range spec.prioritizerPolicy.configurations[0].weight",
  ],
  [
    "  prioritizerPolicy: {configurations: [" +
      "{scoreCoordinate: {builtIn: Steady}, weight: 1}, {scoreCoordinate: {builtIn: Steady}, weight: 2}]}",
    "7:89 warning invalid-value spec.prioritizerPolicy.configurations[1]",
  ],
  ["  prioritizerPolicy: {mode: Exakt}", "7:29 error invalid-value spec.prioritizerPolicy.mode"],
  ["  clusterSets: [nope]", "7:3 error set-wanted spec.clusterSets\n7:3 error not-bound spec.clusterSets"],
  ["  numberOfClusters: -1", "7:21 error out-of-range spec.numberOfClusters"],
  ["  numberOfClusters: 0", ""],
  [labels("{key: env, operator: Exists}"), "7:3 warning predicates-match-none spec.predicates"],
  [
    cel("semver(managedCluster.metadata.name).major() > 1"),
    "7:74 warning predicates-match-none spec.predicates[0].requiredClusterSelector.celSelector.celExpressions[0]",
  ],
];

test("lint finds what makes a decision dead", { concurrency: 3 }, async (t) => {
  const calls = CASES.map(([spec, expect, profile = "Proposal"]) =>
    t.test(spec.trim(), async () => {
      const { stdout, code } = await run(["lint", "-o", "json", "--severity", "warning", "-q", "--profile", profile], {
        stdin: text(spec),
      });
      const found = stdout.split("\n").filter((line) => line !== "");
      const lines = found.map((line) => {
        const { line: at, column, severity, code, path } = JSON.parse(line);
        return `${at}:${column} ${severity} ${code} ${path}`;
      });
      assert.equal(lines.join("\n"), expect, stdout);
      assert.equal(code, expect.includes(" error ") ? 1 : 0);
    }),
  );
  await Promise.all(calls);
});
