import { expect, test } from "vitest";
import type { MissingInput, NotLookedAt } from "../../types.js";
import { allCaveats, assumptions, isBefore } from "./caveat.js";

const missing = (change: Partial<MissingInput>): MissingInput => ({
  kind: "Pod",
  namespace: "",
  name: "",
  why: "all-pods",
  assumed: false,
  command: "kubectl get pods -A -o yaml",
  ...change,
});
const volumes: NotLookedAt = {
  object: { kind: "Pod", namespace: "a", name: "db" },
  path: "spec.volumes[0]",
  why: "volumes",
  range: null,
  field: "spec.volumes[]",
  own: true,
  count: 1,
  more: [],
};

test("what is missing comes first, what is not looked at last", () => {
  const other = { code: "other-profile" as const, message: "Today n1.", details: [] };
  const missingInputs = [missing({}), missing({ kind: "RuntimeClass", name: "kata", why: "runtime-class" })];
  const all = allCaveats({ missingInputs, notLookedAt: [volumes] }, [other]);
  expect(all.map(({ code }) => code)).toEqual(["missing-input", "other-profile", "not-looked-at"]);
  expect(all.map(isBefore)).toEqual([true, true, false]);
  expect(all[0]?.message).toBe("Incomplete: the text lacks pods of other namespaces and RuntimeClass kata.");
  expect(all[0]?.details[0]).toMatch(/^pods of other namespaces: every cluster has .*; kubectl get pods -A -o yaml$/);
  expect(all[2]?.message).toBe("This answer does not look at volumes.");
  expect(allCaveats({ missingInputs: [], notLookedAt: [] })).toEqual([]);
});

test("what need not exist is assumed not to", () => {
  const budgets = missing({ kind: "PodDisruptionBudget", why: "budgets", assumed: true });
  expect(allCaveats({ missingInputs: [budgets], notLookedAt: [] })).toEqual([]);
  expect(assumptions({ missingInputs: [budgets, missing({ why: "no-sets", assumed: true })] })).toEqual([
    "No PodDisruptionBudget is in the text: none protects a victim.",
  ]);
});
