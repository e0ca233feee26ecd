import { readFileSync } from "node:fs";
import { Scenario } from "schedscope";
import { expect, test } from "vitest";
import { choosePlacement, EngineHost, refusalOf } from "./host";
import type { UpdateReply, TextChange, Update } from "./protocol";
import type { Reading } from "./types";

const at = { line: 1, column: 1, offset: 0 };
const reading = (...names: string[]): Reading => ({
  revision: 1,
  documents: names.length,
  reread: 0,
  kinds: [],
  diagnostics: [],
  counts: { error: 0, warning: 0, info: 0, hint: 0 },
  placements: names.map((name, index) => ({ index, namespace: "ns", name, range: { start: at, end: at } })),
});

test("a placement is found by its name, else at its place, else first", () => {
  const b = { namespace: "ns", name: "b" };
  expect(choosePlacement(reading("a", "b"), b, 0)).toBe(1);
  expect(choosePlacement(reading("b", "a"), b, 1)).toBe(0);
  expect(choosePlacement(reading("a", "bb", "c"), b, 1)).toBe(1);
  expect(choosePlacement(reading("a"), b, 1)).toBe(0);
  expect(choosePlacement(reading("a", "b"), null, 1)).toBe(0);
  expect(choosePlacement(reading(), b, 1)).toBe(null);
});

test("an error with a code is meant, everything else is a crash", () => {
  const meant = Object.assign(new Error("`x` is no time"), { code: "invalid-time" });
  expect(refusalOf(meant)).toEqual({ code: "invalid-time", message: "`x` is no time" });
  expect(refusalOf(new Error("what"))).toBe(null);
  expect(refusalOf(new WebAssembly.RuntimeError("unreachable"))).toBe(null);
  expect(refusalOf("text")).toBe(null);
});

const fixture = readFileSync(new URL("../../tests/browser/fixtures/cel.yaml", import.meta.url), "utf8");

/** An update about a text, with a cluster's card open. */
function update(changes: TextChange[], cluster: string | null = null): Update {
  return {
    version: 1,
    changes,
    question: { placement: null, now: "2025-06-01T12:00:00Z", profile: "Upstream" },
    rows: { order: "rank", find: "", from: 0, count: 10 },
    cluster,
    spread: { step: null, from: 0, count: 0 },
  };
}

async function ask(host: EngineHost, update: Update): Promise<UpdateReply> {
  return (await host.handle({ id: 1, call: "update", ask: update })) as UpdateReply;
}

test("CEL is evaluated before the decision, and the card says what it gave", async () => {
  const host = new EngineHost(new Scenario());
  const { decision, refusal, reading } = await ask(host, update([{ whole: fixture }], "old"));
  expect([decision?.summary.clusterCounts.selected, refusal, reading.diagnostics]).toEqual([2, null, []]);
  const requirements = decision?.explained?.explanation.predicates[0]?.requirements ?? [];
  expect(requirements.map(({ actual, error }) => [actual, error])).toEqual([
    ["false", null],
    ["error", "no such key: region"],
  ]);
});

test("an expression that does not compile is found with the answer that tells of it", async () => {
  const host = new EngineHost(new Scenario());
  const { decision, reading } = await ask(host, update([{ whole: fixture.replace(".isLessThan", ".isLess") }]));
  expect(decision?.summary.status.code).toBe("Misconfigured");
  expect(reading.diagnostics.map(({ code, severity }) => [code, severity])).toEqual([["invalid-expression", "error"]]);
  // The next edit still knows it, and a good expression ends it.
  const from = reading.diagnostics[0]?.range.start.offset ?? 0;
  const again = await ask(host, update([{ edits: [{ from: 0, to: 0, insert: "# one\n" }] }]));
  expect(again.reading.counts.error).toBe(1);
  const edits = [{ from: from + 6, to: from + 6 + 1, insert: "(" }];
  expect((await ask(host, update([{ edits }]))).reading.counts.error).toBe(1);
  const good = await ask(host, update([{ whole: fixture }]));
  expect([good.reading.counts.error, good.decision?.summary.clusterCounts.selected]).toEqual([0, 2]);
});

test("where CEL cannot be loaded the answer says so, and the next one tries again", async () => {
  const scenario = new Scenario();
  const host = new EngineHost(scenario);
  const failure = Object.assign(new Error("it is not there"), { code: "cel-not-loaded" });
  Object.assign(scenario, { loadCel: () => Promise.reject(failure) });
  const { decision, refusal } = await ask(host, update([{ whole: fixture }]));
  expect(refusal).toEqual({ code: "cel-not-loaded", message: "it is not there" });
  expect(decision).not.toBe(null);
  Object.assign(scenario, { loadCel: () => Promise.reject(new WebAssembly.RuntimeError("unreachable")) });
  await expect(ask(host, update([]))).rejects.toThrow("unreachable");
  Reflect.deleteProperty(scenario, "loadCel");
  expect((await ask(host, update([]))).refusal).toBe(null);
});
