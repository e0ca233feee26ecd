/** Autoscaled VMs: a timeline step by step, its inequality, queue and pods, events by hand, two runs, many nodes. */
import type { Browser, Locator } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { changedLines, findings, fixture, launch, Visit } from "./page";

let browser: Browser;
let visit: Visit;

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());
beforeEach(async () => {
  visit = await Visit.open(browser);
});
afterEach(async () => {
  expect(visit.complaints).toEqual([]);
  await visit.close();
});

const story = fixture("vms.yaml");

const says = (sentence: string | RegExp): Promise<void> =>
  expect.poll(() => visit.answer.textContent(), { timeout: 10_000 }).toMatch(sentence);

const holds = (place: Locator, words: string | RegExp): Promise<void> =>
  expect.poll(() => place.textContent(), { timeout: 10_000 }).toMatch(words);

const find = (selector: string): Locator => visit.page.locator(selector);
const step = (): Locator => visit.page.getByLabel("Step", { exact: true });
const sentence = (): Locator => find(".step-sentence");
const button = (name: string): Locator => visit.page.getByRole("button", { name, exact: true });
const node = (name: string): Locator => visit.page.getByRole("article", { name: `Node ${name}` });

async function open(text = story, start: string | RegExp = "default/runs-out: 106 events"): Promise<void> {
  await visit.paste(text);
  await says(start);
  await sentence().waitFor();
}

async function goToStep(number: number, words: string | RegExp): Promise<void> {
  await visit.page.getByLabel("Number of the step").fill(String(number));
  await visit.page.getByLabel("Number of the step").press("Enter");
  await holds(sentence(), words);
}

/** The request of a moment at which n1 has no room for all that is asked. */
const short = 53;

/** What is selected in the text. */
const selected = (): Promise<string> => visit.page.evaluate(() => String(document.getSelection() ?? ""));

/** Sixty nodes with a VM or two each, and an agent that asks for more and less. */
function manyNodes(nodes: number): string {
  const parts = Array.from({ length: nodes }, (_, i) => {
    const name = `node-${String(i).padStart(2, "0")}`;
    const vms = Array.from(
      { length: 1 + (i % 2) },
      (_, j) => `apiVersion: vm.neon.tech/v1
kind: VirtualMachine
metadata: { name: vm-${i}-${j} }
spec:
  schedulerName: autoscale-scheduler
  guest: { cpus: { min: 1, use: 1, max: 2 }, memorySlots: { min: 4, use: 4, max: 8 } }
status: { podName: vm-${i}-${j}, node: ${name} }
`,
    );
    return `apiVersion: v1
kind: Node
metadata: { name: ${name} }
status: { allocatable: { cpu: "10", memory: 42Gi } }
---
${vms.join("---\n")}`;
  });
  return `${parts.join("---\n")}---
apiVersion: schedscope.dev/v1alpha1
kind: Timeline
metadata: { name: many }
spec:
  duration: 1m
  agents:
  - vms: ["*"]
    load: { sine: { mean: 1, amplitude: 1, period: 30s } }
`;
}

test("a timeline in one sentence, its moment in another, its nodes in words", async () => {
  await open();
  expect(await visit.answer.textContent()).toBe(
    "default/runs-out: 106 events in 3m, in the end 3 VMs on 2 nodes; 2 migrations, no start found more in " +
      "use than there is.",
  );
  expect(await find("#tab-vms").getAttribute("aria-selected")).toBe("true");
  expect(await find("#tab-vms").textContent()).toBe("VMs 3");
  // Nobody chose a moment: the first migration is shown.
  await holds(
    sentence(),
    "At 41.7s default/b asked for 1 vCPU and 4 slots; granted, and its migration starts: it was the head of " +
      "the queue, and n1 was under too much pressure.",
  );
  await holds(
    node("n1"),
    "vCPUs: 10 vCPUs, 1 of them for the system, watermark 6. Now 7 reserved (1 by other pods), 1 above the " +
      "watermark, 2 left; 1 accounted for by migrations.",
  );
  await holds(node("n1").locator(".vm-node-head"), "under too much pressure twice, for 5s in all");
  await holds(node("n2").locator(".vm-node-head"), "never under too much pressure");
  // What is drawn: every kind of area, the watermark, the moment.
  const chart = node("n1").locator(".vm-chart").first();
  for (const look of ["vm-vms", "vm-buffer", "vm-other", "vm-system", "vm-watermark", "vm-most", "vm-pressure"]) {
    expect(await chart.locator(`path.${look}`).getAttribute("d"), look).toMatch(/^M\d/);
  }
  expect(await chart.locator("rect.vm-hot").count()).toBe(2);
  await node("n1").getByText("n1 as a table").click();
  const row = node("n1").getByRole("row", { name: /^53 1m30s/ });
  await holds(row, "531m30s9014040019");
});

