/** Nodes with their pods: which node each scorer picks, what it makes of the limits, and why. */
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { find, reopen, says, startPage, visit } from "./one-page";
import { atNight, boxOf, findings, fixture, nightly } from "./page";

startPage();

const cluster = fixture("nodes.yaml");

const useCase =
  "Today your scheduler picks node1 (total 424, next node2 418); limit-aware scoring picks node2: on node1 the " +
  "limits would be at 175% of its cpu, on node2 at 113%.";

/** The names of the nodes on screen, from above. */
const names = (): Promise<string[]> =>
  visit.page.locator(".node-table .rows .line").evaluateAll((lines) =>
    lines
      .map((line) => ({
        top: line.getBoundingClientRect().top,
        name: line.querySelector(".name .object-link")?.textContent ?? "",
      }))
      .sort((a, b) => a.top - b.top)
      .map(({ name }) => name),
  );

const row = (node: string) => visit.page.locator(".node-table").getByRole("row", { name: new RegExp(node) });

/** A row of the picks: the numbers of a resource on a node. */
const level = (node: string, resource: string, kind: string) =>
  visit.page
    .getByRole("table", { name: `Requests and limits on ${node}` })
    .first()
    .locator("tr", { hasText: kind })
    .nth(resource === "cpu" ? 0 : 1);

const option = (name = "") => visit.page.locator(".pod-options").getByRole("option", { name });

/** The line that the cursor is in: a link to an object selects it, so its last one. */
const activeLine = async (): Promise<number> =>
  Number(/\d+/.exec((await visit.page.locator(".cm-activeLineGutter").first().textContent()) ?? "")?.[0]);

/** The line of a text's part, from 1. */
const lineOf = (part: string): number => cluster.slice(0, cluster.indexOf(part)).split("\n").length;

/** Types another limit of cpu in place of the first one that is `from`. */
async function typeLimit(from: string, to: string): Promise<void> {
  await visit.editor.press("Control+Home");
  await visit.page
    .locator(".cm-line", { hasText: `limits: {cpu: "${from}"` })
    .first()
    .click();
  await visit.page.keyboard.press("End");
  for (const _ of '", memory: 4Gi}') await visit.page.keyboard.press("ArrowLeft");
  await visit.page.keyboard.press("Backspace");
  await visit.page.keyboard.type(to);
}

test(
  "LeastAllocated picks the node whose limits are over-subscribed, limit-aware scoring the other one",
  nightly,
  async () => {
    await visit.paste(cluster);
    await says(useCase);
    await expect.poll(() => visit.page.locator("#tab-nodes").getAttribute("aria-selected")).toBe("true");

    await expect.poll(() => level("node1", "cpu", "limits").textContent()).toContain("10 → 14");
    await expect.poll(() => level("node1", "cpu", "limits").textContent()).toContain("125 → 175%");
    await expect.poll(() => level("node1", "cpu", "requests").textContent()).toContain("50 → 63%");
    await expect.poll(() => level("node2", "cpu", "limits").textContent()).toContain("5 → 9");
    await expect.poll(() => level("node2", "cpu", "requests").textContent()).toContain("5 → 6");

    // Columns: node, two resources, then the scorers, limit-aware first.
    const cells = row("node2").getByRole("gridcell");
    await expect.poll(() => cells.nth(3).textContent()).toMatch(/100 picked.*raw 50/);
    await expect.poll(() => cells.nth(4).textContent()).not.toContain("picked");
    await expect.poll(() => row("node1").getByRole("gridcell").nth(4).textContent()).toBe("49 picked");

    await expect
      .poll(() => visit.page.locator(".nodes [role=status]").first().textContent())
      .toBe(`default/pod5: ${useCase}`);
  },
);

