/** The stage of nodes: the answer as a change, over-subscription as the matrix, the ladder with what is missing. */
import { Scenario } from "schedscope";
import { expect, test } from "vitest";
import { find, holds, says, startPage, visit } from "./one-page";
import { boxOf, findings, fixture, nightly } from "./page";

startPage();

const cluster = fixture("nodes.yaml");
/** pod3 asks for nothing on node2: node2 is emptier. */
const emptier = cluster.replace(
  'requests: {cpu: "3", memory: 4Gi}\n        limits: {cpu: "3", memory: 4Gi}',
  'requests: {cpu: "100m", memory: 4Gi}\n        limits: {cpu: "100m", memory: 4Gi}',
);
const difference = () => find(".answer-line .difference");
const baseline = () => find("[aria-label=Baseline]");
const rung = (node: string) => find(`.ladder .rung:has-text("${node}")`);

test("one screen has the sentence, the matrix and the ladder; axe finds nothing", async () => {
  await visit.paste(cluster);
  await says("Today your scheduler picks node1");
  await expect.poll(() => find(".ladder .rung").count()).toBe(2);
  for (const place of [".answer-line h1", ".over-table", ".ladder", "#resources-title"]) {
    const box = await boxOf(find(place).first());
    expect(box.y + box.height, place).toBeLessThanOrEqual(900);
  }
  await expect
    .poll(() => find(".over-table td").allTextContents())
    .toEqual(["125 → 175%", "25 → 38%", "63 → 113%", "25 → 38%"]);
  await find(".ladder .apply").first().waitFor();
  await expect.poll(() => findings(visit)).toEqual([]);
});

test("an edit is told as a change, in the sentence, on the ladder and aloud", async () => {
  await visit.paste(cluster);
  await says("Today your scheduler picks node1");
  await expect.poll(() => difference().count()).toBe(0);
  await visit.amend(emptier);
  await holds(difference(), "The pod moves to node2 from node1.");
  await holds(find(".nodes [role=status]").first(), "The pod moves to node2 from node1.");
  await expect.poll(() => rung("node2").locator(".against").textContent()).toBe("in");
  await expect.poll(() => rung("node1").locator(".against").textContent()).toBe("out");
  await visit.editor.press("Control+Z");
  await holds(difference(), "The pod moves to node1 from node2.");
});

test(
  "the node that the input records, a pinned input, the other profile and another text are baselines",
  nightly,
  async () => {
    await visit.paste(cluster);
    await says("Today your scheduler picks node1");
    await find("#pod-picker").click();
    await find("#pod-options").getByRole("option", { name: "default/pod3" }).click();
    await holds(difference(), /the input records|records the same node/i);
    await expect.poll(() => baseline().inputValue()).toBe("recorded");
    await find("#pod-picker").click();
    await find("#pod-options").getByRole("option", { name: "default/pod5" }).click();
    await says("Today your scheduler picks node1");
    await visit.page.getByRole("button", { name: "Pin", exact: true }).click();
    await holds(difference(), "The same picks as in the pinned input.");
    await visit.amend(emptier);
    await holds(difference(), "The pod moves to node2 from node1.");
    // A second edit is compared with the same text.
    await visit.amend(`${emptier}# the end\n`);
    await visit.textWith("# the end");
    await holds(difference(), "The pod moves to node2 from node1.");
    await baseline().selectOption("edit");
    await holds(difference(), "The last edit changes no pick.");
    await baseline().selectOption("profile");
    await holds(difference(), "In the preview both picks are the same.");
    await baseline().selectOption("open");
    await find("[aria-label='The other input']").fill(cluster.replaceAll("node2", "node3"));
    await visit.page.getByRole("button", { name: "Compare", exact: true }).click();
    await holds(difference(), "The pod moves to node2 from node1. Limit-aware scoring: node2 instead of node3.");
  },
);

/** No node has room for a pod of a priority above all others. */
const full = `${cluster.replace(/name: (node\d)\n/g, "name: $1\n    labels: {kubernetes.io/hostname: $1}\n")}---
apiVersion: v1
kind: Pod
metadata: {name: urgent, namespace: a}
spec:
  priority: 100
  containers: [{name: c, resources: {requests: {cpu: "7"}, limits: {cpu: "7"}}}]
`;

