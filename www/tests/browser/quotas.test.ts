/** Elastic quotas: the verdict, who borrows from whom, whom a pod evicts and why, the queue step by step. */
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { find, holds, reopen, says, startPage, visit } from "./one-page";
import { findings, fixture, nightly } from "./page";

startPage();

const story = fixture("quotas-story-1.yaml");
const mixed = fixture("quotas-mixed.yaml");

const bars = (resource: string): Locator => find(".quota-bars").getByRole("table", { name: resource });
const step = (): Locator => visit.page.getByLabel("Step", { exact: true });
const sentence = (): Locator => find(".step-sentence");

async function choose(pod: string): Promise<void> {
  const picker = visit.page.getByLabel("Pod", { exact: true });
  await picker.click();
  await picker.fill(pod);
  await find(".pod-options").getByRole("option", { name: pod }).first().click();
  await says(`${pod} `);
}

async function goToStep(number: number): Promise<void> {
  await visit.page.getByLabel("Number of the step").fill(String(number));
  await visit.page.getByLabel("Number of the step").press("Enter");
  await holds(sentence(), number === 0 ? "Before the first step" : `Step ${number}:`);
}

/** The line that the cursor is in, and its text. */
const activeLine = async (): Promise<string> => (await find(".cm-activeLine").first().textContent()) ?? "";

/** What is selected in the text. */
const selected = (): Promise<string> => visit.page.evaluate(() => String(document.getSelection() ?? ""));

test("story 1: who has taken 6 of 10 GPUs waits at its max", nightly, async () => {
  await visit.paste(story);
  await says("team-a/train-4 waits: with it team-a would use 7 GPUs, its max is 6. It may not evict any pod.");
  await expect.poll(() => find("#tab-quotas").getAttribute("aria-selected")).toBe("true");

  const [a, b] = [
    bars("nvidia.com/gpu").getByRole("row", { name: /team-a/ }),
    bars("nvidia.com/gpu").getByRole("row", { name: /team-b/ }),
  ];
  await expect.poll(() => a.textContent()).toBe("team-a2 borrowed, at its max; with the pod 7, 1 over its max646");
  await expect.poll(() => b.textContent()).toBe("team-b3 unused (2 lent)368");
  // What is drawn: own, borrowed, and what the pod would be too much.
  await expect.poll(() => a.locator("rect.own, rect.borrowed, rect.over-added").count()).toBe(3);
  await expect.poll(() => b.locator("rect.own, rect.lent").count()).toBe(2);
  await expect
    .poll(() => find(".chart-words").first().textContent())
    .toBe("All quotas use 9 of 10 GPUs, the sum of their mins; the nodes have 10.");

  await holds(find(".loans .chart-words"), "team-a borrows 2 GPUs from team-b.");
  await expect.poll(() => visit.page.getByRole("row", { name: "team-b 2" }).count()).toBe(1);

  const checks = find(".checks li");
  await expect.poll(() => checks.first().textContent()).toContain("fails: 6 used + 1 for the pod = 7, max 6 GPUs");
  // There is one node, so it is open.
  await holds(find(".node-verdicts"), "No victims found on node gpu-1 for preemptor pod train-4");
  await holds(
    find(".pod-verdicts.protected"),
    "team-b/serve-1 priority 0, 3 GPUsin another namespace: team-a would be over its min",
  );
  await holds(
    find(".verdict"),
    "Evicting on several nodes would not help either: it may not evict any pod on any node.",
  );
  await expect
    .poll(() => find(".quotas [role=status]").first().textContent())
    .toContain("team-a/train-4 waits: with it team-a would use 7 GPUs");
});

