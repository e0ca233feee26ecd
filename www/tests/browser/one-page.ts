/** The page, opened anew for each test of a file: what tests of its views share. */
import type { BrowserContextOptions, Locator } from "playwright-core";
import { afterEach, beforeEach, expect } from "vitest";
import { looks, Visit } from "./page";

export let visit: Visit;

/** Opens the page for each test of a file. */
export function startPage(): void {
  beforeEach(async () => {
    visit = await Visit.open();
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === "fail") console.warn(await visit.state());
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });
}

/** The page under other circumstances; opened anew where a tab cannot change them. */
export async function reopen(options: BrowserContextOptions): Promise<void> {
  if (Object.keys(options).every((name) => name in looks)) return visit.look(options);
  await visit.close();
  visit = await Visit.open(options);
}

/** Waits until the sentence of the answer matches. */
export const says = (sentence: string | RegExp): Promise<void> =>
  expect.poll(() => visit.answer.textContent()).toMatch(sentence);

/** Waits until the text of a place matches. */
export const holds = (place: Locator, words: string | RegExp): Promise<void> =>
  expect.poll(() => place.textContent()).toMatch(words);

export const find = (selector: string): Locator => visit.page.locator(selector);
