/** What must be known before a decision is believed stands before its sentence. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { startPage, visit } from "./one-page";

startPage();

const texts = new URL("../../../tests/reality/", import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, texts), "utf8");
const index: { file: string; first: string; incomplete?: true }[] = JSON.parse(read("index.json"));

test("each text like what clusters print", async () => {
  for (const { file, first, incomplete } of index) {
    await visit.paste(read(file));
    const line = visit.page.locator(incomplete ? ".incomplete-text p" : ".answer-line > :first-child");
    // What could not be read is said above a dimmed answer, and by whatever reads it aloud.
    const view = visit.page.locator("#view");
    const description = incomplete ? "incomplete-text" : null;
    await expect.poll(() => view.getAttribute("aria-describedby"), { message: file }).toBe(description);
    expect(await view.evaluate((of) => getComputedStyle(of).opacity)).toBe(incomplete ? "0.75" : "1");
    // A sentence that opens has its details below it.
    const said = line.locator("summary").or(line).first();
    await expect.poll(async () => (await said.innerText()).trim(), { message: file }).toBe(first);
  }
});
