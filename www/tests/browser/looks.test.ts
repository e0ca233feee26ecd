/**
 * What was ugly or lost when somebody looked at the page: sizes, places and words on the screen.
 *
 * @module-tag nightly
 */
import { readFileSync } from "node:fs";
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { find, holds, reopen, says, startPage, visit } from "./one-page";
import { boxOf, fixture } from "./page";

startPage();

const example = (name: string): string =>
  readFileSync(new URL(`../../../examples/${name}.yaml`, import.meta.url), "utf8");

async function show(text: string, words: string | RegExp): Promise<void> {
  await visit.paste(text);
  await says(words);
}

test("what is wrong with quotas stands in the margin, below the text and in the list, code as code", async () => {
  const text = fixture("quotas-mixed.yaml");
  await show(text, "research/study");
  await holds(find(".findings .count"), "4 warnings · 2 info · 1 hint");
  await holds(find(".findings .finding").first(), /warning: max of cpu is below min/);
  await expect.poll(() => find(".findings code.quoted").first().textContent()).toBe("max");
  await expect.poll(() => find(".cm-lint-marker-warning").count()).toBeGreaterThan(0);
  const list = find(".quota-diagnostics");
  await holds(list, "max of cpu is below min");
  await expect.poll(() => list.locator("code.quoted").count()).toBeGreaterThan(2);
  // In other views, too; those of another text are gone with it.
  await visit.page.locator("#tab-nodes").click();
  await find(".over-table, .over-squares").first().waitFor();
  await holds(find(".findings .count"), "4 warnings · 2 info · 1 hint");
  await show(fixture("nodes.yaml"), "picks node1");
  await expect.poll(() => find(".findings").textContent()).toBe("No findings.");
  // A fault that is mended is no longer told.
  await show(example("quota-lint"), "twice/large");
  const count = find(".findings .count");
  await holds(count, "warnings");
  const before = await count.textContent();
  await visit.amend(example("quota-lint").replace(/(namespace: upside-down\nspec:\n {2}max:\n {4}cpu: )"?4"?/, "$18"));
  await expect.poll(() => count.textContent()).not.toBe(before);
});

