/** The stage: sentence, matrix, scrubber, ladder and controls on one screen. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { markedOf } from "./matrix";
import { find, holds, reopen, says, startPage, visit } from "./one-page";
import { boxOf, findings, fixture, nightly } from "./page";

startPage();

const text = fixture("spread.yaml");

/** Pastes `text`, and waits for its answer: what the page opens with has a spread, too. */
async function pasteBackend(): Promise<void> {
  await visit.paste(text);
  await says("shop/backend selects 7 of 7 clusters.");
}

/** An example of the spread policy. */
interface Example {
  file: string;
  placement: string;
}

const joint: Example = { file: "use-case-4-joint-spread", placement: "ns1/use-case-4" };
const implementation: Example = { file: "implementation-example", placement: "ns1/implementation-example" };
const twoTerms = [joint, { file: "api-example", placement: "ns1/demo-placement" }, implementation];

/** Pastes an example, and waits for its answer. */
async function pasteExample({ file, placement }: Example): Promise<void> {
  await visit.paste(readFileSync(new URL(`../../../examples/${file}.yaml`, import.meta.url), "utf8"));
  await says(`${placement} selects`);
}

test("one screen has the sentence, the matrix, the scrubber, the ladder and the controls", async () => {
  await pasteBackend();
  await holds(find(".square-key"), "selected");
  for (const place of [".answer-line h1", ".matrix", ".scrubber", ".candidate.pick", ".controls-strip .controls"]) {
    const box = await boxOf(find(place).first());
    expect(box.y, place).toBeGreaterThanOrEqual(0);
    expect(box.y + box.height, place).toBeLessThanOrEqual(900);
  }
  await expect.poll(() => find(".answer-pane").evaluate((pane) => pane.scrollTop)).toBe(0);
  await expect.poll(() => findings(visit)).toEqual([]);
});

