// Every exported function and every method of `Scenario`, with every hostile value at every place: an error is a
// `SchedscopeError` or the caller's own, and afterwards the scenario answers and frees.
import assert from "node:assert/strict";
import { test } from "node:test";

import * as schedscope from "schedscope";

import { placement as text } from "./texts.mjs";

const { Scenario, SchedscopeError } = schedscope;
const now = "2025-06-01T12:00:00Z";
/** Milliseconds after which a call counts as stuck: far above any, so that a busy machine changes nothing. */
const STUCK = 20_000;

/** The caller's own error. */
class Own extends Error {}
const fail = () => {
  throw new Own("the caller's");
};
const revoked = (target) => {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
};
const nested = (count) => {
  let value = {};
  for (let depth = 0; depth < count; depth += 1) value = { value };
  return value;
};
const rejected = () => {
  const promise = Promise.reject(new Own("rejected"));
  promise.catch(() => {});
  return promise;
};
const cycle = {};
cycle.cycle = cycle;

/** Values by name. Some work on the scenario that they are given to. */
const VALUES = {
  undefined: () => undefined,
  null: () => null,
  true: () => true,
  zero: () => 0,
  "minus one": () => -1,
  NaN: () => Number.NaN,
  Infinity: () => Number.POSITIVE_INFINITY,
  "2 ** 53": () => 2 ** 53,
  half: () => 0.5,
  bigint: () => 5n,
  symbol: () => Symbol("s"),
  "no text": () => "",
  text: () => "a",
  "half a surrogate pair": () => "\ud800",
  NUL: () => "\0",
  "a long text": () => "x".repeat(100_000),
  __proto__name: () => "__proto__",
  list: () => [],
  "nested lists": () => [[[]]],
  object: () => ({}),
  "no prototype": () => Object.create(null),
  "Date without a time": () => new Date(Number.NaN),
  function: () => () => text,
  Map: () => new Map([["a", 1]]),
  "bytes that are not UTF-8": () => new Uint8Array([255, 254]),
  "a promise": () => Promise.resolve(text),
  "a rejected promise": rejected,
  "a getter that throws": () => ({
    get profile() {
      return fail();
    },
    get pod() {
      return fail();
    },
  }),
  "ownKeys throws": () => new Proxy({}, { ownKeys: fail }),
  "get throws": () => new Proxy({}, { get: fail }),
  "has throws": () => new Proxy({}, { has: fail }),
  "getPrototypeOf throws": () => new Proxy({}, { getPrototypeOf: fail }),
  "a list that throws": () => new Proxy([1], { get: fail }),
  "a revoked object": () => revoked({}),
  "a revoked list": () => revoked([]),
  "a revoked function": () => revoked(() => {}),
  "valueOf throws": () => ({ valueOf: fail, toString: fail }),
  "toPrimitive throws": () => ({ [Symbol.toPrimitive]: fail }),
  "toJSON throws": () => ({ toJSON: fail }),
  "an iterator that throws": () => ({ [Symbol.iterator]: fail }),
  "an async iterator that throws": () => ({
    async *[Symbol.asyncIterator]() {
      yield fail();
    },
  }),
  // biome-ignore lint/suspicious/noThenProperty: it is what is tried
  "a thenable that throws": () => ({ then: fail }),
  "a cycle": () => cycle,
  "10,000 deep": () => nested(10_000),
  "the key __proto__": () => JSON.parse('{"__proto__": {"polluted": 1}, "constructor": {"polluted": 1}}'),
  "an aborted signal": () => ({ signal: AbortSignal.abort(new Own("aborted")) }),
  "a signal that is not one": () => ({ signal: {} }),
  "progress that throws": () => ({ onProgress: fail }),
  "progress that is not a function": () => ({ onProgress: 1 }),
  "a getter that frees": (scenario) => ({
    get profile() {
      scenario?.free();
      return "Upstream";
    },
  }),
  "toJSON that frees": (scenario) => ({
    toJSON() {
      scenario?.free();
      return {};
    },
  }),
  "valueOf that frees": (scenario) => ({
    valueOf() {
      scenario?.free();
      return 0;
    },
  }),
  "toJSON that edits": (scenario) => ({
    toJSON() {
      scenario?.edit(0, 0, "#\n");
      return {};
    },
  }),
};

/** Reads to the end what a call gave, in bounded time. */
async function settled(given) {
  let timer;
  const stuck = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error("stuck")), STUCK);
  });
  try {
    await Promise.race([given, stuck]);
  } finally {
    clearTimeout(timer);
  }
}

async function tried(what, call) {
  try {
    const given = call();
    if (typeof given?.then === "function") await settled(given);
  } catch (error) {
    assert.ok(error instanceof SchedscopeError || error instanceof Own, `${what}: ${error?.stack}`);
  }
}

/** The names of all public methods. */
function methods() {
  const names = new Set();
  for (let of = Scenario.prototype; of !== Object.prototype; of = Object.getPrototypeOf(of))
    for (const name of Object.getOwnPropertyNames(of)) names.add(name);
  // `answer` is the base of the others and is not public; the end of this file frees; a property is not called.
  for (const name of ["constructor", "answer", "free", "kubernetesVersion"]) assert.ok(names.delete(name), name);
  return [...names];
}

/** The arguments that are right where the hostile value does not stand. */
const RIGHT = { edit: [0, 0, ""], ask: ["decide", { now }, undefined] };

test("every method, with every value", async () => {
  const all = methods();
  assert.ok(all.length > 40, `${all.length} methods`);
  for (const method of all)
    for (const [name, value] of Object.entries(VALUES))
      for (const place of [0, 1, 2]) {
        const what = `${method}, argument ${place}: ${name}`;
        const scenario = new Scenario();
        scenario.replace(text);
        const given = [...(RIGHT[method] ?? [])];
        given[place] = value(scenario);
        await tried(what, () => scenario[method](...given));
        try {
          scenario.replace(text);
          assert.equal(scenario.decide({ placement: 0, now }).outcome, "scheduled", what);
        } catch (error) {
          assert.equal(error.code, "freed", `${what}: ${error.stack}`);
          assert.match(name, /frees/, what);
        }
        scenario.free();
      }
});

test("every function, with every value", async () => {
  // The others take the WebAssembly file, or are the classes.
  const others = ["Scenario", "SchedscopeError", "default", "init", "initSync", "initCel"];
  const functions = Object.entries(schedscope).filter(([name]) => !others.includes(name));
  assert.ok(functions.length > 10, `${functions.length} functions`);
  for (const [called, call] of functions)
    for (const [name, value] of Object.entries(VALUES))
      for (const place of [0, 1]) {
        const given = [text, { now }];
        given[place] = value();
        await tried(`${called}, argument ${place}: ${name}`, () => call(...given));
      }
});

test("nothing is polluted", () => {
  assert.equal({}.polluted, undefined);
  assert.deepEqual(Object.keys(Object.prototype), []);
});
