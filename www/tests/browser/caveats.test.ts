/** What must be known before an answer is believed stands before its sentence. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { startPage, visit } from "./one-page";

startPage();

const texts = new URL("../../../tests/reality/", import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, texts), "utf8");
const index: { file: string; first: string; view?: string }[] = JSON.parse(read("index.json"));

test("each text like what clusters print", async () => {
  for (const { file, first, view = "placement" } of index) {
    await visit.paste(read(file));
    await visit.page.locator(`#tab-${view}`).click();
    const line = visit.page.locator(".answer-line > :first-child");
    // A sentence that opens has its details below it.
    const said = line.locator("summary").or(line).first();
    await expect.poll(async () => (await said.innerText()).trim(), { message: file }).toBe(first);
  }
});

test("what brings a missing input, what is assumed and what is not looked at stand with the sentence", async () => {
  await visit.paste(read("pods-one-namespace.yaml"));
  const answer = visit.page.locator(".answer-line");
  await answer.locator("summary", { hasText: "Incomplete" }).click();
  await expect.poll(() => answer.locator(".caveat .notes").textContent()).toContain("kubectl get pods -A -o yaml");
  // The queue of the same text lacks the same.
  await visit.page.locator("#tab-quotas").click();
  const queue = visit.page.locator(".queue .caveat");
  await expect.poll(() => queue.first().textContent()).toContain("the text lacks pods of other namespaces.");
  const daemons = "---\napiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: agent, namespace: default}\n";
  await visit.paste(read("vms-partial.yaml") + daemons);
  await visit.page.locator("#tab-vms").click();
  await expect.poll(() => answer.textContent()).toContain("a typical one is assumed.");
  await expect.poll(() => answer.locator(".not-looked-at").textContent()).toContain("DaemonSet default/agent");
});