test("story 1: who is entitled to it evicts a borrower", nightly, async () => {
  await visit.paste(story);
  await says("team-a/train-4");
  await choose("team-b/serve-2");
  await says(
    "team-b/serve-2 evicts team-a/train-3 on gpu-1 and takes its place. With it team-b would use all 6 " +
      "guaranteed GPUs: it reclaims what team-a has borrowed.",
  );
  const ladder = find(".victim-ladder tbody");
  await holds(
    ladder,
    "team-a/train-32priority 0, 2 GPUs; NodeResourcesFit: while it stays, the pod does not " +
      "fit: requests 3 of nvidia.com/gpu, 9 of 10 used",
  );
  await holds(ladder, /team-a\/train-2.*by then team-a uses all 4 guaranteed GPUs.*team-b\/serve-1.*in team-b itself/);
  // Each victim stands in one place.
  await expect.poll(() => find(".verdict .pod-verdicts").count()).toBe(0);
  const change = (namespace: string): Promise<string[]> =>
    find(".changes")
      .getByRole("row", { name: new RegExp(namespace) })
      .getByRole("cell")
      .allTextContents();
  expect(await change("team-a")).toEqual(["6", "4", "", "4", "6"]);
  expect(await change("team-b")).toEqual(["3", "6", "", "6", "8"]);
  await expect.poll(() => bars("nvidia.com/gpu").textContent()).toContain("with the pod 6, within its min");
});

test("story 1 as a queue: evicted, bound, and no more for anybody", nightly, async () => {
  await visit.paste(story);
  await says("team-a/train-4");
  await holds(find(".queue-words"), "8 steps: 1 pod bound, 1 preemption evicting 1 pod, 3 pods left waiting.");
  await goToStep(0);
  await expect.poll(() => find(".placed-nodes").textContent()).toContain("9 of 10 GPUs");
  await goToStep(2);
  await holds(sentence(), "team-b/serve-2 evicts team-a/train-3; it is nominated for gpu-1");
  await holds(find(".chip.kept"), "team-b/serve-2nominated");
  await holds(find(".chip.evicted"), "team-a/train-3evicted");
  await holds(find(".queue .bullet-table"), /team-aat its min446.*team-b3 unused368/);
  await goToStep(3);
  await holds(sentence(), "team-b/serve-2 is bound to gpu-1.");
  await holds(find(".chip.placed.at-step"), "team-b/serve-2now");
  await holds(find(".placed-nodes"), "10 of 10 GPUs");
  // Further pods of the entitled are refused: what others use is guaranteed by now.
  await find(".queue-row").filter({ hasText: "team-b/serve-3" }).first().click();
  await holds(
    sentence(),
    "Step 4: team-b/serve-3 waits: all quotas together would use 11 GPUs, their mins add up to 10.",
  );
  await holds(find(".queue .bullet-table"), /team-aat its min446.*team-bat its min668/);
  await expect.poll(() => find(".queue-row.shown").getAttribute("aria-current")).toBe("step");
});

test("another namespace's pod is not evicted, however low its priority", nightly, async () => {
  await visit.paste(fixture("quotas-namespaces.yaml"));
  await says(
    "quota2/nginx-0 waits: with it all quotas together would use 2 CPUs, their mins add up to 1. It may not evict " +
      "any pod. With it quota2 is over its min",
  );
  await holds(
    find(".pod-verdicts.protected"),
    "quota1/nginx-0 priority 0, 1 CPUin another namespace: quota2 would be over its min, so it may evict only its " +
      "own pods",
  );
  await holds(find(".loans .chart-words"), "quota1 borrows 1 CPU from quota3.");
  // A pod that a workload makes leads to the workload.
  await find(".verdict .section-head").getByRole("button", { name: "quota2/nginx-0" }).click();
  await expect.poll(selected).toMatch(/^apiVersion: apps\/v1\nkind: Deployment/);
});

