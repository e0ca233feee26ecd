// Run in an empty folder where only the packed package is installed.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";

import init, { fleetYaml, hubYaml, init as named, initCel, quantity, Scenario, SchedscopeError } from "schedscope";

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
for (const file of ["schedscope.wasm", "schedscope_cel.wasm"]) {
  const wasm = readFileSync(resolve(`schedscope/${file}`));
  assert.deepEqual([...wasm.subarray(0, 4)], [0x00, 0x61, 0x73, 0x6d]);
}

// CEL is loaded where a text uses it, once, and `decide` waits for nothing.
const { Module } = WebAssembly;
let loaded = 0;
WebAssembly.Module = class extends Module {
  constructor(...given) {
    super(...given);
    loaded += 1;
  }
};
const cel = new Scenario();
const withCel = (expression) =>
  text.replace("labelSelector: {matchLabels: {zone: a}}", () => `celSelector: {celExpressions: [${JSON.stringify(expression)}]}`);
const selects = (expression) => {
  cel.replace(withCel(expression));
  cel.decide({ placement: 0, now: "2025-06-01T12:00:00Z" });
  return [...cel.selected()];
};
cel.replace(text);
assert.equal(await cel.prepare(0), false);
assert.equal(await cel.prepare(7), false);
cel.decide({ placement: 0, now: "2025-06-01T12:00:00Z" });
assert.equal(loaded, 0);
assert.deepEqual(selects("managedCluster.metadata.labels.zone == 'b'"), [1]);
assert.equal(loaded, 1);
assert.deepEqual(selects("managedCluster.metadata.labels['zone'] in ['a', 'c']"), [0]);
assert.deepEqual(selects("managedCluster.metadata.labels.region == 'a'"), []);
assert.match(cel.explain(0).reason.message, /fails: no such key: region$/);
assert.deepEqual(selects("managedCluster.metadata.zone.("), []);
const wrong = cel.reading().diagnostics.map(({ code, range }) => [code, cel.text().slice(range.start.offset, range.end.offset)]);
assert.deepEqual(wrong, [["invalid-expression", "("]]);
assert.equal(await cel.prepare(0), false);
cel.replace(withCel("true"));
assert.equal(await cel.prepare(0), true);
await initCel();
assert.equal(loaded, 1);
WebAssembly.Module = Module;
cel.free();
for (const file of ["LICENSE", "README.md", "lib/index.js", "lib/index.d.ts", "types.d.ts"]) {
  assert.ok(readFileSync(new URL(`node_modules/schedscope/${file}`, import.meta.url)).length > 0);
}

// The example of the package's README, word for word.
const readme = readFileSync(new URL("node_modules/schedscope/README.md", import.meta.url), "utf8");
const [example, , about] = [...readme.matchAll(/```js\r?\n(.*?)```/gs)].map(([, code]) => code);
writeFileSync(
  "readme.mjs",
  // Imports come first wherever they stand.
  `const text = ${JSON.stringify(text)};\n${example}\nexport { reading, decision, rows, why };\n`,
);
const { reading: read, decision: decided, rows: table, why } = await import("./readme.mjs");
assert.deepEqual(read.placements.map(({ namespace, name }) => [namespace, name]), [["default", "p"]]);
assert.deepEqual([decided.selected, table.length, why.name], [1, 2, "near"]);