test("the scrubber moves through the events, and a chart does", async () => {
  await open();
  await goToStep(0, "At 0s the scheduler starts");
  await holds(
    node("n1"),
    "Now 13 reserved (9 of it buffer, 1 by other pods), 7 above the watermark, 4 too many. Reserved - buffer " +
      "is 4 of a total of 10, within total - system, 9.",
  );
  expect(await node("n1").locator(".vm-chart").first().locator("path.vm-excess").getAttribute("d")).toMatch(/^M0 /);
  await goToStep(
    short,
    "At 1m30s default/c asked for 9 vCPUs and 36 slots; granted 5 and 27: n1 had room for 3 vCPUs and 19 slots.",
  );
  const chart = node("n2").locator(".vm-chart svg").first();
  const box = await chart.boundingBox();
  if (box === null) throw new Error("the chart is on screen");
  // The middle of the three minutes: the last change of n2 before.
  await chart.click({ position: { x: box.width * 0.49, y: 40 } });
  await holds(sentence(), "At 1m16.7s default/b-m1 asked for 3 vCPUs and 12 slots; granted: n2 had room.");
  await button("Next event of n2").click();
  await holds(sentence(), "At 1m21.7s default/b-m1 asked for 3 vCPUs and 12 slots; granted: as much as it has.");
  await button("Previous event of n2").click();
  await button("Previous event of n2").click();
  await holds(sentence(), "At 1m11.7s default/b-m1 asked for 1 vCPU and 4 slots");
});

test("the inequality has live numbers, before and after the request", async () => {
  await open();
  const table = find(".inequality");
  const row = (group: number, resource: string): Promise<string> =>
    table
      .locator("tbody")
      .nth(group)
      .getByRole("row", { name: new RegExp(`^${resource}`) })
      .innerText();
  await holds(
    find("section.vm-pressure"),
    "Before the request n1 was under too much pressure: cpu 1 > 0. One resource is enough.",
  );
  expect((await row(0, "cpu")).replaceAll(/\s+/g, " ")).toBe("cpu 1 > 0 too much 1 +0 >0 +0 +0");
  expect((await row(1, "cpu")).replaceAll(/\s+/g, " ")).toBe("cpu 1 ≤ 1 1 +0 >1 +0 +0");
  expect((await row(1, "memory")).replaceAll(/\s+/g, " ")).toBe("memory 0 ≤ 7 0 +0 >4 +0 +3");
  await goToStep(short, "granted 5 and 27");
  await holds(
    find("section.vm-pressure"),
    "its cpu was not above its watermark (6 of 6) and its memory below (21 of 28). Nothing else was looked at.",
  );
  await holds(table, "before the request, which decides: at or below both watermarks, so this is not looked at");
  expect((await row(1, "cpu")).replaceAll(/\s+/g, " ")).toBe("cpu 7 > 0 too much 3 +4 >0 +0 +0");
  await holds(find(".vm-moment .section-head").first(), "n1 at 1m30stoo much pressure");
});

test("a request says what was asked, granted and denied, and why nobody migrates", async () => {
  await open();
  await goToStep(short, "granted 5 and 27");
  const granted = (name: string): Promise<string[]> =>
    find(".granted")
      .getByRole("row", { name: new RegExp(`^${name}`) })
      .getByRole("cell")
      .allTextContents();
  expect(await granted("vCPUs")).toEqual(["2", "9", "5", "4", "the node had only 3 vCPUs left"]);
  expect(await granted("slots")).toEqual(["8", "36", "27", "9", "the node had only 19 slots left"]);
  await holds(find(".vm-request"), "load 0.2 over one minute, 0.1 over five, protocol v1.1");
  await holds(
    find(".vm-request .checks").first(),
    "Compute unit holds: 1 vCPU and 4 slots, as it was told last: 9 / 1 = 9, 36 / 4 = 9",
  );
  await holds(
    find(".vm-request .checks.calm"),
    new RegExp(
      "Head of the queue holds:.*Too much pressure does not hold: n1 was not under too much pressure.*" +
        "Marked not asked:.*Enabled holds:",
    ),
  );
  await holds(find(".vm-verdict"), "No migration starts.");
  await goToStep(27, "its migration starts");
  await holds(find(".vm-verdict"), "The migration starts: it was the head, and there was too much pressure.");
  await holds(
    find(".vm-request"),
    "In the queue: the head before, out of it now: it migrates; the head was default/b, is default/c now; 2 " +
      "in the queue.",
  );
});

