/** Events of autoscaled VMs: which are on show, and those that are added by hand. */
import { expect, test } from "vitest";
import { changedLines, nightly } from "./page";
import { button, find, goToStep, holds, node, open, says, sentence, short, startPage, story, visit } from "./vms-page";

startPage();

test("events are filtered by pod, node and kind, and a line shows its step", async () => {
  await open();
  await holds(find(".vm-events .section-head"), "106 events");
  await expect.poll(() => find(".event-row").count()).toBeLessThan(60);
  await visit.page.getByLabel("Only events of this pod").fill("b-m1");
  await visit.page.getByLabel("Only events of this node").selectOption("n2");
  await visit.page.getByLabel("Only events of this kind").selectOption({ label: "migration, target" });
  await expect
    .poll(() => find(".event-row").allTextContents())
    .toEqual(["2841.7smigration, targetdefault/b-m1 on n2on n2by its migration"]);
  await find(".event-row").click();
  await holds(sentence(), "At 41.7s the migration of default/b-m1 reserved room on n2.");
  await expect.poll(() => find(".event-row.shown").getAttribute("aria-current")).toBe("step");
  await visit.page.getByLabel("Only events of this pod").fill("nobody");
  await holds(find(".vm-events"), "No event matches.");
});

test("an event added by hand is an edit of the text, and undo takes it back", async () => {
  await open();
  await visit.textWith("kind: Timeline");
  await goToStep(short, "permitted 5 vCPUs and 27 slots");
  await visit.page.getByText("Add an event").click();
  const form = find(".add-event form");
  // What is proposed: the time of the step, its pod, one compute unit more than it has.
  const values = (): Promise<string[]> =>
    form.locator("input").evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
  await expect.poll(values).toEqual(["1m30s", "default/c", "6", "31", "0.2, 0.1"]);
  await form.getByLabel("what").selectOption("delete");
  await form.getByLabel("at", { exact: true }).fill("1m31s");
  await form.getByLabel("pod", { exact: true }).fill("a");
  await button("Add to the input").click();
  const after = await visit.textWith("1m31s");
  expect(changedLines(story, after)).toEqual({ gone: [], come: ["  - { at: 1m31s, delete: { pod: a } }"] });
  // The new event is shown, and the cursor stands in it.
  await holds(sentence(), "At 1m31s default/a was deleted on n1, which freed all that it had.");
  await holds(find(".cm-activeLine").last(), "- { at: 1m31s, delete: { pod: a } }");
  await visit.editor.click();
  await visit.page.keyboard.press("Control+Z");
  await visit.expectText(story);
  await says("106 events");
  await expect.poll(() => form.locator("[role=status]").textContent()).toBe("");
});

test("a pod that a migration made is written as the one of the text", nightly, async () => {
  await open();
  await goToStep(42, "default/b-m1 asked for 1 vCPU and 4 slots");
  await visit.page.getByText("Add an event").click();
  const form = find(".add-event form");
  await expect.poll(() => form.getByLabel("pod", { exact: true }).inputValue()).toBe("default/b");
  await form.getByLabel("slots").fill("12");
  await form.getByLabel("vCPUs").fill("3");
  await button("Add to the input").click();
  await holds(sentence(), "default/b-m1 asked for 3 vCPUs and 12 slots; permitted in full: n2 had room.");
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
  await expect.poll(() => form.getByLabel("value").inputValue()).toBe("1");
  await form.getByLabel("value").fill("much");
  await button("Add to the input").click();
  await holds(form.locator("[role=status]"), "this is not a value for that setting.");
  await form.getByLabel("value").fill("4");
  await button("Add to the input").click();
  const after = await visit.textWith('system: "4"');
  expect(changedLines(story, after).come).toContain('        cpu: { watermark: 0.7, system: "4" }');
  await holds(sentence(), "At 41.7s the config changed");
  await holds(node("n1"), "vCPUs: 7 of 6");
});

test("the override of a node by hand: a new one, a change of it, and without it", nightly, async () => {
  await open();
  const add = async (nodes: string): Promise<ReturnType<typeof find>> => {
    const form = find(".add-event form");
    if (!(await form.isVisible())) await visit.page.getByText("Add an event").click();
    await form.getByLabel("what").selectOption("config");
    await form.getByLabel("nodes").fill(nodes);
    return form;
  };
  let form = await add("n9");
  await form.getByLabel("value").fill("0.5");
  await button("Add to the input").click();
  await holds(form.locator("[role=status]"), "there is no node n9.");
  await form.getByLabel("nodes").fill("n1");
  await form.getByLabel("setting").selectOption("cpu for the system");
  await expect.poll(() => form.getByLabel("value").inputValue()).toBe("1");
  const settings = (): Promise<string[]> => form.getByLabel("setting").locator("option").allTextContents();
  await expect.poll(() => settings()).not.toContain("remove the override");
  await form.getByLabel("value").fill("4");
  await button("Add to the input").click();
  const after = await visit.textWith('system: "4"');
  expect(changedLines(story, after).come).toContain("      nodeOverrides:");
  await holds(sentence(), "At 41.7s the config changed");
  await holds(node("n1"), "vCPUs: 7 of 6");
  // The config at the start has an override.
  const own =
    '"nodeOverrides": [{ "nodes": ["n1"], "config": { "cpu": { "watermark": 0.7, "system": "3" }, ' +
    '"memory": { "watermark": 0.7, "system": "2Gi" }, "computeUnit": { "vCPUs": 1, "mem": 4 } } }],';
  const start = story.replace('      "schedulerName"', `      ${own}\n      "schedulerName"`);
  await open(start);
  form = await add("n1");
  await form.getByLabel("setting").selectOption("remove the override");
  await expect.poll(() => form.getByLabel("value").count()).toBe(0);
  await button("Add to the input").click();
  await holds(sentence(), "the config changed");
  // What is kept follows the answer; the input of the first half also migrates.
  const kept = await visit.textWith(/^(?![\s\S]*system: "4")[\s\S]*doMigration: true/);
  const without = changedLines(start, kept).come.join("\n");
  expect(without).toContain("nodeDefaults:");
  expect(without).not.toContain("nodeOverrides");
});

test("a text without a timeline gets one with the first event", nightly, async () => {
  const without = story.slice(0, story.indexOf("---\napiVersion: schedscope.dev"));
  await open(without, "The scheduler starts with 3 VMs on 2 nodes. The input has no Timeline");
  await visit.page.getByText("Add an event").click();
  const form = find(".add-event form");
  await form.getByLabel("what").selectOption("an agent sends a request");
  await form.getByLabel("at", { exact: true }).fill("10s");
  await form.getByLabel("pod", { exact: true }).fill("a");
  await form.getByLabel("vCPUs").fill("2");
  await form.getByLabel("slots").fill("8");
  await button("Add to the input").click();
  await says("default/timeline: 1 event in 10s");
  await holds(
    sentence(),
    "At 10s default/a asked for 2 vCPUs and 8 slots; permitted in full: it returned 2 vCPUs and 8 slots.",
  );
  expect(await visit.textWith("kind: Timeline")).toContain(
    "spec:\n  events:\n  - { at: 10s, request: { pod: a, vCPUs: 2, mem: 8 } }\n",
  );
});
