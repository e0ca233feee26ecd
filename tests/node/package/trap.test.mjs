// The engine fails in each of its entry points: the error is a typed one, a fresh instance
// takes the place of the one that failed, and scenarios keep their texts.
import assert from "node:assert/strict";
import { test } from "node:test";

import { placement as text } from "./texts.mjs";

/** The entry point that fails at its next call. */
let armed;
/** All entry points of both files. */
const entries = new Set();
/** How many engines there were. */
let instances = 0;

const { Instance } = WebAssembly;
WebAssembly.Instance = class {
  constructor(...given) {
    const real = new Instance(...given);
    if ("scenario_new" in real.exports) instances += 1;
    const wrapped = Object.entries(real.exports).map(([name, value]) => {
      const isInner = /^__(wbindgen|externref)|^start$/.test(name);
      if (typeof value !== "function" || isInner) return [name, value];
      entries.add(name);
      const call = (...args) => {
        if (armed !== name) return value(...args);
        armed = undefined;
        // What is begun is not ended: this instance is in no known state.
        throw new WebAssembly.RuntimeError("unreachable");
      };
      return [name, call];
    });
    this.exports = Object.fromEntries(wrapped);
  }
};

const { Scenario, SchedscopeError, fleetYaml, hubYaml, quantity } = await import("schedscope");

const ask = { placement: 0, now: "2025-06-01T12:00:00Z" };
const cel = text.replace(
  "labelSelector: {matchLabels: {zone: a}}",
  () => `celSelector: {celExpressions: ["managedCluster.metadata.labels.zone == 'a'"]}`,
);
const decided = (scenario) => JSON.stringify(scenario.report(ask));

/** A call that reaches each entry point, of a scenario that has the text and was decided. */
const calls = {
  __wbg_scenario_free: (scenario) => scenario.free(),
  fleetYaml: () => fleetYaml(1, 2),
  hubYaml: () => hubYaml(1, 2),
  scenario_advance: (scenario) => scenario.ask("queue"),
  scenario_ask: (scenario) => scenario.pods(),
  scenario_assume: (scenario) => {
    const methods = Object.getOwnPropertySymbols(Scenario.prototype);
    scenario[methods.find(({ description }) => description === "assuming")]({}, () => {});
  },
  scenario_assumeVersion: (scenario) => {
    scenario.kubernetesVersion = "1.35";
  },
  scenario_begin: (scenario) => scenario.load("a: b"),
  scenario_celAnswer: async (scenario) => {
    scenario.replace(cel);
    scenario.decide(ask);
  },
  scenario_celQuestion: (scenario) => scenario.decide(ask),
  scenario_edit: (scenario) => scenario.edit(0, 3, "x"),
  scenario_needsCel: (scenario) => scenario.loadCel(),
  scenario_new: () => new Scenario(),
  scenario_readOn: (scenario) => scenario.load("a: b"),
  scenario_replace: (scenario) => scenario.replace("a: b"),
  scenario_selectedIndices: (scenario) => scenario.selectedIndices(),
  scenario_spreadDomainColumn: (scenario) => scenario.spreadDomainColumn(),
  scenario_states: (scenario) => scenario.states(),
  scenario_text: (scenario) => scenario.text(),
  scenario_totals: (scenario) => scenario.totals(),
};
/** And of the evaluator of CEL, of a text that uses it. */
const evaluations = {
  answering_advance: (scenario) => scenario.loadCel(),
  evaluator_answer: (scenario) => scenario.decide(ask),
  evaluator_begin: (scenario) => scenario.loadCel(),
};

const failed = (error) =>
  error instanceof SchedscopeError && error.code === "engine-failed" && error.cause instanceof WebAssembly.RuntimeError;

async function fails(name, call, scenario) {
  armed = name;
  // Some throw, and some give a promise that is rejected.
  await assert.rejects(async () => call(scenario), failed, name);
  assert.equal(armed, undefined, name);
}

