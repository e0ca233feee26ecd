/** What would select a cluster: at the end of its row, in its card, and applied to the text as one step of undo. */
import { expect, test } from "vitest";
import { find, holds, startPage, visit } from "./one-page";
import { changedLines, findings, fixture, nightly } from "./page";

startPage();

const hub = fixture("kubectl-list.yaml");
const row = (name: string) => find(".rows .line").filter({ has: visit.page.locator(`.name[title="${name}"]`) });

test("each cluster that is not selected ends with its cheapest change, which is applied in one step", async () => {
  await visit.paste(hub);
  await visit.expectSelected(["west-2", "west-1"]);
  await holds(row("east-2").locator(".change"), "numberOfClusters 3");
  await holds(row("east-3").locator(".change"), "label env=prod");
  await holds(row("west-2").locator(".change"), /^$/);
  // What is missing to the cut is drawn.
  await expect.poll(() => find(".rows .ghost").count()).toBe(2);
  await expect.poll(() => findings(visit)).toEqual([]);

  await row("east-2").locator(".apply").click();
  const text = await visit.textWith("numberOfClusters: 3");
  expect(changedLines(hub, text).gone).toEqual(["    numberOfClusters: 2"]);
  await visit.expectSelected(["west-2", "west-1", "east-2"]);
  await holds(find(".difference"), "+west-2 +west-1 (1 unchanged).");
  // The line that changed is marked, and one press takes the change back.
  await expect.poll(() => find(".cm-written").allTextContents()).toEqual(["    numberOfClusters: 3"]);
  await holds(find(".banners"), "Applied: numberOfClusters 3");
  await find(".banners").getByRole("button", { name: "Undo" }).click();
  expect(await visit.textWith("numberOfClusters: 2")).toBe(hub);
  await expect.poll(() => find(".cm-written, .banners .apply").count()).toBe(0);
  await visit.expectSelected(["west-2", "west-1"]);
});

test("the card ends with what would select a cluster, or drop it, by keyboard", async () => {
  await visit.paste(hub);
  await visit.expectSelected(["west-2", "west-1"]);
  await row("east-1").click();
  const changes = find(".card .change-list");
  await holds(changes, "Set the weight of ResourceAllocatableCPU to 3 (was 0) in Placement shop/backend");
  await holds(changes, "east-1 is added, west-1 is removed");
  await row("west-2").click();
  await holds(changes, /What would drop it.*Set the weight of ResourceAllocatableMemory to 0 \(was 3\)/);
  await expect.poll(() => findings(visit)).toEqual([]);
  await changes.getByRole("button", { name: /: Set the weight of ResourceAllocatableMemory/ }).press("Enter");
  await visit.textWith("weight: 0 ");
  await expect.poll(() => visit.selected()).not.toContain("west-2");
});

test("a change that removes another cluster is applied, and undone", nightly, async () => {
  const cluster = (name: string) =>
    `---\napiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedCluster\nmetadata: {name: ${name}}\n`;
  const placement =
    "apiVersion: cluster.open-cluster-management.io/v1beta1\nkind: Placement\n" +
    "metadata: {name: web, namespace: apps}\nspec: {numberOfClusters: 1}\n";
  const text = placement + cluster("a-1") + cluster("b-1");
  await visit.paste(text);
  await visit.expectSelected(["a-1"]);
  await row("b-1").click();
  const changes = find(".card .change-list");
  await holds(changes, "Remove ManagedCluster a-1");
  await changes.getByRole("button", { name: /: Remove ManagedCluster a-1/ }).click();
  await visit.expectText(placement + cluster("b-1"));
  await visit.expectSelected(["b-1"]);
  await visit.editor.press("Control+Z");
  await visit.expectText(text);
  await visit.expectSelected(["a-1"]);
});

test("an explanation of a pod ends with what would place it, or evict nobody", nightly, async () => {
  await visit.paste(fixture("quotas-story-1.yaml"));
  const changes = find(".change-list");
  await holds(changes, /What would place the pod.*Set the max of nvidia.com\/gpu to 7 \(was 6\)/);
  await expect.poll(() => findings(visit)).toEqual([]);
  await changes.getByRole("button", { name: /: Set the max/ }).click();
  await visit.textWith(/nvidia.com\/gpu: "?7/);
  await expect.poll(() => find(".answer-line h1").textContent()).not.toMatch(/train-4 waits/);
  await visit.editor.press("Control+Z");
  await expect.poll(() => find(".answer-line h1").textContent()).toMatch(/train-4 waits/);
  await visit.expectText(fixture("quotas-story-1.yaml"));
});
