/** Autoscaled VMs: a timeline step by step, its inequality, queue, pods and migrations. */
import { expect, test } from "vitest";
import { button, find, goToStep, holds, node, open, selected, sentence, short, startPage, visit } from "./vms-page";
import { boxOf, nightly } from "./page";

startPage();

test("a timeline in one sentence, its step in another, its nodes in words", nightly, async () => {
  await open();
  await expect
    .poll(() => visit.answer.textContent())
    .toBe(
      "default/runs-out: 106 events in 3m, ending with 3 VMs on 2 nodes; 2 migrations, no node over budget " +
        "after a restart.",
    );
  await expect.poll(() => find("#tab-vms").getAttribute("aria-selected")).toBe("true");
  await expect.poll(() => find("#tab-vms").textContent()).toBe("VMs 3");
  // Nobody chose a step: the first migration is shown.
  await holds(
    sentence(),
    "At 41.7s default/b asked for 1 vCPU and 4 slots; permitted in full, and its migration starts: it was the head " +
      "of the queue, and n1 was under too much pressure.",
  );
  await holds(node("n1"), "vCPUs: 7 of 9; peak 13 at 0s");
  await holds(node("n1").locator(".vm-node-head"), "under too much pressure twice, for 5s in all");
  await holds(node("n2").locator(".vm-node-head"), "never under too much pressure");
  // What is drawn: every kind of area, the watermark, the time.
  const chart = node("n1").locator(".vm-chart").first();
  for (const look of ["vm-vms", "vm-buffer", "vm-other", "vm-system", "vm-watermark", "vm-most", "vm-pressure"]) {
    expect(await chart.locator(`path.${look}`).getAttribute("d"), look).toMatch(/^M\d/);
  }
  await expect.poll(() => chart.locator("rect.vm-hot").count()).toBe(2);
  await node("n1").getByText("n1 as a table").click();
  await holds(
    node("n1"),
    "vCPUs: 10 vCPUs, 1 for the system, watermark 6. Now 7 reserved (1 by other pods), 1 above the " +
      "watermark, 2 left; 1 accounted for by migrations.",
  );
  const row = node("n1").getByRole("row", { name: /^53 1m30s/ });
  await holds(row, "531m30s9014040019");
});

test("the scrubber moves through the events, and a chart does", async () => {
  await open();
  await goToStep(0, "At 0s the scheduler starts");
  await holds(node("n1"), "vCPUs: 13 of 9");
  await expect
    .poll(() => node("n1").locator(".vm-chart").first().locator("path.vm-excess").getAttribute("d"))
    .toMatch(/^M0 /);
  await goToStep(
    short,
    "At 1m30s default/c asked for 9 vCPUs and 36 slots; permitted 5 vCPUs and 27 slots: n1 had room for " +
      "3 vCPUs and 19 slots.",
  );
  const chart = node("n2").locator(".vm-chart svg").first();
  const box = await boxOf(chart);
  // The middle of the three minutes: the last change of n2 before.
  await chart.click({ position: { x: box.width * 0.49, y: 40 } });
  await holds(sentence(), "At 1m16.7s default/b-m1 asked for 3 vCPUs and 12 slots; permitted in full: n2 had room.");
  await button("Next event of n2").click();
  await holds(sentence(), "At 1m21.7s default/b-m1 asked for 3 vCPUs and 12 slots; permitted in full: unchanged.");
  await button("Previous event of n2").click();
  // Its neighbours are those of the step that is shown.
  await holds(sentence(), "At 1m16.7s default/b-m1 asked for 3 vCPUs and 12 slots; permitted in full: n2 had room.");
  await button("Previous event of n2").click();
  await holds(sentence(), "At 1m11.7s default/b-m1 asked for 1 vCPU and 4 slots");
});

test("the inequality has live numbers, before and after the request", nightly, async () => {
  await open();
  const table = find(".inequality");
  const row = (group: number, resource: string): Promise<string | null> =>
    table
      .locator("tbody")
      .nth(group)
      .getByRole("row", { name: new RegExp(`^${resource}`) })
      .textContent();
  await holds(
    find("section.vm-pressure"),
    "Before the request n1 was under too much pressure: cpu 1 > 0. One resource is enough.",
  );
  expect(await row(0, "cpu")).toBe("cpu1 > 0 too much1+0>0+0+0");
  expect(await row(1, "cpu")).toBe("cpu1 ≤ 11+0>1+0+0");
  expect(await row(1, "memory")).toBe("memory0 ≤ 70+0>4+0+3");
  await goToStep(short, "permitted 5 vCPUs and 27 slots");
  await holds(
    find("section.vm-pressure"),
    "its cpu was not above its watermark (6 of 6) and its memory was below its watermark (21 of 28). " +
      "Nothing else was checked.",
  );
  await holds(table, "before the request, which decides: at or below both watermarks, so this is not checked");
  expect(await row(1, "cpu")).toBe("cpu7 > 0 too much3+4>0+0+0");
  await holds(find(".vm-step .section-head").first(), "n1 at 1m30stoo much pressure");
});

