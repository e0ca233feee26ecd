// What would change a decision, as functions of one call.
import assert from "node:assert/strict";
import { test } from "node:test";

import {
  change,
  more,
  place,
  scoreNodes,
  simulatePod,
  sweep,
  vmStep,
  vmTimeline,
  without,
  withoutNodes,
} from "schedscope";

import { example } from "./project.mjs";

const now = "2026-11-20T12:00:00Z";
const { text } = example("story-1-cpu-and-memory-ratio");

test("change: the smallest edits, each with its sentence", async () => {
  const { met, changes, message, complete } = await change(text, { now, want: { selects: ["aws-prod-2"] } });
  assert.deepEqual([met, complete], [false, true]);
  assert.match(message, /changes, cheapest first/);
  const [first] = changes;
  assert.equal(first.message, "Set numberOfClusters to 5 (was 3) in Placement ns1/placement1");
  assert.ok(first.added.includes("aws-prod-2"));
  // Made in the text, it brings the cluster in.
  const [edit] = first.edits[0].textEdits;
  const edited = text.slice(0, edit.from) + edit.insert + text.slice(edit.to);
  const { met: isMet } = await change(edited, { now, want: { selects: ["aws-prod-2"] } });
  assert.equal(isMet, true);
  await assert.rejects(change(text, { now, want: { selects: ["nobody"] } }), { code: "no-such-cluster" });
});

test("sweep, rank and stability", async () => {
  const { intervals, message } = await sweep(text, { now, weight: "ResourceRatioCPU" });
  assert.deepEqual([intervals[0].from, intervals.at(-1).to], [-10, 10]);
  assert.match(message, /^As the weight of ResourceRatioCPU goes from −10 to 10, the selected clusters change /);
  const cpu = { now, weight: "ResourceRatioCPU" };
  const { rank, message: rankMessage } = await sweep(text, { ...cpu, rank: "azure-prod-1" });
  assert.equal(rank.best.rank, 3);
  assert.match(rankMessage, /^azure-prod-1 has rank 4 at the weight 1 of ResourceRatioCPU, at best 3/);
  const { message: stable } = await sweep(text, { now, stability: true });
  assert.match(stable, /^While every weight changes by less than 6\/31/);
});

test("without: losses, worst first", async () => {
  const { losses } = await without(text, { now, each: "cloud" });
  assert.deepEqual(
    losses.map(({ name }) => name),
    ["Google", "Other", "Amazon", "Azure"],
  );
  assert.match(losses[0].message, /\S/);
});

test("a sweep of a watermark", async () => {
  const { text: vms } = example("vm-watermark-crossed");
  const { subject, inForce, intervals, complete, message } = await sweep(vms, { watermark: "cpu", now });
  assert.deepEqual([subject, inForce, complete], ["nodeDefaults.cpu.watermark", 750_000, true]);
  assert.deepEqual([intervals[0].from, intervals.at(-1).to], [1, 1_000_000]);
  assert.match(message, /^As nodeDefaults\.cpu\.watermark grows, the run changes .*; now 0\.75: /);
  await assert.rejects(sweep(vms, { watermark: "disk", now }), { code: "invalid-argument" });
});

test("all of them report progress and can be aborted", async () => {
  const large = manyClusters(1000);
  const asked = { now, count: true };
  const seen = [];
  const onProgress = (progress) => seen.push(progress);
  const whole = await sweep(large, { ...asked, onProgress });
  assert.ok(seen.some(({ stage, done, of }) => stage === "search" && done > 0 && done < of));
  assert.deepEqual(await sweep(large, asked), whole);
  const stop = new AbortController();
  const stopped = sweep(large, {
    ...asked,
    signal: stop.signal,
    onProgress: ({ stage }) => stage === "search" && stop.abort(new Error("enough")),
  });
  await assert.rejects(stopped, /enough/);
  const { text: world } = example("quota-story-1");
  await assert.rejects(more(world, { pod: "nobody/x", signal: AbortSignal.abort(new Error("late")) }), /late/);
});