test("the queue as the heap's array and as a tree, the pods with what they have", async () => {
  await open();
  await goToStep(26, "At 40s default/a asked for 3 vCPUs and 12 slots; granted: n1 had room.");
  const rows = find(".heap-table tbody tr");
  await expect.poll(() => rows.allTextContents()).toEqual(["0default/b head11", "1default/a 31", "2default/c 22"]);
  expect(await find(".heap-tree .heap-node.head").textContent()).toBe("1b");
  expect(await find(".heap-tree .heap-node").count()).toBe(3);
  const pods = find(".pods-table tbody tr");
  expect(await pods.allTextContents()).toEqual([
    "default/aqueued, index 13/12––3/12331/4",
    "default/bhead of the queue1/4––1/4111/4",
    "default/cqueued, index 22/8––2/8221/4",
    "default/log-agentno VMasks for 300m of cpu and 512Mi of memory",
  ]);
  await goToStep(28, "the migration of default/b-m1 reserved a place on n2");
  await holds(find(".vm-candidates"), /n2 Success100 chosen/);
});

test("rows lead to the text, and the text to its moment", async () => {
  await open();
  await find(".pods-table").getByRole("button", { name: "default/a" }).click();
  await expect.poll(selected).toMatch(/^apiVersion: vm.neon.tech\/v1\nkind: VirtualMachine\nmetadata: \{ name: a \}/);
  await visit.page.getByLabel("Only events of this kind").selectOption("config");
  await expect.poll(() => find(".event-row").count()).toBe(1);
  await find(".event-row").getByRole("button", { name: "in the text" }).click();
  await expect.poll(selected).toMatch(/^at: 150s\n {4}config:/);
  // The cursor stands in the event now: its line of the list shows it, and it is one step away.
  await expect.poll(() => find(".event-row.at-cursor").count()).toBe(1);
  await button("the event at the cursor, 2m30s").click();
  await holds(sentence(), "At 2m30s the config changed: limits of all nodes that are known were computed anew.");
  await holds(
    find(".own-reading"),
    "This product's own reading: a change of the config at run time was described but never made in the real " +
      "scheduler.",
  );
});

test("migrations lead to their steps", async () => {
  await open();
  await visit.page.getByText("2 migrations", { exact: true }).last().click();
  const rows = visit.page.getByRole("group", { name: "Migrations" }).locator("tbody tr");
  expect(await rows.allTextContents()).toEqual(["default/bn1n241.7s1m11.7s ", "default/cn1n21m33.3s2m03.3s "]);
  await button("Step 70, 2m03.3s").click();
  await holds(
    sentence(),
    "At 2m03.3s the migration of default/c ended: it is now default/c-m1 on n2, and what it had on n1 is free.",
  );
});

test("events are filtered by pod, node and kind, and a line shows its moment", async () => {
  await open();
  await holds(find(".vm-events .section-head"), "106 events");
  expect(await find(".event-row").count()).toBeLessThan(60);
  await visit.page.getByLabel("Only events of this pod").fill("b-m1");
  await visit.page.getByLabel("Only events of this node").selectOption("n2");
  await visit.page.getByLabel("Only events of this kind").selectOption({ label: "migration, target" });
  await expect
    .poll(() => find(".event-row").allTextContents())
    .toEqual(["2841.7smigration, targetdefault/b-m1 on n2on n2by its migration"]);
  await find(".event-row").click();
  await holds(sentence(), "At 41.7s the migration of default/b-m1 reserved a place on n2.");
  expect(await find(".event-row.shown").getAttribute("aria-current")).toBe("step");
  await visit.page.getByLabel("Only events of this pod").fill("nobody");
  await holds(find(".vm-events"), "No event is like that.");
});

