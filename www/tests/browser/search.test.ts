/** The search box takes any name, and a text may be pasted anywhere. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { find, holds, says, startPage, visit } from "./one-page";
import { findings, fixture } from "./page";

startPage();

const search = () => visit.page.getByRole("combobox", { name: /^Why/ });
const options = (): Promise<string[]> => find(".search-list [role=option]").allTextContents();

test("a part of a name lists objects, and the chosen one is explained, by keyboard", async () => {
  await search().fill("prod-e");
  await expect
    .poll(options)
    .toEqual(["ManagedCluster prod-eu-1", "ManagedCluster prod-eu-2", "ManagedCluster prod-eu-3"]);
  await expect.poll(() => findings(visit)).toEqual([]);
  await search().press("ArrowDown");
  await search().press("ArrowDown");
  await search().press("Enter");
  await holds(find(".card h2"), "Why not prod-eu-3?");
  await expect.poll(options).toEqual([]);
  // What a name means first is what an answer is about.
  await search().fill("prod");
  await expect.poll(options).toEqual(["ManagedClusterSet prod", "ManagedClusterSetBinding shop/prod"]);
  await search().fill("nothing-like-it");
  await expect.poll(options).toEqual(["no object of such a name"]);
});

test("pods and nodes are opened in their view", async () => {
  await visit.paste(readFileSync(new URL("../../../examples/filters-tainted-zone.yaml", import.meta.url), "utf8"));
  await visit.page.getByRole("tab", { name: /^Nodes/, selected: true }).waitFor();
  await search().fill("node-c");
  await expect.poll(options).toEqual(["Node node-c"]);
  await search().press("Enter");
  await holds(find(".node-card h2"), "node-c");
  await search().fill("report");
  await expect.poll(options).toHaveLength(1);
  await find(".search-list [role=option]").click();
  await holds(find(".answer-line h1"), "The pod moves to node-a from node-b");
});

test("Ctrl+V anywhere takes a text in place of the input; a field keeps its own paste", async () => {
  const text = fixture("kubectl-list.yaml");
  await visit.page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await find(".answer-line h1").click();
  await visit.page.keyboard.press("Control+V");
  await visit.expectSelected(["west-2", "west-1"]);
  await visit.expectText(text);
  await visit.page.evaluate(() => navigator.clipboard.writeText("3"));
  const field = find("[aria-label='numberOfClusters']");
  await field.fill("");
  await field.press("Control+V");
  await says(/selects 3 of 3/);
  await visit.textWith("numberOfClusters: 3");
});
