/** Broken documents are reported at their lines, and the rest is decided. */
import { expect, test } from "vitest";
import { fixture, Visit } from "./page";

const broken = fixture("broken.yaml");
const lineOf = (part: string): number => broken.slice(0, broken.indexOf(part)).split("\n").length;

test("errors stand at their lines, beside the decision of the rest", async () => {
  const visit = await Visit.open();
  await visit.paste(broken);
  await expect.poll(() => visit.answer.textContent()).toContain("shop/front");

  await visit.page.locator(".findings .count").click();
  const list = visit.page.locator(".finding-list li");
  await expect.poll(() => list.count()).toBeGreaterThanOrEqual(5);
  const found = await list.allTextContents();
  const at = (line: number): string => found.find((text) => text.startsWith(`line ${line} `)) ?? "";
  expect(at(lineOf("numberOfClusters: three"))).toContain("error");
  expect(at(lineOf("weight: 11"))).toContain("error");
  expect(at(lineOf("kind: Ingress"))).toContain("info");
  expect(found.filter((text) => /two/.test(text) && !/error: .*syntax/.test(text)).length).toBeGreaterThan(0);
  // The document that is not YAML is reported within its own lines.
  const from = lineOf("name: broken") - 3;
  const until = lineOf("kind: Ingress") - 2;
  expect(
    found.some((text) => {
      const line = Number(/^line (\d+)/.exec(text)?.[1]);
      return line >= from && line <= until && text.includes("error");
    }),
  ).toBe(true);

  // The other placement is decided over the clusters that can be read.
  await visit.page.locator(".picker select").selectOption({ label: "shop/back" });
  await expect.poll(() => visit.answer.textContent()).toContain("shop/back selects 1 of 1 cluster");
  await visit.expectSelected(["one"]);
  await expect.poll(() => visit.page.locator(".rows .name").allTextContents()).toEqual(["one", "two"]);

  // F8 goes to the next finding.
  await visit.editor.press("Control+Home");
  await visit.editor.press("F8");
  await expect.poll(() => visit.page.locator(".cm-activeLine").textContent()).toContain("numberOfClusters: three");
  await expect.poll(() => visit.page.locator(".cm-lintRange-error").count()).toBeGreaterThan(0);
  expect(visit.complaints).toEqual([]);
  await visit.close();
});

test("while the placement is being broken, its last decision stays", async () => {
  const visit = await Visit.open();
  const one = broken.slice(
    broken.indexOf("---\n") + 4,
    broken.lastIndexOf(
      "---\napiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedCluster\nmetadata:\n  name: broken",
    ),
  );
  await visit.paste(one);
  await visit.expectSelected(["one"]);
  await visit.editor.press("Control+Home");
  await visit.page.keyboard.type("{");
  await expect.poll(() => visit.page.locator(".notes").textContent()).toContain("last decision before it");
  await visit.expectSelected(["one"]);
  await visit.editor.press("Backspace");
  await expect.poll(() => visit.page.locator(".placement.stale").count()).toBe(0);
  await visit.close();
});