test("where only several nodes would do, it is said that no scheduler does that", nightly, async () => {
  await visit.paste(fixture("quotas-nodes.yaml"));
  await says("Evicting on one node is not enough; evicting 2 pods on 2 nodes would be, but no scheduler does that.");
  const note = find(".cross-node");
  await holds(
    note,
    "No scheduler does this: evicting on several nodes for one pod. Evicting these 2 pods together would make " +
      "room on node-1. No smaller set is enough.",
  );
  await expect
    .poll(() => note.locator("li").allTextContents())
    .toEqual(["quota1/nginx-0 on node-1, priority 0", "quota1/nginx-1 on node-2, priority 0"]);
  await holds(
    find(".node-verdicts"),
    "all quotas together would use 3 CPUs, their mins add up to 2 “global quota max exceeded”",
  );
  await expect.poll(() => find(".node-verdicts .opened").count()).toBe(0);
  await visit.page.getByRole("button", { name: "Pods of node-2" }).click();
  await holds(find(".opened"), "Considered, but not enough 1quota1/nginx-1 priority 0, 1 CPU");
});

test("victims and reprieved, taints and cordons in Kubernetes' words", nightly, async () => {
  await visit.paste(mixed);
  await says("research/study evicts batch/crunch-4 and batch/crunch-3 on node-1 and takes their place.");
  const rung = (pod: string): Locator => find(".victim-ladder .rung").filter({ hasText: pod });
  await holds(find(".victim-ladder tbody"), /batch\/crunch-4.*requests 2 of cpu, 6.1 of 8 used.*batch\/crunch-3/);
  await holds(
    rung("batch/crunch-2"),
    "priority 0, 1.5 CPUs, 4Gi of memory; reprieved first, because evicting it would violate " +
      "PodDisruptionBudget crunch: both pods fit, and no quota is exceeded",
  );
  await holds(
    find(".victim-ladder"),
    "default has no ElasticQuota, research has one: neither evicts pods of the other",
  );
  const nodes = find(".node-verdicts tbody tr");
  await expect
    .poll(() => nodes.nth(0).textContent())
    .toContain("fits after evictingNodeResourcesFit: Insufficient cpu requests 2 of cpu, 7.1 of 8 used");
  await expect
    .poll(() => nodes.nth(1).textContent())
    .toContain("never fitsTaintToleration: node(s) had untolerated taint(s) dedicated=web:NoSchedule");
  await expect
    .poll(() => nodes.nth(2).textContent())
    .toContain("never fitsNodeUnschedulable: node(s) were unschedulable");
});

test("no limit and zero are drawn and said", nightly, async () => {
  await visit.paste(mixed);
  await says("research/study");
  // By the proposals, what `max` does not name has no limit; today's scheduler, which is asked by default, allows none.
  const closed = bars("cpu").getByRole("row", { name: /closed/ });
  await expect.poll(() => closed.count()).toBe(1);
  await visit.page.getByText("Preview", { exact: true }).click();
  await expect.poll(() => closed.count()).toBe(0);
  await visit.page.getByText("Released", { exact: true }).click();
  const row = (namespace: string): Locator => bars("cpu").getByRole("row", { name: new RegExp(namespace) });
  await expect.poll(() => row("research").textContent()).toContain("no limit");
  await expect.poll(() => row("research").locator(".open-end").count()).toBe(1);
  await expect.poll(() => row("closed").textContent()).toBe("closednone allowed000");
  await expect.poll(() => row("closed").locator(".zero-max").count()).toBe(1);
  await expect.poll(() => row("batch").textContent()).toContain("1 over its max");
  await expect.poll(() => row("batch").locator("rect.over").count()).toBe(1);
  await expect.poll(() => row("web").textContent()).toContain("max is below min");
  await expect
    .poll(() => find(".zeros").textContent())
    .toContain("The max of ephemeral-storage is 0 in batch, web and closed");
});

