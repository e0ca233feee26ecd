import assert from "node:assert/strict";
import { test } from "node:test";

import { Scenario, fleetYaml, init, initCel } from "schedscope";

import { placement as text } from "./texts.mjs";

test("CEL is loaded where a text uses it, once, and `decide` waits for nothing", async () => {
  await init();
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
    text.replace(
      "labelSelector: {matchLabels: {zone: a}}",
      () => `celSelector: {celExpressions: [${JSON.stringify(expression)}]}`,
    );
  const selects = (expression) => {
    cel.replace(withCel(expression));
    cel.decide({ placement: 0, now: "2025-06-01T12:00:00Z" });
    return [...cel.selectedIndices()];
  };
  cel.replace(text);
  assert.equal(await cel.loadCel(0), false);
  assert.equal(await cel.loadCel(7), false);
  cel.decide({ placement: 0, now: "2025-06-01T12:00:00Z" });
  assert.equal(loaded, 0);
  assert.deepEqual(selects("managedCluster.metadata.labels.zone == 'b'"), [1]);
  assert.equal(loaded, 1);
  assert.deepEqual(selects("managedCluster.metadata.labels['zone'] in ['a', 'c']"), [0]);
  assert.deepEqual(selects("managedCluster.metadata.labels.region == 'a'"), []);
  assert.equal(cel.explainCluster({ cluster: 0 }).reason.requirement.error, "no such key: region");
  assert.deepEqual(selects("managedCluster.metadata.zone.("), []);
  const wrong = cel
    .reading()
    .diagnostics.map(({ code, range }) => [code, cel.text().slice(range.start.offset, range.end.offset)]);
  assert.deepEqual(wrong, [["invalid-expression", "("]]);
  assert.equal(await cel.loadCel(0), false);
  cel.replace(withCel("true"));
  assert.equal(await cel.loadCel(0), true);
  await initCel();
  assert.equal(loaded, 1);
  WebAssembly.Module = Module;
  cel.free();
});

// An expression that takes as long as the hub's cost allows, on clusters that one question to the evaluator holds.
const numbers = "[0,1,2,3,4,5,6,7,8,9]";
const costly = ["a", "b", "c", "d", "e"].reduceRight((body, name) => `${numbers}.map(${name},${body})`, "a");
const slow = text.replace(
  "labelSelector: {matchLabels: {zone: a}}",
  () => `celSelector: {celExpressions: ["size(${costly}) > 0"]}`,
);
const many = `${slow}\n---\n${fleetYaml(1, 200)}`;
const now = "2025-06-01T12:00:00Z";

test("an expression pauses: progress, and an abort inside a question to the evaluator", async () => {
  const scenario = new Scenario();
  scenario.replace(many);
  const reason = new Error("enough");
  const controller = new AbortController();
  let reports = 0;
  const work = {
    signal: controller.signal,
    onProgress({ stage }) {
      assert.equal(stage, "cel");
      reports += 1;
      if (reports === 2) controller.abort(reason);
    },
  };
  await assert.rejects(scenario.ask("decide", { placement: 0, now }, work), (error) => error === reason);
  assert.equal(reports, 2);
  assert.equal(scenario.reading().counts.error, 0);
  scenario.free();
});

test("two placements at once, and an edit and a decision between", async () => {
  const scenario = new Scenario();
  scenario.replace(many);
  const first = scenario.ask("decide", { placement: 0, now });
  const second = scenario.ask("decide", { placement: 0, now, weights: { Steady: 3 } });
  scenario.edit(0, 0, "# a comment\n");
  const summaries = await Promise.all([first, second]);
  const fresh = new Scenario();
  fresh.replace(`# a comment\n${many}`);
  for (const { selected, clusterCounts } of summaries) {
    const { selected: expected, clusterCounts: counts } = fresh.decide({ placement: 0, now });
    assert.deepEqual([selected, clusterCounts], [expected, counts]);
  }
  scenario.free();
  fresh.free();
});

test("errors of clusters that are gone take no room from others", async () => {
  await initCel();
  const others = Array.from(
    { length: 4094 },
    (_, i) => `apiVersion: cluster.open-cluster-management.io/v1
kind: ManagedCluster
metadata: {name: c${i}, labels: {zone: v${i}}}
`,
  );
  const expression = 'int(managedCluster.metadata.labels["zone"]) > 3';
  const first = text.replace(
    "labelSelector: {matchLabels: {zone: a}}",
    () => `celSelector: {celExpressions: [${JSON.stringify(expression)}]}`,
  );
  const scenario = new Scenario();
  scenario.replace([first, ...others].join("---\n"));
  const error = () => {
    scenario.decide({ placement: 0, now });
    return scenario.explainCluster({ cluster: 0 }).reason.requirement.error;
  };
  const before = error();
  const at = scenario.text().indexOf("zone: a");
  scenario.edit(at, at + "zone: a".length, "zone: w");
  const after = error();
  assert.notEqual(after, before);
  assert.equal(after, before.replace("`a`", "`w`"));
  scenario.free();
});
