import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";

import init, { Scenario, init as named, place } from "schedscope";

import { placement as text } from "./texts.mjs";

test("a scenario decides", async () => {
  await init();
  assert.equal(named, init);
  const scenario = new Scenario();
  const reading = scenario.replace(text);
  assert.deepEqual(reading.counts, { error: 0, warning: 0, info: 0, hint: 0 });
  const decision = scenario.decide({ placement: 0, now: "2025-06-01T12:00:00Z" });
  assert.equal(decision.outcome, "scheduled");
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
  for (const file of ["schema.json", "test.schema.json", "timeline.schema.json"]) {
    assert.equal(typeof JSON.parse(readFileSync(resolve(`schedscope/${file}`), "utf8")).$id, "string", file);
  }
  for (const file of ["LICENSE", "README.md", "lib/index.js", "lib/index.d.ts", "types.d.ts"]) {
    assert.ok(readFileSync(new URL(`../node_modules/schedscope/${file}`, import.meta.url)).length > 0);
  }
});

test("a Placement that cannot be read is named first", async () => {
  const broken = "apiVersion: cluster.open-cluster-management.io/v1beta1\nkind: Placement\nmetadata:\n\tname: web\n";
  const log = `10:00:00 INFO applied: {"apiVersion":"v1","kind":"Placement","metadata":{"name":"web"}}\n`;
  for (const [text, first] of [
    [broken, "Incomplete: an object of kind Placement cannot be read (line 4: a tab cannot indent, use spaces)."],
    [
      log,
      "Incomplete: a part of the input cannot be read (line 1: these are log lines: paste the object in them alone).",
    ],
  ]) {
    const { caveats, incomplete } = await place(text, { now: "2026-01-01T00:00:00Z" });
    assert.deepEqual(
      caveats.map(({ message }) => message),
      [first, "Incomplete: the input lacks any other Placement."],
    );
    assert.equal(incomplete.length, 1);
  }
});