test("a failure in any entry point leaves all scenarios their texts", async () => {
  const edited = `# 🙂 x${text}`;
  for (const [name, call] of Object.entries(calls)) {
    const other = new Scenario();
    other.replace(text);
    const expect = decided(other);
    const scenario = new Scenario();
    scenario.replace(text);
    scenario.edit(0, 0, "# 🙂 y");
    scenario.edit(5, 6, "x");
    assert.equal(scenario.text(), edited);
    scenario.decide(ask);
    const before = instances;
    await fails(name, call, scenario);
    assert.equal(instances, before + 1, `${name}: a fresh instance`);
    if (!name.endsWith("free")) {
      if (!name.startsWith("scenario_cel")) assert.equal(scenario.text(), edited, name);
      // What was decided is gone, and is decided again.
      assert.throws(() => scenario.selectedIndices(), { code: "no-decision" }, name);
      if (!name.startsWith("scenario_cel")) assert.equal(scenario.edit(0, 5, "#").counts.error, 0, name);
      assert.equal(decided(scenario), expect, name);
      scenario.free();
    }
    assert.equal(other.text(), text, name);
    assert.equal(decided(other), expect, name);
    other.free();
    assert.throws(() => other.text(), { code: "freed" });
    assert.equal(quantity("1500m").f64, 1.5, name);
  }
});

test("a failure of the evaluator leaves the scenario as it is", async () => {
  const expect = new Scenario();
  expect.replace(cel);
  for (const [name, call] of Object.entries(evaluations)) {
    const scenario = new Scenario();
    scenario.replace(cel);
    await fails(name, call, scenario);
    assert.equal(scenario.text(), cel, name);
    assert.equal(decided(scenario), decided(expect), name);
    assert.equal(await scenario.loadCel(), false, name);
    scenario.free();
  }
});

test("no entry point is left out", () => {
  // Evaluators stay, and what was asked of one is freed after its answer.
  const known = [...Object.keys(calls), ...Object.keys(evaluations)];
  const others = ["__wbg_answering_free", "__wbg_evaluator_free", "evaluator_new"];
  assert.deepEqual([...entries].sort(), [...known, ...others].sort());
});

test("a text on which the engine fails can be replaced, and no engine is needed to have it", () => {
  const scenario = new Scenario();
  scenario.replace(text);
  armed = "scenario_ask";
  assert.throws(() => scenario.pods(), failed);
  armed = "scenario_replace";
  assert.throws(() => scenario.pods(), failed);
  assert.equal(scenario.text(), text);
  armed = "scenario_replace";
  assert.throws(() => scenario.pods(), failed);
  scenario.replace("a: b");
  assert.equal(scenario.text(), "a: b");
});

test("the text that is kept is the engine's, whatever was edited", () => {
  let seed = 1;
  const below = (bound) => {
    seed = (seed * 48271) % 2147483647;
    return seed % bound;
  };
  const inserts = ["", "a", "🙂", "é\n", "- x\n", "\ud83d", "\ude42"];
  for (const edits of [0, 1, 255, 256, 257, 700]) {
    const scenario = new Scenario();
    scenario.replace("a: 🙂🙂\nb: é\n");
    for (let edit = 0; edit < edits; edit += 1) {
      const length = scenario.text().length;
      const from = below(length + 3);
      scenario.edit(from, from + below(4), inserts[below(inserts.length)]);
    }
    const text = scenario.text();
    armed = "scenario_ask";
    assert.throws(() => scenario.pods(), failed);
    assert.equal(scenario.text(), text, `${edits} edits`);
    scenario.pods();
    assert.equal(scenario.text(), text, `${edits} edits`);
  }
});

test("a failure inside WebAssembly itself: a call whose object has lost its place", async () => {
  const { Scenario: Engine } = await import("../node_modules/schedscope/dist/schedscope.js");
  const scenario = new Scenario();
  const other = new Scenario();
  other.replace(text);
  const expect = decided(other);
  const { ask: whole } = Engine.prototype;
  Engine.prototype.ask = function (question) {
    Engine.prototype.ask = whole;
    this.__wbg_ptr = 0xfffffff0;
    return whole.call(this, question);
  };
  assert.throws(() => scenario.pods(), failed);
  assert.equal(other.text(), text);
  assert.equal(decided(other), expect);
});
