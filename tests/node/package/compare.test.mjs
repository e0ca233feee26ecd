// Differences between decisions, queues and timelines.
import assert from "node:assert/strict";
import { test } from "node:test";

import {
  SchedscopeError,
  Scenario,
  compare,
  compareDecision,
  compareQueues,
  compareRecorded,
  compareTimelines,
  fullName,
} from "schedscope";

import { example } from "./project.mjs";

const now = "2026-11-20T12:00:00Z";

test("compareDecision: another decision of one's own", async () => {
  const text = example("story-1-cpu-and-memory-ratio").text;
  const { comparison, decision } = await compareDecision(text, { now, weights: { ResourceRatioCPU: 0 }, baseline: {} });
  assert.deepEqual(
    [comparison.baseline, comparison.same, comparison.added, comparison.removed],
    ["decision", false, [], []],
  );
  const first = comparison.clusters.find(({ cluster }) => cluster === "gcp-prod-1");
  assert.deepEqual([first.change, first.before.rank, first.after.rank], ["rank-changed", 3, 1]);
  assert.deepEqual(first.terms, [
    { prioritizer: "ResourceRatioCPU", weightBefore: 1, weightAfter: 0, scoreBefore: 25, scoreAfter: null },
  ]);
  assert.equal(comparison.message, "The same clusters are selected; 7 clusters change their state, rank or total.");
  // The answer is the decision, not the baseline.
  assert.equal(decision.prioritizers.find(({ name }) => name === "ResourceRatioCPU").weight, 0);
  const fewer = await compareDecision(text, { now, numberOfClusters: 2, baseline: { numberOfClusters: 1 } });
  assert.deepEqual([fewer.comparison.added, fewer.comparison.removed], [["edge-store-17"], []]);
});

test("the findings about two inputs, with their side", async () => {
  const valid = "{apiVersion: v1, kind: Node, metadata: {name: n1}, status: {allocatable: {cpu: 2, pods: 9}}}";
  for (const ask of [compare, compareQueues, compareTimelines]) {
    const { diagnostics, before, after } = await ask([valid, "kind: ["], [valid, "kind: ["]);
    assert.deepEqual(
      diagnostics.map(({ side, input }) => [side, input]),
      [
        ["before", 1],
        ["after", 1],
      ],
      ask.name,
    );
    assert.deepEqual([before.diagnostics.length, after.diagnostics.length], [1, 1]);
  }
});

test("compare: the placements of two inputs", async () => {
  const { text } = example("story-1-cpu-and-memory-ratio");
  const fewer = text.replace("numberOfClusters: 3", "numberOfClusters: 2");
  assert.notEqual(text, fewer);
  const copied = text.replace(/(kind: Placement\nmetadata:\n(?: .*\n)*? *name: )(.*)/, "$1other");
  const { same, message, placements, before, after } = await compare(fewer, text, { now });
  assert.deepEqual([same, before.decision.selected.length, after.decision.selected.length], [false, 2, 3]);
  assert.deepEqual(
    placements.map(({ placement, change, added, removed }) => [placement.namespace, change, added, removed]),
    [["ns1", "changed", ["gcp-prod-1"], []]],
  );
  assert.match(message, /^1 of 1 placement changes\nns1\/.*: gcp-prod-1 is added/);
  const equal = await compare(text, text, { now });
  assert.deepEqual([equal.same, equal.message], [true, "0 of 1 placement change"]);
  // Another name: one is new, and one is gone.
  const renamed = await compare(text, copied, { now });
  assert.deepEqual(
    renamed.placements.map(({ change, added, removed }) => [change, added.length, removed.length]),
    [
      ["added", 3, 0],
      ["removed", 0, 3],
    ],
  );
  assert.match(
    renamed.message,
    /^2 of 2 placements change: 1 is new, 1 is gone\nns1\/other is new: \S+, \S+ and \S+ are added\.\n/,
  );
  const none = text.replace(/numberOfClusters: 3/, "numberOfClusters: 0");
  const without = text.replace("kind: Placement", "kind: Other");
  const [comes, goes] = [await compare(without, none, { now }), await compare(none, without, { now })];
  assert.match(comes.message, /^1 of 1 placement changes: 1 is new\nns1\/\S+ is new: no cluster is selected\.$/);
  assert.match(goes.message, /^1 of 1 placement changes: 1 is gone\nns1\/\S+ is gone: no cluster was selected\.$/);
  const less = await compare(text, text, { now, baseline: { numberOfClusters: 1 } });
  assert.equal(less.placements[0].added.length, 2);
});