// The questions about nodes, pods and quotas, of the same README. team-b has borrowed all that team-a
// is promised; batch goes, whose budget has room for that, though it is the more important one.
const container = (cpu) => `containers: [{name: c, resources: {requests: {cpu: "${cpu}"}, limits: {cpu: "${cpu}"}}}]`;
const cluster = `
{apiVersion: v1, kind: Node, metadata: {name: node-1}, status: {allocatable: {cpu: "4", pods: "110"}}}
---
{apiVersion: scheduling.x-k8s.io/v1alpha1, kind: ElasticQuota, metadata: {name: a, namespace: team-a}, spec: {min: {cpu: "4"}}}
---
{apiVersion: scheduling.x-k8s.io/v1alpha1, kind: ElasticQuota, metadata: {name: b, namespace: team-b}, spec: {min: {cpu: "0"}}}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web, namespace: team-b}
spec: {selector: {matchLabels: {app: web}}}
status: {disruptionsAllowed: 0}
---
apiVersion: v1
kind: Pod
metadata: {name: web, namespace: team-b, labels: {app: web}}
spec: {nodeName: node-1, ${container(2)}}
---
apiVersion: v1
kind: Pod
metadata: {name: batch, namespace: team-b}
spec: {nodeName: node-1, priority: 100, ${container(2)}}
---
apiVersion: v1
kind: Pod
metadata: {name: api, namespace: team-a}
spec: {priority: 200, ${container(2)}}
`;
writeFileSync(
  "readme-quotas.mjs",
  `import { Scenario } from "schedscope";
  const text = ${JSON.stringify(cluster)};
  const scenario = new Scenario();
  ${about}
  export { scenario, pod, picks, cycle, fates, loans, lints, steps, nodes };`,
);
const asked = await import("./readme-quotas.mjs");
assert.equal(asked.pod, "team-a/api");
assert.deepEqual(asked.picks, [], "no node has room");
const { outcome, node, victims, spared, rejection } = asked.cycle;
assert.deepEqual([outcome, node, victims, spared], ["Preempt", "node-1", ["team-b/batch"], ["team-b/web"]]);
assert.deepEqual([rejection.reason, rejection.wouldUse, rejection.bound], ["OverAggregatedMin", 6000, 4000]);
assert.deepEqual(asked.fates.map(({ pod, fate }) => [pod, fate]), [["team-b/web", "spared"], ["team-b/batch", "victim"]]);
assert.deepEqual(asked.loans, [{ resource: "cpu", lender: "team-a", borrower: "team-b", amount: 4000 }]);
assert.deepEqual(asked.lints, []);
assert.deepEqual(
  asked.steps.slice(0, 2).map(({ pod, outcome }) => [pod, outcome]),
  [["team-a/api", "Preempt"], ["team-a/api", "Bound"]],
);
assert.deepEqual(asked.nodes[0].nominated, ["team-a/api"]);

const refuses = (call, code, message) => {
  assert.throws(call, (error) => {
    assert.ok(error instanceof Error, String(call));
    assert.deepEqual([error.code, error.message], [code, message], String(call));
    return true;
  });
};
const invalid = (call, message) => refuses(call, "invalid-argument", message);