test("findings lead to their lines, also where all quotas are meant", async () => {
  // What is promised is more than all nodes have.
  await visit.paste(mixed.replace("cpu: 8\n", "cpu: 80\n"));
  await says("research/study");
  await holds(find("[data-code=min-above-capacity]"), "promise more cpu than all nodes can allocate");
  await holds(find("[data-code=min-above-capacity] .diagnostic-places"), "all quotas 90 vs. 20 : research, batch, web");
  await find("[data-code=min-above-capacity]").getByRole("button", { name: "research" }).click();
  await expect.poll(selected).toBe("80");
  await find("[data-code=max-empty]").getByRole("button", { name: /line/ }).click();
  await expect.poll(activeLine).toContain("max: {}");
  await find("[data-code=request-above-every-node]").getByRole("button", { name: /line/ }).click();
  await expect.poll(selected).toContain("cpu: 40");
  await visit.paste(story);
  const link = find("[data-code=max-without-cpu-and-memory]").getByRole("button", { name: "line 21" });
  await link.click();
  await expect.poll(selected).toContain("nvidia.com/gpu: 8");
});

test("a pod, a quota and a node lead to their lines", async () => {
  await visit.paste(story);
  await says("team-a/train-4");
  await bars("nvidia.com/gpu").getByRole("button", { name: "team-b" }).click();
  await expect.poll(selected).toMatch(/^apiVersion: scheduling[\s\S]*name: team-b\n/);
  await find(".node-verdicts").getByRole("button", { name: "gpu-1", exact: true }).click();
  await expect.poll(selected).toMatch(/kind: Node[\s\S]*name: gpu-1\n/);
  await find(".pod-verdicts").getByRole("button", { name: "team-b/serve-1" }).click();
  await expect.poll(selected).toMatch(/kind: Pod[\s\S]*name: serve-1\n/);
  await find(".checks").getByRole("button", { name: "team-a" }).click();
  await expect.poll(selected).toMatch(/^max:\n {4}nvidia.com\/gpu: 6$/);
});

test("what is typed is answered", async () => {
  await visit.paste(story);
  await says("team-a/train-4 waits");
  await find(".checks").getByRole("button", { name: "team-a" }).click();
  await expect.poll(selected).toContain("max:");
  await visit.page.keyboard.insertText("max:\n    nvidia.com/gpu: 7");
  await says("team-a/train-4 fits gpu-1. With it team-a would use 7 GPUs, 3 of them borrowed; its max is 7.");
  await expect
    .poll(() =>
      bars("nvidia.com/gpu")
        .getByRole("row", { name: /team-a/ })
        .textContent(),
    )
    .toContain("with the pod 7, 3 over its min647");
});

test("while a pod is being typed and cannot be read, the last answer stays", async () => {
  await visit.paste(story);
  await says("team-a/train-4");
  await choose("team-b/serve-2");
  await visit.amend(story.replace("uid: team-b-serve-2", "uid: [team-b-serve-2"));
  const last = find(".answer-line .notes").filter({ hasText: "last answer" });
  await holds(last, "The input has an error at this pod; this is the last answer before it.");
  await says("team-b/serve-2 evicts team-a/train-3 on gpu-1");
  await visit.amend(story);
  await expect.poll(() => last.count()).toBe(0);
  await says("team-b/serve-2 evicts team-a/train-3 on gpu-1");
});

test("the profile is the page's: the faults of today are shown, and not kept by the proposals", nightly, async () => {
  // A nominated pod of another quota counts in the second test of the reprieve only: upstream fails there.
  const nominated = `---
apiVersion: scheduling.x-k8s.io/v1alpha1
kind: ElasticQuota
metadata: {name: team-c, namespace: team-c}
spec: {max: {nvidia.com/gpu: 4}}
---
apiVersion: v1
kind: Pod
metadata: {name: waits, namespace: team-c, uid: team-c-waits}
spec:
  priority: -10
  containers: [{name: main, resources: {requests: {nvidia.com/gpu: 2}, limits: {nvidia.com/gpu: 2}}}]
status: {phase: Pending, nominatedNodeName: gpu-1}
`;
  await visit.paste(story + nominated);
  await says("team-a/train-4");
  await choose("team-b/serve-2");
  await says("team-b/serve-2 waits: the scheduler fails while it looks for pods to evict.");
  await holds(find(".node-verdicts"), "no corresponding pod train-3 in pods of node gpu-1");
  await visit.page.getByText("Preview", { exact: true }).click();
  await says("team-b/serve-2 waits: with it all quotas together would use 14 GPUs, their mins add up to 10.");
  await visit.page.getByText("Released", { exact: true }).click();
  await says("team-b/serve-2 waits: the scheduler fails while it looks for pods to evict.");
});