test("compareDecision: options that are no baseline", async () => {
  const { text } = example("story-1-cpu-and-memory-ratio");
  const fails = (baseline, message) =>
    assert.rejects(compareDecision(text, { now, baseline }), (error) => {
      assert.ok(error instanceof SchedscopeError);
      assert.deepEqual([error.code, error.message], ["invalid-argument", message]);
      return true;
    });
  await fails({ weight: { Steady: 1 } }, "compareDecision.baseline: there is no field `weight`");
  const expected =
    "compareDecision.baseline: must be `recorded`, `other-profile` or an object with the options of another decision";
  await fails([], expected);
  await fails(3, expected);
});

test("compareDecision: the causes of a difference, one at a time, end at the other side", async () => {
  let changed = 0;
  for (const [name, weights, numberOfClusters] of [
    ["story-1-cpu-and-memory-ratio", { ResourceRatioCPU: -3, ResourceRatioMemory: 2, Steady: 5 }, 5],
    ["story-4-pin-decisions", { Steady: 0, ResourceAllocatableMemory: -2, Balance: 4 }, 2],
    ["use-case-4-joint-spread", { Spread: -1, ResourceAllocatableCPU: 3 }, 4],
    ["addon-scores", { Steady: 2, ResourceAllocatableCPU: 10, Balance: -1 }, 1],
  ]) {
    const { text } = example(name);
    const { comparison, decision } = await compareDecision(text, { now, weights, numberOfClusters, baseline: {} });
    // The terms of a cluster, added to its total one after another, give its total on the other side.
    for (const { cluster, before, after, terms } of comparison.clusters) {
      if (before.total === null || after.total === null) continue;
      const total = terms.reduce(
        (sum, term) => sum + (term.scoreAfter ?? 0) * term.weightAfter - (term.scoreBefore ?? 0) * term.weightBefore,
        before.total,
      );
      assert.equal(total, after.total, `${name}: ${cluster}`);
      const sizes = terms.map((term) =>
        Math.abs((term.scoreAfter ?? 0) * term.weightAfter - (term.scoreBefore ?? 0) * term.weightBefore),
      );
      assert.deepEqual(
        sizes,
        [...sizes].sort((a, b) => b - a),
      );
      changed += terms.length;
    }
    // One option after another, each compared with the one before: who comes and goes leads to the same selection.
    const first = await compareDecision(text, { now, baseline: {} });
    const selectedOf = ({ clusters }) => clusters.filter(({ state }) => state === "selected").map((row) => row.name);
    const selected = new Set(selectedOf(first.decision));
    let baseline = {};
    const steps = [
      ...Object.entries(weights).map(([key, weight]) => ({ weights: { [key]: weight } })),
      { numberOfClusters },
    ];
    for (const step of steps) {
      const next = { ...baseline, ...step, weights: { ...baseline.weights, ...step.weights } };
      const { comparison: one } = await compareDecision(text, { now, ...next, baseline });
      for (const cluster of one.removed) assert.ok(selected.delete(cluster), `${name}: ${cluster}`);
      for (const cluster of one.added) selected.add(cluster);
      baseline = next;
    }
    assert.deepEqual([...selected].sort(), selectedOf(decision).sort(), name);
  }
  assert.ok(changed > 20, `${changed} terms`);
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
    pods.map(({ pod, change }) => [fullName(pod), change]),
    [
      ["quota-b/b-2", "lost"],
      ["quota-b/b-3", "lost"],
      ["quota-a/a-2", "evicted"],
    ],
  );
  assert.match(message, /^2 pods lose their nodes, 1 is evicted more or less often/);
  assert.deepEqual([before.evictions, after.evictions], [1, 0]);
});

