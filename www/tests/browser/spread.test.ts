/** Spread: its terms as controls, its domains, its steps, and why not. */
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { markedOf, statesOf } from "./matrix";
import { startPage, visit } from "./one-page";
import { atNight, changedLines, findings, fixture, nightly, Visit } from "./page";

startPage();

const text = fixture("spread.yaml");
const picks = ["use1-a-01", "usw2-a-01", "euc1-a-01", "use1-b-01", "usw2-b-01", "euc1-b-01", "use1-c-01"];

async function open(): Promise<void> {
  await visit.paste(text);
  await visit.expectSelected(picks);
}

const label = (name: string): Locator => visit.page.getByLabel(name, { exact: true });
const slider = (): Locator => label("Step");
const squares = (): Promise<Record<string, number>> => statesOf(visit.page.locator(".matrix-squares"));
const sentence = (): Locator => visit.page.locator(".step-words > p").first();

/** One step back in the text gives it as it was. */
async function undone(): Promise<void> {
  await visit.editor.press("Control+Z");
  await visit.expectText(text);
  await visit.expectSelected(picks);
}

test("max skew, action, type and key edit the text, each in one step of undo", async () => {
  await open();
  await label("Larger maxSkew of term 1, region").click();
  expect(changedLines(text, await visit.textWith("maxSkew: 2"))).toEqual({
    gone: ["      maxSkew: 1 # the bound"],
    come: ["      maxSkew: 2 # the bound"],
  });
  await expect.poll(() => label("maxSkew of term 1, region").inputValue()).toBe("2");
  await undone();
  await expect.poll(() => label("maxSkew of term 1, region").inputValue()).toBe("1");

  await label("Action of term 2, zone").selectOption("DoNotSchedule");
  expect(
    changedLines(text, await visit.textWith(/whenUnsatisfiable: DoNotSchedule[\s\S]*whenUnsatisfiable: DoNotSchedule/)),
  ).toEqual({
    gone: [],
    come: ["      whenUnsatisfiable: DoNotSchedule"],
  });
  await undone();

  await label("Type of term 2, zone").selectOption("Claim");
  await visit.textWith("topologyKeyType: Claim");
  // No cluster has such a claim, and the term is soft.
  await expect
    .poll(() => visit.page.locator(".run .section-head").textContent())
    .toContain("0 domains of zone (19 feasible clusters without)");
  await expect
    .poll(() => visit.page.locator("[data-term='1'] .hint").textContent())
    .toContain("no feasible cluster that has the keys before it has the claim `zone`");
  await undone();

  await label("Topology key of term 2").fill("rack");
  await label("Topology key of term 2").press("Enter");
  expect(changedLines(text, await visit.textWith("topologyKey: rack"))).toEqual({
    gone: ["    - topologyKey: zone"],
    come: ["    - topologyKey: rack"],
  });
  await undone();
});