test(
  "the stage of two terms is one screen, its words are not cut, and a blocked candidate says by what",
  nightly,
  async () => {
    for (const example of twoTerms) {
      const name = example.file;
      await pasteExample(example);
      await find(".limits li").nth(1).waitFor();
      await find(".controls .interval").first().waitFor();
      const [scrubber, strip] = [await boxOf(find(".scrubber")), await boxOf(find(".controls-strip"))];
      expect(scrubber.y + scrubber.height, name).toBeLessThanOrEqual(strip.y + 1);
      expect(strip.y + strip.height, name).toBeLessThanOrEqual(900);
      const cut = await find(".matrix-words.of-row .name").evaluateAll((all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth + 1),
      );
      expect(cut.length, name).toBe(0);
    }
    await reopen({ viewport: { width: 360, height: 740 } });
    await pasteExample(implementation);
    const blocked = find(".candidate .blocked-by");
    await blocked.waitFor();
    await expect.poll(() => blocked.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
  },
);

test("squares keep their size while a control is moved, and shrink on a lower page", async () => {
  const height = async (): Promise<number> => (await boxOf(find(".matrix"))).height;
  await pasteExample(joint);
  await find(".limits li").nth(1).waitFor();
  const before = await height();
  // The sentence has a line more, and a candidate more is in the matrix.
  await find("[aria-label='numberOfClusters']").fill("7");
  await holds(find(".difference"), "+");
  await visit.page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(() => height()).toBe(before);
  await visit.page.setViewportSize({ width: 1440, height: 501 });
  await expect.poll(height).toBeLessThan(before);
});

test("the matrix marks what is in and out against the baseline", nightly, async () => {
  await pasteBackend();
  await holds(find(".square-key"), "selected");
  await visit.page.getByRole("button", { name: "Pin", exact: true }).click();
  await holds(find(".square-key"), "in or out, against the baseline");
  await expect.poll(() => markedOf(find(".matrix-squares"))).toBe(0);
  await find("[aria-label='numberOfClusters']").fill("9");
  await holds(find(".difference"), /^\+\S+ \+\S+ \(7 unchanged\)/);
  await expect.poll(() => markedOf(find(".matrix-squares"))).toBe(2);
  // A second edit is compared with the same decision.
  await find("[aria-label='numberOfClusters']").fill("10");
  await expect.poll(() => markedOf(find(".matrix-squares"))).toBe(3);
});

test("the ladder draws the score of each term, and what a candidate lacks to the pick", nightly, async () => {
  await pasteBackend();
  await holds(find(".square-key"), "selected");
  const rows = find(".candidate-rows .candidate");
  // The pick lacks nothing; each other one does, up to the same line.
  await expect.poll(() => rows.first().locator(".ghost").count()).toBe(0);
  const cuts = await find(".candidate-rows .bars .cut-off").evaluateAll((lines) =>
    lines.map((line) => line.getBoundingClientRect().x),
  );
  expect(Math.max(...cuts) - Math.min(...cuts)).toBeLessThan(1);
  await expect.poll(() => rows.nth(1).locator(".ghost").count()).toBe(1);
  // region 0, zone 63: the second bar is full, the first is empty.
  const widths = await rows
    .first()
    .locator(".term-bars .term-part")
    .evaluateAll((bars) => bars.map((bar) => bar.getAttribute("width")));
  expect(widths).toEqual(["0", "14"]);
});

/** Each part of a bar: its class, and its width in px. */
const partsOf = (index: number): Promise<[string | null, number][]> =>
  find(".candidate-rows .candidate")
    .nth(index)
    .locator(".bars rect")
    .evaluateAll((parts) => parts.map((part) => [part.getAttribute("class"), part.getBoundingClientRect().width]));

test("bars of the ladder are readable on a narrow page", nightly, async () => {
  for (const width of [720, 360]) {
    await reopen({ viewport: { width, height: 740 } });
    await pasteBackend();
    await holds(find(".score-key"), "Memory");
    await find(".candidates").evaluate((it) => it.scrollIntoView());
    const box = await boxOf(find(".candidate-rows .bars").first());
    expect(box.width).toBeGreaterThan(width * 0.7);
    const parts = await partsOf(0);
    expect(parts.length).toBe(3);
    for (const [, part] of parts) expect(part).toBeGreaterThan(8);
    await expect
      .poll(() => find(".candidates").evaluate((it) => it.scrollWidth - it.clientWidth))
      .toBeLessThanOrEqual(0);
  }
});

test("candidates out of the table's rows have their prioritizers once nothing moves", nightly, async () => {
  await pasteBackend();
  await holds(find(".score-key"), "Memory");
  await find(".find").fill("use1-a-01");
  await expect.poll(() => find(".rows .line").count()).toBe(1);
  await holds(find(".score-key"), "Memory");
  await find("[aria-label='numberOfClusters']").fill("8");
  await holds(find(".candidates .chart-words"), "step 8");
  await holds(find(".score-key"), "Memory");
});

test("every prioritizer in force has a column, and decisions are in a drawer", nightly, async () => {
  await visit.paste(fixture("kubectl-list.yaml"));
  await visit.expectSelected(["west-2", "west-1"]);
  // Balance gives all clusters 100: without its column the numbers of a row would not add up.
  await expect.poll(() => find(".table-head .times").allTextContents()).toEqual(["×1", "×1", "×3"]);
  await expect.poll(() => find(".drawer table").first().isVisible()).toBe(false);
  await find(".drawer > summary").click();
  await find(".drawer table").first().waitFor();
});

test("on a small screen nothing is covered, and nothing overflows", async () => {
  await reopen({ viewport: { width: 360, height: 740 } });
  await pasteBackend();
  await holds(find(".square-key"), "selected");
  await expect.poll(() => find(".controls-strip").evaluate((strip) => getComputedStyle(strip).position)).toBe("static");
  await expect.poll(() => visit.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  // Numbers are never cut.
  const cut = () =>
    find(".candidate-rows .number").evaluateAll((all) =>
      all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent),
    );
  await expect.poll(cut).toEqual([]);
  await expect.poll(() => findings(visit)).toEqual([]);
});

test("a legend says from where to where the final scores of a step are", nightly, async () => {
  await pasteBackend();
  await holds(find(".square-key"), /final score, −\d+ to 273/);
  // The step before: other candidates, other scores.
  await find("[aria-label='Number of the step']").fill("1");
  await find("[aria-label='Number of the step']").press("Enter");
  await expect.poll(() => find(".square-key").textContent()).not.toContain("to 273");
});

test("pointing at a rung lights its row, line and the slider that matters, and keeps the focus", async () => {
  await pasteBackend();
  await holds(find(".square-key"), "final score");
  await find("[aria-label='Number of the step']").focus();
  const rung = find(".candidate-rows .candidate").nth(1);
  const name = (await rung.locator(".line-link").textContent()) ?? "";
  await rung.hover();
  await expect.poll(() => find(".rows .line.lit .name").textContent()).toContain(name);
  await expect.poll(() => find(".control.lit .control-name").textContent()).toBe("Spread");
  await expect
    .poll(() => visit.page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
    .toBe("Number of the step");
  await expect.poll(() => findings(visit)).toEqual([]);
  await visit.page.mouse.move(700, 20);
  await expect.poll(() => find(".lit, .cm-lit").count()).toBe(0);
});

const line = (words: string) => find(".cm-line").filter({ hasText: words }).first();

test("the cursor in the text marks the control, the term and the cluster that are written there", async () => {
  await pasteBackend();
  await holds(find(".square-key"), "final score");
  await visit.editor.press("Control+Home");
  await line("topologyKey: region").click();
  await holds(find(".spread-term.at-cursor .term-number"), "1");
  await expect.poll(() => find(".control.at-cursor").count()).toBe(0);
  await line("builtIn: ResourceAllocatableMemory").click();
  await holds(find(".control.at-cursor .control-name"), "Memory");
  await expect.poll(() => find(".spread-term.at-cursor").count()).toBe(0);
  await line("numberOfClusters: 7").click();
  await find(".number-of-clusters.at-cursor").waitFor();
  await expect.poll(() => find(".control.at-cursor").count()).toBe(0);
  await line("name: use1-a-01").click();
  await holds(find(".rows .line.at-cursor .name"), "use1-a-01");
  await expect.poll(() => findings(visit)).toEqual([]);
});

test("on what a candidate lacks stands Apply, which selects it", async () => {
  await pasteBackend();
  const names = (): Promise<string[]> => find(".rows .line.selected .name").allTextContents();
  const rung = find(".candidate-rows .candidate")
    .filter({ has: visit.page.locator(".apply") })
    .first();
  await rung.waitFor();
  const name = (await rung.locator(".line-link").textContent()) ?? "";
  await expect.poll(() => names()).not.toContain(name);
  await rung.hover();
  const [apply, bar] = await Promise.all([boxOf(rung.locator(".apply")), boxOf(rung.locator(".final"))]);
  expect(apply.x).toBeGreaterThanOrEqual(bar.x);
  await expect.poll(() => rung.locator(".apply").evaluate((button) => getComputedStyle(button).opacity)).toBe("1");
  await rung.locator(".apply").click();
  await expect.poll(names).toContain(name);
  await visit.editor.press("Control+Z");
  await visit.expectText(text);
  // And by the keyboard, behind the name.
  await rung.locator(".apply").waitFor();
  await rung.locator(".line-link").focus();
  await visit.page.keyboard.press("Tab");
  await expect.poll(() => rung.locator(".apply").evaluate((button) => button === document.activeElement)).toBe(true);
  await visit.page.keyboard.press("Enter");
  // The button goes with what it changes: the focus stays in the table.
  await expect.poll(() => find(".candidate-table").evaluate((table) => table === document.activeElement)).toBe(true);
  await expect.poll(names).toContain(name);
  await visit.editor.press("Control+Z");
  await visit.expectText(text);
  // Of a step on the way nothing is told: it is not the decision.
  await find("[aria-label='Number of the step']").fill("2");
  await find("[aria-label='Number of the step']").press("Enter");
  await holds(find(".step-words > p").first(), "Step 2");
  await expect.poll(() => find(".candidate-rows .apply").count()).toBe(0);
});

/** 120 clusters in two zones: the best ones by memory have another zone than the others. */
const many = (): string => {
  const clusters = Array.from({ length: 120 }, (_, i) => {
    const memory = `${200 - i}Gi`;
    return `---
apiVersion: cluster.open-cluster-management.io/v1
kind: ManagedCluster
metadata: { name: c${String(i).padStart(3, "0")}, labels: { zone: ${i % 3 === 0 ? "a" : "b"} } }
spec: { hubAcceptsClient: true }
status: { allocatable: { memory: ${memory} }, capacity: { memory: 256Gi } }
`;
  });
  return `apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata: { name: p, namespace: default }
spec:
  numberOfClusters: 3
  prioritizerPolicy:
    configurations:
    - { scoreCoordinate: { builtIn: ResourceAllocatableMemory }, weight: 3 }
  spreadPolicy:
    spreadConstraints:
    - { topologyKey: zone, topologyKeyType: Label, maxSkew: 1, whenUnsatisfiable: ScheduleAnyway }
${clusters.join("")}`;
};

test("bars of a long ladder are of the decision on show, wherever it is scrolled to", nightly, async () => {
  await visit.paste(many());
  await holds(find(".score-key"), "Memory × 3");
  await find(".candidate-table").evaluate((table) => table.scrollTo(0, 80 * 40));
  // The 82nd candidate, whoever it is.
  const row = find(".candidate-rows .candidate[aria-rowindex='83']");
  await row.waitFor();
  const bar = () =>
    row.locator(".bars").evaluate((svg) => ({
      ends: [...svg.querySelectorAll("rect")].map((rect) => Number.parseFloat(rect.getAttribute("width") ?? "")),
      total: Number.parseFloat(svg.querySelector(".total")?.getAttribute("x1") ?? ""),
    }));
  const isWhole = async (): Promise<boolean> => {
    const { ends, total } = await bar();
    return ends.length > 0 && ends.every((width) => width >= 0 && width <= 100) && total >= 0 && total <= 100;
  };
  await expect.poll(isWhole).toBe(true);
  const before = await bar();
  await visit.slider("ResourceAllocatableMemory").press("ArrowRight");
  await visit.textWith("weight: 4");
  await expect.poll(isWhole).toBe(true);
  await expect.poll(bar).not.toEqual(before);
  const scrolled = await bar();
  expect(scrolled.ends.some((width) => width > 0)).toBe(true);
  // What stands there is what a fresh look says.
  const parts = await find(".score-key li").allTextContents();
  expect(parts.some((part) => part.includes("prioritizers"))).toBe(false);
});

test("another text is read from its first sentence on", async () => {
  await visit.paste(many());
  await find(".score-key").waitFor();
  const pane = find(".answer-pane");
  await pane.evaluate((element) => element.scrollTo({ top: 400, behavior: "instant" }));
  await expect.poll(() => pane.evaluate((element) => element.scrollTop)).toBeGreaterThan(100);
  await pasteBackend();
  await expect.poll(() => pane.evaluate((element) => element.scrollTop)).toBe(0);
});
