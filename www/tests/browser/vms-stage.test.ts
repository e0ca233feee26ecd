/** The stage of VMs: the run as a change, areas with one line each, the inequality, migrations. */
import { expect, test } from "vitest";
import { find, holds, node, open, reopen, says, startPage, story, visit } from "./vms-page";
import { atNight, findings, nightly } from "./page";

startPage();

const difference = () => find(".answer-line .difference");
const baseline = () => find("[aria-label=Baseline]");
/** Nobody migrates. */
const calm = story.replace(
  '"schedulerName": "autoscale-scheduler"',
  '"schedulerName": "autoscale-scheduler", "doMigration": false',
);

test("an edit is told as a change of the run, and charts of what was before are drawn only on demand", async () => {
  await open();
  await expect.poll(() => difference().count()).toBe(0);
  await visit.amend(calm);
  await holds(difference(), "default/b and default/c no longer migrate.");
  await holds(find(".vms [role=status]").first(), "default/b and default/c no longer migrate.");
  await expect.poll(() => find(".vm-comparison").count()).toBe(0);
  await expect.poll(() => node("n1").locator(".vm-chart svg").count()).toBe(2);
  await visit.editor.press("Control+Z");
  await holds(difference(), "default/b and default/c migrate.");
});

test("a pinned text and another text are drawn beside it, with what differs", nightly, async () => {
  await open();
  await visit.page.getByRole("button", { name: "Pin", exact: true }).click();
  await holds(difference(), "The same as the pinned input.");
  await visit.amend(calm);
  await holds(difference(), /no longer migrates?\b/);
  await holds(find(".vm-comparison"), "With the pinned input: 2 migrations instead of 0");
  await expect.poll(() => node("n1").locator(".vm-chart svg").count()).toBe(4);
  await baseline().selectOption("open");
  await find("[aria-label='The other input']").fill(calm);
  await visit.page.getByRole("button", { name: "Compare", exact: true }).click();
  await holds(difference(), "The same as the other input.");
});

test("one line a chart, the inequality beside it, and Apply keeps a VM where it is", async () => {
  await open();
  await holds(node("n1").locator("figcaption").first(), /^vCPUs: 7 of 9; peak 13 at 0s$/);
  const side = find(".stage-side .inequality tbody");
  await holds(side.nth(0), "cpu1 > 0");
  await holds(side.nth(1), "memory0 ≤ 7");
  const apply = find(".migrations .rung").filter({ hasText: "default/b" }).locator(".apply");
  await apply.waitFor();
  await expect.poll(() => findings(visit)).toEqual([]);
  await apply.click();
  await holds(difference(), /default\/b.* no longer migrate/);
  await visit.editor.press("Control+Z");
  await visit.expectText(story);
});

test("pointing at a migration lights its VM in the text, and the row alone", async () => {
  await open();
  const row = find(".migrations .rung").filter({ hasText: "default/c" });
  // The rows have their places once all changes are there.
  await row.locator(".apply").waitFor();
  await find(".migrations .rung").filter({ hasText: "default/b" }).locator(".apply").waitFor();
  await row.hover();
  await expect.poll(() => find(".cm-lit").count()).toBeGreaterThan(0);
  await expect
    .poll(() => find(".migrations .rung.lit").allInnerTexts())
    .toEqual([expect.stringContaining("default/c")]);
  await visit.page.mouse.move(700, 20);
  await expect.poll(() => find(".lit, .cm-lit").count()).toBe(0);
});

for (const options of [{ colorScheme: "dark" }, { forcedColors: "active" }] as const)
  test(`axe finds nothing, ${JSON.stringify(options)}, 360 pixels`, atNight(!("forcedColors" in options)), async () => {
    await reopen({ ...options, viewport: { width: 360, height: 740 } });
    await open();
    await find(".migrations .apply").first().waitFor();
    await expect.poll(() => visit.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await expect.poll(() => findings(visit)).toEqual([]);
    await says("106 events");
  });
