/** The page with a timeline of autoscaled VMs: what its tests share. */
import type { Locator } from "playwright-core";
import { find, holds, says, visit } from "./one-page";
import { fixture } from "./page";

export { find, holds, reopen, says, startPage, visit } from "./one-page";

export const story = fixture("vms.yaml");

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
