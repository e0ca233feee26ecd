import assert from "node:assert/strict";
import { test } from "node:test";

import { Scenario, SchedscopeError, fleetYaml, hubYaml, quantity } from "schedscope";

import { placement as text } from "./texts.mjs";

test("misuse throws an error with a code, in the glue too, and nothing breaks", () => {
  const kept = new Scenario();
  kept.replace(text);
  const ask = { placement: 0, now: "2025-06-01T12:00:00Z" };
  const object = { kind: "Placement", namespace: "default", name: "p" };
  const notText = [undefined, null, 5, {}, [], Symbol("text"), 5n, () => text];
  const notCount = [undefined, NaN, -1, 0.5, "x", {}, -Infinity];
  const notSteps = [NaN, -1, 0.5, "x", {}, Infinity, 5n];
  const misuses = [
    ...notText.flatMap((wrong) => [
      () => kept.replace(wrong),
      () => kept.edit(0, 0, wrong),
      () => kept.clusterIndex({ name: wrong }),
      () => kept.weightEdit({ placement: 0, prioritizer: wrong, weight: 1 }),
      () => kept.locate({ object: { ...object, name: wrong }, path: "" }),
      // Without a time it is the time of the call.
      () => kept.decide({ ...ask, now: wrong ?? 5 }),
      () => kept.askJson(wrong),
      () => quantity(wrong),
    ]),
    ...notText
      .slice(2)
      .flatMap((wrong) => [
        () => kept.clusters({ order: wrong }),
        () => kept.clusters({ find: wrong }),
        () => kept.locate({ object, path: wrong }),
      ]),
    ...notCount.flatMap((wrong) => [
      () => kept.edit(wrong, 0, "x"),
      () => kept.edit(0, wrong, "x"),
      () => fleetYaml(wrong, 1),
      () => hubYaml(1, wrong),
    ]),
    ...notSteps.flatMap((wrong) => [
      () => kept.clusters({ offset: wrong }),
      () => kept.clusters({ limit: wrong }),
      () => kept.spreadStep({ step: wrong }),
      () => kept.vmStep({ step: wrong }),
    ]),
    ...[NaN, -1, 0.5, {}, [], true, 2 ** 32].flatMap((wrong) => [
      () => kept.explainCluster({ cluster: wrong }),
      () => kept.weightEdit({ placement: wrong, prioritizer: "Steady", weight: 1 }),
      () => kept.numberOfClustersEdit({ placement: wrong, numberOfClusters: 1 }),
      () => kept.decide({ ...ask, placement: wrong }),
    ]),
    ...[NaN, 0.5, "3", {}, 1e300].flatMap((wrong) => [
      () => kept.numberOfClustersEdit({ numberOfClusters: wrong }),
      () => kept.decide({ ...ask, weights: { Steady: wrong } }),
    ]),
    () => kept.edit(10, 5, "x"),
    () => kept.weightEdit({ prioritizer: "Steady", weight: 2 ** 31 }),
    () => kept.numberOfClustersEdit({ numberOfClusters: undefined }),
    () => kept.modeEdit({ mode: "exact" }),
    () => kept.decide("p"),
    () => kept.decide({ ...ask, weigths: {} }),
    () => kept.locate(undefined),
    () => kept.quotas({ limit: 1 }),
    () => fleetYaml(1, 1e9),
  ];
  kept.decide(ask);
  const before = JSON.stringify(kept.clusters());
  for (const misuse of misuses) {
    assert.throws(misuse, (error) => {
      assert.ok(error instanceof SchedscopeError && error instanceof Error, String(misuse));
      assert.equal(error.code, "invalid-argument", `${misuse}: ${error}`);
      return true;
    });
  }
  assert.equal(kept.text(), text);
  assert.equal(JSON.stringify(kept.clusters()), before);
  // Beyond the end is the end.
  kept.edit(1e6, 2e6, "# end");
  assert.equal(kept.text(), `${text}# end`);
  kept.replace(text);
  kept.edit(0, 0, "# 🙂\n");
  assert.throws(() => kept.explainCluster({ cluster: 0 }), { code: "no-decision" });
  assert.throws(() => kept.decide({ now: new Date(NaN) }), { code: "invalid-now" });
  assert.throws(() => kept.decide({ ...ask, placement: "nope" }), { code: "no-such-placement" });
  assert.deepEqual(kept.decide({ now: new Date(ask.now) }), kept.decide(ask));
  assert.throws(() => kept.explainCluster({ cluster: "nope" }), { code: "no-such-cluster" });
  kept.decide(ask);
  assert.equal(JSON.stringify(kept.clusters()), before);
  kept.free();
});