test("nothing on the page shows a backtick, and none is read aloud", async () => {
  for (const [text, words] of [
    [fixture("quotas-mixed.yaml"), "research/study"],
    [fixture("spread.yaml"), "selects 7 of 7"],
    [example("addon-scores"), "selects"],
    [example("filters-tainted-zone"), "fits 0 of 3"],
  ] as const) {
    await show(text, words);
    await find(".findings").waitFor();
    // What is said comes once things have settled.
    await expect
      .poll(() => find(".answer-pane [role=status]").evaluateAll((all) => all.map((one) => one.textContent).join("")))
      .toMatch(/\w/);
    const shown = await find(".answer-pane, .findings").evaluateAll((all) =>
      all.map((one) => one.textContent).join(" "),
    );
    expect(shown.match(/.{0,60}`.{0,60}/g) ?? [], words).toEqual([]);
  }
});

test("opening a card moves no row", async () => {
  await show(fixture("kubectl-list.yaml"), "selects 2 of 2");
  const row = find(".rows .line").filter({ hasText: "east-2" });
  const before = await boxOf(row);
  // Nor do the words of the sliders, which come later.
  await holds(find(".controls-strip"), "the same score for all");
  expect((await boxOf(row)).y).toBe(before.y);
  await row.click();
  await find(".card-verdict").waitFor();
  expect((await boxOf(row)).y).toBe(before.y);
  await expect.poll(() => row.evaluate((line) => line.matches(":hover"))).toBe(true);
});

test("what comes later moves no row, however long the names are", async () => {
  await visit.paste(scored(4));
  await says("apps/web selects 2 of 2");
  const row = find(".rows .line").first();
  const before = (await boxOf(row)).y;
  await holds(find(".near-numbers"), "is added");
  await holds(find(".controls-strip"), "same");
  await find(".rows .apply").first().waitFor();
  expect((await boxOf(row)).y).toBe(before);
});

test("the sentence of a step stands above the controls, on one screen", async () => {
  await show(fixture("spread.yaml"), "selects 7 of 7");
  const words = await boxOf(find(".step-words > p").first());
  const controls = await boxOf(find(".controls-strip"));
  expect(words.y + words.height).toBeLessThanOrEqual(controls.y);
  expect(controls.y + controls.height).toBeLessThanOrEqual(900);
});

test("the largest and smallest weights are whole in their fields", async () => {
  await show(example("story-1-cpu-and-memory-ratio"), "selects 3 of 3");
  for (const weight of ["-10", "10"]) {
    const field = visit.page.getByLabel("Weight of Steady", { exact: true });
    await field.fill(weight);
    await field.press("Enter");
    await visit.textWith(`weight: ${weight}`);
    const [needed, room] = await field.evaluate((input) => {
      const pen = document.createElement("canvas").getContext("2d");
      const { font, paddingLeft, paddingRight } = getComputedStyle(input);
      if (pen === null) throw new Error("no canvas");
      pen.font = font;
      const own = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      return [pen.measureText((input as HTMLInputElement).value).width, own];
    });
    expect(needed).toBeLessThanOrEqual(room);
  }
});

test("names of weights are whole at 1440 pixels", async () => {
  await show(example("story-1-cpu-and-memory-ratio"), "selects 3 of 3");
  const cut = await find(".control-name").evaluateAll((all) =>
    all
      .filter((one) => {
        const words = document.createRange();
        words.selectNodeContents(one);
        return words.getBoundingClientRect().right > one.getBoundingClientRect().right;
      })
      .map((one) => one.textContent),
  );
  expect(cut).toEqual([]);
});

test("where the axis of a chart of VMs ends stands beside the areas", async () => {
  await show(fixture("vms.yaml"), "106 events");
  const charts = find(".vm-chart");
  await charts.nth(3).waitFor();
  for (const chart of await charts.all()) {
    const area = await boxOf(chart.locator(".vm-free").first());
    const amounts = chart.locator(".vm-amount");
    await expect.poll(() => amounts.last().textContent()).toBe("0");
    for (const amount of await amounts.all()) {
      const { x, width } = await boxOf(amount);
      expect(x + width).toBeLessThanOrEqual(area.x);
    }
  }
  // A click still goes to the time that it points at.
  const area = await boxOf(charts.first().locator(".vm-free").first());
  await visit.page.mouse.click(area.x + area.width / 2, area.y + 50);
  await expect
    .poll(async () => {
      const now = await boxOf(charts.first().locator(".vm-now"));
      return Math.abs(now.x - (area.x + area.width / 2)) / area.width;
    })
    .toBeLessThan(0.03);
});

test("the ladders of the views begin beside their matrices", async () => {
  await show(fixture("vms.yaml"), "106 events");
  await find(".migrations .apply").first().waitFor();
  const apart = await find(".stage").evaluate((stage) => {
    const [main, side] = [".stage-main h2", ".stage-side h2"].map((at) => stage.querySelector(at));
    return (main?.getBoundingClientRect().y ?? 0) - (side?.getBoundingClientRect().y ?? 1e4);
  });
  expect(Math.abs(apart)).toBeLessThanOrEqual(1);
});

test("360 pixels: what would spare a victim is not cut into letters", async () => {
  await reopen({ viewport: { width: 360, height: 740 } });
  await show(fixture("quotas-mixed.yaml"), "research/study");
  const words = find(".victim-ladder .change-words").first();
  await holds(words, "uncordon node-3");
  // Two words are two lines at most.
  expect((await boxOf(words)).height).toBeLessThanOrEqual(30);
});

test("what leads to the text looks the same for a pod in every view", async () => {
  const looks: string[] = [];
  for (const [file, words] of [
    ["nodes.yaml", "picks node1"],
    ["quotas-mixed.yaml", "research/study"],
  ] as const) {
    await show(fixture(file), words);
    const link = find(".pod-now .object-link");
    looks.push(
      await link.evaluate((one) => {
        const { color, fontFamily } = getComputedStyle(one);
        return `${color} ${fontFamily}`;
      }),
    );
  }
  expect(looks[1]).toBe(looks[0]);
});

test("360 pixels: the VM that a step is about is in the table and in the queue", async () => {
  await reopen({ viewport: { width: 360, height: 740 } });
  await show(fixture("vms.yaml"), "106 events");
  await holds(find("tr.about"), "default/b");
  await expect.poll(() => find("tr.about").isVisible()).toBe(true);
  await expect.poll(() => find(".page-head .about").isVisible()).toBe(true);
});

test("the clusters' table has a column to the cut where something is cut, and whole heads", async () => {
  const heads = () => find(".table-head [role=columnheader]").allInnerTexts();
  const cut = () =>
    find(".table-head [role=columnheader]").evaluateAll((all) =>
      all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent),
    );
  await show(example("story-1-cpu-and-memory-ratio"), "selects 3 of 3");
  expect((await heads()).map((head) => head.replace(/\s+/g, " "))).toContain("to cut");
  await expect.poll(() => cut()).toEqual([]);
  await find(".rows .line").first().waitFor();
  await expect.poll(() => find(".rows .line.feasible .why").first().textContent()).toMatch(/^−\d/);
  // All are wanted: nothing is cut, and nothing is missing to a cut.
  await visit.page.getByLabel("all feasible").check();
  await says("selects 7 clusters");
  await expect.poll(heads).not.toContain("to cut");
  await expect.poll(() => find(".rows .line .why").count()).toBe(0);
  await expect
    .poll(() => find(".table").getAttribute("aria-colcount"))
    .toBe(String(await find(".table-head [role=columnheader]").count()));
});

test("neighbouring parts of a bar have other colours, the same as in the key", async () => {
  const fills = (place: Locator) => place.evaluateAll((all) => all.map((one) => getComputedStyle(one).fill));
  await show(example("scores-default-profile"), "picks");
  const keys = find(".node-ladder .key rect, .ladder + .key rect");
  await keys.first().waitFor();
  const named = await fills(keys);
  expect(new Set(named).size).toBe(named.length);
  for (const bar of await find(".ladder .rung-bar svg").all()) {
    const parts = (await fills(bar.locator("rect"))).filter((fill) => named.includes(fill));
    expect(parts.every((fill, i) => fill !== parts[i + 1])).toBe(true);
    expect(parts.length).toBeGreaterThan(1);
  }
  // Those of the proposal's prioritizers differ from those of the others by a hatch.
  await show(example("story-1-cpu-and-memory-ratio"), "selects 3 of 3");
  const heads = await fills(find(".table-head .swatch rect:first-child"));
  const bars = await fills(find(".rows .line").first().locator(".bars rect"));
  expect(heads.length).toBe(4);
  expect(new Set(heads).size).toBe(4);
  // Steady, the first, scores 0 and has no part.
  for (const head of heads.slice(1)) expect(bars).toContain(head);
});

test("no head of a section is cut, on any width", async () => {
  const texts = [
    [fixture("kubectl-list.yaml"), "selects 2 of 2"],
    [fixture("spread.yaml"), "selects 7 of 7"],
    [fixture("nodes.yaml"), "picks node1"],
    [fixture("quotas-mixed.yaml"), "research/study"],
    [fixture("vms.yaml"), "106 events"],
  ] as const;
  for (const width of [360, 720, 1024, 1440]) {
    await visit.page.setViewportSize({ width, height: 800 });
    for (const [text, words] of texts) {
      await show(text, words);
      await find(".answer-pane h2").nth(1).waitFor();
      const cut = await find(".answer-pane :is(h1, h2, h3)").evaluateAll((all) =>
        all
          .filter((one) => one.checkVisibility() && one.closest(".unseen") === null)
          .filter((one) => {
            const range = document.createRange();
            range.selectNodeContents(one);
            const words = range.getBoundingClientRect();
            const pane = one.closest(".answer-pane")?.getBoundingClientRect();
            return words.right > (pane?.right ?? 0) + 1 || one.scrollWidth > one.clientWidth + 1;
          })
          .map((one) => one.textContent),
      );
      expect(cut, `${words} at ${width}`).toEqual([]);
    }
  }
});

test("four prioritizers at 1440 pixels: the clusters' table fits, and no cell lies on another", async () => {
  const text = readFileSync(new URL("../../../tests/reality/hub.yaml", import.meta.url), "utf8");
  await show(text, "prod-apps/web selects 2 of 2");
  await find(".rows .apply").first().waitFor();
  const table = await find(".table").evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
  expect(table[0]).toBe(table[1]);
  const overlaps = await find(".table .line").evaluateAll((lines) =>
    lines.flatMap((line) => {
      const cells = [...line.children].map((cell) => ({ text: cell.textContent, box: cell.getBoundingClientRect() }));
      return cells.slice(1).filter(({ box }, i) => box.left < (cells[i]?.box.right ?? 0) - 1);
    }),
  );
  expect(overlaps).toEqual([]);
});

/** A placement with so many scores that differ, and clusters with long names. */
function scored(count: number): string {
  const builtIns = ["Steady", "ResourceAllocatableCPU", "ResourceAllocatableMemory", "ResourceRatioCPU"];
  const addOns = ["bandwidth", "cpuAvailable", "latency", "cost", "gpuFree", "carbon"].slice(
    0,
    count - builtIns.length,
  );
  const coordinates = [
    ...builtIns.map((builtIn) =>
      builtIn.includes("Ratio") ? `name: ${builtIn}` : `scoreCoordinate: {builtIn: ${builtIn}}`,
    ),
    ...addOns.map((score) => `scoreCoordinate: {type: AddOn, addOn: {resourceName: net, scoreName: ${score}}}`),
  ].slice(0, count);
  const api = "cluster.open-cluster-management.io";
  const clusters = Array.from({ length: 6 }, (_, i) => {
    const name = `production-europe-west${i}-cluster-${i}`;
    const scores = addOns.map((score, at) => `{name: ${score}, value: ${((i * 37 + at * 53) % 201) - 100}}`);
    return [
      `apiVersion: ${api}/v1\nkind: ManagedCluster\nmetadata: {name: ${name}}\nspec: {hubAcceptsClient: true}\n` +
        `status: {allocatable: {cpu: "${1 + ((i * 13) % 60)}", memory: ${8 + ((i * 71) % 240)}Gi},` +
        ' capacity: {cpu: "64", memory: 256Gi}}\n',
      `apiVersion: ${api}/v1alpha1\nkind: AddOnPlacementScore\nmetadata: {name: net, namespace: ${name}}\n` +
        `status: {scores: [${scores.join(", ")}]}\n`,
    ].join("---\n");
  });
  const configurations = coordinates.map((of) => `    - {${of}, weight: 1}\n`).join("");
  const head =
    `apiVersion: ${api}/v1beta1\nkind: Placement\nmetadata: {name: web, namespace: apps}\nspec:\n` +
    `  numberOfClusters: 2\n  prioritizerPolicy:\n    mode: Exact\n    configurations:\n${configurations}`;
  const recorded =
    `apiVersion: ${api}/v1beta1\nkind: PlacementDecision\nmetadata: {name: web-decision-1, namespace: apps,` +
    ` labels: {${api}/placement: web}}\n` +
    'status: {decisions: [{clusterName: production-europe-west3-cluster-3, reason: ""}]}\n';
  return [head, ...clusters, recorded].join("---\n");
}

test.each([4, 5, 6, 7, 8, 10])(
  "%i scores at 1440 pixels: no column covers another, no number is cut",
  async (count) => {
    await show(scored(count), "apps/web selects 2 of 2");
    await find(".rows .apply").first().waitFor();
    await expect.poll(() => find(".table-head .times").count()).toBe(count);
    const table = find(".table");
    const [wide, seen] = await table.evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
    // More than the API has built in are scrolled to.
    if (count <= 8) expect(wide).toBe(seen);
    const faults = await find(".table .line").evaluateAll((lines) =>
      lines.flatMap((line) => {
        const cells = [...line.children].filter((cell) => cell.getBoundingClientRect().width > 0);
        const isOver = (cell: Element, i: number): boolean =>
          i > 0 && cell.getBoundingClientRect().left < (cells[i - 1]?.getBoundingClientRect().right ?? 0) - 1;
        const isCut = (cell: Element): boolean => {
          const words = document.createRange();
          words.selectNodeContents(cell);
          return (
            cell.matches(".rows .number, .rows .rank") &&
            words.getBoundingClientRect().width > cell.getBoundingClientRect().width + 1
          );
        };
        return cells.filter((cell, i) => isOver(cell, i) || isCut(cell)).map((cell) => cell.textContent);
      }),
    );
    expect(faults).toEqual([]);
    // The heads stand above the rows.
    const low = await find(".table-head").evaluate((head) =>
      [...head.querySelectorAll("[role=columnheader]")]
        .filter((one) => one.getBoundingClientRect().height > head.getBoundingClientRect().height)
        .map((one) => one.textContent),
    );
    expect(low).toEqual([]);
  },
);

test("names of resources stay within their place", async () => {
  await show(readFileSync(new URL("../../../tests/reality/budget.yaml", import.meta.url), "utf8"), "fits 0 of 2");
  const place = find(".control-name").filter({ hasText: "-storage" });
  const [name, text] = await Promise.all([boxOf(place), boxOf(place.locator(".cut-name"))]);
  expect(text.x + text.width).toBeLessThanOrEqual(name.x + name.width);
});

test("names of nodes, and those that come and go with one cluster more, are whole under the pointer", async () => {
  const long = (text: string) => text.replaceAll(/\b(west|east)-(\d)/g, "prod-europe-central-$1-$2");
  await visit.paste(long(fixture("kubectl-list.yaml")));
  await expect.poll(() => find(".near-numbers").getAttribute("title")).toMatch(/prod-europe-central-(west|east)-\d/);
  await visit.paste(fixture("nodes.yaml").replaceAll(/\bnode(\d)\b/g, "pool-europe-west-node-$1"));
  for (const at of [0, 1]) {
    const cell = find(".node-table .rows .name").nth(at);
    const text = cell.locator(".cut-name");
    await expect.poll(() => text.getAttribute("title")).toMatch(/^pool-europe-west-node-\d$/);
    const [name, end] = await Promise.all([boxOf(cell), boxOf(text)]);
    expect(end.x + end.width).toBeLessThanOrEqual(name.x + name.width + 1);
  }
});
