// Imported and required, by the main thread: one engine, one evaluator. A thread has its own.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { Worker, isMainThread, parentPort } from "node:worker_threads";

const made = { Module: 0, Instance: 0 };
for (const kind of Object.keys(made)) {
  const Real = WebAssembly[kind];
  WebAssembly[kind] = class extends Real {
    constructor(...given) {
      super(...given);
      made[kind] += 1;
    }
  };
}

const text = `
{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {name: near}}
---
apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata: {name: p, namespace: default}
spec: {predicates: [{requiredClusterSelector: {celSelector: {celExpressions: ["true"]}}}]}
`;
const imported = await import("schedscope");
const required = createRequire(import.meta.url)("schedscope");
const selected = [imported, required].map(({ Scenario, quantity }) => {
  assert.deepEqual(made.Module <= 2, true);
  assert.equal(quantity("1Ki").f64, 1024);
  const scenario = new Scenario();
  scenario.replace(text);
  const { selected } = scenario.decide({ placement: 0, now: "2025-06-01T12:00:00Z" });
  scenario.free();
  return selected;
});
assert.deepEqual(selected, [["near"], ["near"]]);
assert.equal(imported.Scenario, required.Scenario);
assert.deepEqual(made, { Module: 2, Instance: 2 });

if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url));
  const [answer] = await new Promise((resolve, reject) => {
    worker.once("message", (...given) => resolve(given)).once("error", reject);
  });
  assert.deepEqual(answer, made);
} else {
  parentPort.postMessage(made);
}