/** A placement of many clusters. */
function manyClusters(count) {
  const clusters = Array.from({ length: count }, (_, at) =>
    JSON.stringify({
      apiVersion: "cluster.open-cluster-management.io/v1",
      kind: "ManagedCluster",
      metadata: { name: `c-${at}` },
      status: {
        allocatable: { cpu: `${(at * 7) % 97}`, memory: `${(at * 13) % 89}Gi` },
        capacity: { cpu: "100", memory: "100Gi" },
      },
    }),
  );
  const placement = {
    apiVersion: "cluster.open-cluster-management.io/v1beta1",
    kind: "Placement",
    metadata: { name: "web", namespace: "default" },
    spec: {
      numberOfClusters: 100,
      prioritizerPolicy: {
        configurations: ["ResourceAllocatableMemory", "Steady"].map((builtIn) => ({
          scoreCoordinate: { type: "BuiltIn", builtIn },
          weight: 2,
        })),
      },
    },
  };
  return [...clusters, JSON.stringify(placement)].join("\n---\n");
}

test("sweeps of a pod", async () => {
  const world = example("what-if/pods-quota").text;
  const { intervals, message, complete, object } = await sweep(world, {
    now,
    pod: "team-a/train-3",
    max: "nvidia.com/gpu",
  });
  assert.equal(object.kind, "ElasticQuota");
  assert.ok(complete && intervals.length > 1);
  assert.deepEqual(intervals.at(-1).cycle.outcome, "Schedulable");
  assert.match(message, /^As .*, the outcome for team-a\/train-3 changes /);
});

test("nodes gone, each zone and one", async () => {
  const world = example("what-if/pods-drain").text;
  const { losses } = await withoutNodes(world, { each: "node" });
  assert.ok(losses.length > 1);
  const left = losses.map(({ waiting, deleted }) => waiting + deleted);
  assert.deepEqual(
    left,
    left.toSorted((a, b) => b - a),
  );
  const one = await withoutNodes(world, { node: "n1" });
  assert.deepEqual([one.losses[0].landed, one.losses[0].deleted], [2, 1]);
  assert.match(
    one.losses[0].message,
    /^1 node is gone: both pods land elsewhere, 1 pod without an owner is deleted and does not come back/,
  );
  await assert.rejects(withoutNodes(world, { node: "nobody" }), { code: "no-such-node" });
});

test("a timeline runs otherwise", async () => {
  const timeline = example("vm-watermark-crossed").text;
  const { changes } = await change(timeline, { now, want: { noMigration: "n1" } });
  assert.equal(changes[0].message, "Set `memorySlots.max` to 11 (was 16) in VirtualMachine default/web");
  assert.equal(changes.at(-1).message, "Remove VirtualMachine default/db and its entries in the Timeline");
  for (const { run } of changes) assert.equal(run.migrations, 0);
  const both = changes.find(({ edits }) => edits.length === 2);
  assert.match(both.message, /^Set `nodeDefaults.cpu.watermark` to 0.875 \(was 0.75\) in ConfigMap /);
});

test("place: the explanation of a cluster that is not selected ends with what would select it", async () => {
  const explained = async (options) => (await place(text, { now, ...options })).decision.explanations;
  const [out, isIn] = await explained({ explain: ["aws-prod-2", "local-cluster"] });
  assert.deepEqual(out.wouldChange.want, { selects: ["aws-prod-2"] });
  const [first] = out.wouldChange.changes;
  assert.equal(first.message, "Set numberOfClusters to 5 (was 3) in Placement ns1/placement1");
  assert.match(out.wouldChange.message, /changes, cheapest first/);
  assert.deepEqual([isIn.state, isIn.wouldChange], ["selected", null]);
  // All clusters at once are many searches: only where they are asked for.
  const all = await explained({ explain: true });
  assert.ok(all.every((one) => !("wouldChange" in one)));
  const asked = await explained({ explain: true, wouldChange: true });
  assert.ok(asked.every(({ state, wouldChange }) => (wouldChange === null) === (state === "selected")));
  const [silent] = await explained({ explain: ["aws-prod-2"], wouldChange: false });
  assert.ok(!("wouldChange" in silent));
  await assert.rejects(place(text, { now, explain: ["aws-prod-2"], wouldChange: 1 }), { code: "invalid-argument" });
});

