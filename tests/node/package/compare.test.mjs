// Differences between decisions, queues and timelines.
import assert from "node:assert/strict";
import { test } from "node:test";

import { SchedscopeError, compare, compareQueues, compareTimelines } from "schedscope";

import { example } from "./project.mjs";

const now = "2026-11-20T12:00:00Z";

test("compare: another decision of one's own", async () => {
  const text = example("story-1-cpu-and-memory-ratio").text;
  const { comparison, decision } = await compare(text, { now, weights: { ResourceRatioCPU: 0 }, baseline: {} });
  assert.deepEqual([comparison.baseline, comparison.same, comparison.in, comparison.out], ["decision", false, [], []]);
  const first = comparison.clusters.find(({ cluster }) => cluster === "gcp-prod-1");
  assert.deepEqual([first.change, first.before.rank, first.after.rank], ["rank-changed", 3, 1]);
  assert.deepEqual(first.terms, [
    { prioritizer: "ResourceRatioCPU", weightBefore: 1, weightAfter: 0, scoreBefore: 25, scoreAfter: null },
  ]);
  assert.equal(comparison.message, "The same clusters are selected; 7 clusters change their state, rank or total.");
  // The answer is the decision, not the baseline.
  assert.equal(decision.prioritizers.find(({ name }) => name === "ResourceRatioCPU").weight, 0);
  const fewer = await compare(text, { now, numberOfClusters: 2, baseline: { numberOfClusters: 1 } });
  assert.deepEqual([fewer.comparison.in, fewer.comparison.out], [["edge-store-17"], []]);
});

test("compare: other manifests, and options that are no baseline", async () => {
  const text = example("story-1-cpu-and-memory-ratio").text;
  const other = text.replace("numberOfClusters: 3", "numberOfClusters: 2");
  assert.notEqual(text, other);
  const { comparison } = await compare(text, { now, baseline: { manifests: other } });
  assert.deepEqual([comparison.in, comparison.out], [["gcp-prod-1"], []]);
  const fails = (baseline, message) =>
    assert.rejects(compare(text, { now, baseline }), (error) => {
      assert.ok(error instanceof SchedscopeError);
      assert.deepEqual([error.code, error.message], ["invalid-argument", message]);
      return true;
    });
  await fails({ weight: { Steady: 1 } }, "compare.baseline: there is no field `weight`");
  const expected =
    "compare.baseline: must be `recorded`, `other-profile` or an object with the options of another decision";
  await fails([], expected);
  await fails(3, expected);
});

test("compareQueues: which pods end otherwise", async () => {
  const text = example("quota-story-2").text;
  const same = await compareQueues(text, text);
  assert.deepEqual([same.same, same.pods, same.quotas], [true, [], []]);
  // Of the 6 GPUs that all mins are then, 7 are in use: no further GPU is given, so that nobody is evicted for b-3.
  const min = '    nvidia.com/gpu: "4"\n---';
  const without = text.replace(min, min.replace("4", "0"));
  assert.notEqual(text, without);
  const { pods, message, before, after } = await compareQueues(text, without);
  assert.deepEqual(
    pods.map(({ pod, change }) => [pod, change]),
    [
      ["quota-b/b-2", "lost"],
      ["quota-b/b-3", "lost"],
      ["quota-a/a-2", "evicted"],
    ],
  );
  assert.match(message, /^2 pods lose their nodes, 1 is evicted another number of times/);
  assert.deepEqual([before.evictions, after.evictions], [1, 0]);
});

test("compareTimelines: which permits, migrations and nodes differ", async () => {
  const text = example("vm-over-correction").text;
  const same = await compareTimelines(text, text);
  assert.deepEqual([same.same, same.message], [true, "Both runs end alike."]);
  const {
    same: isSame,
    totals,
    before,
    after,
  } = await compareTimelines(text, text, {
    mitigations: { largestStep: 1 },
    baseline: { mitigations: {} },
  });
  assert.equal(isSame, false);
  assert.deepEqual(
    totals.find(({ total }) => total === "migrations"),
    { total: "migrations", before: 4, after: 1 },
  );
  for (const { total, before: was, after: is } of totals)
    assert.deepEqual([before.totals[total], after.totals[total]], [was, is]);
  await assert.rejects(compareTimelines(text, text, { variant: "none" }), { code: "no-such-variant" });
});
