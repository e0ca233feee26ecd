/** Everyone can use it: axe finds nothing, and a narrow screen is enough. */
import { expect, test } from "vitest";
import { atNight, findings, fixture, Visit } from "./page";

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing, ${colorScheme}`, atNight(colorScheme !== "dark"), async () => {
    const visit = await Visit.open({ colorScheme });
    await visit.paste(fixture("kubectl-list.yaml"));
    await visit.expectSelected(["west-2", "west-1"]);
    await expect.poll(() => findings(visit)).toEqual([]);
    for (const name of ["east-2", "west-3", "east-3"]) {
      await visit.page.locator(`.rows .line:has(.name[title="${name}"])`).click();
      await expect.poll(() => visit.page.locator(".card h2").textContent()).toContain(name);
      await visit.page.locator(".card-verdict").waitFor();
      await expect.poll(() => findings(visit)).toEqual([]);
    }
    await visit.page.locator(".drawer > summary").click();
    await visit.page.locator(".objects summary").click();
    await visit.paste(fixture("broken.yaml"));
    await visit.page.locator(".findings .count").click();
    await visit.page.locator(".finding-list").waitFor();
    await expect.poll(() => findings(visit)).toEqual([]);
    await visit.page.getByRole("button", { name: "Examples" }).click();
    await expect.poll(() => findings(visit)).toEqual([]);
    await visit.close();
  });
}

test("360 pixels are enough", async () => {
  const visit = await Visit.open({ viewport: { width: 360, height: 740 } });
  await visit.paste(fixture("kubectl-list.yaml"));
  await visit.expectSelected(["west-2", "west-1"]);
  const overflow = (): Promise<number> =>
    visit.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(() => overflow()).toBe(0);
  await visit.page.getByRole("row", { name: /^\d+ east-2 / }).click();
  await visit.page.locator(".card-verdict").waitFor();
  await expect.poll(() => overflow()).toBe(0);
  await expect.poll(() => findings(visit)).toEqual([]);
  await visit.close();
});

test("the whole page can be reached by keyboard", async () => {
  const visit = await Visit.open();
  await visit.paste(fixture("kubectl-list.yaml"));
  await visit.expectSelected(["west-2", "west-1"]);
  await visit.page.locator(".wordmark").click();
  const reached = new Set<string>();
  for (let i = 0; i < 60; i += 1) {
    await visit.page.keyboard.press("Tab");
    reached.add(
      await visit.page.evaluate(() => {
        const at = document.activeElement;
        return at === null
          ? ""
          : (
              `${at.tagName.toLowerCase()}.${at.className} ` +
              `${at.getAttribute("aria-label") ?? at.textContent ?? ""}`
            ).trim();
      }),
    );
  }
  const all = [...reached].join("\n");
  for (const part of [
    "Examples",
    "div.editor",
    "Width of the input",
    "The clock",
    "Weight of ResourceAllocatableMemory, slider",
    "numberOfClusters",
    "Find clusters by name, label, state or reason",
    "Clusters",
    "PlacementDecision",
  ]) {
    expect(all).toContain(part);
  }
  await visit.close();
});

test("what a placement selects is not said while another view is on show", async () => {
  const visit = await Visit.open();
  const said = visit.page.locator(".answer-pane > [role=status]");
  await visit.paste(`${fixture("kubectl-list.yaml")}---\n${fixture("nodes.yaml")}`);
  await expect.poll(() => said.textContent()).toContain("selects 2 of 2 clusters");
  await visit.page.locator("#tab-nodes").click();
  await expect.poll(() => said.textContent()).toBe("");
  await visit.page.locator("#tab-placement").click();
  await expect.poll(() => said.textContent()).toContain("selects 2 of 2 clusters");
  await visit.close();
});

test("a name that may be cut is one name to those who listen", async () => {
  const visit = await Visit.open();
  await visit.paste(fixture("kubectl-list.yaml").replaceAll("west-", "prod-eu-west-"));
  await visit.expectSelected(["prod-eu-west-2", "prod-eu-west-1"]);
  await visit.page.getByRole("gridcell", { name: "prod-eu-west-2", exact: true }).waitFor();
  await visit.close();
});
