import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";

import init, { Scenario, init as named } from "schedscope";

import { placement as text } from "./texts.mjs";

test("a scenario decides", async () => {
  await init();
  assert.equal(named, init);
  const scenario = new Scenario();
  const reading = scenario.replace(text);
  assert.deepEqual(reading.counts, { error: 0, warning: 0, info: 0, hint: 0 });
  const decision = scenario.decide({ placement: 0, now: "2025-06-01T12:00:00Z" });
  assert.deepEqual(decision.outcome, { type: "scheduled" });
  assert.deepEqual(decision.clusterCounts, { all: 2, candidates: 2, feasible: 1, selected: 1 });
  assert.deepEqual(decision.selected, ["near"]);
  const { rows } = scenario.clusters({ limit: 10 });
  assert.deepEqual(
    rows.map(({ name, state }) => [name, state]),
    [
      ["near", "selected"],
      ["far", "filtered"],
    ],
  );
  scenario.free();
});

test("the files are where the package says", () => {
  const { resolve } = createRequire(import.meta.url);
  for (const file of ["schedscope.wasm", "schedscope_cel.wasm"]) {
    const wasm = readFileSync(resolve(`schedscope/${file}`));
    assert.deepEqual([...wasm.subarray(0, 4)], [0x00, 0x61, 0x73, 0x6d]);
  }
  for (const file of ["LICENSE", "README.md", "lib/index.js", "lib/index.d.ts", "types.d.ts", "schema/v1.json"]) {
    assert.ok(readFileSync(new URL(`../node_modules/schedscope/${file}`, import.meta.url)).length > 0);
  }
});
