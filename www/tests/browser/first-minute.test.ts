/** What a person meets first: a text to paste, an example to open, a fleet to generate, and help where none fits. */
import { expect, test } from "vitest";
import { find, holds, says, startPage, visit } from "./one-page";
import { fixture, nightly } from "./page";

startPage();

const hub = fixture("kubectl-list.yaml");
const table = "NAME     HUB ACCEPTED   JOINED   AGE\nwest-1   true           True     3d\n";

test("the page opens on the first step that spread turns, with the difference first, and says what it is", async () => {
  await holds(visit.answer, /^\+prod-ap-1 −prod-eu-3 .*selects 4 of 4 clusters.*skew 1 by region/);
  await expect.poll(() => visit.page.getByLabel("Number of the step").inputValue()).toBe("2");
  // Its pick had fewer points before spread.
  await holds(find(".step-words > p").first(), "Step 2 picks prod-us-1");
  // Which weight matters most: the spread weight, of which 1 instead of 2 selects others.
  await expect
    .poll(() => find(".controls .control:has(.matters-most) .control-name").getAttribute("title"))
    .toBe("Spread");
  await expect
    .poll(() => find(".page-head .segmented label").allTextContents())
    .toEqual(["Released OCM", "Spread preview"]);
  for (const width of [1440, 1024, 390]) {
    await visit.page.setViewportSize({ width, height: 844 });
    await expect.poll(() => find(".page-head .about").isVisible()).toBe(true);
    await expect.poll(() => find(".page-head .about").evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
  }
});

test("a text without objects says what it looks like, and the old answer is gone", async () => {
  await visit.paste(hub);
  await visit.expectSelected(["west-2", "west-1"]);
  await visit.paste(table);
  await holds(find(".no-subject h1"), "kubectl’s table output");
  await holds(find(".no-subject"), "-o yaml");
  await holds(find(".no-subject > [role=status]"), "kubectl’s table output");
  await expect.poll(() => visit.answer.count()).toBe(0);
  await visit.paste("{{- if .Values.pod }}\nkind: Pod\n{{- end }}\n");
  await holds(find(".no-subject h1"), "Helm template");
  await visit.paste("apiVersion: v1\nkind: Secret\nmetadata: {name: a}\n");
  await holds(find(".no-subject h1"), "The input has 1 Secret, and nothing to place.");
  // What a workload lacks is said in the view of nodes.
  const deployment = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec: {replicas: 2}\n";
  await visit.paste(deployment);
  await holds(find(".nothing h1"), "no Node to put pods on");
  await visit.paste(hub);
  await visit.expectSelected(["west-2", "west-1"]);
});

test("a text that cannot be read at all does not keep the answer of another one", async () => {
  await visit.paste(hub);
  await visit.expectSelected(["west-2", "west-1"]);
  await visit.paste("kind: [Placement\n  : {\n");
  await expect.poll(() => visit.answer.count()).toBe(0);
  await expect.poll(() => find(".placement.stale").count()).toBe(0);
});

test("pasting resets the clock, the name, the folds and the pod", async () => {
  const clock = visit.page.getByLabel("The clock, RFC 3339");
  const begun = await clock.inputValue();
  await visit.page.getByRole("button", { name: "Examples" }).click();
  await visit.page.locator('[data-file="taints-and-tolerations.yaml"]').click();
  await holds(find(".file-name"), "taints-and-tolerations.yaml");
  await clock.fill("2020-01-01T00:00:00Z");
  await visit.page.getByRole("button", { name: "Fold" }).click();
  // A click into the text might open a fold.
  await visit.editor.focus();
  await visit.page.keyboard.press("Control+A");
  await visit.page.evaluate((text) => navigator.clipboard.writeText(text), hub);
  await visit.page.keyboard.press("Control+V");
  await visit.expectSelected(["west-2", "west-1"]);
  await holds(find(".file-name"), /^scenario\.yaml$/);
  await expect.poll(() => visit.page.getByRole("button", { name: "Fold" }).getAttribute("aria-pressed")).toBe("false");
  await expect.poll(() => find(".cm-foldPlaceholder").count()).toBe(0);
  await expect.poll(() => clock.inputValue()).not.toBe("2020-01-01T00:00:00Z");
  expect(begun).toMatch(/Z$/);
});

test("Paste shows the commands of each system and takes the clipboard", async () => {
  await visit.page.evaluate((text) => navigator.clipboard.writeText(text), hub);
  await visit.page.getByRole("button", { name: "Paste", exact: true }).click();
  const commands = visit.page.locator(".gallery[open] .command");
  await expect
    .poll(() => commands.allTextContents())
    .toEqual([
      expect.stringMatching(/^kubectl get managedclusters,placements,/),
      expect.stringMatching(/^kubectl get nodes,pods,(?!.*(elasticquotas|virtualmachines))/),
      expect.stringMatching(/^kubectl get pvc,pv,storageclasses,/),
      "kubectl get elasticquotas -A -o yaml",
      "kubectl get nodes,pods,configmaps -A -o yaml",
      "kubectl get virtualmachines -A -o yaml",
    ]);
  await visit.page.getByRole("button", { name: "Paste from the clipboard" }).click();
  await visit.expectSelected(["west-2", "west-1"]);
});

test("a text pasted in place of all is shown from its first line, and a second paste follows it", async () => {
  const long = `${hub}${"# a line below the fold\n".repeat(200)}`;
  await visit.paste(long);
  await visit.textWith("# a line below the fold");
  const top = visit.page.locator(".cm-scroller");
  await expect.poll(() => top.evaluate((it) => it.scrollTop)).toBe(0);
  await expect.poll(() => visit.page.locator(".cm-line").first().textContent()).toBe(hub.split("\n")[0]);
  await visit.page.evaluate(() => navigator.clipboard.writeText("# the second\n"));
  await visit.page.keyboard.press("Control+V");
  await visit.expectText(`${long}# the second\n`);
});

test("examples are found by words, in groups", async () => {
  await visit.page.getByRole("button", { name: "Examples" }).click();
  const groups = visit.page.locator(".example-group");
  await expect.poll(() => groups.count()).toBe(4);
  // Each has a picture.
  const pictures = visit.page.locator(".example-group img");
  await expect.poll(() => pictures.count()).toBe(await visit.page.locator(".example-group button").count());
  await expect.poll(() => pictures.first().evaluate((it) => (it as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  await visit.page.getByLabel("Find an example by its words").fill("taints kubernetes-nothing");
  await expect.poll(() => groups.count()).toBe(0);
  await holds(find(".gallery[open]"), "No example has these words.");
  await visit.page.getByLabel("Find an example by its words").fill("memory most");
  await holds(groups.first(), "The most memory");
});

const generate = async (size: string, of: string, seed: string): Promise<void> => {
  await visit.page.getByRole("button", { name: "Examples" }).click();
  await visit.page.getByLabel("Of what").selectOption({ label: of });
  await visit.page.getByLabel("How many").selectOption(size);
  await visit.page.getByRole("spinbutton", { name: "seed" }).fill(seed);
  await visit.page.getByRole("button", { name: "Generate" }).click();
};

test("the same seed generates the same fleet of clusters", nightly, async () => {
  await visit.page.getByRole("button", { name: "Examples" }).click();
  const sizes = visit.page.getByLabel("How many").locator("option");
  await expect.poll(() => sizes.allTextContents()).toEqual(["10", "100", "1,000", "10,000", "100,000"]);
  await visit.page.keyboard.press("Escape");
  await generate("100", "clusters with a placement", "7");
  await says(/of 100 clusters/);
  const first = await visit.textWith(/kind: ManagedCluster/);
  await generate("10", "clusters with a placement", "7");
  await says(/of 10 clusters/);
  await generate("100", "clusters with a placement", "7");
  await says(/of 100 clusters/);
  await visit.expectText(first);
  await holds(find(".file-name"), "hub-100-seed-7.yaml");
});

test("nodes with pods, and autoscaled VMs, are generated without a finding", nightly, async () => {
  await generate("10", "nodes, with 10 pods on each", "3");
  await holds(find(".contents"), "10 Nodes");
  await expect.poll(() => find("#tab-nodes").getAttribute("aria-selected")).toBe("true");
  await expect.poll(() => find(".findings.error, .findings.warning").count()).toBe(0);
  await generate("10", "nodes, with 4 autoscaled VMs on each", "3");
  await holds(find(".contents"), "40 VirtualMachines");
  await expect.poll(() => find("#tab-vms").getAttribute("aria-selected")).toBe("true");
  await find(".vm-chart, .heatmap, svg").first().waitFor();
  await expect.poll(() => find(".findings.error, .findings.warning").count()).toBe(0);
});
