/** The editor helps: completion, documentation, quick fixes, indentation. */
import { expect, test } from "vitest";
import { find, startPage, visit } from "./one-page";

startPage();

const head =
  "apiVersion: cluster.open-cluster-management.io/v1beta1\nkind: Placement\nmetadata: {name: web, namespace: a}\n";

test("a field is completed, its list is indented, and a value is chosen from the words of the API", async () => {
  await visit.paste(`${head}spec:`);
  const { keyboard } = visit.page;
  const options = find(".cm-tooltip-autocomplete li");
  await keyboard.press("Enter");
  await keyboard.type("prior");
  await expect.poll(() => options.allTextContents()).toEqual(["prioritizerPolicy"]);
  await visit.page.waitForTimeout(150);
  await keyboard.press("Enter");
  await keyboard.press("Enter");
  await keyboard.type("configurations:\n- scoreCoordinate:\ntype: ");
  await keyboard.press("Control+Space");
  await expect.poll(() => options.allTextContents()).toEqual(["AddOn", "BuiltIn"]);
  await keyboard.press("Escape");
  await keyboard.type("AddOn");
  await visit.textWith(/spec:\n {2}prioritizerPolicy:\n {4}configurations:\n {6}- scoreCoordinate:\n {10}type: AddOn$/);
});

test("a field is explained under the pointer", async () => {
  await visit.editor.locator(".cm-line", { hasText: "numberOfClusters" }).getByText("numberOfClusters").hover();
  await expect.poll(() => find(".cm-field-doc").textContent()).toContain("How many clusters to select");
});

test("a finding with a suggestion is corrected by a press", async () => {
  await visit.amend(`${head}spec: {numberOfCluster: 2}\n`);
  await find(".cm-lintRange")
    .filter({ hasText: /^numberOfCluster$/ })
    .hover();
  await find(".cm-diagnosticAction").click();
  await visit.textWith("numberOfClusters: 2");
  await expect.poll(() => find(".cm-lintRange").filter({ hasText: "numberOfClusters" }).count()).toBe(0);
});
