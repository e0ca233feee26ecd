// What becomes of the memory of scenarios.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import { Scenario, SchedscopeError, fleetYaml, init, place } from "schedscope";

import { initSync } from "../node_modules/schedscope/dist/schedscope.js";

setFlagsFromString("--expose-gc");
const gc = runInNewContext("gc");
await init();
const { memory } = initSync();
const MANY = 4_000;
// 2 kB, and as much again for what is read: half of them would take 8 MB and more.
const text = fleetYaml(1, 2);
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Memory never shrinks, so what is not given back shows. `collects`: by the garbage collector. */
async function holds(make, collects) {
  for (let round = 0; round < 2; round += 1) {
    const before = memory.buffer.byteLength;
    for (let index = 0; index < MANY / 2; index += 1) {
      make();
      if (collects && index % 250 === 249) {
        gc();
        await turn();
      }
    }
    const grown = memory.buffer.byteLength - before;
    // What 250 forgotten ones take at once, the first time.
    assert.ok(grown < (round === 0 ? 16 : 2) << 20, `${grown} bytes more`);
  }
}

test("4,000 scenarios that are disposed take no more memory than one", () =>
  holds(() => {
    const scenario = new Scenario();
    scenario.replace(text);
    scenario[Symbol.dispose]();
  }, false));

test("4,000 scenarios that are forgotten are freed some time after", () =>
  holds(() => {
    new Scenario().replace(text);
  }, true));

test("functions of one call free what they used, also where they fail", async () => {
  await place(text);
  const before = memory.buffer.byteLength;
  for (let index = 0; index < 1_500; index += 1) {
    const asked = index % 2 === 0 ? place(text) : place(text, { placement: "nothing" });
    await asked.catch((error) => assert.equal(error.code, "no-such-placement"));
  }
  const grown = memory.buffer.byteLength - before;
  assert.ok(grown < 4 << 20, `${grown} bytes more`);
});

test("to free twice is to free once", () => {
  const scenario = new Scenario();
  scenario.free();
  scenario.free();
  scenario[Symbol.dispose]();
  // What is freed in turn is no other's.
  const [one, two] = [new Scenario(), new Scenario()];
  one.free();
  one.free();
  two.replace(text);
  assert.equal(two.text(), text);
  two.free();
});

test("whatever is asked of a freed scenario, the error says so", async () => {
  const scenario = new Scenario();
  scenario.free();
  const free = ["constructor", "free", "kubernetesVersion"];
  const prototypes = [Scenario.prototype, Object.getPrototypeOf(Scenario.prototype)];
  const methods = prototypes.flatMap(Object.getOwnPropertyNames).filter((name) => !free.includes(name));
  assert.ok(methods.length > 40);
  for (const name of methods) {
    const call = async () => scenario[name](0, 0, "");
    await assert.rejects(call, (error) => {
      assert.ok(error instanceof SchedscopeError, `${name}: ${error}`);
      assert.deepEqual([error.code, error.message], ["freed", "the scenario was freed"], name);
      return true;
    });
  }
});
