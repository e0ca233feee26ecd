/** What the page loads for its first answer stays within its budget. */
import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launch, Visit } from "./page";

let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const read = (path: string): Buffer => readFileSync(new URL(path, import.meta.url));

test("the first load is within www/budget.json", async () => {
  const [budget] = JSON.parse(read("../../budget.json").toString()) as [{ brotli: number }];
  const visit = await Visit.open(browser);
  const address = inject("address");
  // Each once: a file that is preloaded may be asked for again, and comes from the browser's cache.
  const files = new Set(
    visit.requests.filter((url) => url.startsWith(address)).map((url) => url.slice(address.length)),
  );
  expect([...files].some((file) => file.endsWith(".wasm"))).toBe(true);
  const own = [...files].filter((file) => !file.endsWith(".wasm"));
  const sizes = own.map((file) => {
    const bytes = brotliCompressSync(read(`../../dist/${file === "" ? "index.html" : file}`)).length;
    return { file, bytes };
  });
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  expect(total, JSON.stringify(sizes, null, 1)).toBeLessThanOrEqual(budget.brotli);
  // The engine is asked for by the page itself, before the worker starts.
  expect(await visit.page.locator('link[rel="prefetch"][href$=".wasm"]').count()).toBe(1);
  expect(visit.complaints).toEqual([]);
  await visit.close();
});
