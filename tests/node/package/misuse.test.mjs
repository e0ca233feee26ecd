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
  const misuses = [
    ...notText.flatMap((wrong) => [
      () => kept.replace(wrong),
      () => kept.edit(0, 0, wrong),
      () => kept.clusterIndex(wrong),
      () => kept.weightEdit(0, wrong, 1),
      () => kept.rows(wrong, 0, 1),
      () => kept.locate(object, wrong),
      () => kept.locate({ ...object, name: wrong }, ""),
      () => kept.decide({ ...ask, now: wrong }),
      () => quantity(wrong),
    ]),
    ...notCount.flatMap((wrong) => [
      () => kept.edit(wrong, 0, "x"),
      () => kept.edit(0, wrong, "x"),
      () => kept.rows("rank", wrong, 1),
      () => kept.rows("rank", 0, wrong),
      () => kept.explain(wrong),
      () => kept.weightEdit(wrong, "Steady", 1),
      () => kept.numberOfClustersEdit(wrong, 1),
      () => kept.decide({ ...ask, placement: wrong }),
      () => fleetYaml(wrong, 1),
      () => hubYaml(1, wrong),
    ]),
    ...[undefined, NaN, 0.5, "3", {}, 1e300].flatMap((wrong) => [
      () => kept.numberOfClustersEdit(0, wrong),
      () => kept.decide({ ...ask, weights: { Steady: wrong } }),
    ]),
    () => kept.edit(10, 5, "x"),
    () => kept.weightEdit(0, "Steady", NaN),
    () => kept.weightEdit(0, "Steady", 2 ** 31),
    () => kept.decide(),
    () => kept.decide(null),
    () => kept.decide("p"),
    () => kept.decide({ ...ask, weigths: {} }),
    () => kept.locate(undefined, ""),
    () => fleetYaml(1, 1e9),
  ];
  kept.decide(ask);
  const before = kept.reportJson();
  for (const misuse of misuses) {
    assert.throws(misuse, (error) => {
      assert.ok(error instanceof SchedscopeError && error instanceof Error, String(misuse));
      assert.equal(error.code, "invalid-argument", `${misuse}: ${error}`);
      return true;
    });
  }
  assert.equal(kept.text(), text);
  assert.equal(kept.reportJson(), before);
  // Beyond the end is the end.
  kept.edit(1e6, 2e6, "# end");
  assert.equal(kept.text(), `${text}# end`);
  kept.replace(text);
  kept.edit(0, 0, "# 🙂\n");
  assert.throws(() => kept.explain(0), { code: "no-decision" });
  kept.decide(ask);
  assert.equal(kept.reportJson(), before);
  kept.free();
});
