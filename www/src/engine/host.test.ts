import { readFileSync } from "node:fs";
import { hubYaml, Scenario } from "schedscope";
import { expect, test } from "vitest";
import { BaselineHost } from "./baseline";
import { choosePlacement, EngineHost, refusalOf } from "./host";
import type { UpdateReply, TextChange, Update } from "./protocol";
import type { ReadingAnswer } from "./types";

const at = { line: 1, column: 1, offset: 0 };
const reading = (...names: string[]): ReadingAnswer => ({
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

test("an answer to a tick is about the text that has it, behind what was typed before", async () => {
  const host = new EngineHost(new Scenario());
  await ask(host, update([{ whole: fixture }]));
  const typed = "# typed\n";
  const sent = update([{ edits: [{ from: 0, to: 0, insert: typed }] }]);
  const tick = { id: 7, edit: { numberOfClusters: 1 }, begins: true };
  const answer = await ask(host, { ...sent, ticks: [tick] });
  expect([answer.version, answer.decision?.summary.clusterCounts.selected]).toEqual([2, 1]);
  const [reply] = answer.ticks ?? [];
  expect([reply?.id, reply?.refusal, reply?.edits.length]).toEqual([7, null, 1]);
  // The same edits in the page's text give the same answer.
  const text = typed + fixture;
  const { from, to, insert } = reply?.edits[0] ?? { from: 0, to: 0, insert: "" };
  const anew = new EngineHost(new Scenario());
  const whole = await ask(anew, update([{ whole: text.slice(0, from) + insert + text.slice(to) }]));
  expect(whole.decision?.summary).toEqual(answer.decision?.summary);
  expect(whole.reading.diagnostics).toEqual(answer.reading.diagnostics);
});

test("a tick that changes nothing or cannot be written is no change of the text", async () => {
  const host = new EngineHost(new Scenario());
  await ask(host, update([{ whole: fixture }]));
  const ticks = [
    { id: 1, edit: { numberOfClusters: 1 }, begins: true },
    { id: 2, edit: { numberOfClusters: 1 }, begins: true },
    { id: 3, edit: { prioritizer: "Steady", weight: 0.5 }, begins: true },
  ];
  const answer = await ask(host, { ...update([]), ticks });
  expect(answer.version).toBe(2);
  expect(answer.ticks?.map(({ id, edits, refusal }) => [id, edits.length, refusal === null])).toEqual([
    [1, 1, true],
    [2, 0, true],
    [3, 0, false],
  ]);
  expect(answer.decision?.summary.clusterCounts.selected).toBe(1);
  // Without a placement there is nothing to write into.
  const none = await ask(host, { ...update([{ whole: "" }]), ticks });
  expect(none.ticks?.every(({ edits, refusal }) => edits.length === 0 && refusal === null)).toBe(true);
});

test("the first tick of a gesture begins an edit to compare with, those behind it do not", async () => {
  const scenario = new Scenario();
  const host = new EngineHost(scenario, new BaselineHost(scenario, null));
  const baseline = { kind: "edit", begins: null } as const;
  const tick = (number: number, begins: boolean) => ({ id: 1, edit: { numberOfClusters: number }, begins });
  const ticked = async (number: number, begins: boolean) => {
    const { decision } = await ask(host, { ...update([]), baseline, ticks: [tick(number, begins)] });
    return [decision?.difference?.change?.added.count, decision?.difference?.change?.removed.count];
  };
  await ask(host, { ...update([{ whole: fixture }]), baseline });
  expect(await ticked(1, true)).toEqual([0, 1]);
  expect(await ticked(0, false)).toEqual([0, 2]);
  expect(await ticked(0, true)).toEqual([0, 2]);
  expect(await ticked(2, true)).toEqual([2, 0]);
});

test("what the hub recorded of many clusters is named once, and compared as it is with every tick", async () => {
  // More clusters come and go than a decision names by itself.
  const text = hubYaml(1, 5000);
  const scenario = new Scenario();
  const host = new EngineHost(scenario, new BaselineHost(scenario, null));
  const baseline = { kind: "recorded", begins: null } as const;
  const recorded = ({ decision }: UpdateReply): number => {
    const change = decision?.difference?.change;
    return (change?.removed.count ?? 0) + (change?.kept.count ?? 0);
  };
  const count = recorded(await ask(host, { ...update([{ whole: text }]), baseline }));
  const decide = scenario.decide.bind(scenario);
  let decisions = 0;
  scenario.decide = (options) => {
    decisions += 1;
    return decide(options);
  };
  for (const weight of [1, -3, 8]) {
    const ticks = [{ id: 1, edit: { prioritizer: "ResourceAllocatableMemory", weight }, begins: true }];
    const { decision } = await ask(host, { ...update([]), baseline, ticks });
    const fresh = new Scenario();
    const other = new EngineHost(fresh, new BaselineHost(fresh, null));
    const whole = await ask(other, { ...update([{ whole: scenario.text() }]), baseline });
    expect(decision?.difference?.change).toEqual(whole.decision?.difference?.change);
    expect(decision?.difference?.change?.removed.count).toBeGreaterThan(100);
    expect(decision?.rows.marks).toEqual(whole.decision?.rows.marks);
  }
  expect(decisions).toBe(3);
  // A record that is edited is another one.
  const name = /clusterName: (.*)/.exec(text) as RegExpExecArray;
  const at = scenario.text().indexOf(name[0]);
  const gone = [{ from: at, to: at + name[0].length, insert: "clusterName: aaa" }];
  const edited = await ask(host, { ...update([{ edits: gone }]), baseline });
  expect([recorded(edited), decisions]).toEqual([count, 5]);
  expect(edited.decision?.difference?.change?.removed.names).toContain("aaa");
});

test("against another text without the placement nothing is marked as changed", async () => {
  const spread = readFileSync(new URL("../../tests/browser/fixtures/spread.yaml", import.meta.url), "utf8");
  const scenario = new Scenario();
  const host = new EngineHost(scenario, new BaselineHost(scenario, () => new Scenario()));
  const other = { name: "other.yaml", text: "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\n" };
  const question = { ...update([]).question, profile: "Proposal" as const };
  const compared = async (kind: "edit" | "text", ticks: Update["ticks"], changes: TextChange[] = []) => {
    const baseline = { kind, begins: null, kept: { pinned: null, other } } as const;
    const { decision } = await ask(host, { ...update(changes), question, baseline, ...(ticks && { ticks }) });
    return decision;
  };
  await compared("edit", undefined, [{ whole: spread }]);
  const tick = (numberOfClusters: number) => [{ id: 1, edit: { numberOfClusters }, begins: true }];
  const changed = (squares: { changed: Uint8Array } | null | undefined) => squares?.changed.some((is) => is === 1);
  const edited = await compared("edit", tick(2));
  expect(changed(edited?.spread?.squares)).toBe(true);
  const beside = await compared("text", tick(3));
  expect(beside?.difference).toMatchObject({ baseline: "text", change: null });
  expect(changed(beside?.spread?.squares)).toBe(false);
});
