// How the engine is loaded where no file is found by itself, and what is said where that fails.
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { after, test } from "node:test";

import { Scenario, SchedscopeError, init, initCel, initSync, place, quantity } from "schedscope/slim";

import { placement } from "./texts.mjs";

const { resolve } = createRequire(import.meta.url);
const wasm = readFileSync(resolve("schedscope/schedscope.wasm"));
const cel = readFileSync(resolve("schedscope/schedscope_cel.wasm"));
const server = createServer((request, response) => {
  const known = { "/schedscope.wasm": wasm, "/cel.wasm": cel, "/cel.bin": cel, "/page": "<h1>found</h1>" }[request.url];
  const type = request.url.endsWith(".wasm")
    ? "application/wasm"
    : request.url.endsWith(".bin")
      ? "application/octet-stream"
      : "text/html";
  response.writeHead(known ? 200 : 404, { "content-type": known ? type : "text/html" });
  response.end(known ?? "<h1>not found</h1>");
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
after(() => server.close());
const at = (path) => `http://127.0.0.1:${server.address().port}${path}`;

// The library writes nothing to the console.
const written = [];
for (const level of ["log", "warn", "error"]) console[level] = (...words) => written.push(words);

const says =
  (code, ...parts) =>
  (error) => {
    assert.ok(error instanceof SchedscopeError, String(error));
    assert.equal(error.code, code);
    for (const part of parts) assert.ok(error.message.includes(part), error.message);
    return true;
  };

test("before it is loaded, everything says what to do", async () => {
  for (const use of [() => new Scenario(), () => quantity("1")]) {
    assert.throws(use, says("not-loaded", "`await init()` first"));
  }
  await assert.rejects(place(placement), says("not-loaded", "`init` needs the WebAssembly file here"));
  await assert.rejects(init(), says("not-loaded", "its address, its bytes or a compiled module"));
  await assert.rejects(initCel(), says("cel-not-loaded", "`initCel` needs the WebAssembly file here"));
  assert.throws(() => initSync(), says("not-loaded", "`await init()` first"));
});

test("an argument that cannot be read", async () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  await assert.rejects(init(proxy), says("invalid-argument", "init: the arguments cannot be read"));
  assert.throws(() => initSync(proxy), says("not-loaded", "not the engine's WebAssembly file"));
});

test("what is no engine is refused", async () => {
  const other = new WebAssembly.Module(cel);
  for (const wrong of [new Uint8Array(), new Uint8Array([1, 2, 3, 4]), wasm.subarray(0, 1000), cel, other]) {
    assert.throws(
      () => initSync(wrong),
      says("not-loaded", "not the engine's WebAssembly file", "schedscope/schedscope.wasm"),
    );
    await assert.rejects(init(wrong), says("not-loaded", "not the engine's WebAssembly file"));
  }
  for (const gone of [
    at("/gone.wasm"),
    new URL(at("/gone.wasm")),
    new Request(at("/gone.wasm")),
    fetch(at("/gone.wasm")),
  ]) {
    await assert.rejects(init(gone), says("not-loaded", at("/gone.wasm"), "answered 404", "give `init`"));
  }
  for (const page of [
    at("/page"),
    fetch(at("/page")),
    new Response("<h1>made</h1>", { headers: { "content-type": "text/html" } }),
  ]) {
    await assert.rejects(
      init(page),
      says(
        "not-loaded",
        "gave text/html instead of the WebAssembly file",
        'with Vite, set `optimizeDeps: { exclude: ["schedscope"] }`',
        "give `init`",
      ),
    );
  }
  const read = await fetch(at("/page"));
  await read.text();
  await assert.rejects(init(read), says("not-loaded", "could not be read from"));
  await assert.rejects(
    init("http://127.0.0.1:9/x.wasm"),
    says("not-loaded", "could not be fetched from http://127.0.0.1:9/x.wasm", "give `init`"),
  );
  await assert.rejects(initCel(at("/gone.wasm")), says("cel-not-loaded", "answered 404", "give `initCel`"));
  await assert.rejects(initCel(wasm), says("cel-not-loaded"));
});

test("after that, what is one is taken, once", async () => {
  const first = init(at("/schedscope.wasm"));
  await Promise.all([first, init(new Uint8Array())]);
  await init();
  initSync(new Uint8Array());
  await init(new Uint8Array());
  assert.equal(quantity("1k").f64, 1000);
  const text = placement.replace("labelSelector: {matchLabels: {zone: a}}", `celSelector: {celExpressions: ["true"]}`);
  await assert.rejects(place(text), says("cel-not-loaded"));
  // Whatever the server takes it for.
  await initCel(fetch(at("/cel.bin")));
  const { decision } = await place(text);
  assert.equal(decision.selected.length, 2);
  assert.deepEqual(written, []);
});
