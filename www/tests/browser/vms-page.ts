/** The page with a timeline of autoscaled VMs: what its tests share. */
import type { Browser, BrowserContextOptions, Locator } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { fixture, launch, Visit } from "./page";

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

export const story = fixture("vms.yaml");

export const says = (sentence: string | RegExp): Promise<void> =>
  expect.poll(() => visit.answer.textContent(), { timeout: 10_000 }).toMatch(sentence);

export const holds = (place: Locator, words: string | RegExp): Promise<void> =>
  expect.poll(() => place.textContent(), { timeout: 10_000 }).toMatch(words);

export const find = (selector: string): Locator => visit.page.locator(selector);
export const step = (): Locator => visit.page.getByLabel("Step", { exact: true });
export const sentence = (): Locator => find(".step-sentence");
export const button = (name: string): Locator => visit.page.getByRole("button", { name, exact: true });
export const node = (name: string): Locator => visit.page.getByRole("article", { name: `Node ${name}` });

export async function open(text = story, start: string | RegExp = "default/runs-out: 106 events"): Promise<void> {
  await visit.paste(text);
  await says(start);
  await sentence().waitFor();
}

export async function goToStep(number: number, words: string | RegExp): Promise<void> {
  await visit.page.getByLabel("Number of the step").fill(String(number));
  await visit.page.getByLabel("Number of the step").press("Enter");
  await holds(sentence(), words);
}

/** The request of a step in which n1 has no room for all that is asked. */
export const short = 53;

/** What is selected in the text. */
export const selected = (): Promise<string> => visit.page.evaluate(() => String(document.getSelection() ?? ""));
