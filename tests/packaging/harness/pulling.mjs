// A browser that no driver is needed for: it opens a page, and the page fetches line after line.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const types = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".mjs": "text/javascript" };

/** The text that a request brings. */
async function bodyOf(request) {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += chunk;
  return body;
}

/** Starts a browser, given how to open an address; what it is, and what answers a line. */
export async function pulling({ folder, after }, start) {
  // The page waits for a line, or a line waits for its answer.
  let [give, take, fail] = [];
  const failed = new Promise((_, reject) => {
    fail = reject;
  });
  failed.catch(() => {});
  let taken = new Promise((resolve) => {
    take = resolve;
  });
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    if (pathname === "/exchange") {
      const body = await bodyOf(request);
      const line = new Promise((resolve) => {
        give = resolve;
      });
      take(body);
      return response.end(await line);
    }
    if (pathname === "/failed") {
      fail(new Error(await bodyOf(request)));
      return response.end();
    }
    try {
      const file = join(folder, normalize(pathname));
      const type = extname(file) === ".wasm" ? "application/wasm" : types[extname(file)];
      response.writeHead(200, { "content-type": type ?? "application/octet-stream" }).end(await readFile(file));
    } catch {
      response.writeHead(404).end();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const [command, args, env] = start(`http://127.0.0.1:${server.address().port}/pull.html`);
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: "ignore", detached: true });
  child.once("error", fail);
  child.once("exit", (code, signal) => fail(new Error(`${command} ended (${code ?? signal})`)));
  after(() => {
    // With the processes that it started.
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, "SIGKILL");
    server.closeAllConnections();
    server.close();
  });
  const agent = await Promise.race([taken, failed]);
  return {
    about:
      agent.match(/Firefox\/\d+|Version\/[\d.]+ Safari/)?.[0].replace(/Version\/([\d.]+) Safari/, "WebKit $1") ?? agent,
    async ask(line) {
      taken = new Promise((resolve) => {
        take = resolve;
      });
      give(line);
      return Promise.race([taken, failed]);
    },
  };
}
