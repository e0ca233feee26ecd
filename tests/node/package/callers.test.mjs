// What callers' own code does on the way: iterators, signals, methods that were taken off their object.
import assert from "node:assert/strict";
import { test } from "node:test";

import { place, queue, Scenario } from "schedscope";

import { placement as text } from "./texts.mjs";

const refused = { name: "SchedscopeError", code: "invalid-argument" };

/** A proxy that throws whatever is done with it. */
function revoked() {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

test("an iterator that cannot be closed fails the call alone", async () => {
  const rejections = [];
  const note = (error) => rejections.push(error);
  process.on("unhandledRejection", note);
  const returns = [
    async () => {
      throw new Error("closing failed");
    },
    () => {
      throw new Error("closing failed at once");
    },
  ];
  for (const ends of returns) {
    const iterator = { next: async () => ({ done: false, value: 5 }), return: ends };
    await assert.rejects(place({ [Symbol.asyncIterator]: () => iterator }), refused);
  }
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.off("unhandledRejection", note);
  assert.deepEqual(rejections, []);
});

test("manifests that cannot be gone through, and signals that are none, are typed errors", async () => {
  const response = new Response("a: 1");
  await response.text();
  const locked = new ReadableStream();
  locked.getReader();
  const manifests = [
    revoked(),
    ["a: 1\n", revoked()],
    response,
    locked,
    { [Symbol.asyncIterator]: 5 },
    { [Symbol.asyncIterator]: () => null },
    { [Symbol.iterator]: 5 },
    { [Symbol.iterator]: () => ({}) },
  ];
  for (const one of manifests) await assert.rejects(place(one), refused);
  const signals = [
    revoked(),
    { aborted: false },
    {
      get aborted() {
        throw new TypeError("x");
      },
    },
  ];
  for (const signal of signals) await assert.rejects(queue("a: 1\n", { signal }), refused);
  // Promises of an array are awaited, as before.
  const { placement } = (await place([Promise.resolve(text)])).decision;
  assert.equal(placement.kind, "Placement");
});

test("a method that was taken off its scenario harms no other scenario", () => {
  const scenario = new Scenario();
  scenario.replace(text);
  scenario.decide({ placement: 0, now: "2025-06-01T12:00:00Z" });
  for (const name of [
    "states",
    "totals",
    "selectedIndices",
    "spreadDomainColumn",
    "text",
    "replace",
    "edit",
    "askJson",
  ]) {
    const method = new Scenario()[name];
    assert.throws(() => method("{}", 0, ""), TypeError, name);
    assert.ok(scenario.states().length > 0, name);
  }
  scenario.free();
});
