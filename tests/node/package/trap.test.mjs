import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { test } from "node:test";
import { Worker } from "node:worker_threads";

import { Scenario } from "schedscope";

import { placement as text } from "./texts.mjs";

const ask = { placement: 0, now: "2025-06-01T12:00:00Z" };

// Whatever became of this instance, another thread starts a fresh one.
test("a trap has no code: here a call whose object has lost its place", async () => {
  const kept = new Scenario();
  kept.replace(text);
  const before = JSON.stringify(kept.report(ask));
  const { Scenario: Engine } = await import("../node_modules/schedscope/dist/schedscope.js");
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
    new URL("worker.mjs", import.meta.url),
    `import { parentPort, workerData } from "node:worker_threads";
    import { Scenario } from "schedscope";
    const scenario = new Scenario();
    scenario.replace(workerData.text);
    parentPort.postMessage(JSON.stringify(scenario.report(workerData.ask)));`,
  );
  const worker = new Worker(new URL("worker.mjs", import.meta.url), { workerData: { text, ask } });
  const answer = await new Promise((resolve, reject) => {
    worker.once("message", resolve).once("error", reject);
  });
  assert.equal(answer, before);
});
