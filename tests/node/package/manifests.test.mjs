// What is given as manifests: texts, objects, lists of both.
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";

import { SchedscopeError, lint, place, scoreNodes, simulatePod } from "schedscope";

import { placement, quotas } from "./texts.mjs";

const cluster = (name, zone) => ({
  apiVersion: "cluster.open-cluster-management.io/v1",
  kind: "ManagedCluster",
  metadata: { name, labels: { zone } },
});
const wants = {
  apiVersion: "cluster.open-cluster-management.io/v1beta1",
  kind: "Placement",
  metadata: { name: "p", namespace: "default" },
  spec: { predicates: [{ requiredClusterSelector: { labelSelector: { matchLabels: { zone: "a" } } } }] },
};
const list = (items) => ({ apiVersion: "v1", kind: "List", items });
const now = "2025-06-01T12:00:00Z";

test("objects decide as texts do, however they are given", async () => {
  const { decision: expect } = await place(placement, { now });
  const objects = [cluster("near", "a"), cluster("far", "b"), wants];
  const yaml = placement.split("---\n");
  for (const given of [
    objects,
    list(objects),
    [list(objects)],
    [list(objects.slice(0, 2)), wants],
    [objects],
    new Set(objects),
    yaml,
    [yaml[0], objects[1], yaml[2]],
    [objects[0], yaml[1], objects[2]],
    JSON.stringify(list(objects)),
    objects.map((object) => JSON.stringify(object)),
    objects.map((object) => JSON.stringify(object)).join("\n"),
    yaml.map((text) => text.trimEnd()),
    yaml.map((text) => `---\r\n${text.replaceAll("\n", "\r\n")}\r`),
    (function* () {
      yield* objects;
    })(),
    { toJSON: () => list(objects) },
  ]) {
    const { decision, diagnostics } = await place(given, { now });
    assert.deepEqual(diagnostics, []);
    assert.deepEqual(decision, expect);
  }
});

test("a finding is about one of them: lines where it has lines", async () => {
  const bad = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {priority: high, containers: []}\n";
  const at = (text) => ({ offset: text.indexOf("high"), end: text.indexOf("high") + 4 });
  const check = async (manifests, expect) => {
    const { diagnostics } = await lint(manifests);
    assert.deepEqual(
      diagnostics
        .filter(({ path }) => path === "spec.priority")
        .map(({ input, range }) => [
          input,
          range && [range.start.line, range.start.column, range.start.offset, range.end.offset],
        ]),
      expect,
    );
  };
  const { offset, end } = at(bad);
  const here = [4, 18, offset, end];
  await check(bad, [[0, here]]);
  await check(
    [bad, cluster("c", "é🙂"), bad.trimEnd(), "# nothing", bad],
    [
      [0, here],
      [2, here],
      [4, here],
    ],
  );
  const other = (name) => bad.replace("name: p", `name: ${name}`);
  await check(
    [bad, cluster("c", "é🙂"), other("q").trimEnd(), "# nothing\r", `\r${other("r")}`],
    [
      [0, here],
      [2, here],
      [4, [5, 18, offset + 1, end + 1]],
    ],
  );
  const pod = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "p", namespace: "n" },
    spec: { priority: "high", containers: [] },
  };
  await check([cluster("c", "a"), pod], [[1, null]]);
  const { diagnostics } = await lint([list([pod])]);
  const found = diagnostics.find(({ path }) => path === "spec.priority");
  assert.deepEqual([found.object.name, found.input, found.range], ["p", 0, null]);
});

test("sentences name lines of what was given", async () => {
  const text = JSON.stringify(cluster("near", "a"));
  const messages = async (manifests) => (await lint(manifests)).diagnostics.map(({ message }) => message);
  const says = (where) => [`ManagedCluster \`near\` is defined twice; the later one wins (also at ${where})`];
  assert.deepEqual(await messages(`\n${text}\n${text}`), says("line 2"));
  assert.deepEqual(await messages(["# one", `\n${text}`, text]), says("line 2 of manifest 1"));
  assert.deepEqual(await messages([cluster("near", "a"), cluster("near", "b")]), says("manifest 0"));
});

test("one that is broken does not swallow those behind it", async () => {
  for (const broken of ['{"a": ', "- [", "a: |\n  text", "'", "{", "a: &x [*x"]) {
    const { decision } = await place([broken, cluster("near", "a"), wants, broken, cluster("far", "a")], { now });
    assert.deepEqual(decision?.selected, ["far", "near"], broken);
  }
});