test("terms are added, moved with their comments and removed", async () => {
  await open();
  await visit.page.getByRole("button", { name: "Add spread constraint" }).click();
  // The clusters' other label; region and zone are used.
  expect(changedLines(text, await visit.textWith("topologyKey: env")).come).toEqual([
    "    - topologyKey: env",
    "      topologyKeyType: Label",
    "      maxSkew: 1",
    "      whenUnsatisfiable: ScheduleAnyway",
  ]);
  await expect
    .poll(() => label("Topology key of term 3").evaluate((input) => input === document.activeElement))
    .toBe(true);
  await undone();

  await label("Move term 1, region down").click();
  const moved = await visit.textWith(/topologyKey: zone[\s\S]*topologyKey: region/);
  expect(changedLines(text, moved)).toEqual({ gone: [], come: [] });
  expect(moved).toMatch(
    /# zones now and then\n {4}- topologyKey: zone\n.*\n {4}# regions fail as a whole\n {4}- topologyKey: region/,
  );
  // The keyboard stays with the term: it is the last one now, so it can only go up.
  await expect
    .poll(() => visit.page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
    .toBe("Topology key of term 2");
  await visit.page.keyboard.press("Alt+ArrowUp");
  await visit.expectText(text);

  await label("Remove term 2, zone").click();
  const removed = await visit.textWith(/^(?!.*topologyKey: zone)/s);
  expect(changedLines(text, removed)).toEqual({
    gone: ["    # zones now and then", "    - topologyKey: zone", "      topologyKeyType: Label"],
    come: [],
  });
  await label("Remove term 1, region").click();
  expect(await visit.textWith(/^(?!.*spreadPolicy)/s)).not.toContain("topologyKey");
  await expect.poll(() => visit.page.locator(".spread .section-head").textContent()).toContain("no terms");
  await expect.poll(() => visit.page.locator(".domains, .steps").count()).toBe(0);
  await visit.editor.press("Control+Z");
  await visit.expectText(removed);
});

test("controls follow the text", async () => {
  await open();
  await visit.page.locator(".limits .line-link").first().click();
  await visit.page.keyboard.type("3");
  await visit.textWith("maxSkew: 3");
  await expect.poll(() => label("maxSkew of term 1, region").inputValue()).toBe("3");
  await expect.poll(() => visit.page.locator(".limit-value").first().textContent()).toBe("3");
});

test("a field does not keep a number that cannot be", async () => {
  await open();
  const check = async (name: string, typed: string, kept: string): Promise<void> => {
    await label(name).fill(typed);
    await label(name).blur();
    await expect.poll(() => label(name).inputValue()).toBe(kept);
  };
  await check("maxSkew of term 1, region", "0", "1");
  await check("numberOfClusters", "", "7");
  await check("Weight of Balance", "", "1");
  await check("Number of the step", "99", "7");
  await check("Number of the step", "", "7");
  await visit.expectText(text);
});

test("where the text cannot take a change the page says so", async () => {
  await visit.paste(text.replace("    - topologyKey: zone\n", "    - &z\n      topologyKey: zone\n"));
  await visit.expectSelected(picks);
  await label("Remove term 2, zone").click();
  await expect
    .poll(() => visit.page.locator(".notes .error").allTextContents())
    .toEqual([expect.stringContaining("make it there by hand")]);
});

test("steps are walked by key, said, and shown in the matrix", async () => {
  await open();
  await slider().focus();
  await visit.page.keyboard.press("Home");
  await expect
    .poll(() => sentence().textContent())
    .toBe("Before the first step, nothing is selected; 18 clusters are eligible.");
  await expect.poll(async () => (await squares()).selected).toBe(undefined);
  await visit.page.keyboard.press("ArrowRight");
  await visit.page.keyboard.press("ArrowRight");
  await expect
    .poll(() => sentence().textContent())
    .toBe("Step 2 picks usw2-a-01: prioritizers + weight × spread is 187 + 2 × 0 = 187. It is 12 ahead of euc1-a-01.");
  await expect
    .poll(() => visit.page.locator(".candidates .chart-words").textContent())
    .toBe("Candidates of step 2, best first: 10 candidates; 7 blocked by term 1 (region).");
  await expect.poll(() => slider().getAttribute("aria-valuetext")).toBe("step 2 of 7, usw2-a-01");
  await expect
    .poll(() => visit.page.locator("[data-announces=step]").textContent())
    .toContain("Step 2 picks usw2-a-01");
  await expect.poll(async () => (await squares()).selected).toBe(2);
  await expect.poll(() => markedOf(visit.page.locator(".matrix-squares"))).toBe(1);

  const rows = visit.page.locator(".candidate-rows .candidate");
  await expect
    .poll(() => rows.first().locator("[role=cell]").allTextContents())
    .toEqual(["usw2-a-01 picked", "187", "63, 0", "0", "0", "187"]);
  await expect
    .poll(() => rows.nth(10).locator("[role=cell]").allTextContents())
    .toEqual(["use1-a-02", "181", "0, 0", "blocked by term 1"]);

  await visit.page.keyboard.press("End");
  await expect.poll(() => sentence().textContent()).toContain("Step 7 picks use1-c-01");
  await visit.page.keyboard.press("ArrowLeft");
  await expect.poll(() => slider().inputValue()).toBe("6");
  // The step stays when the run changes; the last one stays the last one.
  await label("Number of the step").fill("7");
  await label("Number of the step").press("Enter");
  await visit.page.getByLabel("numberOfClusters", { exact: true }).fill("5");
  await expect.poll(() => slider().inputValue()).toBe("5");
});

test("a run is played from the keyboard to its end", async () => {
  await open();
  await slider().focus();
  await visit.page.keyboard.press("Home");
  await expect.poll(() => slider().inputValue()).toBe("0");
  await visit.page.keyboard.press(" ");
  await visit.page.getByRole("button", { name: "Pause" }).waitFor();
  await expect.poll(async () => Number(await slider().inputValue())).toBeGreaterThan(2);
  await visit.page.keyboard.press(" ");
  await visit.page.getByRole("button", { name: "Play" }).waitFor();
  const stopped = await slider().inputValue();
  await visit.page.waitForTimeout(1000);
  await expect.poll(() => slider().inputValue()).toBe(stopped);
  await visit.page.keyboard.press(" ");
  await expect.poll(() => slider().inputValue()).toBe("7");
  await visit.page.getByRole("button", { name: "Play" }).waitFor();
  // From the end it begins anew.
  await visit.page.keyboard.press(" ");
  await expect.poll(() => slider().inputValue()).toBe("1");
});

test("the card says which term keeps a cluster out", nightly, async () => {
  await open();
  const card = visit.page.locator(".card");
  const verdict = async (name: string): Promise<string | null> => {
    await visit.page.locator(".rows .line", { hasText: name }).click();
    await expect.poll(() => card.locator("h2").textContent()).toContain(name);
    return card.locator(".card-verdict").textContent();
  };
  const why = (name: string): Promise<string | null> =>
    visit.page.locator(".rows .line", { hasText: name }).locator(".why").textContent();
  expect(await why("usw2-a-01")).toBe("selected in step 2");
  expect(await why("use1-c-02")).toBe("no label region");
  expect(await why("use1-a-02")).toBe("292 points short in the last step");
  expect(await verdict("usw2-a-01")).toContain(
    "It is selected in step 2 of 7: prioritizers + weight × spread is 187 + 2 × 0 = 187.",
  );
  expect(await verdict("use1-c-02")).toContain(
    "It has no label region, so term 1 (region) never selects it. term 1, line 19",
  );
  expect(await verdict("use1-a-02")).toContain(
    "In the last step its final score was 181 + 2 × (−100) = −19: 292 less than the pick's.",
  );
  // The score that the step had is in the sum.
  await expect
    .poll(() => card.locator(".terms tbody tr", { hasText: "Spread" }).locator("td").allTextContents())
    .toEqual(["−100", "×2", "−200"]);

  await visit.page.getByLabel("all feasible").check();
  await expect.poll(() => visit.answer.textContent()).toContain("selects 14 clusters");
  expect(await verdict("use1-b-03")).toContain(
    "It is blocked by term 1 (region): region us-east has 5, the lowest of its siblings has 4, maxSkew 1. " +
      "All remaining clusters are blocked too, so the run stopped.",
  );
  // Rows that were out of sight follow the answer a moment later.
  await expect.poll(() => why("use1-b-03")).toBe("blocked by term 1 (region)");
  const row = visit.page.locator(".rows .line", { hasText: "use1-b-03" });
  await expect.poll(() => row.locator(".state").textContent()).toBe("blocked");
});

test("the hub of today ignores spread, and the page says what the proposals would do", nightly, async () => {
  await open();
  await visit.page.getByText("Released OCM", { exact: true }).click();
  const notice = visit.page.locator(".caveat.other-profile");
  const said = "The preview applies spreadPolicy and selects euc1-b-01, use1-c-01 and usw2-b-01 instead of ";
  await expect.poll(() => notice.textContent()).toContain(`${said}use1-a-02, use1-a-03 and use1-a-04.`);
  // It is said once.
  await expect.poll(() => visit.page.getByText("ignores spreadPolicy").count()).toBe(0);
  await expect.poll(() => visit.page.locator(".domains, .steps").count()).toBe(0);
  // The answer is still today's.
  await visit.expectSelected([
    "use1-a-01",
    "usw2-a-01",
    "use1-a-02",
    "euc1-a-01",
    "use1-a-03",
    "use1-b-01",
    "use1-a-04",
  ]);
  await visit.page.getByText("Spread preview", { exact: true }).click();
  await visit.expectSelected(picks);
  await expect.poll(() => notice.textContent()).toContain("Preview of a design document: OCM 1.3 ignores spreadPolicy");
});

test("clusters are found by state", async () => {
  await open();
  await label("Find clusters by name, label, state or reason").fill("filtered out");
  await expect
    .poll(() => visit.page.locator(".rows .line .name").allTextContents())
    .toEqual(["euc1-a-04", "use1-a-05", "use1-c-03"]);
});

test("clusters are found by label, by what is being typed of a state, and by reason", nightly, async () => {
  await open();
  const find = label("Find clusters by name, label, state or reason");
  const names = (): Promise<string[]> => visit.page.locator(".rows .line .name").allTextContents();
  await find.fill("zone=us-east-1c");
  await expect.poll(names).toEqual(["use1-c-01", "use1-c-03"]);
  await find.fill("filtered o");
  await expect.poll(names).toEqual(["euc1-a-04", "use1-a-05", "use1-c-03"]);
  await find.fill("topology");
  await expect.poll(async () => (await names()).length).toBe(1);
  await expect.poll(() => visit.page.locator(".rows .line .state").textContent()).toContain("no topology key");
  await find.fill("nothing-like-it");
  await expect.poll(() => visit.page.locator(".empty-table").textContent()).toContain("“nothing-like-it”");
});

for (const options of [
  { colorScheme: "light" },
  { colorScheme: "dark" },
  { forcedColors: "active" },
  { viewport: { width: 360, height: 740 } },
] as const) {
  test(`axe finds nothing: ${JSON.stringify(options)}`, atNight(!("viewport" in options)), async () => {
    const other = await Visit.open(options);
    await other.paste(text);
    await other.expectSelected(picks);
    const overflow = (): Promise<number> =>
      other.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.poll(() => findings(other)).toEqual([]);
    await other.page.getByText("How this differs").click();
    await other.page.getByLabel("Step", { exact: true }).focus();
    await other.page.keyboard.press("ArrowLeft");
    await expect.poll(() => other.page.locator(".step-words").textContent()).toContain("Step 6");
    await other.page.locator(".rows .line", { hasText: "use1-c-02" }).click();
    await expect.poll(() => other.page.locator(".card-verdict").textContent()).toContain("no label region");
    await expect.poll(() => findings(other)).toEqual([]);
    await expect.poll(() => overflow()).toBe(0);
    await other.page.locator('input[name="profile"][value="Upstream"]').check({ force: true });
    await other.page.locator(".caveat.other-profile", { hasText: "The preview" }).waitFor();
    await expect.poll(() => findings(other)).toEqual([]);
    await expect.poll(() => overflow()).toBe(0);
    expect(other.complaints).toEqual([]);
    await other.close();
  });
}
