/** Nothing leaves the machine, and nothing is lost. */
import { createServer, type Server } from "node:http";
import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { fixture, Visit } from "./page";

let elsewhere: Server;
let heard: string[];

/** Another origin on this machine, that would hear anything sent to it. */
beforeAll(async () => {
  heard = [];
  elsewhere = createServer((request, response) => {
    heard.push(request.url ?? "");
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.end("heard");
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  await new Promise((resolve) => elsewhere.close(resolve));
});

const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

test("no request leaves the origin", async () => {
  const visit = await Visit.open();
  await visit.paste(fixture("kubectl-list.yaml"));
  await visit.expectSelected(["west-2", "west-1"]);
  await visit.drag("ResourceAllocatableMemory", -2);
  await visit.expectSelected(["east-2", "east-1"]);
  const { origin } = new URL(inject("address"));
  const outside = visit.requests.filter(
    (url) => !url.startsWith(origin) && !url.startsWith("blob:") && !url.startsWith("data:"),
  );
  expect(visit.requests.length).toBeGreaterThan(3);
  expect(outside).toEqual([]);
  expect(visit.complaints).toEqual([]);
  await visit.close();
});

test("the page and the engine's thread are forbidden to send anything", async () => {
  const visit = await Visit.open();
  const policy = await visit.page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute("content");
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain("unsafe-inline");
  const send = async (address: string): Promise<string> => {
    try {
      await fetch(address);
      return "sent";
    } catch {
      return "refused";
    }
  };
  const address = addressOf(elsewhere);
  await expect.poll(() => visit.page.evaluate(send, `${address}/page`)).toBe("refused");
  const [worker] = visit.page.workers();
  await expect.poll(() => worker?.evaluate(send, `${address}/worker`)).toBe("refused");
  expect(heard).toEqual([]);
  // The server does hear those who may speak.
  await expect.poll(() => send(`${address}/test`)).toBe("sent");
  await visit.close();
});

test("a worker that fails is replaced, with the same text", async () => {
  const visit = await Visit.open();
  await visit.paste(fixture("kubectl-list.yaml"));
  await visit.expectSelected(["west-2", "west-1"]);
  const [worker] = visit.page.workers();
  await worker?.evaluate(() => {
    setTimeout(() => {
      throw new WebAssembly.RuntimeError("unreachable");
    });
  });
  await expect.poll(() => visit.page.locator(".engine-state").textContent()).toContain("restarted with the same text");
  await visit.drag("ResourceAllocatableMemory", -2);
  await visit.expectSelected(["east-2", "east-1"]);
  expect(visit.page.workers()).toHaveLength(1);
  await visit.close();
});

test("it works from any folder of any server", async () => {
  const types: Record<string, string> = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
  };
  const server = createServer((request, response) => {
    const path = /^\/some\/deep\/folder\/([\w./-]*)$/.exec(request.url ?? "")?.[1];
    const file = path === "" ? "index.html" : path;
    readFile(join(inject("dist"), file ?? "")).then(
      (bytes) => {
        response.setHeader("Content-Type", types[extname(file ?? "")] ?? "application/octet-stream");
        response.end(bytes);
      },
      () => {
        response.statusCode = 404;
        response.end();
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const visit = await Visit.open({}, `${addressOf(server)}/some/deep/folder/`);
  await expect.poll(() => visit.answer.textContent()).toContain("selects");
  expect(visit.complaints).toEqual([]);
  await visit.close();
  await new Promise((resolve) => server.close(resolve));
});