test("compareTimelines: which permits, migrations and nodes differ", async () => {
  const text = example("vm-over-correction").text;
  const same = await compareTimelines(text, text);
  assert.deepEqual([same.same, same.message], [true, "Both runs have the same result."]);
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

test("compareRecorded: pods and quotas against what is recorded of them", async () => {
  const node = (name) =>
    `apiVersion: v1\nkind: Node\nmetadata: {name: ${name}, labels: {disk: ${name}}}\n` +
    "status: {allocatable: {cpu: 4, memory: 4Gi, pods: 10}}\n";
  const pod = (name, on, disk) =>
    `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, namespace: d, uid: ${name}}\nspec:\n  containers: ` +
    `[{name: c, resources: {requests: {cpu: 1, memory: 1Gi}}}]\n  nodeName: ${on}\n  nodeSelector: {disk: ${disk}}\n` +
    "status: {phase: Running}\n";
  const manifests = [node("a"), node("b"), pod("stays", "a", "a"), pod("strays", "a", "b")];
  const seen = [];
  const answer = await compareRecorded(manifests, { onProgress: ({ stage }) => seen.push(stage) });
  assert.deepEqual([answer.same, answer.asked, answer.sameNode, answer.misfits], [false, 2, 1, 1]);
  assert.equal(answer.message, "1 of 2 pods on nodes would not get there now: 1 does not fit.");
  const [{ why, ifPending, ...row }] = answer.pods;
  assert.deepEqual(
    [row.pod.name, row.node, row.kind, row.chosen, ifPending],
    ["strays", "a", "misfit", "b", "goes to b"],
  );
  assert.match(why, /^node\(s\) didn't match Pod's node affinity\/selector: nodeSelector asks for disk=b/);
  assert.ok(seen.includes("search"), seen.join());
  // The data are those of a scenario.
  const scenario = new Scenario();
  scenario.replace(manifests.join("---\n"));
  assert.deepEqual(scenario.compareRecorded().pods, [row]);
  scenario.free();
  const nothing = await compareRecorded(node("a"));
  assert.deepEqual([nothing.same, nothing.message], [null, "The input records nothing about pods or quotas."]);
  await assert.rejects(compareRecorded(manifests, { pod: "d/p" }), { code: "invalid-argument" });
  const controller = new AbortController();
  controller.abort();
  await assert.rejects(compareRecorded(manifests, { signal: controller.signal }), { name: "AbortError" });
});

test("compareDecision: who stays, and what the hub would write otherwise", async () => {
  const text = example("story-1-cpu-and-memory-ratio").text;
  const { comparison, decision } = await compareDecision(text, {
    now,
    numberOfClusters: 2,
    baseline: { numberOfClusters: 1 },
  });
  assert.deepEqual([...comparison.stays, ...comparison.added].sort(), [...decision.selected].sort());
  const { groups, objects, conditions } = comparison.written;
  assert.deepEqual(groups, [{ index: "0", name: "", added: comparison.added, removed: [] }]);
  assert.deepEqual(
    objects.map(({ namespace, name, change, added: comes, removed: out }) => [namespace, name, change, comes, out]),
    [["ns1", "placement1-decision-1", "changed", comparison.added, []]],
  );
  assert.deepEqual(conditions, []);
  // The same clusters in other groups.
  const grouped = (name) =>
    text.replace(
      "numberOfClusters: 3",
      `numberOfClusters: 3\n  decisionStrategy: {groupStrategy: {decisionGroups: [{groupName: ${name}, ` +
        "groupClusterSelector: {labelSelector: {matchExpressions: [{key: none, operator: DoesNotExist}]}}}]}}",
    );
  const [moved] = (await compare(grouped("early"), grouped("late"), { now })).placements;
  assert.deepEqual([moved.change, moved.same, moved.clusters], ["changed", false, []]);
  assert.deepEqual(moved.written.groups.map(({ name }) => name).sort(), ["early", "late"]);
  assert.match(moved.message, /^The same clusters are selected; the hub would write other decision groups\.$/);
  const same = await compareDecision(text, { now, baseline: {} });
  assert.deepEqual(
    [same.comparison.same, same.comparison.written],
    [true, { groups: [], objects: [], conditions: [] }],
  );
  const recorded = await compareDecision(text, { now });
  assert.deepEqual([recorded.comparison.written, recorded.comparison.stays], [null, []]);
});