test("where no node fits, the sentence says whom the pod evicts, and an edit whom instead", nightly, async () => {
  await visit.paste(full);
  await find("#pod-picker").click();
  await find("#pod-options").getByRole("option", { name: "a/urgent" }).click();
  await says(/^a\/urgent fits 0 of 2 nodes: .* It evicts .* on node\d\./);
  const other = (await visit.answer.textContent())?.includes(" on node1.") ? "node2" : "node1";
  await holds(rung(other).locator(".change-words"), `only on ${other}`);
  await rung(other).locator(".apply").click();
  await holds(difference(), new RegExp(`^The pod evicts .* on ${other} instead of evicting .* on node\\d\\.`));
  await says(new RegExp(` It evicts .* on ${other}\\.`));
});

test("Apply writes the smallest verified change, and the pod goes there", async () => {
  await visit.paste(cluster);
  await says("Today your scheduler picks node1");
  await rung("node2").locator(".apply").click();
  await says("both pick node2");
  await holds(difference(), "The pod moves to node2 from node1.");
  await visit.editor.press("Control+Z");
  await visit.expectText(cluster);
});

test("pointing at a rung lights its node in the matrix and in the text, and does not scroll the text", async () => {
  await visit.paste(cluster);
  await says("Today your scheduler picks node1");
  await visit.editor.press("Control+Home");
  await rung("node1").hover();
  await expect.poll(() => find(".over-table tr.lit th").textContent()).toBe("node1");
  await expect.poll(() => find(".cm-lit").count()).toBe(1);
  await expect.poll(() => visit.page.evaluate(() => document.activeElement?.closest(".editor") !== null)).toBe(true);
  await expect.poll(() => find(".cm-scroller").evaluate((it) => it.scrollTop)).toBe(0);
  await visit.page.mouse.move(700, 20);
  await expect.poll(() => find(".cm-lit").count()).toBe(0);
});

test("the cursor in a node's object marks its rung", async () => {
  await visit.paste(cluster);
  await says("Today your scheduler picks node1");
  await visit.editor.press("Control+Home");
  await find(".cm-line").filter({ hasText: "name: node2" }).first().click();
  await holds(find(".ladder .rung.at-cursor .rung-name"), "node2");
});