test("an event added by hand is an edit of the text, and undo takes it back", async () => {
  await open();
  await visit.textWith("kind: Timeline");
  await goToStep(short, "granted 5 and 27");
  await visit.page.getByText("Add an event").click();
  const form = find(".add-event form");
  // What is proposed: the moment, its pod, one compute unit more than it has.
  const values = (): Promise<string[]> =>
    form.locator("input").evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
  await expect.poll(values).toEqual(["1m30s", "default/c", "6", "31", "0.2, 0.1"]);
  await form.getByLabel("what").selectOption("delete");
  await form.getByLabel("at", { exact: true }).fill("1m31s");
  await form.getByLabel("pod", { exact: true }).fill("a");
  await button("Add to the text").click();
  const after = await visit.textWith("1m31s");
  expect(changedLines(story, after)).toEqual({ gone: [], come: ["  - { at: 1m31s, delete: { pod: a } }"] });
  // The new event is shown, and the cursor stands in it.
  await holds(sentence(), "At 1m31s default/a was deleted on n1: all it had is free.");
  await holds(find(".cm-activeLine").last(), "- { at: 1m31s, delete: { pod: a } }");
  await visit.editor.click();
  await visit.page.keyboard.press("Control+Z");
  await visit.expectText(story);
  await says("106 events");
  await expect.poll(() => form.locator("[role=status]").textContent()).toBe("");
});

test("a pod that a migration made is written as the one of the text", async () => {
  await open();
  await goToStep(42, "default/b-m1 asked for 1 vCPU and 4 slots");
  await visit.page.getByText("Add an event").click();
  const form = find(".add-event form");
  await expect.poll(() => form.getByLabel("pod", { exact: true }).inputValue()).toBe("default/b");
  await form.getByLabel("slots").fill("12");
  await form.getByLabel("vCPUs").fill("3");
  await button("Add to the text").click();
  await holds(sentence(), "default/b-m1 asked for 3 vCPUs and 12 slots; granted: n2 had room.");
  expect(changedLines(story, await visit.textWith("1m11s667ms")).come).toEqual([
    "  - { at: 1m11s667ms, request: { pod: b, vCPUs: 3, mem: 12, load: [3, 1] } }",
  ]);
});

test("a config by hand, and what cannot be one", async () => {
  await open();
  await visit.page.getByText("Add an event").click();
  const form = find(".add-event form");
  await form.getByLabel("what").selectOption("config");
  await form.getByLabel("setting").selectOption("cpu for the system");
  expect(await form.getByLabel("value").inputValue()).toBe("1");
  await form.getByLabel("value").fill("much");
  await button("Add to the text").click();
  await holds(form.locator("[role=status]"), "this is no value for that setting.");
  await form.getByLabel("value").fill("4");
  await button("Add to the text").click();
  const after = await visit.textWith('system: "4"');
  expect(changedLines(story, after).come).toContain('        cpu: { watermark: 0.7, system: "4" }');
  await holds(sentence(), "At 41.7s the config changed");
  await holds(node("n1"), "10 vCPUs, 4 of them for the system");
});

test("a text without a timeline gets one with the first event", async () => {
  const without = story.slice(0, story.indexOf("---\napiVersion: schedscope.dev"));
  await open(without, "The scheduler starts with 3 VMs on 2 nodes. There is no Timeline in the text");
  await visit.page.getByText("Add an event").click();
  const form = find(".add-event form");
  await form.getByLabel("what").selectOption("an agent asks");
  await form.getByLabel("at", { exact: true }).fill("10s");
  await form.getByLabel("pod", { exact: true }).fill("a");
  await form.getByLabel("vCPUs").fill("2");
  await form.getByLabel("slots").fill("8");
  await button("Add to the text").click();
  await says("default/timeline: 1 event in 10s");
  await holds(sentence(), "At 10s default/a asked for 2 vCPUs and 8 slots; granted: it gave back 2 vCPUs and 8 slots.");
  expect(await visit.textWith("kind: Timeline")).toContain(
    "spec:\n  events:\n  - { at: 10s, request: { pod: a, vCPUs: 2, mem: 8 } }\n",
  );
});

