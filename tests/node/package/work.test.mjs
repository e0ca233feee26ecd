// Long work: how far it is, and how it is ended.
import assert from "node:assert/strict";
import { test } from "node:test";

import { Scenario, hubYaml, place, queue, vmTimeline } from "schedscope";

import { example } from "./project.mjs";
import { placement } from "./texts.mjs";

const now = "2025-06-01T12:00:00Z";
const hub = hubYaml(1, 3_000);
const withCel = hub.replace(
  /^( *)predicates:\n/m,
  `$&$1- requiredClusterSelector: {celSelector: {celExpressions: ["managedCluster.metadata.name != ''"]}}\n`,
);

/** Nodes that are soon full, and pods that wait: enough for some hundred milliseconds. */
function nodesAndPods(nodes, pods) {
  const node = (index) => ({
    apiVersion: "v1",
    kind: "Node",
    metadata: { name: `node-${index}` },
    status: { allocatable: { cpu: "4", memory: "16Gi", pods: "110" } },
  });
  const pod = (index) => ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: `pod-${index}`, namespace: "n" },
    spec: {
      priority: index % 7,
      containers: [{ name: "c", resources: { requests: { cpu: `${100 + (index % 200)}m` } } }],
    },
  });
  return [
    ...Array.from({ length: nodes }, (_, index) => node(index)),
    ...Array.from({ length: pods }, (_, index) => pod(index)),
  ];
}
const waiting = nodesAndPods(200, 3_000);
/** Agents that ask for an hour. */
const timeline = example("vm-normal-growth").text.replace(/^ {2}duration:.*$/m, "  duration: 300h");

/** Each kind of work: its stage, and how it is asked for. */
const works = [
  ["read", (options) => place(hub, { now, ...options })],
  ["cel", (options) => place(withCel, { now, ...options })],
  ["decide", (options) => place(hub, { now, explain: true, ...options })],
  ["queue", (options) => queue(waiting, options)],
  ["timeline", (options) => vmTimeline(timeline, { limit: 5, ...options })],
];

for (const [stage, ask] of works) {
  test(`${stage}: progress ascends to its end, and changes nothing`, async () => {
    const heard = [];
    const answer = await ask({ onProgress: (progress) => heard.push(progress) });
    assert.deepEqual(answer, await ask({}));
    const own = heard.filter((progress) => progress.stage === stage);
    assert.ok(own.length > 1, `${own.length} times`);
    for (const [index, { done, of }] of own.entries()) {
      assert.ok(done <= of && done >= (own[index - 1]?.done ?? 0), JSON.stringify(own));
      assert.ok(Number.isInteger(done) && Number.isInteger(of));
    }
    assert.equal(own.at(-1).done, own.at(-1).of);
  });

  test(`${stage}: the event loop has its turns, and an abort in one takes effect`, async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    let [turns, isOver] = [0, false];
    const tick = () => {
      if (isOver) return;
      turns += 1;
      setImmediate(tick);
    };
    setImmediate(tick);
    let heard = 0;
    const onProgress = (progress) => {
      if (progress.stage !== stage || progress.done === progress.of) return;
      heard += 1;
      // Not from within: as a button or a timer would.
      setImmediate(() => controller.abort(reason));
    };
    try {
      await assert.rejects(ask({ signal: controller.signal, onProgress }), (error) => error === reason);
    } finally {
      isOver = true;
    }
    assert.ok(turns > 0 && heard > 0 && heard <= 2, `${turns} turns, heard ${heard} times`);
  });
}

test("what is aborted before it begins does not begin", async () => {
  for (const [, ask] of works) {
    const onProgress = () => assert.fail("it began");
    await assert.rejects(ask({ signal: AbortSignal.abort("no"), onProgress }), (error) => error === "no");
    await assert.rejects(ask({ signal: AbortSignal.abort(), onProgress }), { name: "AbortError" });
  }
});

test("what `onProgress` throws ends the work", async () => {
  const mine = new Error("mine");
  const onProgress = () => {
    throw mine;
  };
  await assert.rejects(place(hub, { now, onProgress }), (error) => error === mine);
});

test("a text that is loaded is the text that is replaced", async () => {
  const [loaded, replaced] = [new Scenario(), new Scenario()];
  const scattered = `# é🙂\n${hub.slice(0, 300_000)}\ud83d${withCel.slice(300_000)}`;
  for (const text of [
    hub,
    "",
    placement,
    scattered,
    "{".repeat(1000),
    JSON.stringify({ kind: "List", items: nodesAndPods(20, 20) }),
  ]) {
    assert.deepEqual(await loaded.load(text), replaced.replace(text));
    assert.equal(loaded.text(), replaced.text());
  }
  loaded.free();
  replaced.free();
});

test("a scenario whose work was ended stays as it was, and is usable", async () => {
  const scenario = new Scenario();
  scenario.replace(placement);
  scenario.decide({ placement: 0, now });
  const before = JSON.stringify(scenario.clusters());
  const abort = (options) => {
    const controller = new AbortController();
    return { signal: controller.signal, onProgress: () => controller.abort(), ...options };
  };
  await assert.rejects(scenario.load(hub, abort()), { name: "AbortError" });
  assert.equal(scenario.text(), placement);
  assert.equal(JSON.stringify(scenario.clusters()), before);
  scenario.replace(JSON.stringify({ kind: "List", apiVersion: "v1", items: waiting }));
  await assert.rejects(scenario.ask("queue", {}, abort()), { name: "AbortError" });
  // What was played is not played again, and the answer is that of the work in one piece.
  const answer = await scenario.ask("queue", {});
  const { diagnostics, counts, caveats, message, ...expect } = await queue(scenario.text(), { limit: 100 });
  assert.deepEqual(answer, expect);
  assert.deepEqual(scenario.queue(), expect);
  scenario.replace(withCel);
  await assert.rejects(scenario.loadCel(0, abort()), { name: "AbortError" });
  assert.equal(await scenario.loadCel(0), true);
  assert.equal(await scenario.loadCel(0), false);
  scenario.free();
});

test("a text that is changed while another is loaded ends the loading", async () => {
  const scenario = new Scenario();
  for (const change of [() => scenario.replace(placement), () => scenario.edit(0, 0, "#\n"), () => scenario.load("")]) {
    // Expected at once: while a change is awaited, the loading may have ended.
    const superseded = assert.rejects(scenario.load(hub), { name: "SchedscopeError", code: "superseded" });
    await change();
    await superseded;
    assert.notEqual(scenario.text(), hub);
  }
  const loading = scenario.load(hub);
  scenario.free();
  await assert.rejects(loading, { code: "freed" });
});

test("options that are none", async () => {
  const scenario = new Scenario();
  for (const work of [7, "x", { sginal: 1 }, { signal: 1 }, { onProgress: 1 }]) {
    await assert.rejects(scenario.load("", work), { code: "invalid-argument" });
    await assert.rejects(scenario.loadCel(0, work), { code: "invalid-argument" });
    await assert.rejects(scenario.ask("queue", {}, work), { code: "invalid-argument" });
  }
  await assert.rejects(scenario.load(5), { code: "invalid-argument" });
  await assert.rejects(scenario.ask("nothing"), { code: "invalid-argument" });
  scenario.free();
});