// Every question with every option, by its method and as JSON.
const here = asked.scenario;
const { pod } = asked;
const names = here.placePod({ pod }).scorers.map(({ name }) => name);
assert.equal(names.length, 7);
const elasticQuota = { apiVersion: "scheduling.x-k8s.io/v1alpha1", kind: "ElasticQuota", metadata: { name: "q", namespace: "n" }, spec: {} };
const plainPod = { apiVersion: "v1", kind: "Pod", metadata: { name: "p", namespace: "n", uid: "1" }, spec: { containers: [] } };
const everyOption = {
  pods: { state: "bound", search: "web", node: "node-1", offset: 0, limit: 1 },
  nodes: { offset: 0, limit: 1 },
  placePod: {
    pod,
    resources: [{ name: "cpu", weight: 100 }],
    shape: [[0, 10], [100, 0]],
    bestEffort: { amount: 5 },
    scorers: names,
    order: names[6],
    offset: 0,
    limit: 2 ** 32 - 1,
  },
  schedulePod: { pod, profile: "Upstream", offset: 0, limit: 1 },
  explainNode: { pod, node: "node-1", profile: "Upstream" },
  crossNode: { pod },
  quotas: {},
  queue: { profile: "Proposal", scorer: names[0], mostSteps: 5, offset: 1, limit: 3 },
  queueMoment: { step: 1, queue: { profile: "Proposal", scorer: names[0], mostSteps: 5 }, offset: 0, limit: 1 },
  quotaEvents: {
    profile: "Upstream",
    events: [
      { type: "addElasticQuota", elasticQuota },
      { type: "updateElasticQuota", elasticQuota, oldElasticQuota: elasticQuota },
      { type: "updatePod", pod: plainPod, oldPod: plainPod },
      { type: "reserve", pod: plainPod, node: "node-1" },
    ],
  },
};
const resource = { watermark: 0.9, system: "1" };
const config = {
  memBlockSize: "1Gi",
  schedulerName: "s",
  doMigration: false,
  nodeDefaults: { cpu: resource, memory: { ...resource, system: "1Gi" }, computeUnit: { vCPUs: 1, mem: 4 } },
  nodeOverrides: [],
  dumpState: { port: 1, timeoutSeconds: 1 },
};
const vm = { pod: "a", node: "n1", cpu: [1, 2, 4], mem: [4, 8, 16], slot: "1Gi", sched: "s", alwaysMigrate: true };
const mitigations = { largestStep: 1, capacityPressureFactor: 0.5, sustainedRequests: 2 };
Object.assign(everyOption, {
  vmTimeline: { mitigations, offset: 0, limit: 1, pod: "n/p", node: "node-1", kind: "request", event: 0, series: ["node-1"], points: 10, heat: true },
  vmMoment: { mitigations, step: 1, nodes: ["node-1"] },
  vmDump: { mitigations, step: 0 },
  vmEvents: {
    config,
    nodes: [{ name: "n1", cpu: "8", mem: "32Gi" }],
    initial: [{ ...vm, pod: "b" }],
    events: [
      { op: "reserve", ...vm },
      { op: "filter", ...vm, exclude: ["b"] },
      { op: "score", pod: "c", node: "n1", containers: [{ req: { cpu: "1" }, lim: { cpu: "1", mem: "1Gi" } }] },
      { op: "agent", pod: "a", want: [2, 8], load: [1, 0.5], proto: 2 },
      { op: "vm_use", pod: "a", want: [1, 4] },
      { op: "add_node", node: "n2", total: { cpu: 4, mem: "8Gi" } },
      { op: "config", config },
      { op: "migration_end", pod: "a" },
      { op: "restart", config },
      { op: "unreserve", pod: "a" },
      { op: "delete", pod: "b" },
    ],
  },
  vmLimits: { config, cpu: "8", mem: "32Gi" },
});
/** What a question cannot do without. */
const needed = { vmMoment: "step", vmDump: "step", vmEvents: "config", vmLimits: "config" };
for (const [question, options] of Object.entries(everyOption)) {
  const answer = here[question](options);
  assert.deepEqual(answer, JSON.parse(here.askJson(JSON.stringify({ [question]: options }))), question);
  const nothing = Object.fromEntries(Object.keys(options).map((key) => [key, undefined]));
  const need = needed[question] ?? (question !== "vmTimeline" && "pod" in options ? "pod" : undefined);
  if (need !== undefined) {
    refuses(() => here[question](nothing), "invalid-argument", `${question}.${need}: is needed`);
    refuses(() => here[question](), "invalid-argument", `${question}.${need}: is needed`);
  } else {
    assert.deepEqual(here[question](nothing), here[question]());
    assert.deepEqual(here[question](null), here[question]({}));
  }
  assert.equal(here[question].name, question);
}
for (const name of names) {
  assert.deepEqual(here.placePod({ pod, scorers: [name], order: name }).scorers.map(({ name }) => name), [name]);
  assert.equal(here.queue({ scorer: name }).steps[1].outcome, "Bound");
}
assert.equal(here.pods({ search: null, node: null, limit: null }).all, 3);

