import { expect, test } from "vitest";
import type { ShownDifference } from "../../engine/baseline";
import { differenceText } from "./difference";

const named = (...names: string[]) => ({ names, count: names.length });

test("a decision as a change; another text without the placement is said", () => {
  const against = (baseline: ShownDifference["baseline"], change: ShownDifference["change"]): string =>
    differenceText({ baseline, change, available: [] }, "Proposal");
  expect(against("recorded", { kept: named("a"), added: named("b"), removed: named() })).toBe("+b (1 unchanged). ");
  expect(against("text", null)).toBe("The other input has no readable Placement of this name. ");
  expect(against("edit", null)).toBe("");
  expect(differenceText(null, "Proposal")).toBe("");
});
