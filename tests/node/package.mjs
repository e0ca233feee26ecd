// Run in an empty folder where only the packed package is installed.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";

import init, { fleetYaml, hubYaml, init as named, initCel, quantity, Scenario } from "schedscope";

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
for (const file of ["LICENSE", "README.md", "index.js", "scenario.js", "index.d.ts", "types.d.ts"]) {
  assert.ok(readFileSync(new URL(`node_modules/schedscope/${file}`, import.meta.url)).length > 0);
}

// The example of the package's README, word for word.
const readme = readFileSync(new URL("node_modules/schedscope/README.md", import.meta.url), "utf8");
const example = /```js\r?\n(.*?)```/s.exec(readme)[1];
writeFileSync(
  "readme.mjs",
  // Imports come first wherever they stand.
  `const text = ${JSON.stringify(text)};\n${example}\nexport { reading, decision, rows, why };\n`,
);
const { reading: read, decision: decided, rows: table, why } = await import("./readme.mjs");
assert.deepEqual(read.placements.map(({ namespace, name }) => [namespace, name]), [["default", "p"]]);
assert.deepEqual([decided.selected, table.length, why.name], [1, 2, "near"]);

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
    assert.ok(error instanceof Error, String(misuse));
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
const lost = new Scenario();
lost.__wbg_ptr = 0xfffffff0;
assert.throws(
  () => lost.text(),
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
