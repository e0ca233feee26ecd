/** After one visit, the page works without a network; an update is picked up at the next visit, whole. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { fixture, Visit } from "./page";

const types: Record<string, string> = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".yaml": "text/plain",
};

let site: string;
let server: Server;
let requests: string[];
let visit: Visit;

/** A site of its own: the built page in a folder below the root, where a test may replace files. */
beforeEach(async () => {
  site = mkdtempSync(join(tmpdir(), "schedscope-site-"));
  cpSync(inject("dist"), site, { recursive: true });
  requests = [];
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://localhost");
    const path = pathname.replace(/^\/site\//, "").replace(/(^|\/)$/, "$1index.html");
    requests.push(path);
    try {
      const content = readFileSync(join(site, path));
      response.writeHead(200, { "Content-Type": types[extname(path)] ?? "application/octet-stream" }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/site/`;
  visit = await Visit.open({ serviceWorkers: "allow" }, address);
});

afterEach(async () => {
  expect(visit.complaints).toEqual([]);
  await visit.close();
  await new Promise((resolve) => server.close(resolve));
  rmSync(site, { recursive: true });
});

const caches = (): Promise<string[]> => visit.page.evaluate(() => globalThis.caches.keys());

/** Waits until the service worker serves the page. */
const isServed = (): Promise<void> =>
  expect.poll(() => visit.page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);

/** Waits until a later build is cached. */
const isWaiting = (): Promise<void> =>
  expect
    .poll(() => visit.page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting != null))
    .toBe(true);

const hash = (content: string): string => `sha256-${createHash("sha256").update(content).digest("base64")}`;

/** Publishes a build whose page of documentation has another title; `isWhole`: with its list of files. */
function publish(title: string, isWhole = true): void {
  const path = join(site, "docs/index.html");
  const before = readFileSync(path, "utf8");
  const after = before.replace(/<title>[^<]*/, `<title>${title}`);
  writeFileSync(path, after);
  const script = join(site, "service-worker.js");
  const worker = readFileSync(script, "utf8").replace(/"id":"\w+"/, `"id":"${title}"`);
  writeFileSync(script, isWhole ? worker.replace(hash(before), hash(after)) : worker);
}

test("without a network: examples, CEL, reload, share and documentation; each file is requested once", async () => {
  const { page } = visit;
  await isServed();
  const twice = requests.filter((path, at) => /\.wasm$|\/worker-/.test(path) && requests.indexOf(path) !== at);
  expect(requests.filter((path) => /\.wasm$|\/worker-/.test(path))).toHaveLength(3);
  expect(twice).toEqual([]);

  await page.context().setOffline(true);
  requests.length = 0;
  // The tab of the first visit: what it loads later comes from the service worker too.
  await page.getByRole("button", { name: "Examples" }).click();
  await page.locator(".gallery").getByText("GPUs, or any other resource").click();
  await expect.poll(() => visit.answer.textContent()).toContain("ns1/placement5");
  // The engine's thread, too.
  await visit.paste(fixture("cel.yaml"));
  await visit.expectSelected(["new-1", "new-2"]);

  await page.reload();
  await visit.answer.waitFor();
  await visit.editor.waitFor();
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");

  const docs = new URL("docs/spread.html", page.url()).href;
  await page.goto(docs);
  const embed = page.locator("schedscope-embed").first();
  await embed.scrollIntoViewIfNeeded();
  await expect
    .poll(() => embed.evaluate((element) => element.shadowRoot?.querySelector("h2,h3,p")?.textContent ?? ""))
    .not.toBe("");
  // A browser asks for a new service worker when it likes, on a busy machine also here.
  expect(requests.filter((path) => path !== "service-worker.js")).toEqual([]);
});

test("an update is shown at the next visit, whole, and the earlier build is dropped when no tab shows it", async () => {
  const { page } = visit;
  const context = page.context();
  await isServed();
  const docs = new URL("docs/", page.url()).href;
  publish("second");
  await page.reload();
  await expect.poll(caches).toHaveLength(2);
  await isWaiting();
  // The tab that is open keeps the code of its build.
  await page.getByRole("button", { name: "Examples" }).click();
  await page.getByRole("dialog", { name: "Examples" }).waitFor();
  await context.setOffline(true);
  const other = await context.newPage();
  await other.goto(docs);
  expect(await other.title()).toBe("second");
  await context.setOffline(false);
  // Without tabs, the later worker takes over. A page beside the site's folder sees the caches.
  await other.close();
  await page.goto(new URL("/icon.svg", docs).href);
  await expect.poll(caches).toEqual([expect.stringMatching(/ second$/)]);
});

test("a build that is only half published is not installed", async () => {
  const { page } = visit;
  await isServed();
  const [first] = await caches();
  publish("half", false);
  await page.reload();
  await visit.answer.waitFor();
  await expect.poll(() => requests.filter((path) => path === "docs/index.html").length).toBe(2);
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const { installing, waiting } = (await navigator.serviceWorker.getRegistration()) ?? {};
        return installing == null && waiting == null;
      }),
    )
    .toBe(true);
  await page.context().setOffline(true);
  await page.goto(new URL("docs/", page.url()).href);
  expect(await page.title()).not.toContain("half");
  expect(await caches()).toContain(first);
  // The browser reports the file that does not match.
  visit.complaints.length = 0;
});