test("the default profile's choice, plugin by plugin, is computed only while it is on show", nightly, async () => {
  await visit.paste(cluster);
  await says(useCase);
  const section = visit.page.getByRole("region", { name: "kube-scheduler's choice" });
  await expect.poll(() => section.textContent()).toContain("kube-scheduler picks node1 (total 424, next node2 418).");
  const scores = section.getByRole("table", { name: "Default profile of kube-scheduler" });
  await expect
    .poll(() => scores.getByRole("columnheader").allTextContents())
    .toEqual(["Plugin", "Weight", "node1", "node2"]);
  await expect
    .poll(() =>
      scores
        .getByRole("row", { name: /^NodeResourcesFit/ })
        .getByRole("cell")
        .allTextContents(),
    )
    .toEqual(["1", "49", "43"]);
  await expect
    .poll(() =>
      scores
        .getByRole("row", { name: /^total/ })
        .getByRole("cell")
        .allTextContents(),
    )
    .toEqual(["", "424", "418"]);
  await expect
    .poll(() => section.textContent())
    .toContain("NodeAffinity, PodTopologySpread and InterPodAffinity skip this pod and add nothing.");

  await visit.page.getByRole("combobox", { name: "Order of the nodes" }).selectOption("total");
  await section.getByRole("button", { name: "hide" }).click();
  await says("LeastAllocated picks node1, limit-aware scoring node2");
  await expect.poll(() => scores.count()).toBe(0);
  await expect.poll(() => visit.page.getByRole("combobox", { name: "Order of the nodes" }).inputValue()).toBe("text");
  await section.getByRole("button", { name: "compute" }).click();
  await says(useCase);
});

test("an edit of a limit changes the picks", async () => {
  await visit.paste(cluster);
  await says(useCase);
  await typeLimit("6", "2");
  await says(
    "Today your scheduler picks node1 (total 424, next node2 418); limit-aware scoring picks node2: on node1 the " +
      "limits would be at 125% of its cpu, on node2 at 113%.",
  );
  const before = await visit.editor.textContent();
  await typeLimit("4", "2");
  await says(
    "Today your scheduler and limit-aware scoring both pick node1 (total 424, next node2 418): the limits would be " +
      "at 100% of its cpu.",
  );
  await expect.poll(() => level("node1", "cpu", "limits").textContent()).toContain("4 → 8");
  await expect.poll(() => row("node1").getByRole("gridcell").nth(3).textContent()).toMatch(/100 picked.*raw 62/);
  // One step back, or two where the typing was slow.
  const undone = async (): Promise<string | null> => {
    await visit.editor.press("Control+Z");
    return visit.editor.textContent();
  };
  await expect.poll(undone).toBe(before);
  await says("limit-aware scoring picks node2");
});

/** All notes of the answer, in one text. */
const notes = async (): Promise<string> => (await visit.page.locator(".notes").allTextContents()).join("\n");

test("while the pod cannot be read, its last answer stays and says so", async () => {
  await visit.paste(cluster);
  await says(useCase);
  await visit.editor.press("Control+End");
  await visit.page.keyboard.type("   ]");
  await expect.poll(notes).toContain("an error at this pod");
  await says(useCase);
  await visit.page.keyboard.press("Backspace");
  await expect.poll(notes).not.toContain("an error");
  // Another text with an error has pods of its own.
  await visit.paste(`${cluster.replaceAll("pod5", "other").replace('requests: {cpu: "3"', 'requests: {cpu: "3')}`);
  await expect.poll(() => visit.page.getByLabel("Pod", { exact: true }).inputValue()).toBe("default/other");
  await expect.poll(() => visit.page.locator(".stale").count()).toBe(0);
});