// Misuse of them is named.
const lastly = JSON.stringify(here.queue());
const unwritable = "the options cannot be written as JSON";
for (const [question, known] of Object.entries(everyOption)) {
  for (const wrong of [7, true, "x", [], [{}]]) {
    invalid(() => here[question](wrong), `${question}: expected an object with options`);
  }
  for (const [wrong, found] of [[() => 0, "a function"], [7n, "a bigint"], [Symbol("s"), "a symbol"], [NaN, "`NaN`"]]) {
    invalid(() => here[question](wrong), `${question}: ${unwritable}: \`${question}\` is ${found}`);
    invalid(() => here[question]({ ...known, nope: wrong }), `${question}: ${unwritable}: \`nope\` is ${found}`);
  }
  for (const key of ["nope", "__proto__", "", "Limit", "🙂".repeat(61)]) {
    const shown = key.length > 60 ? `${"🙂".repeat(60)}…` : key;
    const options = JSON.parse(JSON.stringify(known).replace(/^{/, `{"${key}":1,`).replace(/,}$/, "}"));
    assert.throws(
      () => here[question](options),
      ({ code, message }) => {
        assert.equal(code, "invalid-argument");
        const [field, fields] = message.split(", there are ");
        assert.equal(field, `${question}: there is no field \`${shown}\``);
        // Which run is meant can be said, too; the text has no timeline that could be named.
        const run = "mitigations" in known ? ["timeline", "variant"] : [];
        assert.deepEqual(fields.split(", ").filter((field) => field !== "").sort(), [...Object.keys(known), ...run].sort());
        return true;
      },
    );
  }
  // Code of the caller's that throws, be it what is no error.
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const throwing = { get pod() { throw Symbol("mine"); } };
  for (const wrong of [proxy, throwing, { toJSON: () => { throw null; } }]) {
    invalid(() => here[question](wrong), `${question}: ${unwritable}`);
  }
}
for (const question of ["placePod", "schedulePod", "explainNode", "crossNode"]) {
  const ask = (pod) => () => here[question]({ pod, ...(question === "explainNode" && { node: "node-1" }) });
  const at = `${question}.pod`;
  invalid(ask(undefined), `${at}: is needed`);
  invalid(ask(null), `${at}: is needed`);
  invalid(ask(""), `${at}: is needed`);
  invalid(ask(5), `${at}: expected a text, found the number \`5\`: put it in quotes`);
  invalid(ask(false), `${at}: expected a text, found the boolean \`false\`: put it in quotes`);
  invalid(ask([pod]), `${at}: expected a text, found a list`);
  invalid(ask({}), `${at}: expected a text, found a mapping`);
  for (const wrong of ["team-a/nobody", "api", "/", "team-a/api\u0000", "🙂/🙂", "team-a/api-0", "x".repeat(100_000)]) {
    refuses(ask(wrong), "no-such-pod", `there is no pod \`${wrong}\``);
  }
  assert.throws(ask("team-a/\ud83d"), (error) => error instanceof Error && typeof error.code === "string");
}
refuses(() => here.explainNode({ pod, node: "node-2" }), "no-such-node", "there is no node `node-2`");
invalid(() => here.explainNode({ pod }), "explainNode.node: is needed");
for (const [wrong, found] of [
  [-1, "`-1` is out of range: it must be from 0 to 9223372036854775807"],
  [0.5, "expected a whole number, found the number `0.5`"],
  ["3", "expected a whole number, found the text `3`"],
  [true, "expected a whole number, found the boolean `true`"],
  [[3], "expected a whole number, found a list"],
  [1e300, "expected a whole number, found the number `1e+300`"],
  [1e19, "`10000000000000000000` is larger than any number this field holds"],
]) {
  invalid(() => here.nodes({ limit: wrong }), `nodes.limit: ${found}`);
  invalid(() => here.queueMoment({ step: wrong }), `queueMoment.step: ${found}`);
  invalid(() => here.queueMoment({ step: 0, queue: { mostSteps: wrong } }), `queueMoment.queue.mostSteps: ${found}`);
}
invalid(() => here.pods({ state: "waiting" }), "pods.state: `waiting` is not allowed here, use `all` or `pending` or `bound` or `over`");
invalid(() => here.queue({ profile: "upstream" }), "queue.profile: `upstream` is not allowed here, did you mean `Upstream`");
const anyScorer = `is not allowed here, use ${names.map((name) => `\`${name}\``).join(" or ")}`;
invalid(() => here.queue({ scorer: "Nobody" }), `queue.scorer: \`Nobody\` ${anyScorer}`);
invalid(() => here.queue({ scorer: "x".repeat(1000) }), `queue.scorer: \`${"x".repeat(60)}…\` ${anyScorer}`);
invalid(() => here.pods({ search: ["web"] }), "pods.search: expected a text, found a list");
invalid(() => here.placePod({ pod, resources: [{ name: "cpu", weight: 1 }, { name: "memory", weight: 101 }] }), "placePod.resources[1].weight: `101` is out of range: it must be from 1 to 100");
invalid(() => here.placePod({ pod, resources: [{ name: "cpu", weight: -1 }] }), "placePod.resources[0].weight: `-1` is out of range: it must be from 1 to 100");
invalid(() => here.placePod({ pod, resources: [{ weight: 1 }] }), "placePod.resources[0].name: is needed");
invalid(() => here.placePod({ pod, resources: [,] }), "placePod.resources[0]: expected an object with options");
invalid(() => here.placePod({ pod, resources: { cpu: 1 } }), "placePod.resources: expected a list");
invalid(() => here.placePod({ pod, shape: [[0, 0], [1]] }), "placePod.shape[1]: expected a point: utilisation (0 to 100) and score (0 to 10)");
invalid(() => here.placePod({ pod, shape: [[0, 11]] }), "placePod.shape[0][1]: `11` is out of range: it must be from 0 to 10");
invalid(() => here.placePod({ pod, shape: [[100, 0], [0, 10]] }), "placePod.shape: the utilisation of the points must ascend");
invalid(() => here.placePod({ pod, bestEffort: "all" }), "placePod.bestEffort: `all` is not allowed here, use `allocatable` or `nothing`");
invalid(() => here.placePod({ pod, bestEffort: { amount: 1.5 } }), "placePod.bestEffort.amount: expected a whole number, found the number `1.5`");
invalid(() => here.placePod({ pod, bestEffort: { amount: 1e30 } }), "placePod.bestEffort.amount: expected a whole number, found the number `1e+30`");
invalid(() => here.placePod({ pod, bestEffort: { amount: -1 } }), "placePod.bestEffort.amount: `-1` is out of range: it must be from 0 to 9223372036854775807");
invalid(() => here.quotaEvents({ events: [{ type: "addPod", pod: "p" }] }), "quotaEvents.events[0].pod: expected a Kubernetes object, found a text");
invalid(() => here.quotaEvents({ events: [{ type: "addPod", pod: elasticQuota }] }), "quotaEvents.events[0].pod: expected a Pod");
invalid(() => here.quotaEvents({ events: [{ type: "addPod" }] }), "quotaEvents.events[0]: the event has no `pod`");
invalid(
  () => here.quotaEvents({ events: [{ type: "removePod", pod: plainPod }] }),
  `quotaEvents.events[0].type: \`removePod\` is not allowed here, use ${[
    ...["addPod", "updatePod", "deletePod", "reserve", "unreserve"],
    ...["addElasticQuota", "updateElasticQuota", "deleteElasticQuota"],
  ].map((type) => `\`${type}\``).join(" or ")}`,
);
const cycleOfObjects = { metadata: {} };
cycleOfObjects.metadata.self = cycleOfObjects;
let deepObject = {};
for (let depth = 0; depth < 1e5; depth += 1) deepObject = { deepObject };
for (const pod of [cycleOfObjects, deepObject]) {
  invalid(() => here.quotaEvents({ events: [{ type: "addPod", pod }] }), `quotaEvents: ${unwritable}`);
}
invalid(
  () => here.quotaEvents({ events: [{ type: "addPod", pod: { spec: { priority: 1n } } }] }),
  `quotaEvents: ${unwritable}: \`priority\` is a bigint`,
);
assert.equal(JSON.stringify(here.queue()), lastly);
assert.equal(here.text(), cluster);
here.free();