test("many nodes are squares, and the page is not wider than a phone", async () => {
  const nodes = Array.from(
    { length: 60 },
    (_, i) =>
      `---\napiVersion: v1\nkind: Node\nmetadata: {name: w${i}}\n` +
      'status: {allocatable: {cpu: "8", memory: 32Gi, pods: "110"}}\n',
  ).join("");
  const resources = "{requests: {cpu: 1}, limits: {cpu: 9}}";
  const pod =
    "apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: default}\n" +
    `spec: {containers: [{name: c, resources: ${resources}}]}\n`;
  await visit.paste(pod + nodes);
  await expect.poll(() => find(".over-squares [data-square]").count()).toBe(120);
  await expect.poll(() => find(".over-squares rect.over-3").count()).toBe(60);
  // A ring, and the place that a pointer meets, hide nothing.
  const fill = (of: string): Promise<string> =>
    find(of)
      .first()
      .evaluate((it) => getComputedStyle(it).fill);
  expect([await fill(".over-squares .ring"), await fill(".over-squares .hit")]).toEqual(
    Array(2).fill("rgba(0, 0, 0, 0)"),
  );
  // The keyboard reaches each, which says its name and its numbers, and Enter opens it.
  const grid = find(".over-squares [role=listbox]").first();
  await grid.focus();
  await grid.press("End");
  await holds(grid.locator("[role=option]"), "w59, limits 0 → 113% of allocatable");
  for (const key of ["ArrowUp", "ArrowLeft"]) await grid.press(key);
  await holds(find(".over-squares .inspector"), "w28limits 0 → 113% of allocatable");
  await grid.press("Enter");
  await holds(find(".node-card h2"), "w28");
  await visit.page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(() => visit.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  // All squares are on the screen.
  const last = await boxOf(find(".over-squares [data-square]").nth(26));
  expect(last.x + last.width).toBeLessThanOrEqual(360);
  await expect.poll(() => findings(visit)).toEqual([]);
});

test("what the cluster recorded of all pods is a baseline, with the pods that differ", nightly, async () => {
  const cordoned = cluster.replace("name: node1\n  status:", "name: node1\n  spec: {unschedulable: true}\n  status:");
  expect(cordoned).not.toBe(cluster);
  await visit.paste(cordoned);
  await find("#pod-picker").click();
  await find("#pod-options").getByRole("option", { name: "no pod" }).click();
  await says("On 2 nodes, limits add up to 94% of the cpu");
  // It is asked for where it is chosen: all pods are asked about.
  await expect.poll(() => baseline().inputValue()).toBe("edit");
  await baseline().selectOption("recorded");
  await holds(difference(), "2 of 4 pods on nodes would not get there now: 2 do not fit.");
  await expect
    .poll(() => find(".recorded-pods li").allTextContents())
    .toEqual(["default/pod1 and default/pod2 on node1: node(s) were unschedulable. If pending: goes to node2."]);
  await expect.poll(() => findings(visit)).toEqual([]);
  await visit.amend(cluster);
  await holds(difference(), "All 4 pods on nodes still fit them, and no quota rejects one.");
  await expect.poll(() => find(".recorded-pods").count()).toBe(0);
});

const node = (name: string, cpu: string, memory: string) => `---
apiVersion: v1
kind: Node
metadata: {name: ${name}}
status: {allocatable: {cpu: "8", memory: 32Gi, pods: "110"}}
---
apiVersion: v1
kind: Pod
metadata: {name: on-${name}, namespace: default}
spec:
  nodeName: ${name}
  containers:
  - {name: c, resources: {requests: {cpu: ${cpu}, memory: ${memory}}, limits: {cpu: ${cpu}, memory: ${memory}}}}
`;
const pending = `---
apiVersion: v1
kind: Pod
metadata: {name: new, namespace: default}
spec: {containers: [{name: c, resources: {requests: {cpu: 500m, memory: 1Gi}, limits: {cpu: 500m, memory: 1Gi}}}]}
`;
/** a has memory left, b CPUs, c some of both. */
const apart = node("a", "7", "4Gi") + node("b", "1", "26Gi") + node("c", "4500m", "15Gi") + pending;
const weight = (resource: string) =>
  find(".control").filter({ has: visit.page.getByLabel(`Weight of ${resource}, slider`) });
const slider = (resource: string) => visit.page.getByLabel(`Weight of ${resource}, slider`);

test("a track has the interval in which every pick stays, at each of its values", nightly, async () => {
  await visit.paste(apart);
  await says("limit-aware scoring");
  const scenario = new Scenario();
  scenario.replace(apart);
  const picks = (cpu: number, memory: number): string => {
    const all = [
      { name: "cpu", weight: cpu },
      { name: "memory", weight: memory },
    ];
    const resources = all.filter(({ weight }) => weight > 0);
    const { scorers } = scenario.scoreNodes({ pod: "default/new", resources, limit: 0 });
    return scorers.map(({ applies, best }) => (applies ? best[0] : "")).join();
  };
  await slider("memory").fill("4");
  const of = Array.from({ length: 11 }, (_, value) => picks(value, 4));
  scenario.free();
  const swaps = of.filter((one, value) => value > 0 && of[value - 1] !== one).length;
  expect(swaps).toBeGreaterThan(1);
  for (const [value, one] of of.entries()) {
    let [from, to] = [value, value];
    while (from > 0 && of[from - 1] === one) from -= 1;
    while (to < 10 && of[to + 1] === one) to += 1;
    await slider("cpu").fill(String(value));
    const words = from === to ? `same at ${from} only` : `same ${from} to ${to}`;
    await expect.poll(() => weight("cpu").locator(".interval > [aria-hidden]").textContent()).toBe(words);
    await expect.poll(() => weight("cpu").locator(".swap").count()).toBe(swaps);
  }
  await expect.poll(() => findings(visit)).toEqual([]);
});

test("an interval is of the text on show, and what changes at its ends is said", nightly, async () => {
  await visit.paste(apart);
  await says("limit-aware scoring");
  await holds(weight("cpu").locator(".interval .unseen"), /every scorer keeps its pick\./);
  await holds(weight("cpu").locator(".interval .unseen"), /Above \d+ .*picks? [abc]/);
  // Where the pod fits no node, no weight matters.
  await visit.amend(apart.replaceAll("cpu: 500m", "cpu: 9"));
  await holds(weight("cpu"), /no effect: no node fits/);
});

test("a weight without effect says why", nightly, async () => {
  await visit.paste(node("a", "7", "4Gi") + pending);
  await says("a");
  await holds(weight("cpu").locator(".no-effect"), "no effect: only a fits");
  await expect.poll(() => weight("cpu").locator(".same, .swap").count()).toBe(0);
});
