/** Embeds of quotas and VMs have one scroller at most: the page's, or their own where they have a height. */
import { expect, test } from "vitest";
import { answer, embed, holds, open, startPages, tag, visit } from "./embed-page";
import type { Visit } from "./page";

startPages();

/** Each view with a text whose tables are long. */
const cases = [
  ["quotas", "quota-cross-namespace", ""],
  ["quotas", "quota-cross-node", 'step="2"'],
  ["vms", "vm-mixed-pods", ""],
  ["vms", "vm-over-correction", 'step="20"'],
] as const;

/** What scrolls up and down within the element, by class. */
const scrollers = (): Promise<string[]> =>
  embed().evaluate((element) =>
    [...(element.shadowRoot?.querySelectorAll("*") ?? [])]
      .filter((place) => {
        const { overflowY } = getComputedStyle(place);
        return ["auto", "scroll"].includes(overflowY) && place.scrollHeight > place.clientHeight + 1;
      })
      .map((place) => place.className),
  );

/** Opens all that opens, and waits for the tables in it. */
async function unfold(): Promise<void> {
  await embed().evaluate((element) => {
    for (const button of element.shadowRoot?.querySelectorAll<HTMLElement>("button[aria-expanded=false]") ?? [])
      button.click();
    for (const details of element.shadowRoot?.querySelectorAll("details") ?? []) details.open = true;
  });
  const tables = embed().locator(".as-table");
  await expect.poll(async () => (await tables.locator("table").count()) === (await tables.count())).toBe(true);
}

test.each(cases)("%s of %s: the wheel moves the page, wherever it is turned", async (view, example, more) => {
  await open(tag(`src="/examples/${example}.yaml" view="${view}" ${more}`), { viewport: { width: 900, height: 500 } });
  await holds(answer(), /./);
  await expect.poll(() => embed().evaluate((element) => element.getBoundingClientRect().height)).toBeGreaterThan(600);
  await unfold();
  await expect.poll(() => scrollers()).toEqual([]);
  const { page } = visit as Visit;
  const most = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  await page.mouse.move(450, 250);
  for (let turns = 0; turns < 60; turns++) {
    const before = await page.evaluate(() => scrollY);
    if (before >= (await most()) - 1) break;
    await page.mouse.wheel(0, 100);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before);
  }
});

test.each(cases)("%s of %s with a height: it alone scrolls", async (view, example, more) => {
  await open(tag(`src="/examples/${example}.yaml" view="${view}" height="400px" ${more}`));
  await holds(answer(), /./);
  await unfold();
  await expect.poll(scrollers).toEqual([expect.stringContaining("embed")]);
});
