import { expect, test } from "vitest";
import type { DebugComparison, DebugDifference } from "../../../types.js";
import { debugDifferenceText, debugText } from "./debug.js";

const ROWS: [DebugDifference, string][] = [
  [{ part: "filter", name: "Predicate", cluster: "a", there: 1, here: 0 }, "Predicate: a passes there, not here"],
  [{ part: "filter", name: "Predicate", cluster: "a", there: 0, here: 1 }, "Predicate: a passes here, not there"],
  [{ part: "filter", name: "Mine", cluster: "", there: 1, here: null }, "Mine: this filter is only there"],
  [{ part: "weight", name: "Steady", cluster: "", there: 3, here: 1 }, "Steady: weight 3 there, 1 here"],
  [{ part: "weight", name: "Mine", cluster: "", there: 1, here: null }, "Mine: this prioritizer is only there"],
  [{ part: "weight", name: "Spread", cluster: "", there: null, here: 2 }, "Spread: this prioritizer is only here"],
  [{ part: "score", name: "AddOn/x/y", cluster: "a", there: 50, here: 40 }, "AddOn/x/y: a 50 there, 40 here"],
  [{ part: "score", name: "AddOn/x/y", cluster: "a", there: null, here: 40 }, "AddOn/x/y: a no score there, 40 here"],
  [{ part: "total", name: "", cluster: "a", there: 1000, here: 40 }, "the total: a 1,000 there, 40 here"],
];

test.each(ROWS)("%j", (row, text) => {
  expect(debugDifferenceText(row)).toBe(text);
});

test("sentences", () => {
  const none: DebugComparison = { same: true, error: "", differences: [], differenceCount: 0 };
  const [[first]] = ROWS as [[DebugDifference, string]];
  expect(debugText(none)).toBe("The hub's debug result agrees.");
  expect(debugText(none, true)).toBe("The hub's debug result agrees with this answer.");
  expect(debugText({ ...none, error: "no binding" })).toBe(
    "The hub's debug result agrees. It has an error: no binding.",
  );
  expect(debugText({ ...none, same: false, error: "no binding" })).toBe(
    "The hub's debug result ends with an error: no binding.",
  );
  const one = { ...none, same: false, differences: [first], differenceCount: 1 };
  expect(debugText(one)).toBe("The hub's debug result differs in Predicate: a passes there, not here.");
  expect(debugText({ ...one, differenceCount: 3 })).toBe(
    "The hub's debug result differs in Predicate: a passes there, not here, and 2 more.",
  );
});
