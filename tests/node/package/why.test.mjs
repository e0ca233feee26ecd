// `why` by the kind of the object.
import assert from "node:assert/strict";
import { test } from "node:test";
import { why } from "schedscope";

const text = `
apiVersion: v1
kind: Node
metadata: {name: n1}
status: {allocatable: {cpu: 2, memory: 8Gi, pods: 9}}
---
apiVersion: v1
kind: Pod
metadata: {name: large, namespace: shop}
spec: {containers: [{name: c, resources: {requests: {cpu: 3}}}]}
---
apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata: {name: web, namespace: prod}
spec: {numberOfClusters: 1}
---
apiVersion: cluster.open-cluster-management.io/v1
kind: ManagedCluster
metadata: {name: eu-1}
spec: {hubAcceptsClient: true}
`;
const now = "2026-03-01T12:00:00Z";

test("the cause first, then the cheapest changes", async () => {
  const { object, cause, message, blocks, answer, changes, caveats } = await why(text, { name: "large" });
  assert.deepEqual([object.kind, object.namespace, object.name, answer.subject], ["Pod", "shop", "large", "pod"]);
  assert.equal(cause, "shop/large fits 0 of 1 node: 1 Insufficient cpu.");
  assert.match(message, /^shop\/large fits 0 of 1 node: 1 Insufficient cpu\.\n/);
  assert.match(message, /\nWhat would change it:\n- Set the cpu request to 2 \(was 3\) in Pod shop\/large: /);
  assert.ok(blocks.some(({ kind }) => kind === "headline"));
  assert.equal(changes[0].message, "Set the cpu request to 2 (was 3) in Pod shop/large");
  assert.deepEqual(
    caveats.map(({ message: said }) => said),
    ["As in Kubernetes 1.36: no node reports a version."],
  );
});

test("each kind has its answer", async () => {
  for (const [name, subject, start] of [
    ["node/n1", "node", /^Node n1 has 0 pods of at most 9/],
    ["placement/web", "placement", /prod\/web selects 1 of 1 cluster\./],
    ["mcl/eu-1", "cluster", /eu-1 for prod\/web: selected/],
  ]) {
    const { message, answer } = await why(text, { name, now });
    assert.equal(answer.subject, subject);
    assert.match(message, start);
  }
});

test("what is asked of a decision is asked of each", async () => {
  const { answer } = await why(text, { name: "mcl/eu-1", placement: "prod/web", now, numberOfClusters: 0 });
  assert.deepEqual(
    answer.placements.map(({ explanation }) => explanation.state),
    ["feasible"],
  );
  const { cause } = await why(text, { name: "placement/web", now: new Date(now), numberOfClusters: 0 });
  assert.match(cause, /^prod\/web selects no cluster: numberOfClusters is 0/);
});

test("a cluster that no Placement could select", async () => {
  const { cause, caveats } = await why(text.replace("kind: Placement", "kind: Other"), { name: "eu-1", now });
  assert.equal(cause, "The input has no Placement that could select eu-1.");
  assert.deepEqual(
    caveats.map(({ code, message }) => [code, message]),
    [["missing-input", "Incomplete: the input lacks any Placement."]],
  );
});

test("a name as answers have it", async () => {
  const { object } = await why(text, { name: { namespace: "shop", name: "large" } });
  assert.equal(object.kind, "Pod");
});

test("a name of nothing", async () => {
  await assert.rejects(why(text, { name: "lagre", now }), {
    code: "no-such-object",
    message: "why.name: no object of the input is called `lagre`; did you mean pod/shop/large?",
  });
  await assert.rejects(why(text, { name: "eu-1", now: "soon" }), { code: "invalid-now" });
  await assert.rejects(why(text, { nmae: "eu-1" }), { code: "invalid-argument" });
  await assert.rejects(why(text, { name: { name: "large" } }), { code: "invalid-argument" });
});
