import { expect, test } from "vitest";
import type { Change, ChangeEdit } from "../../engine/types";
import { change, edit } from "../../../../pkg/src/words/whatif/fixture.js";
import { actionText, byIntent, suggested } from "./intent";

const of = (...edits: Partial<ChangeEdit>[]): Change => change({ edits: edits.map(edit) });

const object = { kind: "ManagedCluster", namespace: "", name: "prod-1" };
const typo = of({ family: "name", path: "spec.name", old: "Memry", new: "Memory" });
const toleration = of({ family: "toleration", path: "spec.tolerations[0]", new: { key: "gpu" } });
const skew = of({ family: "skew", path: "spec.maxSkew", subject: "region", old: 1, new: 2 });
const count = of({ family: "count", from: 2, to: 3 });
const weight = of({ family: "weight", subject: "ResourceAllocatableMemory", from: 1, to: 3 });
const negative = of({ family: "weight", subject: "Steady", from: 1, to: -1 });
const taint = of({ family: "toleration", path: "spec.taints[0]", old: { key: "gpu" }, new: null });
const removed = of({ family: "release", object, old: {}, new: null });
const both = of({ family: "toleration", path: "spec.tolerations[0]", new: { key: "gpu" } }, { family: "count", to: 3 });

test("typos come first, then what lets in, maxSkew and the count; deletions and negative weights last", () => {
  const all = [negative, weight, removed, both, count, skew, taint, toleration, typo];
  expect(byIntent(all)).toEqual({
    first: [typo, toleration, skew, both, count, weight],
    also: [taint, negative, removed],
  });
  expect(suggested([negative, count])).toBe(count);
  expect(suggested([negative])).toBe(negative);
  expect(suggested([])).toBeUndefined();
});

test.each([
  [skew, "maxSkew 2"],
  [count, "numberOfClusters 3"],
  [weight, "Memory 3"],
  [typo, "Memory"],
  [both, "tolerate gpu + numberOfClusters 3"],
])("a button says what it writes: %#", (given, words) => expect(actionText(given)).toBe(words));
