/** The matrix of domains: its words, its squares by pointer and keyboard, its edges. */
import { fleetYaml } from "schedscope";
import { expect, test } from "vitest";
import { edgeIn, markedOf, statesOf } from "./matrix";
import { find, holds, reopen, says, startPage, visit } from "./one-page";
import { boxOf, findings, fixture, nightly } from "./page";

startPage();

const text = fixture("spread.yaml");

/** A placement whose terms block, without its clusters. */
function placementBy(count: number, ...keys: string[]): string {
  const terms = keys.map(
    (key) => `    - {topologyKey: ${key}, topologyKeyType: Label, whenUnsatisfiable: DoNotSchedule}\n`,
  );
  return (
    "apiVersion: cluster.open-cluster-management.io/v1beta1\nkind: Placement\n" +
    `metadata: {name: many, namespace: shop}\nspec:\n  numberOfClusters: ${count}\n  spreadPolicy:\n` +
    `    spreadConstraints:\n${terms.join("")}`
  );
}

async function open(): Promise<void> {
  await visit.paste(text);
  await says("shop/backend selects 7 of 7 clusters.");
  await holds(find(".square-key"), "final score");
}

const canvas = () => find(".matrix-squares");
const inspector = () => find(".inspector");

test("the matrix has the numbers of every domain, and a square for every cluster", async () => {
  await open();
  const words = (kind: string): Promise<string[]> => find(`.matrix-words.of-${kind}`).allTextContents();
  await expect
    .poll(() => words("row"))
    .toEqual(["eu-central 2/4 · skew 0", "us-east 3/8 · skew +1", "us-west 2/6 · skew 0", "no region 1 cluster"]);
  expect(await words("status")).toEqual(["room for 1", "at the limit", "room for 1"]);
  expect(await words("cell")).toContain("us-east-1a 1/4 · skew 0");
  // A cluster without a zone.
  expect(await words("cell")).toContain("none 0/1");
  await holds(find(".limits li").first(), "region limit 3 = min 2 + maxSkew 1");
  await holds(find(".limits li").nth(1), "zone no limit: ScheduleAnyway, maxSkew 1");
  await expect
    .poll(() => statesOf(canvas()))
    .toEqual({ selected: 7, feasible: 11, "no key of a hard term": 1, "filtered out": 3 });
  // What the latest run changed has a ring.
  expect(await markedOf(canvas())).toBe(0);
  await visit.page.getByLabel("numberOfClusters", { exact: true }).fill("8");
  await expect.poll(() => markedOf(canvas())).toBe(1);
});

test("arrow keys walk the squares, each with its name, and Enter says why", async () => {
  await open();
  await find(".limits .line-link").last().focus();
  await visit.page.keyboard.press("Tab");
  await expect.poll(() => canvas().evaluate((it) => it === document.activeElement)).toBe(true);
  const option = find(".matrix [role=option]");
  const told = async (): Promise<string> => (await option.textContent()) ?? "";
  await visit.page.keyboard.press("Home");
  await holds(option, /^euc1-a-01, selected, eu-central \/ eu-central-1a, .*selected in step 3$/);
  const names = new Set<string>();
  for (let i = 0; i < 22; i += 1) {
    await expect.poll(told).toMatch(/^\w+-\w-\d\d, /);
    names.add((await told()).split(",")[0] ?? "");
    const id = (await option.getAttribute("id")) ?? "";
    await expect.poll(() => canvas().getAttribute("aria-activedescendant")).toBe(id);
    await holds(inspector().locator("strong"), (await told()).split(",")[0] ?? "");
    await visit.page.keyboard.press("ArrowRight");
    if (i < 21) await expect.poll(() => option.getAttribute("id")).not.toBe(id);
  }
  expect(names.size).toBe(22);
  await holds(option, "use1-c-02, no key of a hard term");
  await expect.poll(() => findings(visit)).toEqual([]);
  await visit.page.keyboard.press("Enter");
  await holds(find(".card h2"), "Why not use1-c-02?");
});

