/** Every view at 200% zoom, in forced colours, and with many VM nodes on one screen. */
import { expect, test } from "vitest";
import { find, reopen, says, startPage, visit } from "./one-page";
import { atNight, findings, fixture, nightly } from "./page";

startPage();

/** By view: a text, and what the sentence says once it is there. */
const views = {
  placement: ["spread.yaml", "selects 7 of 7"],
  nodes: ["nodes.yaml", "picks node1"],
  quotas: ["quotas-mixed.yaml", "research/study"],
  vms: ["vms.yaml", "106 events"],
} as const;

// A window of 1440 by 900, at 200%.
const zoomed = { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 };

for (const [view, [file, words]] of Object.entries(views)) {
  test(`${view} at 200% zoom: nothing overflows, and axe finds nothing`, atNight(view !== "quotas"), async () => {
    await reopen(zoomed);
    await visit.paste(fixture(file));
    await says(words);
    await expect
      .poll(() => visit.page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0);
    await expect.poll(() => findings(visit)).toEqual([]);
  });

  test(`${view} in forced colours: axe finds nothing`, atNight(view !== "placement"), async () => {
    await reopen({ forcedColors: "active" });
    await visit.paste(fixture(file));
    await says(words);
    await find(".stage").waitFor();
    await expect.poll(() => findings(visit)).toEqual([]);
  });
}

test("60 nodes of VMs stand on one screen", nightly, async () => {
  const all = Array.from(
    { length: 60 },
    (_, i) => `---
apiVersion: v1
kind: Node
metadata: { name: node-${String(i).padStart(2, "0")} }
status: { allocatable: { cpu: "10", memory: 42Gi } }
---
apiVersion: vm.neon.tech/v1
kind: VirtualMachine
metadata: { name: vm-${i}, namespace: default }
spec:
  schedulerName: autoscale-scheduler
  guest: { cpus: { min: 1, use: 1, max: 4 }, memorySlotSize: 1Gi, memorySlots: { min: 4, use: 4, max: 16 } }
status: { podName: vm-${i}, node: node-${String(i).padStart(2, "0")} }
`,
  ).join("");
  const text = fixture("vms.yaml");
  const config = text.slice(text.indexOf("apiVersion: v1\nkind: ConfigMap"));
  await visit.paste(config.slice(0, config.indexOf("---\napiVersion: vm.neon.tech")) + all.replace(/^---\n/, "---\n"));
  await find(".heat-row").first().waitFor();
  await find(".heat-grid").scrollIntoViewIfNeeded();
  await find("#heat-title").evaluate((title) => title.scrollIntoView({ block: "start" }));
  const rows = await find(".heat-row").evaluateAll(
    (lines) =>
      lines.filter((line) => {
        const { top, bottom } = line.getBoundingClientRect();
        const grid = line.closest(".heat-grid")?.getBoundingClientRect();
        return top >= (grid?.top ?? 0) - 1 && bottom <= Math.min(innerHeight, grid?.bottom ?? 0) + 1;
      }).length,
  );
  expect(rows).toBeGreaterThan(40);
});
