/** The queue: who picks nodes, why a step evicts, and by how much each scorer leaves limits over the nodes. */
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { find, holds, reopen, startPage, visit } from "./one-page";
import { atNight, findings, fixture, nightly } from "./page";

startPage();

/** Two nodes with limits of 10 and 5 of 8 CPUs, and a pod with a limit of 4. */
const cluster = fixture("nodes.yaml");

const limits = (): Locator => visit.page.getByRole("region", { name: "Limits after the queue" });
const byScorer = (): Locator => limits().getByRole("table", { name: "All nodes together" });
const byNode = (): Locator => limits().getByRole("table", { name: /^Node by node/ });
const picks = (): Locator => visit.page.getByRole("combobox", { name: "In the queue, nodes are picked by" });

const cells = (table: Locator, row: RegExp): Promise<string[]> =>
  table.getByRole("row", { name: row }).getByRole("cell").allTextContents();

async function goToStep(number: number): Promise<void> {
  await visit.page.getByLabel("Number of the step").fill(String(number));
  await visit.page.getByLabel("Number of the step").press("Enter");
  await holds(find(".step-sentence"), number === 0 ? "Before the first step" : `Step ${number}:`);
}

test("a step that evicts tells the rule with numbers, and of each pod of the node why", nightly, async () => {
  await visit.paste(fixture("quotas-story-1.yaml"));
  await goToStep(2);
  const why = find(".step-why");
  await holds(
    why,
    "With it team-b is not over its min, so it may evict pods of other quotas that are over theirs. Before this " +
      "step team-b " +
      "uses 3 of the 6 guaranteed GPUs; team-a is over its min: it uses 6 GPUs with a min of 4.",
  );
  await holds(
    why.locator(".pod-verdicts.victim"),
    "team-a/train-3 priority 0, 2 GPUsNodeResourcesFit: while it stays, the pod does not fit: requests 3 of " +
      "nvidia.com/gpu, 9 of 10 used",
  );
  await holds(
    why.locator(".pod-verdicts.protected"),
    /train-2 .*by then team-a uses all 4 guaranteed GPUs.*serve-1 .*in team-b itself.*train-1 /,
  );
  // A pod leads to its lines.
  await why.getByRole("button", { name: "team-a/train-2" }).click();
  await expect
    .poll(() => visit.page.evaluate(() => String(document.getSelection() ?? "")))
    .toMatch(/kind: Pod[\s\S]*name: train-2\n/);
  await goToStep(3);
  await expect.poll(() => why.count()).toBe(0);
});

test("a step names the filter that its victim cures", nightly, async () => {
  await visit.paste(fixture("filters.yaml"));
  await find("#tab-quotas").click();
  await goToStep(1);
  await holds(
    find(".step-why"),
    "d has no ElasticQuota: it may evict only pods of lower priority in namespaces without one.",
  );
  await holds(
    find(".step-why .pod-verdicts.victim"),
    "PodTopologySpread: while it stays, the skew of zone a would be 3, maxSkew 2; evicting it makes the skew 2",
  );
  await holds(find(".step-why .pod-verdicts.reprieved"), /d\/web-\d .*reprieved: both pods fit/);
  // Nodes are filled, though no quota counts anything.
  await holds(find(".placed-nodes > li").first(), "1 of 8 CPUs");
  await expect.poll(() => findings(visit)).toEqual([]);
});

test("the limits that each scorer leaves stand side by side, in all and node by node", async () => {
  await visit.paste(cluster);
  await holds(
    limits(),
    "DefaultProfile leaves limits over 1 of 2 nodes, by 6 CPU in all, LimitAware over 2, by 3 CPU, LeastAllocated " +
      "over 1, by 6 CPU; before the queue they were over 1, by 2 CPU.",
  );
  await expect
    .poll(() => byScorer().getByRole("columnheader").allTextContents())
    .toEqual(["scorer", "bound", "waiting", "nodes over", "limits of cpu over", "worst node"]);
  expect(await cells(byScorer(), /^before the queue/)).toEqual(["", "", "1", "2 CPU", "node1: CPU 125%"]);
  expect(await cells(byScorer(), /^DefaultProfile/)).toEqual(["1", "0", "1", "6 CPU", "node1: CPU 175%"]);
  expect(await cells(byScorer(), /^LimitAware/)).toEqual(["1", "0", "2", "3 CPU", "node1: CPU 125%"]);
  // Before the queue, the default profile and seven scorers.
  await expect.poll(() => byScorer().getByRole("row").count()).toBe(10);
  await expect
    .poll(() => byScorer().getByRole("rowheader", { name: "DefaultProfile" }).textContent())
    .toBe("DefaultProfilepicks in the queue");
  expect((await cells(byNode(), /^node1/)).slice(0, 3)).toEqual(["2 CPU", "6 CPU", "2 CPU"]);
  expect((await cells(byNode(), /^node2/)).slice(0, 3)).toEqual(["0", "0", "1 CPU"]);
  await expect.poll(() => byNode().getByRole("columnheader").nth(2).textContent()).toBe("DefaultProfilepicks");

  await limits().getByRole("button", { name: "hide" }).click();
  await expect.poll(() => byScorer().count()).toBe(0);
  await limits().getByRole("button", { name: "compute" }).click();
  await byScorer().waitFor();
});

