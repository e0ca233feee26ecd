/** The page, opened anew for each test of a file: what tests of its views share. */
import type { Browser, BrowserContextOptions, Locator } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { launch, Visit } from "./page";

export let browser: Browser;
export let visit: Visit;

/** A browser for the tests of a file, and the page anew for each. */
export function startPage(): void {
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
}

/** The page anew, under other circumstances. */
export async function reopen(options: BrowserContextOptions): Promise<void> {
  await visit.close();
  visit = await Visit.open(browser, options);
}

/** Waits until the sentence of the answer matches. */
export const says = (sentence: string | RegExp): Promise<void> =>
  expect.poll(() => visit.answer.textContent(), { timeout: 10_000 }).toMatch(sentence);

/** Waits until the text of a place matches. */
export const holds = (place: Locator, words: string | RegExp): Promise<void> =>
  expect.poll(() => place.textContent(), { timeout: 10_000 }).toMatch(words);

export const find = (selector: string): Locator => visit.page.locator(selector);