test("a request says what was asked, permitted and denied, and why nobody migrates", nightly, async () => {
  await open();
  await goToStep(short, "permitted 5 vCPUs and 27 slots");
  const permitted = (name: string): Promise<string[]> =>
    find(".permits")
      .getByRole("row", { name: new RegExp(`^${name}`) })
      .getByRole("cell")
      .allTextContents();
  expect(await permitted("vCPUs")).toEqual(["2", "9", "5", "4", "the node had only 3 vCPUs left"]);
  expect(await permitted("slots")).toEqual(["8", "36", "27", "9", "the node had only 19 slots left"]);
  await holds(find(".vm-request"), "load 0.2 over one minute, 0.1 over five, protocol v1.1");
  await holds(
    find(".vm-request .checks").first(),
    "Compute unit holds: 1 vCPU and 4 slots, as last sent: 9 / 1 = 9, 36 / 4 = 9",
  );
  await holds(
    find(".vm-request .checks.calm"),
    new RegExp(
      "Head of the queue holds:.*Too much pressure does not hold: n1 was not under too much pressure.*" +
        "Marked not checked:.*Enabled holds:",
    ),
  );
  await holds(find(".vm-verdict"), "No migration starts.");
  await goToStep(27, "its migration starts");
  await holds(find(".vm-verdict"), "The migration starts: it was the head, and there was too much pressure.");
  await holds(
    find(".vm-request"),
    "In the queue: the head before, removed now: it migrates; the head was default/b, is default/c now; 2 " +
      "in the queue.",
  );
});

test("the queue as the heap's array, the pods with what they have", nightly, async () => {
  await open();
  await goToStep(26, "At 40s default/a asked for 3 vCPUs and 12 slots; permitted in full: n1 had room.");
  const rows = find(".heap-table tbody tr");
  await expect.poll(() => rows.allTextContents()).toEqual(["0default/b head11", "1default/a 31", "2default/c 22"]);
  const pods = find(".pods-table tbody tr");
  await expect
    .poll(() => pods.allTextContents())
    .toEqual([
      "default/aqueued, index 13/12––3/12331/4",
      "default/bhead of the queue1/4––1/4111/4",
      "default/cqueued, index 22/8––2/8221/4",
      "default/log-agentno VMrequests 300m of cpu and 512Mi of memory",
    ]);
  await goToStep(28, "the migration of default/b-m1 reserved room on n2");
  await holds(find(".vm-candidates"), /n2 Success100 chosen/);
});

test("rows lead to the text, and the text to its step", async () => {
  await open();
  await find(".pods-table").getByRole("button", { name: "default/a" }).click();
  await expect.poll(selected).toMatch(/^apiVersion: vm.neon.tech\/v1\nkind: VirtualMachine\nmetadata: \{ name: a \}/);
  await visit.page.getByLabel("Only events of this kind").selectOption("config");
  await expect.poll(() => find(".event-row").count()).toBe(1);
  await find(".event-row").getByRole("button", { name: "in the input" }).click();
  await expect.poll(selected).toMatch(/^at: 150s\n {4}config:/);
  // The cursor stands in the event now: its line of the list shows it, and it is one step away.
  await expect.poll(() => find(".event-row.at-cursor").count()).toBe(1);
  await button("the event at the cursor, 2m30s").click();
  await holds(sentence(), "At 2m30s the config changed: the limits of all known nodes were recomputed.");
  await holds(
    find(".own-reading"),
    "Own reading of the design document: the design describes changes of the config at run time; the real " +
      "scheduler never implemented them.",
  );
});

test("migrations lead to their steps", async () => {
  await open();
  const rows = visit.page.getByRole("region", { name: "Migrations" }).locator("tbody tr");
  await expect
    .poll(() => rows.allTextContents())
    .toEqual([
      expect.stringContaining("default/bn1 → n241.7s1m11.7s"),
      expect.stringContaining("default/cn1 → n21m33.3s2m03.3s"),
    ]);
  await button("Step 70, 2m03.3s").click();
  await holds(
    sentence(),
    "At 2m03.3s the migration of default/c ended: it is now default/c-m1 on n2, and what it had on n1 is free.",
  );
});