test("the square that is pointed at says its name, its state, its score and one reason", async () => {
  await open();
  await find("[aria-label='Number of the step']").fill("2");
  await find("[aria-label='Number of the step']").press("Enter");
  await holds(find(".candidates .chart-words"), "7 blocked by term 1");
  await expect.poll(async () => (await statesOf(canvas()))["blocked by maxSkew"]).toBe(7);
  await holds(find(".square-key"), "blocked by maxSkew");
  // The second square of `us-east-1a`: below its words and its gauge.
  const words = await boxOf(find(".matrix-words.of-cell").filter({ hasText: "us-east-1a" }));
  await visit.page.mouse.move(words.x + 40, words.y + 38);
  await expect
    .poll(() => inspector().locator("> *").allTextContents())
    .toEqual([
      "use1-a-02",
      "blocked by maxSkew, prioritizers 181",
      "us-east / us-east-1a",
      "picking use1-a-02 would make region us-east 2 against 0: skew 2 above 1",
      "drag the blue line of the limit to raise maxSkew",
    ]);
  await expect.poll(() => find(".candidate.lit").count()).toBe(1);
  // A click opens the card; nothing of the stage moves, and only now the text does.
  const top = (): Promise<number> => find(".cm-scroller").evaluate((it) => it.scrollTop);
  expect(await top()).toBe(0);
  const places = (): Promise<string[]> =>
    find(".matrix, .scrubber, .candidates, .controls-strip, .rows").evaluateAll((all) =>
      all.map((one) => JSON.stringify(one.getBoundingClientRect())),
    );
  const before = await places();
  await visit.page.mouse.click(words.x + 40, words.y + 38);
  await holds(find(".card h2"), "Why not use1-a-02?");
  await find(".card-verdict").waitFor();
  await holds(find(".card-step"), "In step 2, which is on show, it is blocked by term 1 (region): picking use1-a-02");
  expect(await places()).toEqual(before);
  await expect.poll(top).toBeGreaterThan(0);
  await visit.page.keyboard.press("Escape");
  await expect.poll(() => find(".card").count()).toBe(0);
  await visit.page.mouse.move(words.x + 40, words.y - 300);
  await expect.poll(() => inspector().count()).toBe(0);
  // The last step of a run that max skew ended: what remains is blocked, as the table says.
  await visit.page.getByLabel("all feasible").check();
  await says("selects 14 clusters");
  await find("[aria-label='Number of the step']").fill("14");
  await find("[aria-label='Number of the step']").press("Enter");
  await expect.poll(async () => (await statesOf(canvas()))["blocked by maxSkew"]).toBe(4);
  await canvas().focus();
  await canvas().press("Home");
  const told = find(".matrix [role=option]");
  for (let i = 0; i < 22 && !(await told.textContent())?.startsWith("usw2-a-04"); i += 1) {
    await canvas().press("ArrowRight");
    await visit.page.waitForTimeout(100);
  }
  await holds(told, /blocked by term 1 \(region\): region \S+ has \d+, the lowest of its siblings has \d+, maxSkew 1/);
});

test("the card of a square is whole, also where it reaches beyond a small matrix", async () => {
  await canvas().focus();
  await canvas().press("End");
  await inspector().waitFor();
  const isWhole = (): Promise<boolean> =>
    inspector().evaluate((it) => {
      (it as HTMLElement).style.pointerEvents = "auto";
      const { left, bottom } = it.getBoundingClientRect();
      return it.contains(document.elementFromPoint(left + 20, bottom - 4));
    });
  await expect.poll(isWhole).toBe(true);
});

test("a press makes a term block that never does, from the first screen", async () => {
  await find(".limits")
    .getByRole("button", { name: /^ScheduleAnyway/ })
    .click();
  await visit.textWith("whenUnsatisfiable: DoNotSchedule");
  await expect.poll(async () => (await statesOf(canvas()))["blocked by maxSkew"]).toBe(3);
  await expect.poll(() => find(".limits .apply").count()).toBe(0);
});

test("the edge of the limit is dragged: it is under the pointer at every frame, and all is one step", async () => {
  await open();
  const value = find(".limit-value").first();
  const box = await boxOf(find(".matrix"));
  const { x, y } = await edgeIn(visit.page, box.x + box.width * 0.7, box.y + 20);
  // What is drawn in the pointer's column, frame by frame.
  await visit.page.evaluate(() => {
    const seen: { off: number }[] = [];
    Object.assign(globalThis, { seen });
    const drawn = document.querySelector<HTMLCanvasElement>(".matrix canvas") as HTMLCanvasElement;
    document.addEventListener("pointermove", ({ clientX, buttons }) => {
      if (buttons !== 1) return;
      requestAnimationFrame(() => {
        const place = drawn.getBoundingClientRect();
        const scale = drawn.width / place.width;
        // Between two rows nothing but the edge is drawn.
        const row = drawn.getContext("2d")?.getImageData(0, Math.round(30 * scale), drawn.width, 1).data;
        const from = Math.round(drawn.width * 0.72);
        let nearest = 1e4;
        for (let at = from; at < drawn.width; at += 1)
          if ((row?.[at * 4 + 3] ?? 0) > 0) nearest = Math.min(nearest, Math.abs(at / scale + place.x - clientX));
        seen.push({ off: nearest });
      });
    });
  });
  await visit.page.mouse.move(x, y);
  await visit.page.mouse.down();
  for (let by = 4; by <= 28; by += 4) {
    await visit.page.mouse.move(x + by, y);
    await visit.page.waitForTimeout(30);
  }
  await visit.textWith("maxSkew: 2 # the bound");
  await expect.poll(() => value.getAttribute("aria-valuenow")).toBe("2");
  const seen = await visit.page.evaluate(() => (globalThis as unknown as { seen: { off: number }[] }).seen);
  expect(seen.length).toBeGreaterThan(5);
  for (const { off } of seen) expect(off).toBeLessThanOrEqual(2);
  await visit.page.mouse.up();
  expect((await boxOf(find(".matrix"))).height).toBe(box.height);
  await visit.editor.press("Control+Z");
  await visit.expectText(text);
  await expect.poll(() => value.getAttribute("aria-valuenow")).toBe("1");
  await value.focus();
  await visit.page.keyboard.press("ArrowRight");
  await visit.textWith("maxSkew: 2 # the bound");
  await expect.poll(() => value.getAttribute("aria-valuenow")).toBe("2");
  await visit.page.keyboard.press("Home");
  await visit.expectText(text);
});