test("two runs stand one above the other, with what differs", async () => {
  await open();
  const pick = visit.page.getByLabel("Compare with");
  await pick.selectOption({ label: "no migration" });
  await holds(find(".vm-comparison"), "With no migration: 0 migrations instead of 2");
  const row = (name: string): Promise<string[]> =>
    find(".comparison-table").getByRole("row", { name }).getByRole("cell").allTextContents();
  expect(await row("migrations")).toEqual(["2", "0", "−2"]);
  await expect.poll(() => node("n1").locator(".vm-chart svg").count()).toBe(4);
  expect(await node("n1").locator(".vm-run-name").allTextContents()).toEqual([
    " as it stands",
    " no migration",
    " as it stands",
    " no migration",
  ]);
  // The same axes.
  expect(await node("n1").locator(".vm-top").allTextContents()).toEqual(["13", "13", "49", "49"]);
  await pick.selectOption({ label: "half pressure" });
  await holds(
    find(".vm-comparison"),
    "It has capacity pressure times 0.5, which the design document only thinks about.",
  );
  await pick.selectOption({ label: "smaller steps" });
  await holds(find(".vm-comparison"), "smaller steps, an idea of the design document");
  await visit.page.getByLabel("compute units a request may rise by").fill("2");
  await holds(find(".vm-comparison .chart-words"), "With smaller steps, an idea of the design document:");
  expect(await find(".comparison-table thead").textContent()).toContain("smaller stepsdifference");
  await pick.selectOption({ label: "nothing" });
  await expect.poll(() => find(".vm-comparison").count()).toBe(0);
  await visit.page.getByLabel("Variant").selectOption("half pressure");
  await says("default/runs-out, half pressure: 106 events in 3m");
  await says("With capacity pressure times 0.5, which the design document only thinks about.");
});

test("what is typed is answered, and what cannot be used is said at its place", async () => {
  await open();
  await visit.paste(story.replace("duration: 3m", "duration: 1m"));
  await says(/default\/runs-out: \d+ events in 2m30s/);
  // While the timeline cannot be read, the last answer stays.
  await visit.paste(story.replace("duration: 3m", "duration: [1m"));
  await holds(
    find(".answer-line .notes"),
    "The text has an error, or a misspelt kind, where the timeline stood; this is the last answer before it.",
  );
  await says(/default\/runs-out: \d+ events in 2m30s/);
  expect(await find(".event-row").count()).toBeGreaterThan(5);
  await holds(node("n1"), "Now 7 reserved");
  await visit.paste(story.replace('"cpu": { "watermark": 0.7,', '"cpu": { "watermark": 7,'));
  await says("Nothing was run: nodeDefaults.cpu.watermark: value must be <= 1.");
  expect(await find(".vm-steps").count()).toBe(0);
  await find(".notes").getByRole("button", { name: "kube-system/scheduler-plugin-config" }).click();
  await expect.poll(selected).toContain("kind: ConfigMap");
  await visit.paste(story);
  await says("106 events");
});

test("many nodes are a heatmap, from which one is opened", async () => {
  await open(manyNodes(60), /default\/many: [\d,]+ events/);
  await holds(
    find(".vm-heat .chart-words"),
    /^60 nodes over time, .*The fullest is node-01 with 44%; none is full at some time\.$/,
  );
  expect(await find(".vm-node").count()).toBe(1);
  const grid = visit.page.getByRole("grid", { name: "Nodes by time" });
  expect(await grid.getByRole("row").count()).toBeLessThan(60);
  expect(
    await grid
      .getByRole("row")
      .first()
      .locator("canvas")
      .evaluate((canvas) => {
        const [red, green, blue] = (canvas as HTMLCanvasElement).getContext("2d")?.getImageData(0, 0, 1, 1).data ?? [];
        return `${red} ${green} ${blue}`;
      }),
  ).toBe("42 120 142");
  await grid.focus();
  await visit.page.keyboard.press("End");
  await visit.page.keyboard.press("ArrowLeft");
  await holds(find("#heat-cell"), /^node-58 from 59s to 59\.5s: \d+%$/);
  await visit.page.keyboard.press("Enter");
  await expect.poll(() => node("node-58").count()).toBe(1);
  await holds(find("#vm-nodes-title"), "node-58 over time");
  await expect.poll(() => grid.getByRole("row", { name: /node-58/ }).getAttribute("aria-selected")).toBe("true");
  await visit.page.getByLabel("Order of the nodes").selectOption("name");
  await holds(grid.getByRole("row").first(), "node-00");
  await visit.page.getByText("Nodes over time as a table").click();
  await holds(
    visit.page.getByRole("group", { name: "Nodes over time as a table" }).getByRole("row", { name: /^node-00/ }),
    /^node-00\d+/,
  );
  expect(await findings(visit)).toEqual([]);
});

