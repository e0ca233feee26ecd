/**
 * The numbers of every score add up, and are as wide as they say; blocked is a state; names are one text.
 *
 * @module-tag nightly
 */
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import * as embeds from "./embed-page";
import { find, holds, reopen, says, startPage, visit } from "./one-page";
import { boxOf, fixture } from "./page";

startPage();
embeds.startPages();

/** Weights of several sizes, one of them negative, and a spread score that is multiplied. */
const text = fixture("spread.yaml").replace(
  "      weight: 1",
  "      weight: 1\n    - scoreCoordinate: { builtIn: ResourceRatioMemory }\n      weight: 3\n" +
    "    - scoreCoordinate: { builtIn: ResourceRatioCPU }\n      weight: -2",
);

/** The number that a cell begins with. */
const numberOf = (words: string): number => Number.parseFloat(words.replaceAll(",", "").replace("−", "-"));
const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0);

async function open(wanted = 7): Promise<void> {
  await visit.paste(text.replace("numberOfClusters: 7", `numberOfClusters: ${wanted}`));
  await says(`selects ${wanted} of ${wanted}`);
  await find(".score-key").waitFor();
}

/** A bar: its parts, where zero and its end are, in percent of its width. */
const barOf = (bar: Locator) =>
  bar.evaluate((svg) => {
    const at = (name: string): number => Number.parseFloat(svg.querySelector(name)?.getAttribute("x1") ?? "NaN");
    const parts = [...svg.querySelectorAll("rect:not(.hatched)")].map((rect) => ({
      from: Number.parseFloat(rect.getAttribute("x") ?? ""),
      width: Number.parseFloat(rect.getAttribute("width") ?? ""),
    }));
    return { parts, zero: at(".zero"), end: at(".total") };
  });

/** Parts are drawn outwards from zero, one after the other, and those numbers on one scale. */
function checkBar(bar: Awaited<ReturnType<typeof barOf>>, products: number[], scale: number, name: string): void {
  const drawn = products.filter((product) => product !== 0);
  expect(bar.parts.length, name).toBe(drawn.length);
  let [right, left] = [bar.zero, bar.zero];
  for (const [i, product] of drawn.entries()) {
    const { from = 0, width = 0 } = bar.parts[i] ?? {};
    expect(width, `${name}, part ${i}`).toBeCloseTo(Math.abs(product) * scale, 1);
    if (product > 0) {
      expect(from, name).toBeCloseTo(right, 1);
      right += width;
    } else {
      left -= width;
      expect(from, name).toBeCloseTo(left, 1);
    }
  }
  expect(bar.end, name).toBeCloseTo(bar.zero + sum(products) * scale, 1);
}

/** Percent of a bar's width for a point of the score: one of the bars tells it. */
const scaleOf = (bar: Awaited<ReturnType<typeof barOf>>, total: number): number => (bar.end - bar.zero) / total;

