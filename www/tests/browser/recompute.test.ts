/** Scores with the numbers that they are computed from, and hints at what has no effect. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { find, holds, startPage, visit } from "./one-page";

startPage();

const example = readFileSync(new URL("../../../examples/implementation-example.yaml", import.meta.url), "utf8");

test("a person can compute again what decided a step, and is told what does nothing", async () => {
  await visit.paste(example.replace("numberOfClusters: 2", "numberOfClusters: 2\n  tolerations:\n  - key: gone"));
  await visit.expectSelected(["c1", "c5"]);

  const rows = find(".candidate-rows .candidate");
  await expect
    .poll(() => rows.first().locator("[role=cell]").allTextContents())
    .toEqual(["c5 picked", "50", "63, 0", "100", "200", "250"]);
  await expect
    .poll(() => rows.nth(3).locator("[role=cell]").allTextContents())
    .toEqual(["c2", "50", "0, 0", "blocked by term 2"]);
  await expect
    .poll(() => rows.nth(3).locator(".blocked-by").getAttribute("title"))
    .toBe("picking c2 would make zone us-east-1a 2 against 0: skew 2 above 1");

  await rows.nth(1).getByRole("button", { name: "c4", exact: true }).click();
  const computed = find(".card .computed");
  await holds(computed.nth(1), "AddOnPlacementScore c4/demo, without an end: 0");
  await holds(computed.first(), "200 × (4,032 − 63) / (4,032 − 63) − 100 = 100; region: 63 × (1 − 0) / (1 − 0) = 63");

  await find(".findings .count").click();
  await holds(find(".finding-list"), "hint: no cluster of the input has a taint that toleration 1 matches");
});
