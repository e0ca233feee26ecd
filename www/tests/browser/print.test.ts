/** The answer on paper, and on the smallest screen. */
import { expect, inject, test } from "vitest";
import { atNight, nightly, Visit } from "./page";

const pages = (pdf: Buffer): number => pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;

/** Names and sentences that paper keeps. */
const examples: [example: string, printed: string[]][] = [
  ["use-case-2-even-spread", ["Step 4 picks us-east-1b-2", "rank ↓", "released OCM 1.3", "ast-1b-3"]],
  ["story-1-cpu-and-memory-ratio", ["rank ↓", "store-17"]],
  ["filters-tainted-zone", ["node-a", "node-c", "tolerate example.org/maintenance"]],
  ["quota-reprieve", ["eam-b/db", "Victims and spared", "by then team-b uses all 6 guaranteed CPUs"]],
  ["quota-lint", ["Misconfigured: ElasticQuota upside-down/upside-down", "no-memory"]],
  ["vm-watermark-crossed", ["n3", "n4", "n1 → n3"]],
];

for (const [example, printed] of examples)
  test(`${example} is printed on one page`, atNight(!/^(use-case-2|vm-)/.test(example)), async () => {
    const address = new URL(`?example=${example}`, inject("address")).href;
    const visit = await Visit.open({}, address);
    await expect.poll(() => visit.page.locator(".file-name").textContent()).toContain(example);
    await visit.page.waitForLoadState("networkidle");
    expect(pages(await visit.page.pdf({ preferCSSPageSize: true }))).toBe(1);
    await visit.page.emulateMedia({ media: "print" });
    // Links to lines are not printed, and leave no comma behind.
    for (const foot of await visit.page.locator(".control-foot").allInnerTexts()) expect(foot).not.toMatch(/^\s*,/);
    for (const part of [".page-head", ".text-pane", ".decisions", ".queue-limits", ".vm-events"])
      expect(await visit.page.locator(part).isVisible(), part).toBe(false);
    // Paper has nothing to press: names that lead to the text are words there.
    const pressed = visit.page.locator(
      "#view button:visible:not(.object-link, .name-link, .word-link, .order, .apply)",
    );
    await expect.poll(() => pressed.allInnerTexts()).toEqual([]);
    for (const name of printed) await expect.poll(() => visit.page.locator("#view").innerText()).toContain(name);
    await visit.close();
  });

test("360 px: the gallery and the generator fit", nightly, async () => {
  const visit = await Visit.open({ viewport: { width: 360, height: 740 } });
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