test("another scorer picks, and is named, in both views", nightly, async () => {
  await visit.paste(cluster);
  await byScorer().waitFor();
  await picks().selectOption("LimitAware");
  await holds(byScorer().getByRole("rowheader", { name: "LimitAware" }), "picks in the queue");
  await find("#tab-quotas").click();
  await goToStep(0);
  await holds(find(".step-sentence"), "LimitAware picks among the nodes that fit.");
  await goToStep(1);
  await holds(find(".step-sentence"), "Step 1: default/pod5 is bound to node2.");
});

test("a number that is half typed stays when another answer arrives", async () => {
  await visit.paste(cluster);
  await find("#tab-quotas").click();
  await goToStep(0);
  const field = visit.page.getByLabel("Number of the step");
  await field.fill("1");
  // Another scorer picks, though the focus stays in the field.
  await picks().evaluate((select) => {
    (select as HTMLSelectElement).value = "LimitAware";
    select.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await holds(find(".step-sentence"), "LimitAware picks among the nodes that fit.");
  await expect.poll(() => field.inputValue()).toBe("1");
  await field.press("Enter");
  await holds(find(".step-sentence"), "Step 1: default/pod5 is bound to node2.");
  await field.fill("9");
  await field.press("Enter");
  await expect.poll(() => field.inputValue()).toBe("1");
});

test("the default profile picks as long as nobody chooses, and tied nodes are said", nightly, async () => {
  await visit.paste(`${node("n2", 8)}---\n${node("n1", 8)}---\n${pod("p", "priority: 1", "1")}`);
  await find("#tab-quotas").click();
  await expect.poll(() => picks().inputValue()).toBe("DefaultProfile");
  await goToStep(0);
  await holds(
    find(".step-sentence"),
    "a pod goes to the node with the highest total in kube-scheduler's default profile",
  );
  await goToStep(1);
  await holds(
    find(".step-sentence"),
    /Step 1: default\/p is bound to n1\. n1 and n2 tie at \d+; kube-scheduler picks one of them at random\./,
  );
  await holds(find(".queue"), "at 1 step several nodes tie");
});

const node = (name: string, cpu: number): string =>
  `apiVersion: v1\nkind: Node\nmetadata: {name: ${name}, labels: {kubernetes.io/hostname: ${name}}}\n` +
  `status: {allocatable: {cpu: "${cpu}", memory: 32Gi, pods: "110"}}\n`;
const pod = (name: string, spec: string, limit: string): string =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, namespace: default}\nspec:\n  ${spec}\n  containers: ` +
  `[{name: c, image: i, resources: {requests: {cpu: "1"}, limits: {cpu: "${limit}"}}}]\n`;

test("of many nodes those over their limits are paged, the others counted", nightly, async () => {
  const names = Array.from({ length: 20 }, (_, i) => `n${String(i).padStart(2, "0")}`);
  const parts = [
    ...names.map((name) => node(name, 4)),
    ...names.slice(0, 14).map((name) => pod(`on-${name}`, `nodeName: ${name}`, "5")),
    pod("waits", "priority: 0", "1"),
  ];
  await visit.paste(parts.join("---\n"));
  await find("#tab-nodes").click();
  await holds(byNode().locator("caption"), "Node by node; the limits on 6 others stay within the node");
  await expect.poll(() => byNode().getByRole("row").count()).toBe(13);
  const pages = visit.page.getByRole("group", { name: "Pages of nodes over" });
  await pages.getByRole("button", { name: "Page forward" }).click();
  await expect.poll(() => byNode().getByRole("rowheader").allTextContents()).toEqual(["n12", "n13"]);
});

test("where no limit exceeds a node, a sentence says so; where nobody waits, nothing", nightly, async () => {
  await visit.paste([node("n1", 8), pod("waits", "priority: 0", "1")].join("---\n"));
  await find("#tab-nodes").click();
  const within = "Limits stay within allocatable on the only node, before the queue and after it by every scorer.";
  await holds(limits(), within);
  await expect.poll(() => byScorer().count()).toBe(0);
  await visit.paste([node("n1", 8), pod("runs", "nodeName: n1", "1")].join("---\n"));
  await expect.poll(() => limits().count()).toBe(0);
});

for (const [name, options] of [
  ["light", { colorScheme: "light" }],
  ["dark", { colorScheme: "dark" }],
  ["360 pixels", { viewport: { width: 360, height: 740 } }],
  ["forced colours", { forcedColors: "active" }],
] as const) {
  test(`axe finds nothing, ${name}`, atNight(name !== "dark"), async () => {
    await reopen(options);
    const overflow = (): Promise<number> =>
      visit.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await visit.paste(cluster);
    await byScorer().waitFor();
    await expect.poll(() => findings(visit)).toEqual([]);
    await expect.poll(() => overflow()).toBe(0);
    await visit.paste(fixture("quotas-story-1.yaml"));
    await find("#tab-quotas").click();
    await goToStep(2);
    await find(".step-why .pod-verdicts.victim").waitFor();
    await expect.poll(() => findings(visit)).toEqual([]);
    await expect.poll(() => overflow()).toBe(0);
  });
}
