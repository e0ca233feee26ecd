import assert from "node:assert/strict";
import { test } from "node:test";

import { Scenario, init, initCel } from "schedscope";

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
