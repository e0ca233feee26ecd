/** Paste a hub's objects, move a weight, see the decision and the text change. */
import { expect, test } from "vitest";
import { startPage, visit } from "./one-page";
import { changedLines, fixture, nightly } from "./page";

startPage();

const hub = fixture("kubectl-list.yaml");
const memory = "ResourceAllocatableMemory";

test("a weight that is dragged changes the text, and the decision with it", async () => {
  await visit.paste(hub);
  // east-2 is steady; west-1 and west-2 have the memory, and the weight of memory is 3.
  await visit.expectSelected(["west-2", "west-1"]);
  await expect.poll(() => visit.answer.textContent()).toContain("shop/backend selects 2 of 2 clusters");
  await expect.poll(() => visit.page.locator(".contents").textContent()).toContain("1 Placement · 7 ManagedClusters");

  await visit.drag(memory, -2);
  await visit.expectSelected(["east-2", "east-1"]);
  const text = await visit.textWith("weight: -2");
  expect(changedLines(hub, text)).toEqual({
    gone: ["        weight: 3   # was 1"],
    come: ["        weight: -2   # was 1"],
  });
  for (const comment of ["# memory is what", "# decided in May", "# was 1"]) expect(text).toContain(comment);

  // The whole drag is one step.
  await visit.editor.press("Control+Z");
  expect(await visit.textWith("weight: 3 ")).toBe(hub);
  await visit.expectSelected(["west-2", "west-1"]);
  await expect.poll(() => visit.slider(memory).inputValue()).toBe("3");
});

test("what is typed during a tick stays, and so does the tick, in the text and in the decision", async () => {
  await visit.paste(hub);
  await visit.expectSelected(["west-2", "west-1"]);
  await visit.editor.press("Control+Home");
  await visit.page.evaluate((label) => {
    const slider = document.querySelector<HTMLInputElement>(`input[type=range][aria-label*="${label}"]`);
    const content = document.querySelector(".editor")?.shadowRoot?.querySelector<HTMLElement>(".cm-content");
    if (slider === null || content == null) throw new Error("no slider or no editor");
    slider.value = "-2";
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    // The tick is on its way now.
    document.execCommand("insertText", false, "# typed\n");
  }, memory);
  const text = await visit.textWith("weight: -2");
  expect(changedLines(hub, text)).toEqual({
    gone: ["        weight: 3   # was 1"],
    come: ["# typed", "        weight: -2   # was 1"],
  });
  await visit.expectSelected(["east-2", "east-1"]);
  // The engine has the same text: the next tick is written where it belongs.
  await visit.drag(memory, 3);
  await visit.expectSelected(["west-2", "west-1"]);
  expect(await visit.textWith("weight: 3 ")).toContain("# typed");
});

test("a weight that the text leaves out is written into it", async () => {
  await visit.paste(hub);
  await visit.expectSelected(["west-2", "west-1"]);
  await visit.page.getByLabel("Add a prioritizer").selectOption("ResourceAllocatableCPU");
  await visit.textWith("builtIn: ResourceAllocatableCPU");
  await visit.drag("ResourceAllocatableCPU", 10);
  await visit.expectSelected(["east-1", "east-2"]);
  const text = await visit.textWith("weight: 10");
  expect(changedLines(hub, text).gone).toEqual([]);
  expect(text).toContain("builtIn: ResourceAllocatableCPU");
});

test("the slider follows the text", async () => {
  await visit.paste(hub);
  await visit.expectSelected(["west-2", "west-1"]);
  await visit.page.locator(".control", { hasText: "Memory" }).first().getByRole("button", { name: /^line/ }).click();
  // The link selects the number; typing replaces it, a character at a time.
  await visit.page.keyboard.type("-2");
  await visit.textWith("weight: -2");
  await expect.poll(() => visit.slider(memory).inputValue()).toBe("-2");
  await visit.expectSelected(["east-2", "east-1"]);
});

test("the number of clusters edits the text, and all leaves it out", async () => {
  await visit.paste(hub);
  await visit.expectSelected(["west-2", "west-1"]);
  const number = visit.page.getByLabel("numberOfClusters", { exact: true });
  await number.fill("3");
  await visit.textWith("numberOfClusters: 3");
  await visit.expectSelected(["west-2", "west-1", "east-2"]);
  await visit.page.getByLabel("all feasible").check();
  const text = await visit.textWith(/^(?!.*numberOfClusters: \d)/s);
  expect(text).not.toContain("numberOfClusters: 3");
  expect(text).toContain("# memory is what the backend runs out of");
  await visit.expectSelected(["west-2", "west-1", "east-2", "east-1"]);
});

test("the card says why not, with the lines that say so", nightly, async () => {
  await visit.paste(hub);
  await visit.expectSelected(["west-2", "west-1"]);
  const card = visit.page.locator(".card");

  await visit.page.getByRole("row", { name: /east-3/ }).click();
  await expect.poll(() => card.textContent()).toContain("no predicate matches");
  await expect.poll(() => card.textContent()).toContain("is dev");
  await card.locator(".verdicts .line-link").first().click();
  await expect.poll(() => visit.page.locator(".cm-activeLine").textContent()).toContain("env: prod");

  await visit.page.getByRole("row", { name: /west-3/ }).click();
  await expect.poll(() => card.textContent()).toContain("maintenance=true:NoSelect");
  await expect.poll(() => card.textContent()).toContain("no toleration");

  await visit.page.getByRole("row", { name: /north-1/ }).click();
  await expect.poll(() => card.textContent()).toContain("not a candidate");

  await visit.page.getByRole("row", { name: /^\d+ east-2 / }).click();
  await expect.poll(() => card.textContent()).toContain("The last selected cluster, west-1");
  const steady = card.locator(".terms tbody tr", { hasText: "Steady" });
  await expect.poll(() => steady.locator("td").allTextContents()).toEqual(["100", "×1", "100", "−100"]);
});

test("the table and the card work by keyboard", async () => {
  await visit.paste(hub);
  await visit.expectSelected(["west-2", "west-1"]);
  await visit.page.locator(".table").focus();
  await visit.page.keyboard.press("ArrowDown");
  await visit.page.keyboard.press("Enter");
  await expect.poll(() => visit.page.locator(".card h2").textContent()).toBe("Why west-1?");
  await visit.page.keyboard.press("Escape");
  await expect.poll(() => visit.page.locator(".card").count()).toBe(0);
});

test("decisions are shown as the hub would write them", nightly, async () => {
  await visit.paste(hub);
  await visit.expectSelected(["west-2", "west-1"]);
  await visit.page.locator(".drawer > summary").click();
  await visit.page.locator(".objects summary").click();
  await expect.poll(() => visit.page.locator(".objects pre").textContent()).toContain("name: backend-decision-1");
  await visit.page.locator(".objects").getByRole("button", { name: "Copy", exact: true }).click();
  // Ranked by score, stored by name.
  const copied = (): Promise<string> => visit.page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toMatch(/clusterName: west-1[\s\S]*clusterName: west-2/);
});

test("the text survives a reload", async () => {
  await visit.paste(`${hub}# mine\n`);
  await visit.textWith("# mine");
  await visit.page.reload();
  await visit.expectSelected(["west-2", "west-1"]);
  expect(await visit.textWith("# mine")).toBe(`${hub}# mine\n`);
});
