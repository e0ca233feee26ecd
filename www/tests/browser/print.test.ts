/** The answer on paper, and on the smallest screen. */
import { expect, inject, test } from "vitest";
import { browser, startPage } from "./one-page";
import { Visit } from "./page";

startPage();

const pages = (pdf: Buffer): number => pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;

const examples = [
  "use-case-2-even-spread",
  "story-1-cpu-and-memory-ratio",
  "filters-tainted-zone",
  "quota-reprieve",
  "vm-watermark-crossed",
];

test.each(examples)("%s is printed on one page", async (example) => {
  const address = new URL(`?example=${example}`, inject("address")).href;
  const visit = await Visit.open(browser, {}, address);
  await expect.poll(() => visit.page.locator(".file-name").textContent()).toContain(example);
  await visit.page.waitForLoadState("networkidle");
  expect(pages(await visit.page.pdf({ preferCSSPageSize: true }))).toBe(1);
  await visit.page.emulateMedia({ media: "print" });
  for (const part of [".page-head", ".text-pane", ".decisions", ".queue-limits", ".vm-events"])
    expect(await visit.page.locator(part).isVisible(), part).toBe(false);
  // Paper has nothing to press.
  expect(await visit.page.locator("#view button:visible").allInnerTexts()).toEqual([]);
  await visit.close();
});

test("360 px: the gallery and the generator fit", async () => {
  const visit = await Visit.open(browser, { viewport: { width: 360, height: 740 } });
  await visit.page.getByRole("button", { name: "Examples" }).click();
  const wide = await visit.page.locator("dialog[open]").evaluate((dialog) =>
    [dialog, ...dialog.querySelectorAll("*")]
      .filter((part) => part.getBoundingClientRect().right > innerWidth || part.scrollWidth > part.clientWidth + 1)
      .filter((part) => getComputedStyle(part).display !== "inline" && !part.matches(".unseen, select, input"))
      .map((part) => part.outerHTML.slice(0, 80)),
  );
  expect(wide).toEqual([]);
  await visit.close();
});
