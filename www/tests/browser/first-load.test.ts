/** What the page loads for its first answer stays within its budget. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { expect, inject, test } from "vitest";
import { Visit } from "./page";

const read = (path: string): Buffer => readFileSync(new URL(path, import.meta.url));

/** In the page: when its first answer stood there. */
const watchAnswer = (): void => {
  const observer = new MutationObserver(() => {
    if (document.querySelector(".answer-line h1") === null) return;
    observer.disconnect();
    performance.mark("answered");
  });
  observer.observe(document, { childList: true, subtree: true });
};

/** What the page asked for behind its first answer. */
const askedLater = (): string[] => {
  const answered = performance.getEntriesByName("answered")[0]?.startTime ?? 0;
  const entries = performance.getEntriesByType("resource");
  return entries.filter(({ startTime }) => startTime > answered).map(({ name }) => name);
};

test("the first load is within www/budget.json, and a plain field holds the text before the editor", async () => {
  const [budget] = JSON.parse(read("../../budget.json").toString()) as [{ brotli: number }];
  const visit = await Visit.at("about:blank");
  const { page } = visit;
  await page.addInitScript(watchAnswer);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const asked: { url: string; answers: number }[] = [];
  await page.route("**/assets/whole-*.js", async (route) => {
    const answers = await page.evaluate(() => performance.getEntriesByName("answered").length);
    asked.push({ url: route.request().url(), answers });
    await held;
    await route.continue();
  });
  const address = inject("address");
  await page.goto(address);
  await visit.answer.waitFor();
  // Each once: a file that is preloaded may be asked for again, and comes from the browser's cache.
  await expect.poll(() => asked.length).toBe(1);
  expect(asked[0]?.answers).toBe(1);
  let sizes: { file: string; bytes: number }[] = [];
  const total = async (): Promise<number> => {
    const later = new Set([...(await page.evaluate(askedLater)), asked[0]?.url]);
    const files = new Set(
      visit.requests
        .filter((url) => url.startsWith(address) && !later.has(url))
        .map((url) => url.slice(address.length)),
    );
    expect([...files].some((file) => file.endsWith(".wasm"))).toBe(true);
    sizes = [...files]
      .filter((file) => !file.endsWith(".wasm"))
      .map((file) => {
        const bytes = brotliCompressSync(readFileSync(join(inject("dist"), file === "" ? "index.html" : file))).length;
        return { file, bytes };
      });
    return sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  };
  // A file that comes later counts as one of the first until it is there.
  await expect
    .poll(total, { timeout: 10_000 })
    .toBeLessThanOrEqual(budget.brotli)
    .catch((error: unknown) => {
      throw new Error(JSON.stringify(sizes, null, 1), { cause: error });
    });
  // The engine is asked for by the page itself, before the worker starts.
  await expect.poll(() => page.locator('link[rel="preload"][href$=".wasm"]').count()).toBe(1);

  const field = page.locator(".stand-in textarea");
  const place = await field.evaluate((field) => {
    const { x, y } = field.getBoundingClientRect();
    const { paddingLeft, paddingTop, lineHeight } = getComputedStyle(field);
    return { x: x + Number.parseFloat(paddingLeft), y: y + Number.parseFloat(paddingTop), line: lineHeight };
  });
  await field.focus();
  await page.keyboard.type("# early ");
  release();
  await visit.editor.waitFor();
  const line = await visit.editor
    .locator(".cm-line")
    .first()
    .evaluate((line) => {
      const { x, y } = line.getBoundingClientRect();
      return {
        x: x + Number.parseFloat(getComputedStyle(line).paddingLeft),
        y,
        line: getComputedStyle(line).lineHeight,
      };
    });
  expect(line).toEqual(place);
  // What was typed is there, and the cursor where it was.
  await page.keyboard.type("bird ");
  await visit.textWith(/^# early bird # /);
  // Undo takes both back.
  await page.keyboard.press("Control+Z");
  await page.keyboard.press("Control+Z");
  await visit.textWith(/^# (?!early)/);
  expect(visit.complaints).toEqual([]);
  await visit.close();
});