// Misuse throws an error with a code, in the glue too, and nothing breaks.
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
kept.edit(0, 0, "# 🙂\n");
assert.throws(() => kept.explain(0), { code: "no-decision" });
kept.decide(ask);
assert.equal(kept.reportJson(), before);

// A trap has no code: here a call whose object has lost its place. Whatever became of this instance,
// another thread starts a fresh one.
const { Scenario: Engine } = await import("./node_modules/schedscope/dist/schedscope.js");
const { text: whole } = Engine.prototype;
Engine.prototype.text = function () {
  this.__wbg_ptr = 0xfffffff0;
  return whole.call(this);
};
assert.throws(
  () => new Scenario().text(),
  (error) => error instanceof WebAssembly.RuntimeError && error.code === undefined,
);
writeFileSync(
  "worker.mjs",
  `import { parentPort, workerData } from "node:worker_threads";
  import { Scenario } from "schedscope";
  const scenario = new Scenario();
  scenario.replace(workerData.text);
  scenario.decide(workerData.ask);
  parentPort.postMessage(scenario.reportJson());`,
);
const worker = new Worker(new URL("worker.mjs", import.meta.url), { workerData: { text, ask } });
const answer = await new Promise((resolve, reject) => {
  worker.once("message", resolve).once("error", reject);
});
assert.equal(answer, before);
console.log("the packed package decides");