test("simulatePod and vmStep: with `wouldChange`, what would let the pod in, or keep the VM where it is", async () => {
  const quota = example("what-if/pods-quota").text;
  const pod = "team-a/train-3";
  const { outcome, wouldChange } = await simulatePod(quota, { pod, wouldChange: true });
  assert.equal(outcome, "Unschedulable");
  assert.deepEqual(wouldChange.want, { pod: { namespace: "team-a", name: "train-3" }, admitted: true });
  assert.equal(
    wouldChange.changes[0].message,
    "Set the max of nvidia.com/gpu to 8 (was 6) in ElasticQuota team-a/team-a",
  );
  assert.ok(!("wouldChange" in (await simulatePod(quota, { pod }))));

  const vms = example("what-if/vm-kept").text;
  const { steps } = await vmTimeline(vms);
  const { step } = steps.find(({ migrate }) => migrate);
  const kept = await vmStep(vms, { step, wouldChange: true });
  assert.deepEqual(kept.wouldChange.want, { noMigration: kept.event.pod });
  assert.ok(kept.wouldChange.changes.length > 0);
  // Under an idea of the design document no edit of the text is tried.
  const idea = await vmStep(vms, { step: 1, mitigations: { largestStep: 1 }, wouldChange: true });
  assert.equal(idea.wouldChange, null);
});

test("scoreNodes: with `wouldChange`, what would let in a pod without a node, or that is refused", async () => {
  const tainted = example("filters-tainted-zone").text;
  const { wouldChange } = await scoreNodes(tainted, { pod: "shop/web-6c5f7d9b8-w8d5r", wouldChange: true });
  assert.match(
    wouldChange.changes[0].message,
    /^Set nodeTaintsPolicy of topology.kubernetes.io\/zone to Honor \(was Ignore\) in Pod /,
  );
  const fits = await scoreNodes(tainted, { pod: "shop/report", wouldChange: true });
  assert.equal(fits.wouldChange, null);
  assert.ok(!("wouldChange" in (await scoreNodes(tainted, { pod: "shop/web-6c5f7d9b8-w8d5r" }))));
  const refused = await scoreNodes(example("quota-resource-quota").text, { pod: "batch/etl-0", wouldChange: true });
  assert.ok(refused.feasible > 0);
  assert.match(
    refused.wouldChange.changes[0].message,
    /^Set hard of requests.cpu to 6 \(was 5\) in ResourceQuota batch\/compute/,
  );
});

test("change: `onChange` hears of each change while the search goes on, in the order of the answer", async (t) => {
  const manifests = example("what-if/pods-quota").text;
  const want = { pod: "team-a/train-3", admitted: true };
  // By this clock every trial takes a slice.
  let time = 0;
  t.mock.method(performance, "now", () => (time += 10));
  const [heard, found, early] = [[], [], []];
  const { changes } = await change(manifests, {
    want,
    onChange: (one) => heard.push(one),
    onProgress: (progress) => {
      found.push(progress.found ?? 0);
      if (progress.done < progress.of) early.push(heard.length);
    },
  });
  assert.deepEqual(heard, changes);
  assert.equal(heard[0].message, "Set the max of nvidia.com/gpu to 8 (was 6) in ElasticQuota team-a/team-a");
  assert.ok(changes.length > 1 && early.some((count) => count > 0));
  assert.ok(found.some((count) => count > 0 && count <= changes.length));
  assert.deepEqual(
    found,
    found.toSorted((a, b) => a - b),
  );
  // What listens changes nothing.
  assert.deepEqual((await change(manifests, { want })).changes, changes);
  await assert.rejects(change(manifests, { want, onChange: "no" }), { code: "invalid-argument" });
  const why = new Error("enough");
  const onChange = () => {
    throw why;
  };
  await assert.rejects(change(manifests, { want, onChange }), (error) => error === why);
});
