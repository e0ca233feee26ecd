// `schedscope open` serves the page with the input, to this machine alone, until a signal ends it.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { after, before, test } from "node:test";
import { cli, root } from "./run.mjs";

const input = "# the input\nkind: List\nitems: []\n";
let served;
let address;

before(async () => {
  served = spawn(process.execPath, [cli, "open", "-", "--no-browser"], {
    cwd: root,
    stdio: ["pipe", "pipe", "inherit"],
  });
  served.stdin.end(input);
  const [line] = await once(served.stdout, "data");
  address = new URL(String(line).trim());
});

after(() => served.kill("SIGKILL"));

/** The status and the text of an answer. */
async function ask(path, headers = {}, method = "GET") {
  const asked = request(new URL(path, address), { headers, method }).end();
  const [response] = await once(asked, "response");
  return {
    status: response.statusCode,
    type: response.headers["content-type"],
    text: (await response.toArray()).join(""),
  };
}

test("on loopback, below a path that differs each time", () => {
  assert.match(address.href, /^http:\/\/127\.0\.0\.1:\d+\/[\w-]{22}\/\?input=input\.yaml$/);
});

test("the page, its parts, the engine and the input", async () => {
  const page = await ask(address.pathname);
  assert.equal(page.status, 200);
  const parts = [...page.text.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, part]) => part);
  assert.ok(parts.some((part) => part.endsWith(".wasm")) && parts.some((part) => part.endsWith(".js")), page.text);
  for (const part of parts) {
    const { status, type } = await ask(part);
    assert.equal(status, 200, part);
    assert.doesNotMatch(type, /octet-stream/, part);
  }
  assert.deepEqual(await ask("input"), { status: 200, type: "text/plain; charset=utf-8", text: input });
});

test("nothing to who does not know the path, names another host, or writes", async () => {
  const { port } = address;
  for (const [path, headers, method] of [
    ["/"],
    ["/input"],
    ["../input"],
    ["constructor"],
    ["input", { host: `example.com:${port}` }],
    ["input", {}, "POST"],
  ]) {
    const { status, text } = await ask(path, headers, method);
    assert.deepEqual([status, text], [404, ""], JSON.stringify([path, headers, method]));
  }
  assert.equal((await ask("input", { host: `localhost:${port}` })).status, 200);
});

test("a signal ends it", async () => {
  served.kill("SIGINT");
  const [code, signal] = await once(served, "exit");
  assert.deepEqual([code, signal], [0, null]);
});