test("weights and the best-effort rule are arguments of the scorers", async () => {
  await visit.paste(cluster);
  await says(useCase);
  await visit.page.getByLabel("Weight of cpu", { exact: true }).fill("0");
  // Of memory both nodes have the same: the name decides.
  await says(
    "Today your scheduler and limit-aware scoring both pick node1 (total 424, next node2 418): the limits would be " +
      "at 38% of its memory.",
  );
  await expect.poll(() => visit.page.getByRole("columnheader", { name: /^cpu/ }).count()).toBe(0);
  await visit.page.getByRole("button", { name: "Reset the weights" }).click();
  await says(useCase);

  await visit.paste(cluster.replace(/resources:\n {8}requests: {cpu: "1".*\n.*\n/, "image: x\n"));
  await expect.poll(notes).toContain("neither requests nor limits: it counts as everything that a node can allocate");
  await expect.poll(() => level("node2", "cpu", "limits").textContent()).toContain("63 → 163%");
  await visit.page.getByLabel("A best-effort pod counts").selectOption("nothing");
  await expect.poll(notes).toContain("it counts as nothing");
  await expect.poll(() => level("node2", "cpu", "limits").textContent()).toContain("63%");
});

test("a running pod is scheduled again, and without a pod the usage is shown", nightly, async () => {
  await visit.paste(cluster);
  await says(useCase);
  const picker = visit.page.getByLabel("Pod", { exact: true });
  await picker.click();
  await expect.poll(() => option().count()).toBe(6);
  await expect
    .poll(() => option().allTextContents())
    .toEqual([
      "no pod: current usage",
      expect.stringContaining("default/pod5"),
      expect.stringContaining("default/pod1"),
      expect.stringContaining("default/pod2"),
      expect.stringContaining("default/pod3"),
      expect.stringContaining("default/pod4"),
    ]);
  await visit.page.keyboard.type("pod1");
  await expect.poll(() => option().count()).toBe(1);
  await visit.page.keyboard.press("Enter");
  await expect.poll(() => visit.page.locator(".pod-now").textContent()).toContain("on node1, scheduled again");
  // Without pod1 the limits on node1 are 4 of 8; with it they are what they were.
  await expect.poll(() => level("node1", "cpu", "limits").textContent()).toContain("4 → 10");

  await picker.click();
  await option("no pod").click();
  await says("On 2 nodes, limits add up to 94% of the cpu and 25% of the memory, requests to 56% and 25%.");
  await expect.poll(() => row("node1").textContent()).toContain("limits 125%");
});

test("a node and a pod lead to their lines, and light them", async () => {
  await visit.paste(cluster);
  await says(useCase);
  const lit = visit.page.locator(".cm-lit");
  await row("node2").locator(".object-link").hover();
  await expect.poll(() => lit.count()).toBeGreaterThan(0);
  await visit.page.mouse.move(0, 0);
  await expect.poll(() => lit.count()).toBe(0);
  await row("node2").locator(".object-link").click();
  await expect.poll(activeLine).toBe(lineOf("    name: node2") + 5);
  // The card did not open: the name leads to the text.
  await expect.poll(() => visit.page.locator(".node-card").count()).toBe(0);

  await row("node2").getByRole("gridcell").nth(1).click();
  const card = visit.page.locator(".node-card");
  await expect.poll(() => card.textContent()).toContain("cpu: (8 − 5 − 4) × 100 / 8 = −12");
  await expect.poll(() => card.textContent()).toContain("default/pod3");
  // As that of clusters: over the right edge, and what it lies on keeps its width.
  const width = (await boxOf(find(".clusters"))).width;
  expect((await boxOf(find(".node-table"))).width).toBe(width);
  const box = await boxOf(card);
  expect(box.y + box.height).toBeLessThanOrEqual(900);
  await card.getByRole("button", { name: "default/pod3" }).click();
  await expect.poll(activeLine).toBe(lineOf("    name: pod3") + 8);
});

test("a node that does not fit says why in Kubernetes' words, with the numbers", nightly, async () => {
  await visit.paste(cluster.replace('requests: {cpu: "1"', 'requests: {cpu: "4"'));
  await says(
    "Only node1 fits: the limits would be at 175% of its cpu. kube-scheduler takes it without scoring. The others: 1 " +
      "Insufficient cpu.",
  );
  await expect.poll(() => row("node2").textContent()).toContain("Insufficient cpu");
  await expect.poll(() => row("node2").textContent()).toContain("requests 4 of cpu, 5 of 8 used");
  await visit.paste(cluster.replace('requests: {cpu: "1"', 'requests: {cpu: "9"'));
  await says("default/pod5 fits 0 of 2 nodes: 2 Insufficient cpu.");
});

test("rows are ordered by any scorer, and do not jump while someone types", async () => {
  await visit.paste(cluster);
  await says(useCase);
  await expect.poll(() => names()).toEqual(["node1", "node2"]);
  await visit.page.getByRole("button", { name: "limit- aware" }).click();
  await expect.poll(names).toEqual(["node2", "node1"]);
  await expect
    .poll(() => visit.page.getByRole("columnheader", { name: "limit- aware" }).getAttribute("aria-sort"))
    .toBe("descending");

  // node2 is worse now; the rows wait until the text rests.
  const orders: string[] = [];
  visit.keepTab();
  await visit.page.exposeFunction("noteOrder", (order: string) => orders.push(order));
  await visit.page.evaluate(() => {
    const note = (globalThis as unknown as { noteOrder(order: string): void }).noteOrder;
    const rows = document.querySelector(".node-table .rows");
    if (rows === null) return;
    new MutationObserver(() => {
      const first = rows.querySelector('[aria-rowindex="2"]');
      note(
        `${first?.querySelector(".object-link")?.textContent} ${first?.querySelector(".score .value")?.textContent}`,
      );
    }).observe(rows, { subtree: true, childList: true, characterData: true, attributes: true });
  });
  await typeLimit("3", "9");
  await expect.poll(names).toEqual(["node1", "node2"]);
  expect(orders).toContain("node2 0");

  await visit.page.getByLabel("Order of the nodes").selectOption("name");
  await expect.poll(names).toEqual(["node1", "node2"]);
});

test("rows of nodes that fit and are not picked have their cells below the heads, too", nightly, async () => {
  const third = `apiVersion: v1
kind: Node
metadata: {name: node3}
status: {allocatable: {cpu: "8", memory: 32Gi, pods: "110"}}
`;
  const busy = `apiVersion: v1
kind: Pod
metadata: {name: busy, namespace: default}
spec:
  nodeName: node3
  containers: [{name: c, resources: {requests: {cpu: "4500m", memory: 8Gi}, limits: {cpu: "9", memory: 8Gi}}}]
`;
  await visit.paste([cluster, third, busy].join("---\n"));
  await expect.poll(() => row("node3").count()).toBe(1);
  const lefts = (line: Locator): Promise<number[]> =>
    line
      .getByRole("gridcell")
      .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().left)));
  await expect.poll(() => row("node3").getAttribute("class")).toContain("fits");
  await expect.poll(() => lefts(row("node3"))).toEqual(await lefts(row("node1")));
});

