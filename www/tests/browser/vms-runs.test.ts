/** Autoscaled VMs: two runs, many nodes, keys, access. */
import { expect, test } from "vitest";
import { findings, nightly } from "./page";
import {
  button,
  find,
  goToStep,
  holds,
  node,
  open,
  reopen,
  says,
  selected,
  sentence,
  short,
  startPage,
  step,
  story,
  visit,
} from "./vms-page";

startPage();

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

test("two runs stand one above the other, with what differs", nightly, async () => {
  await open();
  const pick = visit.page.getByLabel("Baseline");
  await pick.selectOption({ label: "no migration" });
  await holds(find(".vm-comparison"), "With no migration: 0 migrations instead of 2");
  const row = (name: string): Promise<string[]> =>
    find(".comparison-table").getByRole("row", { name }).getByRole("cell").allTextContents();
  await expect.poll(() => row("migrations")).toEqual(["2", "0", "−2"]);
  await expect.poll(() => node("n1").locator(".vm-chart svg").count()).toBe(4);
  await expect
    .poll(() => node("n1").locator(".vm-run-name").allTextContents())
    .toEqual([" base timeline", " no migration", " base timeline", " no migration"]);
  // The same axes.
  await expect
    .poll(() => node("n1").locator(".vm-amount").allTextContents())
    .toEqual(["13", "13", "49", "49"].flatMap((top) => [top, "0"]));
  await pick.selectOption({ label: "half pressure" });
  await holds(find(".vm-comparison"), "It assumes capacity pressure × 0.5: only an idea in the design document.");
  await pick.selectOption({ label: "before my last edit" });
  await expect.poll(() => find(".vm-comparison").count()).toBe(0);
  await visit.page.getByLabel("Variant").selectOption("half pressure");
  await says("default/runs-out, half pressure: 106 events in 3m");
  await says("Assuming capacity pressure × 0.5: only an idea in the design document.");
});

test("what is typed is answered, and what cannot be used is said at its place", async () => {
  await open();
  await visit.amend(story.replace("duration: 3m", "duration: 1m"));
  await says(/default\/runs-out: \d+ events in 2m30s/);
  // While the timeline cannot be read, the last answer stays.
  await visit.amend(story.replace("duration: 3m", "duration: [1m"));
  await holds(
    find(".answer-line .notes").last(),
    "The input has an error, or a misspelt kind, where the timeline stood; this is the last answer before it.",
  );
  await says(/default\/runs-out: \d+ events in 2m30s/);
  await expect.poll(() => find(".event-row").count()).toBeGreaterThan(5);
  await holds(node("n1"), "7 of 9");
  await visit.paste(story.replace('"cpu": { "watermark": 0.7,', '"cpu": { "watermark": 7,'));
  await says("Nothing was run: nodeDefaults.cpu.watermark: value must be <= 1.");
  await expect.poll(() => find(".vm-steps").count()).toBe(0);
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
  await expect.poll(() => find(".vm-node").count()).toBe(1);
  const grid = visit.page.getByRole("grid", { name: "Nodes by time" });
  await expect.poll(() => grid.getByRole("row").count()).toBeLessThan(60);
  await expect
    .poll(() =>
      grid
        .getByRole("row")
        .first()
        .locator("canvas")
        .evaluate((canvas) => {
          const [red, green, blue] =
            (canvas as HTMLCanvasElement).getContext("2d")?.getImageData(0, 0, 1, 1).data ?? [];
          return `${red} ${green} ${blue}`;
        }),
    )
    .toBe("42 120 142");
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
  await expect.poll(() => findings(visit)).toEqual([]);
});

test("the keyboard moves, plays, pins and reaches everything", async () => {
  await open();
  await step().focus();
  await visit.page.keyboard.press("Home");
  await holds(sentence(), "At 0s the scheduler starts");
  await visit.page.keyboard.press("ArrowRight");
  await holds(
    sentence(),
    "At 0s default/a asked for 1 vCPU and 4 slots; permitted in full: it returned 3 vCPUs and 12 slots.",
  );
  await expect.poll(() => step().getAttribute("aria-valuetext")).toBe("step 1 of 106, 0s, request default/a");
  await expect.poll(() => find("[data-announces=event]").textContent()).toContain("it returned 3 vCPUs");
  await visit.page.keyboard.press("End");
  await holds(sentence(), "At 3m");
  await visit.page.keyboard.press("Home");
  await visit.page.keyboard.press(" ");
  await expect.poll(() => button("Pause").count()).toBe(1);
  await expect.poll(async () => Number(await step().inputValue())).toBeGreaterThan(2);
  await step().focus();
  await visit.page.keyboard.press(" ");
  await expect.poll(() => button("Play").count()).toBe(1);

  const pin = node("n2").getByRole("button", { name: "show below" });
  await pin.focus();
  await visit.page.keyboard.press("Enter");
  await holds(find("#vm-step-title"), "n2 at");
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
    "base timeline",
    "Play",
    "Step",
    "Next event of n2",
    "Add an event",
    "n1 as a table",
    "shown below",
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

test("what other views say is not said here, nor the other way round", nightly, async () => {
  await open();
  await expect.poll(() => find(".vms [role=status]").first().textContent()).toContain("default/runs-out: 106 events");
  // Of the plugin of VMs there is one behaviour only.
  await expect.poll(() => visit.page.getByText("Preview").count()).toBe(0);
  await find("#tab-nodes").click();
  await says(/2 nodes/);
  await expect.poll(() => find("[data-announces=event]").count()).toBe(0);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing, ${colorScheme}`, nightly, async () => {
    await reopen({ colorScheme, reducedMotion: "reduce" });
    await open();
    await visit.page.getByLabel("Baseline").selectOption({ label: "no migration" });
    await find(".comparison-table").waitFor();
    await visit.page.getByText("Add an event").click();
    await visit.page.getByText("What the terms mean").click();
    await node("n1").getByText("n1, base timeline as a table").click();
    await find(".vm-time-table").waitFor();
    await expect.poll(() => findings(visit)).toEqual([]);
    await goToStep(28, "reserved room on n2");
    await find(".vm-candidates").waitFor();
    await expect.poll(() => findings(visit)).toEqual([]);
  });
}

test("360 pixels are enough, and forced colours too", async () => {
  await reopen({ viewport: { width: 360, height: 740 }, forcedColors: "active" });
  const overflow = (): Promise<number> =>
    visit.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await open();
  await visit.page.getByLabel("Baseline").selectOption({ label: "no migration" });
  await find(".comparison-table").waitFor();
  await visit.page.getByText("Add an event").click();
  await goToStep(short, "permitted 5 vCPUs and 27 slots");
  await expect.poll(() => overflow()).toBe(0);
  await expect.poll(() => findings(visit)).toEqual([]);
  await open(manyNodes(45), /default\/many/);
  await find(".heat-row").first().waitFor();
  await expect.poll(() => overflow()).toBe(0);
});
