/** The stage of quotas: the verdict as a change, the quotas that decide, victims and spared. */
import { expect, test } from "vitest";
import { find, holds, reopen, says, startPage, visit } from "./one-page";
import { atNight, findings, fixture, nightly } from "./page";

startPage();

const story = fixture("quotas-story-1.yaml");
const mixed = fixture("quotas-mixed.yaml");
/** team-a may use one more GPU. */
const wider = story.replace("nvidia.com/gpu: 6", "nvidia.com/gpu: 7");
const difference = () => find(".answer-line .difference");
const baseline = () => find("[aria-label=Baseline]");
const rungs = () => find(".victim-ladder .rung");

async function choosePod(name: string): Promise<void> {
  await find("#pod-picker").click();
  await find("#pod-options").getByRole("option", { name }).first().click();
}

test("an edit is told as a change of the outcome; pinned, it stays what is compared with", async () => {
  await visit.paste(story);
  await says("waits: with it team-a would use 7 GPUs");
  await expect.poll(() => difference().count()).toBe(0);
  await visit.page.getByRole("button", { name: "Pin", exact: true }).click();
  await holds(difference(), "The same outcome as in the pinned input.");
  await visit.amend(wider);
  await holds(difference(), "The pod goes to gpu-1 instead of waiting.");
  await holds(find(".quotas [role=status]").first(), "The pod goes to gpu-1 instead of waiting.");
  await visit.amend(`${wider}# the end\n`);
  await visit.textWith("# the end");
  await holds(difference(), "The pod goes to gpu-1 instead of waiting.");
  await baseline().selectOption("edit");
  await holds(difference(), "The last edit does not change the outcome.");
  await baseline().selectOption("open");
  await find("[aria-label='The other input']").fill(story);
  await expect.poll(() => findings(visit)).toEqual([]);
  await visit.page.getByRole("button", { name: "Compare", exact: true }).click();
  await holds(difference(), "The pod goes to gpu-1 instead of waiting.");
  await baseline().selectOption("profile");
  await holds(difference(), /outcome|instead of/);
});

test("a pod that waits: Apply writes the smallest change that admits it", async () => {
  await visit.paste(story);
  await says("waits: with it team-a would use 7 GPUs");
  await find(".verdict .change-list .apply").first().click();
  await holds(difference(), "The pod goes to gpu-1 instead of waiting.");
  await visit.editor.press("Control+Z");
  await visit.expectText(story);
});

test("what a quota's status records is the baseline where the text has it, and no pod is chosen", nightly, async () => {
  await visit.paste(story.replace("---\n", "status:\n  used:\n    nvidia.com/gpu: 4\n---\n"));
  await says("waits");
  await choosePod("No pod: quotas only");
  await holds(difference(), "team-a uses 6 of nvidia.com/gpu instead of 4, which its status records.");
  await expect.poll(() => baseline().inputValue()).toBe("recorded");
});

test("a pod that is bound is compared with its recorded node", nightly, async () => {
  await visit.paste(story);
  await says("waits");
  await choosePod("team-b/serve-1");
  await expect.poll(() => baseline().inputValue()).toBe("recorded");
  await holds(difference(), /The input records the same node|as the input records/);
});

test("victims free what the pod lacks, the spared say why they stay; pointing lights the rung", async () => {
  await visit.paste(mixed);
  await says("research/study");
  await expect.poll(() => rungs().count()).toBeGreaterThan(2);
  await expect.poll(() => rungs().first().textContent()).toContain("batch/crunch-4");
  await expect.poll(() => rungs().first().locator("rect.freed").count()).toBe(1);
  await holds(rungs().nth(2), "batch/crunch-2");
  await expect.poll(() => rungs().nth(2).locator("rect.spared").count()).toBe(1);
  // No name is cut.
  const cut = await find(".victim-ladder th[scope=row]").evaluateAll((names) =>
    names.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent),
  );
  expect(cut).toEqual([]);
  await rungs().first().hover();
  await expect.poll(() => find(".victim-ladder .rung.lit").count()).toBe(1);
  await expect.poll(() => findings(visit)).toEqual([]);
});

test("the cursor in a quota's object marks its bars, in a pod's its rung", async () => {
  await visit.paste(mixed);
  await says("research/study");
  await expect.poll(() => rungs().count()).toBeGreaterThan(2);
  await visit.editor.press("Control+Home");
  await find(".cm-line").filter({ hasText: "name: batch" }).first().click();
  await expect.poll(() => find(".bullet-table .at-cursor th").allTextContents()).toEqual(["batch", "batch"]);
  // Its link leads into the text.
  await rungs().first().locator("th button").click();
  await holds(find(".victim-ladder .rung.at-cursor .rung-name"), "batch/crunch-4");
});

for (const colorScheme of ["light", "dark"] as const)
  test(`forced colours over ${colorScheme}, and 360 pixels`, atNight(colorScheme !== "light"), async () => {
    await reopen({ colorScheme, forcedColors: "active", viewport: { width: 360, height: 740 } });
    await visit.paste(mixed);
    await says("research/study");
    await expect.poll(() => rungs().count()).toBeGreaterThan(2);
    await expect.poll(() => visit.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await expect.poll(() => findings(visit)).toEqual([]);
  });

test(
  "a long name in a row head ends in an ellipsis within it, and is one name to those who listen",
  nightly,
  async () => {
    const name = "team-analytics-production-europe-west-1";
    await reopen({ viewport: { width: 1024, height: 768 } });
    await visit.paste(story.replaceAll("team-a", name));
    await find(".bullet-table").first().waitFor();
    const head = find(".bullet-table").first().getByRole("rowheader", { name, exact: true });
    await head.waitFor();
    await expect.poll(() => head.textContent()).toBe(name);
    const cut = await head.locator(".cut-name").evaluate((of) => ({
      ending: getComputedStyle(of).textOverflow,
      isWithin: of.getBoundingClientRect().right <= (of.closest("th")?.getBoundingClientRect().right ?? 0) + 1,
    }));
    expect(cut).toEqual({ ending: "ellipsis", isWithin: true });
    await expect.poll(() => findings(visit)).toEqual([]);
  },
);