test("without a pod the quotas are shown, without a quota the pods", nightly, async () => {
  await visit.paste(story);
  await says("team-a/train-4");
  const noPod = async (): Promise<void> => {
    await visit.page.getByLabel("Pod", { exact: true }).click();
    await find(".pod-options").getByRole("option", { name: "No pod: quotas only" }).click();
  };
  await noPod();
  await says("2 quotas use 9 of 10 guaranteed GPUs. team-a borrows 2 GPUs from team-b.");
  await expect.poll(() => find(".verdict").count()).toBe(0);
  await visit.paste(fixture("nodes.yaml"));
  await find("#tab-quotas").click();
  await noPod();
  await says("The input has no ElasticQuota.");
  await choose("default/pod5");
  await says("default/pod5 fits both nodes and goes to node1 (total 424, next node2 418).");
  await holds(find(".answer-line .limit-aware"), "Limit-aware scoring would pick node2 instead.");
});

test("the keyboard plays the queue, opens nodes and reaches everything", async () => {
  await visit.paste(story);
  await says("team-a/train-4");
  await step().focus();
  await visit.page.keyboard.press("Home");
  await holds(sentence(), "Before the first step");
  await visit.page.keyboard.press("ArrowRight");
  await visit.page.keyboard.press("ArrowRight");
  await holds(sentence(), "Step 2:");
  await expect.poll(() => step().getAttribute("aria-valuetext")).toBe("step 2 of 8, team-b/serve-2 evicts");
  await expect
    .poll(() => find("[data-announces=queue]").textContent())
    .toContain("Step 2: team-b/serve-2 evicts team-a/train-3");
  await visit.page.keyboard.press("End");
  await holds(sentence(), "Step 8:");
  await visit.page.keyboard.press("Home");
  await visit.page.keyboard.press(" ");
  await expect.poll(() => visit.page.getByRole("button", { name: "Pause" }).count()).toBe(1);
  await holds(sentence(), /Step [2-8]:/);
  await step().focus();
  await visit.page.keyboard.press(" ");
  await expect.poll(() => visit.page.getByRole("button", { name: "Play" }).count()).toBe(1);

  const opener = visit.page.getByRole("button", { name: "Pods of gpu-1" });
  await opener.focus();
  await visit.page.keyboard.press("Enter");
  await expect.poll(() => opener.getAttribute("aria-expanded")).toBe("false");
  await visit.page.keyboard.press("Enter");
  await expect.poll(() => opener.getAttribute("aria-expanded")).toBe("true");

  await find("#tab-quotas").focus();
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
    "pod-input",
    "team-b",
    "Pods of gpu-1",
    "team-b/serve-1",
    "Lenders by borrowers",
    "line 10",
    "Play",
    "Step",
    "Steps of the queue",
    "Show step 1",
  ]) {
    expect(all).toContain(part);
  }
});