test("what else decides is said: the quota, and faults of today's scheduler", nightly, async () => {
  const quota = `apiVersion: scheduling.x-k8s.io/v1alpha1
kind: ElasticQuota
metadata: {name: default, namespace: default}
spec: {max: {cpu: 9, memory: 64Gi}, min: {cpu: 9, memory: 64Gi}}
`;
  await visit.paste([cluster, quota].join("---\n"));
  await visit.page.locator("#tab-nodes").click();
  await says(useCase);
  await expect
    .poll(() => visit.page.locator(".answer-line").textContent())
    .toContain("Its quota keeps it from every node: default would use 10 CPUs, its max is 9.");

  const nodes = ["n1", "n2"].map(
    (name) =>
      `apiVersion: v1\nkind: Node\nmetadata: {name: ${name}, labels: {kubernetes.io/hostname: ${name}}}\n` +
      `status: {allocatable: {cpu: "8", memory: 16Gi, pods: "20"}}\n`,
  );
  const pods = [
    "metadata: {name: other, namespace: e, labels: {app: web}}\nspec: {nodeName: n1, containers: [{name: c}]}\n",
    `metadata: {name: far, namespace: d}
spec:
  affinity:
    podAntiAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        - labelSelector: {matchLabels: {app: web}}
          namespaceSelector: {matchExpressions: [{key: team, operator: NotIn, values: [x]}]}
          topologyKey: kubernetes.io/hostname
  containers: [{name: c, resources: {requests: {cpu: "1"}}}]
`,
  ].map((text) => `apiVersion: v1\nkind: Pod\n${text}`);
  const namespace = "apiVersion: v1\nkind: Namespace\nmetadata: {name: e, labels: {team: x}}\n";
  await visit.paste([...nodes, ...pods, namespace].join("---\n"));
  await says("Only n2 fits");
  await expect
    .poll(() => visit.page.locator(".cycle-notes").textContent())
    .toContain("A fault of Kubernetes: a namespaceSelector of the pod that a namespace without labels satisfies");
  await visit.page.getByText("Preview", { exact: true }).click();
  await says(/n1 and n2 tie|Today your scheduler/);
  await expect.poll(() => visit.page.locator(".cycle-notes").count()).toBe(0);
});

