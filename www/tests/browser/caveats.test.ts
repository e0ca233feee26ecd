/** What must be known before a decision is believed stands before its sentence. */
import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { launch, Visit } from "./page";

let browser: Browser;
let visit: Visit;

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());
beforeEach(async () => {
  visit = await Visit.open(browser);
});
afterEach(async () => {
  expect(visit.complaints).toEqual([]);
  await visit.close();
});

const texts = new URL("../../../tests/reality/", import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, texts), "utf8");
const index: { file: string; first: string }[] = JSON.parse(read("index.json"));

test("each text like what clusters print", async () => {
  for (const { file, first } of index) {
    await visit.paste(read(file));
    const line = visit.page.locator(".answer-line > :first-child");
    // A sentence that opens has its details below it.
    const said = line.locator("summary").or(line).first();
    await expect.poll(async () => (await said.innerText()).trim(), { message: file }).toBe(first);
  }
});
