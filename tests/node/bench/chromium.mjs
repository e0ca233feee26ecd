// `chromium.mjs <suite>` prints one row a line, measured in the headless browser that CHROME names.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const suite = process.argv[2];
const root = fileURLToPath(new URL("../../..", import.meta.url));
const types = { ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };

// The page measures in a module of its own and sends every row back as it comes.
const page = `<!doctype html><script type="importmap">${JSON.stringify({
  imports: {
    "js-yaml": "/node_modules/js-yaml/dist/js-yaml.mjs",
    yaml: "/node_modules/yaml/browser/index.js",
  },
})}</script><script type="module">
  const send = (path, value) => fetch(path, { method: "POST", body: JSON.stringify(value) });
  try {
    const schedscope = await import("/pkg/lib/entries/web.js");
    const { rows } = await import("/tests/node/bench/${suite}.mjs");
    const [jsYaml, yaml] = await Promise.all([import("js-yaml"), import("yaml")]);
    await schedscope.init();
    for (const row of rows(schedscope, { jsYaml, yaml })) {
      await send(row.bytes === null ? "/peak" : "/row", { ...row, target: "chromium" });
    }
    await send("/end", null);
  } catch (error) {
    await send("/end", String(error.stack ?? error));
  }
</script>`;

/** The most memory that a process below another one ever had, in bytes; nothing where the system does not tell. */
function peak(pid) {
  let most;
  const parents = new Map();
  const field = (status, name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1]);
  let processes;
  try {
    processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return undefined;
  }
  const statuses = processes.flatMap((name) => {
    try {
      return [[Number(name), readFileSync(`/proc/${name}/status`, "utf8")]];
    } catch {
      return []; // It has ended.
    }
  });
  for (const [child, status] of statuses) parents.set(child, field(status, "PPid"));
  for (const [child, status] of statuses) {
    let above = child;
    while (above !== pid && parents.has(above)) above = parents.get(above);
    const bytes = field(status, "VmHWM") * 1024;
    if (above === pid && bytes > (most ?? 0)) most = bytes;
  }
  return most;
}

let finish;
const finished = new Promise((resolve) => {
  finish = resolve;
});
const server = createServer(async (request, response) => {
  if (request.method === "POST") {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    response.end();
    if (request.url === "/row") console.log(body);
    else if (request.url === "/peak") console.log(JSON.stringify({ ...JSON.parse(body), bytes: peak(browser.pid) }));
    else finish(JSON.parse(body));
    return;
  }
  if (request.url === "/") {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(page);
    return;
  }
  try {
    const body = readFileSync(join(root, normalize(new URL(request.url, "http://localhost").pathname)));
    response.setHeader("content-type", types[extname(request.url)] ?? "application/octet-stream");
    response.end(body);
  } catch {
    response.statusCode = 404;
    response.end();
  }
});
server.listen(0, "127.0.0.1");
await once(server, "listening");

const profile = mkdtempSync(join(tmpdir(), "schedscope-bench-"));
const { args } = JSON.parse(readFileSync(join(root, "webdriver.json"), "utf8"))["goog:chromeOptions"];
const browser = spawn(
  process.env.CHROME,
  [...args, `--user-data-dir=${profile}`, `http://127.0.0.1:${server.address().port}/`],
  { stdio: "ignore" },
);
const failure = await Promise.race([
  finished,
  once(browser, "exit").then(() => "the browser ended before the suite did"),
  once(browser, "error").then(([error]) => `the browser could not be started: ${error.message}`),
]);
if (browser.exitCode === null) {
  browser.kill();
  await once(browser, "exit");
}
server.closeAllConnections();
server.close();
rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
if (failure !== null) {
  console.error(failure);
  process.exit(1);
}
