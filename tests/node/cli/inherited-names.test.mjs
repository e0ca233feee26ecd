// Names of a text may be those that every object of JavaScript inherits.
import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "./run.mjs";

const NAMES = ["__proto__", "constructor", "toString"];
const TEXT = `apiVersion: v1
kind: Node
metadata: {name: n1, labels: {${NAMES.map((name) => `${name}: constructor`).join(", ")}}}
status: {allocatable: {cpu: 8, memory: 8Gi, pods: 10, constructor: 4}}
---
apiVersion: scheduling.x-k8s.io/v1alpha1
kind: ElasticQuota
metadata: {name: q, namespace: constructor}
spec: {min: {__proto__: 1, constructor: 2}, max: {toString: 3}}
status: {used: {__proto__: 1}}
---
apiVersion: v1
kind: Pod
metadata: {name: one, namespace: constructor, uid: u1}
spec: {nodeName: n1, containers: [{name: c, resources: {requests: {cpu: 1, example.com/constructor: 1}}}]}
---
apiVersion: v1
kind: Pod
metadata: {name: two, namespace: constructor, uid: u2}
spec: {containers: [{name: c, resources: {requests: {cpu: 9}}}]}
`;

const CALLS = [
  ["lint"],
  ["quota"],
  ["quota", "why", "constructor/two"],
  ["pods"],
  ["pods", "constructor/two"],
  ["queue"],
  ["queue", "--step", "1"],
];

test("names that objects inherit have no values of their own", async () => {
  for (const call of CALLS) {
    const { stdout, stderr } = await run([...call, "-o", "wide", "-"], { stdin: TEXT });
    assert.doesNotMatch(stdout + stderr, /NaN|undefined|native code|\[object|TypeError/, call.join(" "));
  }
  const { stdout } = await run(["quota", "-"], { stdin: TEXT });
  assert.match(stdout, /constructor +q +constructor +0 +2 +unlimited/);
  assert.match(stdout, /constructor +q +__proto__ +0 +1 +unlimited/);
  assert.match(stdout, /constructor +q +toString +0 +0 +3/);
});