test("a text with pods and no node says what to paste", nightly, async () => {
  await visit.paste(cluster.slice(cluster.lastIndexOf("- apiVersion")).replace(/^(- | {2})/gm, ""));
  await visit.page.locator("#tab-nodes").click();
  await expect
    .poll(() => visit.page.locator(".nothing h1").textContent())
    .toBe("The input has 1 Pod and no Node to put pods on.");
});

test("thousands of nodes: only those on screen are drawn", async () => {
  const nodes = Array.from(
    { length: 5000 },
    (_, i) =>
      `apiVersion: v1\nkind: Node\nmetadata: {name: worker-${String(i).padStart(4, "0")}}\n` +
      `status: {allocatable: {cpu: "${8 + (i % 7)}", memory: 32Gi, pods: "110"}}\n`,
  );
  const pod = cluster.slice(cluster.lastIndexOf("- apiVersion")).replace(/^(- | {2})/gm, "");
  await visit.paste([...nodes, pod].join("---\n"));
  await says("LeastAllocated picks worker-0004, limit-aware scoring worker-0006");
  const table = visit.page.locator(".node-table");
  await expect.poll(() => table.getAttribute("aria-rowcount")).toBe("5001");
  await expect.poll(() => table.locator(".rows .line").count()).toBeLessThan(60);
  await table.focus();
  await visit.page.keyboard.press("End");
  await expect.poll(() => row("worker-4999").count()).toBe(1);
  await visit.page.keyboard.press("Enter");
  await expect.poll(() => visit.page.locator(".node-card").textContent()).toContain("cpu: (");
});

test("the picker, the table and the card work by keyboard", async () => {
  await visit.paste(cluster);
  await says(useCase);
  await visit.page.getByLabel("Pod", { exact: true }).focus();
  await visit.page.keyboard.press("ArrowDown");
  await option("default/pod5").waitFor();
  await visit.page.keyboard.press("ArrowDown");
  await visit.page.keyboard.press("Enter");
  await expect.poll(() => visit.page.locator(".pod-now").textContent()).toContain("on node1, scheduled again");
  await visit.page.keyboard.press("ArrowDown");
  await option("default/pod5").waitFor();
  await visit.page.keyboard.press("Escape");
  await expect.poll(() => option().count()).toBe(0);

  await visit.page.locator(".node-table").focus();
  await visit.page.keyboard.press("ArrowDown");
  await visit.page.keyboard.press("Enter");
  await expect.poll(() => visit.page.locator(".node-card h2").textContent()).toBe("node2");
  await visit.page.keyboard.press("Escape");
  await expect.poll(() => visit.page.locator(".node-card").count()).toBe(0);
});

for (const [name, options] of [
  ["light", { colorScheme: "light" }],
  ["dark", { colorScheme: "dark" }],
  ["360 pixels", { viewport: { width: 360, height: 740 } }],
] as const) {
  test(`axe finds nothing, ${name}`, atNight(name !== "dark"), async () => {
    await reopen(options);
    const overflow = (): Promise<number> =>
      visit.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await visit.paste(cluster);
    await says(useCase);
    await expect.poll(() => findings(visit)).toEqual([]);
    await expect.poll(() => overflow()).toBe(0);
    await row("node1").getByRole("gridcell").nth(1).click();
    await expect.poll(() => visit.page.locator(".node-card").textContent()).toContain("default/pod2");
    await expect.poll(() => findings(visit)).toEqual([]);
    await expect.poll(() => overflow()).toBe(0);
    await visit.page.locator(".node-card .close").click();
    await visit.page.getByLabel("Pod", { exact: true }).click();
    await option("default/pod5").waitFor();
    await expect.poll(() => findings(visit)).toEqual([]);
    await option("no pod").click();
    await says("On 2 nodes");
    await expect.poll(() => findings(visit)).toEqual([]);
    await expect.poll(() => overflow()).toBe(0);
    await visit.paste(cluster.replace('requests: {cpu: "1"', 'requests: {cpu: "4"'));
    await visit.page.getByLabel("Pod", { exact: true }).click();
    await option("default/pod5").click();
    await says("Only node1 fits");
    await expect.poll(() => findings(visit)).toEqual([]);
    await expect.poll(() => overflow()).toBe(0);
  });
}