test("what cannot be manifests is misuse", async () => {
  const cycle = {};
  cycle.self = cycle;
  const refuse = async (given, message) =>
    assert.rejects(lint(given), (error) => {
      assert.ok(error instanceof SchedscopeError);
      assert.deepEqual([error.code, error.message], ["invalid-argument", message]);
      return true;
    });
  await refuse([cluster("c", "a"), 7], "manifest 1 must be a text or an object, not a number");
  await refuse([undefined], "manifest 0 must be a text or an object, not undefined");
  await refuse([null], "manifest 0 must be a text or an object, not null");
  await refuse(cycle, "manifest 0 cannot be written as JSON");
  await refuse([{ a: 1n }], "manifest 0 cannot be written as JSON");
  await refuse([{ toJSON: () => undefined }], "manifest 0 cannot be written as JSON");
});

test("a text comes as bytes, from a stream, a file or a response", async () => {
  const text = `${JSON.stringify(wants)}\n---\n${JSON.stringify(cluster("fär", "a"))}`;
  const bytes = new TextEncoder().encode(text);
  const middle = text.indexOf("ä") + 1;
  const halves = [bytes.subarray(0, middle), bytes.subarray(middle)];
  const sources = {
    bytes,
    buffer: bytes.buffer,
    view: new DataView(bytes.buffer),
    stream: new ReadableStream({
      start(controller) {
        // A character in two halves.
        for (const half of halves) controller.enqueue(half);
        controller.close();
      },
    }),
    readable: Readable.from(halves),
    "readable of texts": Readable.from([text.slice(0, 40), text.slice(40)]),
    blob: new Blob([text]),
    response: new Response(text),
  };
  for (const [name, source] of Object.entries(sources)) {
    assert.deepEqual((await place(source, { now })).decision.selected, ["fär"], name);
  }
  const items = [wants, bytes.subarray(0, 0), Buffer.from(JSON.stringify(cluster("far", "a"))), cluster("near", "a")];
  async function* later() {
    yield* items;
  }
  for (const many of [items, later()]) {
    assert.deepEqual((await place(many, { now })).decision.selected, ["far", "near"]);
  }
});

test("what only names a text is refused", async () => {
  const refuse = (given, message) => assert.rejects(lint(given), { code: "invalid-argument", message });
  const file = (what, name) =>
    `${what} looks like a file name: pass the file's content, \`readFileSync("${name}", "utf8")\``;
  const address = (what, name) =>
    `${what} looks like an address: pass its content, \`await (await fetch("${name}")).text()\``;
  await refuse("hub.yaml", file("the input", "hub.yaml"));
  await refuse(" fleet/hub.JSON\n", file("the input", "fleet/hub.JSON"));
  await refuse([wants, "a.ndjson"], file("manifest 1", "a.ndjson"));
  await refuse("https://example.org/hub", address("the input", "https://example.org/hub"));
  await refuse(new URL("file:///hub.yaml"), address("the input", "file:///hub.yaml"));
  await refuse("-", "the input is `-`: standard input is read by the command line only");
  await refuse(Promise.resolve(""), "the input is a Promise: await it");
  await refuse(new Response("", { status: 404 }), "the input is a response with status 404");
  await refuse(new Uint8Array([0xff, 0xfe, 0x41]), "the input is not a text in UTF-8");
  await refuse(Readable.from([7]), "the input is a stream of something else than texts and bytes");
  for (const text of ["", "a: b.yaml", "a\nb.yaml", "[a.yaml]", "yaml", "kind: Pod"]) await lint(text);
});

test("a stream that hangs is left when the work is aborted", async () => {
  const cancelled = [];
  const stream = new ReadableStream({ cancel: (reason) => cancelled.push(reason) });
  const controller = new AbortController();
  const reason = new Error("enough");
  setTimeout(() => controller.abort(reason), 5);
  await assert.rejects(lint(stream, { signal: controller.signal }), reason);
  assert.deepEqual(cancelled, [reason]);
});

test("names that objects of JavaScript know are names", async () => {
  const named = ["__proto__", "constructor", "toString"].map((name) => cluster(name, "a"));
  const { decision } = await place([...named, wants], { now, explain: ["__proto__"] });
  assert.deepEqual(decision.selected, ["__proto__", "constructor", "toString"].sort());
  assert.equal(decision.explanations[0].name, "__proto__");
  const pod = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "__proto__", namespace: "n" },
    spec: { containers: [] },
  };
  assert.equal((await scoreNodes(pod, { pod: "n/__proto__" })).pod.name, "__proto__");
});

test("an error about a missing pod lists what could not be read", async () => {
  await assert.rejects(simulatePod(["kind: Pod\nmetadata: [", quotas], { pod: "n/p" }), ({ code, diagnostics }) => {
    assert.equal(code, "no-such-pod");
    assert.deepEqual(
      diagnostics.map(({ code, input }) => [code, input]),
      [["syntax", 0]],
    );
    return true;
  });
});
