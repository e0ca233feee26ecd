/** The mode of the prioritizer policy as a control. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { find, holds, startPage, visit } from "./one-page";
import { changedLines, findings, fixture, nightly } from "./page";

startPage();

const mode = (name: string) => visit.page.getByRole("group", { name: "Mode" }).getByRole("radio", { name });
const choose = (name: string) => find(".mode label").filter({ hasText: name }).click();
const weight = (name: string) => visit.slider(name).inputValue();

test("the mode is chosen, written into the text, and taken back by undo", async () => {
  const text = fixture("spread.yaml");
  await visit.paste(text);
  await expect.poll(() => mode("Additive").isChecked()).toBe(true);
  expect([await weight("Steady"), await weight("Spread")]).toEqual(["1", "2"]);
  await choose("Exact");
  const written = await visit.textWith("mode: Exact");
  expect(changedLines(text, written)).toEqual({ gone: [], come: ["    mode: Exact"] });
  await expect.poll(() => weight("Steady")).toBe("0");
  expect([await mode("Exact").isChecked(), await weight("Spread")]).toEqual([true, "0"]);
  await holds(find(".mode .line-link"), /^line \d+$/);
  await visit.editor.press("Control+Z");
  await visit.expectText(text);
  await expect.poll(() => mode("Additive").isChecked()).toBe(true);
  // By the keyboard.
  await mode("Additive").focus();
  await visit.page.keyboard.press("ArrowRight");
  await visit.textWith("mode: Exact");
  await expect.poll(() => mode("Exact").evaluate((radio) => radio === document.activeElement)).toBe(true);
  await visit.page.keyboard.press("ArrowLeft");
  await visit.textWith("mode: Additive");
  await expect.poll(() => findings(visit)).toEqual([]);
});

test("a placement without a policy gets one, and what changes nothing is said", nightly, async () => {
  const url = new URL("../../../examples/use-case-3-max-skew-1.yaml", import.meta.url);
  const text = readFileSync(url, "utf8").replace(/ {2}spreadPolicy:[\s\S]*?\n---/, "---");
  await visit.paste(text);
  await holds(find("#mode-effect"), "The mode changes nothing: all 4 feasible clusters are selected");
  const description = await visit.page
    .getByRole("group", { name: "Mode" })
    .evaluate((group) => document.getElementById(group.getAttribute("aria-describedby") ?? "")?.textContent);
  expect(description).toContain("The mode changes nothing");
  await find("[aria-label='numberOfClusters']").fill("3");
  await holds(find("#mode-effect"), "Steady and Balance give all clusters the same score");
  await choose("Exact");
  await visit.textWith(/ {2}prioritizerPolicy:\n {4}mode: Exact\n/);
  await expect.poll(() => mode("Exact").isChecked()).toBe(true);
  // Of what does not count the scores are not known.
  await expect.poll(() => find("#mode-effect").count()).toBe(0);
});

test("where the text cannot take the mode, the page says so and the choice is taken back", nightly, async () => {
  await visit.paste(fixture("spread.yaml").replace("  prioritizerPolicy:\n", "  prioritizerPolicy: &p\n"));
  await expect.poll(() => mode("Additive").isChecked()).toBe(true);
  await choose("Exact");
  await expect
    .poll(() => find(".notes .error").allTextContents())
    .toEqual([expect.stringContaining("make it there by hand")]);
  await expect.poll(() => mode("Additive").isChecked()).toBe(true);
});

test("of a mode that there is not none is chosen, and each can be", nightly, async () => {
  const text = fixture("spread.yaml");
  await visit.paste(text.replace("  prioritizerPolicy:\n", "  prioritizerPolicy:\n    mode: exact\n"));
  await holds(find(".answer-line h1"), /incorrect prioritizer policy mode: exact/);
  const chosen = () => Promise.all(["Additive", "Exact"].map((name) => mode(name).isChecked()));
  await expect.poll(chosen).toEqual([false, false]);
  await expect.poll(() => find("#mode-effect").count()).toBe(0);
  await choose("Additive");
  await visit.textWith("mode: Additive");
  await expect.poll(chosen).toEqual([true, false]);
});
