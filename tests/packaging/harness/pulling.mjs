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

/** How often a browser that ends, or falls silent, is started again: that is not a fault of the package. */
const starts = 3;
/** Not a measure of speed: a browser whose process for the page ended shows an empty window for ever. */
const patience = 180_000;

/** A promise with what settles it. */
function pending() {
  const promise = {};
  promise.came = new Promise((resolve, reject) => Object.assign(promise, { resolve, reject }));
  promise.came.catch(() => {});
  return promise;
}

/** Starts a browser, given how to open an address; what it is, and what answers a line. */
export async function pulling({ folder, after }, start) {
  // The page waits for a line, or a line waits for its answer.
  let [line, answer, failed] = [pending(), pending(), pending()];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    if (pathname === "/exchange") {
      const body = await bodyOf(request);
      line = pending();
      answer.resolve(body);
      return response.end(await line.came);
    }
    if (pathname === "/failed") {
      failed.reject(new Error(await bodyOf(request)));
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
  // A connection that is closed while a page computes fails the request that the page sends next.
  server.keepAliveTimeout = 0;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = `http://127.0.0.1:${server.address().port}/pull.html`;

  let browser;
  let started = 0;
  /** Opens the page in a browser, and gives what the browser says that it is. */
  async function open() {
    started += 1;
    answer = pending();
    const [command, args, env] = start(address);
    browser = launch(command, args, env, (why) => failed.reject(new BrowserEnded(why)));
    return Promise.race([answer.came, failed.came]);
  }
  /** What a try gives; tried again with another browser where this one ended or says nothing. */
  async function insist(attempt) {
    for (;;) {
      failed = pending();
      const timer = setTimeout(
        () => failed.reject(new BrowserEnded(`it says nothing for ${patience / 1000} s`)),
        patience,
      );
      try {
        if (browser === undefined) await open();
        return await attempt();
      } catch (error) {
        if (!(error instanceof BrowserEnded) || started >= starts) throw error;
        console.error(`the browser is started again: ${error.message}`);
        await browser.end();
        browser = undefined;
      } finally {
        clearTimeout(timer);
      }
    }
  }
  after(async () => {
    await browser?.end();
    server.closeAllConnections();
    server.close();
  });
  const agent = await insist(() => answer.came);
  return {
    about:
      agent.match(/Firefox\/\d+|Version\/[\d.]+ Safari/)?.[0].replace(/Version\/([\d.]+) Safari/, "WebKit $1") ?? agent,
    ask: (text) =>
      insist(() => {
        answer = pending();
        line.resolve(text);
        return Promise.race([answer.came, failed.came]);
      }),
  };
}

class BrowserEnded extends Error {}

/** A browser with the processes that it starts; what it complains about is told only where it ends by itself. */
function launch(command, args, env, ended) {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
  });
  let complaints = "";
  child.stderr.setEncoding("utf8").on("data", (chunk) => {
    complaints = (complaints + chunk).slice(-2_000);
  });
  const gone = new Promise((resolve) => {
    child.once("exit", (code, signal) => {
      ended(`${command} ended (${code ?? signal})\n${complaints}`);
      resolve();
    });
    child.once("error", (error) => {
      ended(String(error));
      resolve();
    });
  });
  const signal = (name) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, name);
    } catch {
      // The group is gone.
    }
  };
  return {
    /** Ends it: kindly, so that the X server takes its lock away, then for certain. */
    async end() {
      signal("SIGTERM");
      const soon = new Promise((resolve) => setTimeout(resolve, 2_000));
      await Promise.race([gone, soon]);
      signal("SIGKILL");
    },
  };
}
