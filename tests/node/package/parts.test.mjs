// The engine in four files: what is asked of a part that is not loaded, how parts are loaded, and that an engine that
// takes the place of one that failed has the same parts.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";

import { Scenario, init, initSync, scoreNodes } from "schedscope/slim";

import { placement } from "./texts.mjs";

const require = createRequire(import.meta.url);
const { resolve } = require;
// Modules of their own, which find all files.
const whole = require("../node_modules/schedscope/lib/entries/node.cjs");
const partFile = (part) => `schedscope_${part}`;
const file = (name) => readFileSync(resolve(`schedscope/${name}.wasm`));
const [engine, details, nodes, whatif] = ["schedscope", ...["details", "nodes", "whatif"].map(partFile)].map(file);

const text = `${placement}---
apiVersion: v1
kind: Node
metadata: {name: n1}
status: {allocatable: {cpu: "4", memory: 8Gi, pods: "10"}}
---
apiVersion: v1
kind: Pod
metadata: {name: a, namespace: default}
spec: {containers: [{name: c, resources: {requests: {cpu: "1"}}}]}
`;
const now = "2025-06-01T12:00:00Z";
const questions = {
  details: [
    "report",
    "debug",
    "decisionsYaml",
    "explainCluster",
    "clusterKeys",
    "weightEdit",
    "numberOfClustersEdit",
    "modeEdit",
    "spreadEdit",
  ],
  nodes: ["missingInputs", "pods", "nodes", "quotas", "queue", "vmTimeline"],
  whatif: ["stability", "more", "sweep"],
};
const options = {
  report: { now },
  explainCluster: { cluster: 0 },
  weightEdit: { prioritizer: "Steady", weight: 2 },
  numberOfClustersEdit: { numberOfClusters: 2 },
  modeEdit: { mode: "Exact" },
  spreadEdit: {
    change: {
      type: "add",
      topologyKey: "zone",
      topologyKeyType: "Label",
      maxSkew: 2,
      whenUnsatisfiable: "DoNotSchedule",
    },
  },
  stability: { now },
  more: { pod: "default/a" },
  sweep: { now, weight: "Steady" },
};
const missing = (part) => (error) => {
  assert.equal(error.code, "not-loaded", String(error));
  assert.match(error.message, new RegExp(`needs the engine's file \`schedscope_${part}\\.wasm\``));
  assert.match(error.message, /call `await init\(\)` first/);
  return true;
};

test("a question says which file it needs, and the others are answered", async () => {
  await init(engine);
  const scenario = new Scenario();
  scenario.replace(text);
  assert.equal(scenario.decide({ now }).selected.length > 0, true);
  for (const [part, names] of Object.entries(questions)) {
    for (const name of names) {
      assert.throws(() => scenario[name](options[name] ?? {}), missing(part), name);
      assert.throws(() => scenario.askJson(JSON.stringify({ [name]: {} })), missing(part), name);
      await assert.rejects(scenario.ask(name, options[name] ?? {}), missing(part), name);
    }
  }
  assert.throws(() => scenario.askJson(' { "no\\u0064es" : {} }'), missing("nodes"));
  assert.throws(() => scenario.askJson('{"nod": {}}'), { code: "invalid-argument" });
  await assert.rejects(scoreNodes(text, { pod: "default/a" }), { code: "not-loaded" });
  // Nothing failed: the decision is there.
  assert.equal(scenario.selectedIndices().length > 0, true);
});

test("what is no part is refused", async () => {
  for (const wrong of [new Uint8Array(), details.subarray(0, 100), engine]) {
    await assert.rejects(init({ details: wrong }), { code: "not-loaded" });
    assert.throws(() => initSync({ details: wrong }), { code: "not-loaded" });
  }
  for (const early of [{ nodes }, { whatif }]) {
    await assert.rejects(init(early), { code: "not-loaded" }, "it needs those before it");
    assert.throws(() => initSync(early), { code: "not-loaded" });
  }
  await assert.rejects(init({ node: nodes }), { code: "invalid-argument" });
});

test("parts that come later answer as those that are there from the start; a fresh engine has them", async () => {
  const scenario = new Scenario();
  scenario.replace(text);
  const expected = new whole.Scenario();
  expected.replace(text);
  const same = (names) => {
    for (const name of names)
      assert.deepEqual(scenario[name](options[name] ?? {}), expected[name](options[name] ?? {}), name);
  };
  scenario.decide({ now });
  expected.decide({ now });
  initSync({ details });
  same(questions.details);
  assert.throws(() => scenario.pods(), missing("nodes"));
  await init({ nodes });
  same(questions.nodes);
  assert.throws(() => scenario.stability({ now }), missing("whatif"));
  initSync({ whatif: new WebAssembly.Module(whatif) });
  same(questions.whatif);

  const { Scenario: Engine } = await import("../node_modules/schedscope/dist/schedscope.js");
  const { ask } = Engine.prototype;
  Engine.prototype.ask = function (question) {
    Engine.prototype.ask = ask;
    this.__wbg_ptr = 0xfffffff0;
    return ask.call(this, question);
  };
  assert.throws(() => scenario.pods(), { code: "engine-failed" });
  scenario.decide({ now });
  same([...questions.details, ...questions.nodes, ...questions.whatif]);
});