test("the keyboard moves, plays, pins and reaches everything", async () => {
  await open();
  await step().focus();
  await visit.page.keyboard.press("Home");
  await holds(sentence(), "At 0s the scheduler starts");
  await visit.page.keyboard.press("ArrowRight");
  await holds(sentence(), "At 0s default/a asked for 1 vCPU and 4 slots; granted: it gave back 3 vCPUs and 12 slots.");
  expect(await step().getAttribute("aria-valuetext")).toBe("step 1 of 106, 0s, request default/a");
  await expect.poll(() => find("[data-said=event]").textContent()).toContain("it gave back 3 vCPUs");
  await visit.page.keyboard.press("End");
  await holds(sentence(), "At 3m");
  await visit.page.keyboard.press("Home");
  await visit.page.keyboard.press(" ");
  await expect.poll(() => button("Pause").count()).toBe(1);
  await expect.poll(async () => Number(await step().inputValue()), { timeout: 10_000 }).toBeGreaterThan(2);
  await step().focus();
  await visit.page.keyboard.press(" ");
  await expect.poll(() => button("Play").count()).toBe(1);

  const pin = node("n2").getByRole("button", { name: "tell about it" });
  await pin.focus();
  await visit.page.keyboard.press("Enter");
  await holds(find("#vm-moment-title"), "n2 at");
  await holds(find(".vm-pods"), "No pod is on n2.");

  await find("#tab-vms").focus();
  const reached: string[] = [];
  for (let i = 0; i < 60; i += 1) {
    await visit.page.keyboard.press("Tab");
    reached.push(
      await visit.page.evaluate(() => {
        const at = document.activeElement;
        return at === null ? "" : `${at.className} ${at.getAttribute("aria-label") ?? at.textContent ?? ""}`.trim();
      }),
    );
  }
  const all = reached.join("\n");
  for (const part of [
    "as it stands",
    "Play",
    "Step",
    "Next event of n2",
    "Add an event",
    "n1 as a table",
    "told about below",
    "The inequality",
    "What the terms mean",
    "Only events of this pod",
    "Only events of this kind",
    "Events",
    "Show step",
  ]) {
    expect(all, part).toContain(part);
  }
});

test("what other views say is not said here, nor the other way round", async () => {
  await open();
  await expect.poll(() => find(".vms [role=status]").first().textContent()).toContain("default/runs-out: 106 events");
  // Of the plugin of VMs there is one behaviour only.
  expect(await visit.page.getByText("With the proposals").count()).toBe(0);
  await find("#tab-nodes").click();
  await says(/2 nodes/);
  expect(await find("[data-said=event]").count()).toBe(0);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing, ${colorScheme}`, async () => {
    await visit.close();
    visit = await Visit.open(browser, { colorScheme, reducedMotion: "reduce" });
    await open();
    await visit.page.getByLabel("Compare with").selectOption({ label: "no migration" });
    await find(".comparison-table").waitFor();
    await visit.page.getByText("Add an event").click();
    await visit.page.getByText("What the terms mean").click();
    await node("n1").getByText("n1, as it stands as a table").click();
    await find(".vm-time-table").waitFor();
    expect(await findings(visit)).toEqual([]);
    await goToStep(28, "reserved a place on n2");
    await find(".vm-candidates").waitFor();
    expect(await findings(visit)).toEqual([]);
  });
}

test("360 pixels are enough, and forced colours too", async () => {
  await visit.close();
  visit = await Visit.open(browser, { viewport: { width: 360, height: 740 }, forcedColors: "active" });
  const overflow = (): Promise<number> =>
    visit.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await open();
  await visit.page.getByLabel("Compare with").selectOption({ label: "smaller steps" });
  await find(".comparison-table").waitFor();
  await visit.page.getByText("Add an event").click();
  await goToStep(short, "granted 5 and 27");
  expect(await overflow()).toBe(0);
  expect(await findings(visit)).toEqual([]);
  await open(manyNodes(45), /default\/many/);
  await find(".heat-row").first().waitFor();
  expect(await overflow()).toBe(0);
});
