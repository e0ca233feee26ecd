/**
 * The page on a phone: no number is cut, and nothing makes the page wider than the screen.
 *
 * @module-tag nightly
 */
import { readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { find, holds, reopen, says, startPage, visit } from "./one-page";
import { boxOf } from "./page";

startPage();

beforeEach(() => reopen({ viewport: { width: 360, height: 740 } }));

const node = (name: string, spec: string): string =>
  `apiVersion: v1\nkind: Node\nmetadata: {name: ${name}, labels: {kubernetes.io/hostname: ${name}}}\n${spec}` +
  'status: {allocatable: {cpu: "8", memory: 16Gi, pods: "20"}}\n';
const pod =
  "apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: d}\n" +
  'spec: {containers: [{name: c, resources: {requests: {cpu: "1"}, limits: {cpu: "1"}}}]}\n';

/** How much wider a place's content is than itself. */
const beyond = (selector: string): Promise<number> =>
  find(selector)
    .first()
    .evaluate((place) => place.scrollWidth - place.clientWidth);
const isAsWide = (): Promise<void> =>
  expect.poll(() => visit.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

test("390 pixels: the sentence, the matrix and a control are on the first screen", async () => {
  await reopen({ viewport: { width: 390, height: 844 } });
  await find(".stage").waitFor();
  for (const place of [".answer-line h1", ".matrix", ".stage :is(button, input)"]) {
    const box = await boxOf(find(place).first());
    expect(box.y, place).toBeGreaterThanOrEqual(0);
    expect(box.y + box.height, place).toBeLessThanOrEqual(844);
  }
  const before = await boxOf(find(".editor"));
  await visit.page.getByRole("button", { name: "Enlarge" }).click();
  expect((await boxOf(find(".editor"))).height).toBeGreaterThan(before.height + 200);
});

test("390 pixels: which weight matters most is whole", async () => {
  await reopen({ viewport: { width: 390, height: 844 } });
  await find(".limits")
    .getByRole("button", { name: /^ScheduleAnyway/ })
    .click();
  const most = ".control-source:has(.matters-most):has(.line-link)";
  await find(most).waitFor();
  expect(await beyond(most)).toBe(0);
});

test("the scores of five nodes are whole", async () => {
  const names = ["worker-one", "worker-two", "worker-three", "worker-four", "worker-five"];
  await visit.paste([...names.map((name) => node(name, "")), pod].join("---\n"));
  await says(/tie at/);
  const plugins = find(".block-table").filter({ hasText: "NodeResourcesFit" });
  await plugins.waitFor();
  await expect.poll(() => beyond(".block-scroll")).toBe(0);
  const cells = await plugins
    .locator("td[data-of]")
    .evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().right));
  expect(cells.length).toBeGreaterThan(10);
  for (const right of cells) expect(right).toBeLessThanOrEqual(360);
  await isAsWide();
});

test("a cordoned node is offered to be uncordoned, in words that wrap", async () => {
  const cordoned =
    "spec: {unschedulable: true, taints: [{key: node.kubernetes.io/unschedulable, effect: NoSchedule}]}\n";
  await visit.paste([node("n1", "").replace('cpu: "8"', "cpu: 500m"), node("d1", cordoned), pod].join("---\n"));
  await says("d/p fits 0 of 2 nodes");
  await holds(find('.ladder .rung:has-text("d1") .change-words'), /^uncordon d1$/);
  await expect.poll(() => beyond(".node-ladder")).toBe(0);
  await isAsWide();
});

test("the sums of the pressure are whole, and code has no backticks", async () => {
  const text = readFileSync(new URL("../../../examples/vm-normal-growth.yaml", import.meta.url), "utf8");
  await visit.paste(text);
  await find(".inequality").waitFor();
  await expect.poll(() => beyond(".scroll-x:has(.inequality)")).toBe(0);
  await expect.poll(() => find(".vms").first().textContent()).not.toContain("`");
  await isAsWide();
});