test("the keyboard walks on to domains that are not shown yet", async () => {
  const cluster = (i: number): string =>
    "---\napiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedCluster\n" +
    `metadata: {name: c${i}, labels: {region: r${i}}}\n`;
  const clusters = Array.from({ length: 30 }, (_, i) => cluster(i + 10));
  await visit.paste(placementBy(2, "region") + clusters.join(""));
  await holds(find(".domains .more"), "6 more domains");
  await canvas().focus();
  await canvas().press("End");
  await holds(find(".matrix [role=option]"), /^c33,/);
  await canvas().press("ArrowDown");
  await holds(find(".matrix [role=option]"), /^c34,/);
  await expect.poll(() => find(".domains .more").count()).toBe(0);
});

test("on a phone the matrix has its width, and a square is pressed", nightly, async () => {
  await reopen({ viewport: { width: 390, height: 844 } });
  await open();
  await expect.poll(() => visit.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await find(".matrix").evaluate((it) => it.scrollIntoView({ block: "center" }));
  const words = await boxOf(find(".matrix-words.of-cell").filter({ hasText: "us-east-1a" }));
  await visit.page.mouse.click(words.x + 8, words.y + 38);
  await holds(find(".card h2"), "Why use1-a-01?");
  // The text goes to the cluster, the page stays at the square.
  await expect.poll(() => find(".cm-scroller").evaluate((it) => it.scrollTop)).toBeGreaterThan(0);
  expect((await boxOf(find(".matrix-words.of-cell").filter({ hasText: "us-east-1a" }))).y).toBe(words.y);
});

test("above 2,000 clusters each domain is a bar", nightly, async () => {
  const buffer = Buffer.from(`${placementBy(250, "region", "zone")}---\n${fleetYaml(1, 2500)}`);
  const file = { name: "many.yaml", mimeType: "application/yaml", buffer };
  await find("input[type=file]").setInputFiles(file);
  await says("shop/many selects 250 of 250 clusters");
  await holds(find(".square-key"), "The length of a bar is the number of clusters.");
  await holds(find(".matrix [role=option]"), /^\S+ \/ \S+, \d+ selected, \d+ feasible/);
  const isDrawn = (): Promise<boolean> =>
    find(".matrix canvas")
      .first()
      .evaluate((it) => {
        const { width, height } = it as HTMLCanvasElement;
        const data = (it as HTMLCanvasElement).getContext("2d")?.getImageData(0, 0, width, height).data;
        return data?.some((byte) => byte > 0) ?? false;
      });
  await expect.poll(isDrawn).toBe(true);
  // Enter on a bar lists its clusters.
  const bars = find(".matrix-squares");
  await bars.focus();
  await bars.press("End");
  const told = (await find(".matrix [role=option]").textContent()) ?? "";
  await bars.press("Enter");
  const zone = / \/ (\S+),/.exec(told)?.[1] ?? "";
  await expect.poll(() => visit.page.getByLabel(/^Find clusters/).inputValue()).toBe(`zone=${zone}`);
  await expect.poll(() => find(".clusters .table").evaluate((it) => it === document.activeElement)).toBe(true);
  await visit.page.getByLabel(/^Find clusters/).fill("");
  // The table reaches to its end.
  await find(".candidate-table").evaluate((table) => (table.scrollTop = table.scrollHeight));
  const total = Number(await find(".candidate-table").getAttribute("aria-rowcount"));
  await holds(find(`.candidate[aria-rowindex="${total}"] .name`), /-\d+/);
});
