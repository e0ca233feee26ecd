// The comparison with vectors as the command line has it, against answers that are right, wrong and none.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { initSync, suites, Tally } from "../../pkg/dist/schedscope_conformance.js";

const at = (path) => new URL(`../../${path}`, import.meta.url);
initSync({ module: readFileSync(at("pkg/dist/schedscope_conformance_bg.wasm")) });

assert.ok(suites().includes("quantities"));
assert.throws(() => new Tally("quantites"), { code: "no-such-suite", message: /there are placement, / });

// Former names are accepted, and not listed.
for (const alias of ["capacity", "limit"]) {
  assert.ok(!suites().includes(alias));
  new Tally(alias).free();
}

const vectors = readFileSync(at("tests/vectors/placement/quantities.jsonl"), "utf8");
const lines = vectors.split("\n").filter((line) => line.trim() !== "").length;

// Wrong is what is no quantity to an engine that knows none.
const wrong = new Tally("quantities");
const asked = [];
wrong.run("quantities.jsonl", vectors, (request) => {
  asked.push(JSON.parse(request).text);
  return "null";
});
assert.equal(asked.length, lines);
assert.equal(wrong.lines, lines);
const { passed, failed, skipped, failures } = wrong.report();
assert.equal(failed, wrong.failed);
assert.ok(failed > 0);
assert.equal(passed + failed + skipped.reduce((sum, { lines }) => sum + lines, 0), lines);
const [{ file, line, differences }] = failures;
assert.equal(file, "quantities.jsonl");
assert.ok(line > 0 && line <= lines);
assert.equal(typeof differences[0].expected, "string");
assert.match(`${wrong}`, new RegExp(`\\n${passed} passed, ${failed} failed, \\d+ skipped$`));
wrong.free();

// Whatever an engine does, its line has failed and the next is asked.
const none = new Tally("quantities");
const odd = [
  () => "no JSON",
  () => undefined,
  () => {
    throw new Error("out of order");
  },
  () => {
    throw 1;
  },
];
let next = 0;
none.run("four.jsonl", vectors.split("\n").slice(0, odd.length).join("\n"), () => odd[next++]());
const said = none.report().failures.map(({ differences }) => differences[0].actual);
assert.match(said[0], /expected/);
assert.deepEqual(said.slice(1), [
  "none: what was given is no text",
  "none: out of order",
  "none: what was given is no text",
]);
none.free();

// No callback at all is no way to pass.
const nobody = new Tally("quantities");
nobody.run("one.jsonl", vectors.split("\n")[0], undefined);
assert.equal(nobody.failed, 1);
nobody.free();
