/** The strip of a parameter: who is selected at which value; a click on a column sets it. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { find, holds, says, startPage, visit } from "./one-page";
import { boxOf, findings, fixture, nightly } from "./page";

startPage();

const strip = () => find(".sweep-strip");

test("a slider that has the focus has its strip, which moves nothing; a click on a column sets the value", async () => {
  await visit.paste(fixture("kubectl-list.yaml"));
  await visit.expectSelected(["west-2", "west-1"]);
  await find(".controls .interval").first().waitFor();
  await expect.poll(() => strip().count()).toBe(0);
  const places = (): Promise<string[]> =>
    find(".control, .answer-line, .clusters").evaluateAll((all) =>
      all.map((one) => JSON.stringify(one.getBoundingClientRect())),
    );
  const before = await places();
  await visit.slider("ResourceAllocatableMemory").focus();
  await strip().waitFor();
  expect(await places()).toEqual(before);
  await holds(strip().locator("h3"), "the weight of ResourceAllocatableMemory");
  // Who comes or goes has a row, and no one else.
  const names = strip().locator(".sweep-name");
  await expect.poll(() => names.allTextContents()).toContain("west-1");
  await expect.poll(() => strip().locator(".mark.now").count()).toBeLessThanOrEqual(1);
  await expect.poll(() => findings(visit)).toEqual([]);

  // The column of −2, by the pointer.
  const columns = await boxOf(strip().locator(".sweep-row.over .sweep-columns"));
  await visit.page.mouse.click(columns.x + (columns.width * (-2 + 10 + 0.5)) / 21, columns.y + columns.height / 2);
  await visit.textWith("weight: -2");
  await expect.poll(() => visit.slider("ResourceAllocatableMemory").inputValue()).toBe("-2");
  // And the first of an interval, by the keyboard.
  await strip().locator(".sweep-apply").first().focus();
  await visit.page.keyboard.press("Enter");
  await visit.textWith("weight: -10");
  await visit.page.keyboard.press("Escape");
  await expect.poll(() => strip().count()).toBe(0);
  // The editor is no control.
  await visit.slider("ResourceAllocatableMemory").focus();
  await strip().waitFor();
  await visit.editor.focus();
  await expect.poll(() => strip().count()).toBe(0);
});

test("max skew and the number of clusters have theirs; a weight without effect has none", nightly, async () => {
  const example = new URL("../../../examples/use-case-3-max-skew-1.yaml", import.meta.url);
  await visit.paste(readFileSync(example, "utf8"));
  await says("selects");
  await find(".controls .interval, .controls .no-effect").first().waitFor();
  await find(".spread-term .interval").first().waitFor();
  await visit.page.getByLabel(/^maxSkew of term 1, \w+$/).focus();
  await holds(strip().locator("h3"), "maxSkew of zone");
  await strip().locator(".sweep-apply").last().click();
  // The middle of 2 to 4.
  await visit.textWith("maxSkew: 3");
  await visit.page.getByLabel("numberOfClusters", { exact: true }).focus();
  await holds(strip().locator("h3"), "numberOfClusters");
  await visit.slider("Balance").focus();
  await expect.poll(() => strip().count()).toBe(0);
});