test("long lists are paged", nightly, async () => {
  const parts: string[] = [];
  for (let i = 0; i < 30; i += 1) {
    parts.push(`apiVersion: scheduling.x-k8s.io/v1alpha1
kind: ElasticQuota
metadata: {name: quota-${i}, namespace: quota-${i}}
spec: {min: {cpu: 4, memory: 8Gi}, max: {cpu: 8, memory: 8Gi}}
`);
  }
  for (let i = 0; i < 60; i += 1) {
    parts.push(`apiVersion: v1
kind: Node
metadata: {name: node-${String(i).padStart(2, "0")}}
spec: {unschedulable: ${i % 2 === 0}}
status: {allocatable: {cpu: "4", memory: 8Gi, pods: "110"}}
`);
  }
  parts.push(`apiVersion: apps/v1
kind: Deployment
metadata: {name: many, namespace: quota-29}
spec:
  replicas: 300
  selector: {matchLabels: {app: many}}
  template:
    metadata: {labels: {app: many}}
    spec: {containers: [{name: main, resources: {requests: {cpu: 500m, memory: 64Mi}}}]}
`);
  await visit.paste(parts.join("---\n"));
  await says(
    "quota-29/many-0 fits 30 of 60 nodes. All 30 nodes that fit tie at 665: kube-scheduler picks one at random. With " +
      "it quota-29 would use 500m of the 4 guaranteed CPUs.",
  );
  // The pod's own decides; the others are folded.
  await expect.poll(() => bars("cpu").locator("tbody tr").count()).toBe(1);
  await expect.poll(() => bars("cpu").locator("tbody tr").last().textContent()).toContain("quota-29");
  await visit.page.getByRole("button", { name: "29 more quotas" }).click();
  await expect.poll(() => bars("cpu").locator("tbody tr").count()).toBe(12);
  await visit.page.getByRole("button", { name: "18 more quotas" }).click();
  await expect.poll(() => bars("cpu").locator("tbody tr").count()).toBe(30);
  await expect.poll(() => find(".node-verdicts tbody tr").count()).toBe(20);
  const pages = visit.page.getByRole("group", { name: "Pages of nodes", exact: true });
  await pages.getByRole("button", { name: "Page forward" }).click();
  await holds(find(".node-verdicts tbody tr").first(), "node-20");
  await expect.poll(() => pages.textContent()).toContain("21 to 40 of 60");
  // 300 pods, of which the max admits 16; a list of that length holds what is on screen.
  await holds(find(".queue-words"), "300 steps: 16 pods bound, 284 pods left waiting; at 16 steps several nodes tie");
  await expect.poll(() => find(".queue-row").count()).toBeLessThan(60);
  await goToStep(250);
  await expect.poll(() => find(".queue-row.shown").textContent()).toContain("quota-29/many-");
  await visit.page
    .getByRole("group", { name: "Pages of the queue's nodes" })
    .getByRole("button", { name: "Page forward" })
    .click();
  await holds(find(".placed-nodes > li").first(), "node-12");
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing, ${colorScheme}`, nightly, async () => {
    await reopen({ colorScheme });
    await visit.paste(mixed);
    await says("research/study");
    await find(".victim-ladder .rung").first().waitFor();
    await visit.page.getByRole("button", { name: "Pods of node-1" }).click();
    await find(".opened .pod-verdicts").first().waitFor();
    await expect.poll(() => findings(visit)).toEqual([]);
    await visit.paste(fixture("quotas-nodes.yaml"));
    await find(".cross-node").waitFor();
    await expect.poll(() => findings(visit)).toEqual([]);
    await visit.paste(story);
    await says("team-a/train-4");
    await goToStep(2);
    await expect.poll(() => findings(visit)).toEqual([]);
  });
}

test("360 pixels are enough, and forced colours too", async () => {
  await reopen({ viewport: { width: 360, height: 740 }, forcedColors: "active" });
  const overflow = (): Promise<number> =>
    visit.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  for (const [text, words] of [
    [mixed, "research/study"],
    [fixture("quotas-nodes.yaml"), "quota2/nginx-0"],
    [story, "team-a/train-4"],
  ] as const) {
    await visit.paste(text);
    await says(words);
    await find(".queue-row").first().waitFor();
    await find(".placed-nodes").waitFor();
    await expect.poll(() => overflow()).toBe(0);
    // Words say what the fills say.
    await expect.poll(() => find(".status").first().textContent()).not.toBe("");
  }
  await expect.poll(() => findings(visit)).toEqual([]);
});
