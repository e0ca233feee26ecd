// Run in an empty folder where only the packed package is installed.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import init, { init as named, Scenario } from "schedscope";

await init();
assert.equal(named, init);

const text = `
apiVersion: cluster.open-cluster-management.io/v1
kind: ManagedCluster
metadata: {name: near, labels: {zone: a}}
---
apiVersion: cluster.open-cluster-management.io/v1
kind: ManagedCluster
metadata: {name: far, labels: {zone: b}}
---
apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata: {name: p, namespace: default}
spec:
  predicates: [{requiredClusterSelector: {labelSelector: {matchLabels: {zone: a}}}}]
`;
const scenario = new Scenario();
const reading = scenario.replace(text);
assert.deepEqual(reading.counts, { error: 0, warning: 0, info: 0, hint: 0 });
const decision = scenario.decide({ placement: 0, now: "2025-06-01T12:00:00Z" });
assert.deepEqual(decision.outcome, { type: "scheduled" });
assert.deepEqual([decision.clusters, decision.feasible, decision.selected], [2, 1, 1]);
const { rows } = scenario.rows("rank", 0, 10);
assert.deepEqual(
  rows.map(({ name, state }) => [name, state]),
  [
    ["near", "selected"],
    ["far", "filtered"],
  ],
);
scenario.free();

const { resolve } = createRequire(import.meta.url);
const wasm = readFileSync(resolve("schedscope/schedscope.wasm"));
assert.deepEqual([...wasm.subarray(0, 4)], [0x00, 0x61, 0x73, 0x6d]);
for (const file of ["LICENSE", "README.md", "index.js", "index.d.ts", "types.d.ts"]) {
  assert.ok(readFileSync(new URL(`node_modules/schedscope/${file}`, import.meta.url)).length > 0);
}
console.log("the packed package decides");