test("in the ladder, prioritizers and multiplied spread add up to the final score and to the bar", async () => {
  await open();
  await expect
    .poll(() => find(".candidate.head [role=columnheader]").allTextContents())
    .toEqual(["cluster", "prioritizers", "terms", "spread", "× 2", "final"]);
  await holds(find(".score-key"), "Memory ratio × 3");
  const key = (await find(".score-key li").allTextContents()).join();
  expect(key).toContain("Spread × 2");
  expect(key).not.toContain("same for");
  for (const step of ["1", "2", "7"]) {
    await find("[aria-label='Number of the step']").fill(step);
    await find("[aria-label='Number of the step']").press("Enter");
    await holds(find(".candidates .chart-words"), `step ${step}`);
    await find(".candidate-table:not([aria-busy=true])").waitFor();
    const rows = await find(".candidate-rows .candidate:not(.blocked)").all();
    let scale = 0;
    let spreads = 0;
    for (const row of rows) {
      const cells = await row.locator(".number").allTextContents();
      const name = `step ${step}: ${cells.join(" ")}`;
      const [prioritizers = 0, , spread = 0, product = 0, final = 0] = cells.map(numberOf);
      expect(product, name).toBe(2 * spread);
      expect(prioritizers + product, name).toBe(final);
      // Each prioritizer by itself: "Memory ratio 3 × 57".
      const title = (await row.locator(".number").first().getAttribute("title")) ?? "";
      const products = [...title.matchAll(/(−?\d+) × \(?(−?\d+)/g)].map(
        ([, weight = "", score = ""]) => numberOf(weight) * numberOf(score),
      );
      expect(sum(products), title).toBe(prioritizers);
      const bar = await barOf(row.locator(".bars"));
      scale ||= scaleOf(bar, final);
      checkBar(bar, [...products, product], scale, name);
      spreads += Math.abs(product);
    }
    expect(rows.length).toBeGreaterThan(4);
    if (step === "7") expect(spreads).toBeGreaterThan(0);
  }
});

/** The numbers of the table's rows, by cluster: each part, then the sum. */
const rowNumbers = async (): Promise<Map<string, number[]>> => {
  const found = new Map<string, number[]>();
  for (const row of await find(".rows .line:has(.total)").all()) {
    const cells = await row.locator(".number:not(.why)").allTextContents();
    const known = cells.map((words) => (words === "–" ? 0 : numberOf(words)));
    found.set((await row.locator(".name").textContent()) ?? "", known);
  }
  return found;
};

test("in the table and the card each row adds up, spread included, as the ladder has it", async () => {
  await open();
  // Rows out of sight come once nothing moves.
  await expect.poll(() => find(".rows .line:has(.total)").count()).toBe(19);
  const numbers = await rowNumbers();
  let scale = 0;
  for (const [name, parts] of numbers) {
    const total = parts.at(-1) ?? 0;
    expect(sum(parts.slice(0, -1)), name).toBe(total);
    const bar = await barOf(find(`.rows .line:has(.name[title="${name}"]) .bars`));
    scale ||= scaleOf(bar, total);
    checkBar(bar, parts.slice(0, -1), scale, name);
  }
  for (const row of await find(".candidate-rows .candidate:not(.blocked)").all()) {
    const name = (await row.locator(".cut-name").textContent()) ?? "";
    expect(numbers.get(name)?.at(-1), name).toBe(numberOf((await row.locator(".final").textContent()) ?? ""));
  }
  // A pick of an earlier step, the last pick, one that was passed over, one without a region.
  for (const name of ["use1-a-01", "use1-c-01", "use1-a-02", "use1-c-02"]) {
    await find(`.rows .line:has(.name[title="${name}"])`).click();
    await holds(find(".card h2"), name);
    const card = find(".card table.terms");
    // The explanation comes after the heading.
    await card.locator("tfoot").waitFor();
    const products = await card.locator("tbody tr:not(.computed) td:nth-child(4)").allTextContents();
    const [end] = await card.locator("tfoot td.number").allTextContents();
    expect(sum(products.map(numberOf)), name).toBe(numberOf(end ?? ""));
    const own = await barOf(find(".card .bars"));
    const all = products.map(numberOf);
    checkBar(own, all, scaleOf(own, sum(all)), name);
    expect(numbers.get(name)?.at(-1), name).toBe(numberOf(end ?? ""));
  }
});

/** The rows of a list of the embed, with those that it shows when asked for more. */
async function allOf(rows: Locator, count: number): Promise<Locator[]> {
  const more = embeds.embed().locator(".embed-more button");
  while ((await more.count()) > 0) {
    const before = await rows.count();
    await more.click();
    await expect.poll(() => rows.count()).toBeGreaterThan(before);
  }
  await expect.poll(() => rows.count()).toBe(count);
  return rows.all();
}

test("in the embed, each row of the table and of the ladder adds up", async () => {
  const source = `<script type="text/yaml">\n${text}</script>`;
  await embeds.open(embeds.tag('view="placement"', source));
  await embeds.holds(embeds.answer(), "selects 7 of 7");
  const totals = new Map<string, number>();
  let scale = 0;
  for (const row of await allOf(embeds.embed().locator(".block-table tbody tr:has(.bars)"), 19)) {
    const title = (await row.locator(".drawn span").getAttribute("title")) ?? "";
    // "Memory ratio 3 × 57 = 171; Spread 2 × (−100) = −200"
    const products = [...title.matchAll(/(−?\d+) × \(?(−?\d+)\)? = (−?[\d,]+)/g)].map(
      ([, weight = "", score = "", product = ""]) => {
        expect(numberOf(weight) * numberOf(score), title).toBe(numberOf(product));
        return numberOf(product);
      },
    );
    expect(products.length, title).toBeGreaterThan(2);
    const figure = (head: string): Promise<string> => row.locator(`td[data-of=${head}]`).innerText();
    // What a term blocks has no final score.
    const final = await figure("Final");
    const total = numberOf(final === "-" ? await figure("Prioritizers") : final);
    expect(sum(products), title).toBe(total);
    const bar = await barOf(row.locator("svg.bars"));
    scale ||= scaleOf(bar, total);
    checkBar(bar, products, scale, title);
    totals.set(((await row.locator("th").innerText()).match(/[\w-]+$/) ?? [""])[0], total);
  }
  await embeds.open(embeds.tag('view="spread"', source));
  await embeds.holds(embeds.embed().locator(".step-words > p").first(), "Step 7 picks");
  const candidates = embeds.embed().locator(".candidates tbody tr:not(.blocked)");
  let spreads = 0;
  for (const step of ["1", "2", "7"]) {
    await embeds.set("step", step);
    await embeds.holds(embeds.embed().locator(".candidates .chart-words"), `step ${step}`);
    const rows = await candidates.all();
    expect(rows.length).toBeGreaterThan(4);
    for (const row of rows) {
      const words = await row.locator("td.number").innerText();
      const [, prioritizers = "", weight = "", spread = "", final = ""] =
        /^(−?[\d,]+) \+ (−?\d+) × \(?(−?\d+)\)? = (−?[\d,]+)/.exec(words) ?? [];
      const product = numberOf(weight) * numberOf(spread);
      expect(numberOf(prioritizers) + product, words).toBe(numberOf(final));
      const bar = await barOf(row.locator(".bars"));
      checkBar(bar, [numberOf(prioritizers), product], scaleOf(bar, numberOf(final)), words);
      spreads += Math.abs(product);
      // The table has what the last step gave those that it did not pick.
      const name = await row.locator("th").innerText();
      if (step === "7" || (await row.getAttribute("class")) === "pick")
        expect(totals.get(name), name).toBe(numberOf(final));
    }
  }
  expect(spreads).toBeGreaterThan(0);
  expect(embeds.visit?.complaints).toEqual([]);
});

/** What the browser's own search finds. */
const isFound = (words: string): Promise<boolean> =>
  visit.page.evaluate((of) => {
    getSelection()?.removeAllRanges();
    return (globalThis as unknown as { find(words: string): boolean }).find(of);
  }, words);

const copied = async (): Promise<string> => {
  await visit.page.evaluate(() => navigator.clipboard.writeText(""));
  await visit.page.keyboard.press("Control+C");
  return visit.page.evaluate(() => navigator.clipboard.readText());
};

test("a name that has too little room is one text: found, selected by a double click, and copied whole", async () => {
  const long = "production-europe-west-with-a-very-long-name-1";
  await visit.paste(text.replaceAll("use1-a-01", long));
  await holds(find(".rows .line").first(), long);
  for (const place of [`.rows .name[title="${long}"]`, ".candidate .name"]) {
    const names = find(place).locator(".cut-name");
    await names.first().waitFor();
    const shapes = await names.evaluateAll((all) =>
      all.map((name) => name.childNodes.length === 1 && name.firstChild?.nodeType === Node.TEXT_NODE),
    );
    expect(new Set(shapes), place).toEqual(new Set([true]));
  }
  const name = find(`.rows .name[title="${long}"] .cut-name`);
  await expect.poll(() => name.evaluate((part) => part.scrollWidth > part.clientWidth)).toBe(true);
  await expect.poll(() => name.getAttribute("title")).toBe(long);
  await expect.poll(() => isFound(long)).toBe(true);
  await name.dblclick();
  await expect.poll(() => copied()).toBe(long);
  // From its first character to its end, with the mouse.
  const box = await boxOf(name);
  const y = box.y + box.height / 2;
  await visit.page.mouse.move(box.x + 1, y);
  await visit.page.mouse.down();
  await visit.page.mouse.move(box.x + box.width + 20, y, { steps: 5 });
  await visit.page.mouse.up();
  await expect.poll(() => copied()).toContain(long);
});

test.each([
  ["nodes.yaml", ".node-table .rows .name"],
  ["quotas-story-1.yaml", ".bullet-table th[scope=row]"],
])("names of other views are one text: %s", async (file, place) => {
  await reopen({});
  await visit.paste(fixture(file));
  await find(`${place} .cut-name`).first().waitFor();
  for (const name of await find(`${place} .cut-name`).all()) {
    await expect.poll(() => name.evaluate((one) => one.childNodes.length)).toBe(1);
    await expect.poll(async () => isFound((await name.textContent()) ?? "?")).toBe(true);
  }
});
