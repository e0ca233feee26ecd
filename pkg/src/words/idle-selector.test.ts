import { expect, test } from "vitest";
import type { IdleSelector } from "../../types.js";
import { idleSentences } from "./idle-selector.js";

const of = (change: Partial<IdleSelector>): IdleSelector => ({
  selects: "spread",
  object: { kind: "Deployment", namespace: "d", name: "api" },
  path: "spec.selector",
  range: null,
  isAbsent: false,
  matchesOthers: false,
  namespaces: [],
  elsewhere: null,
  labels: ["app=api"],
  near: null,
  ...change,
});

const near = { required: "app=apo", label: "app=api" };

test.each([
  [of({}), "matches no pod; the pod's own labels are app=api."],
  [of({ labels: [] }), "matches no pod; the pod has no labels."],
  [of({ near }), "matches no pod; the pod's own labels are app=api. Did you mean app=api instead of app=apo?"],
  [of({ isAbsent: true }), "the selector is absent, so it matches no pod."],
  [of({ namespaces: ["x"] }), "matches no pod in x; the pod's own labels are app=api."],
  [
    of({ matchesOthers: true }),
    "does not match the pod itself, so that the constraint does not count it; the pod's own labels are app=api.",
  ],
  [
    of({ matchesOthers: true, selects: "anti-affinity", near }),
    "does not match the pod itself; the pod's own labels are app=api. Did you mean app=api instead of app=apo?",
  ],
  [of({ selects: "budget", labels: [] }), "matches no pod."],
  [of({ selects: "affinity", namespaces: ["x"], elsewhere: "y" }), "matches no pod in x, but pods in namespace y."],
  [of({ selects: "budget", labels: [], elsewhere: "y" }), "matches no pod where it looks, but pods in namespace y."],
  [of({ selects: "service", labels: [], near }), "matches no pod. Did you mean app=api instead of app=apo?"],
])("%j", (found, words) => {
  expect(idleSentences([found])).toEqual([{ message: `Deployment d/api, spec.selector: ${words}`, details: [] }]);
});

test("several are one sentence, with the others as details", () => {
  const [sentence] = idleSentences([of({}), of({ path: "x" })]);
  expect(sentence?.message).toMatch(/; and 1 more such selector\.$/);
  expect(sentence?.details).toEqual(["Deployment d/api, x: matches no pod; the pod's own labels are app=api"]);
});
