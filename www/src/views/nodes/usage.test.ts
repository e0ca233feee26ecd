import { formula, type Usage, worst } from "schedscope/words/nodes";
import { expect, test } from "vitest";
import { axisEnd, parts } from "./usage";
import { isOver, levelAmounts, levelPercent } from "./usage-bars";

const usage = (change: Partial<Usage> = {}): Usage => ({
  resource: "cpu",
  allocatable: 8000,
  requests: 4000,
  limits: 10000,
  podRequests: 1000,
  podLimits: 4000,
  ...change,
});

test("limits past the node are amber, and what the pod adds is hatched", () => {
  expect(parts({ before: 10, after: 14 }, 8, "limits")).toEqual([
    { from: 0, to: 8, look: "light", hatched: false },
    { from: 8, to: 10, look: "amber", hatched: false },
    { from: 10, to: 14, look: "amber", hatched: true },
  ]);
  expect(parts({ before: 5, after: 9 }, 8, "limits")).toEqual([
    { from: 0, to: 5, look: "light", hatched: false },
    { from: 5, to: 8, look: "blue", hatched: true },
    { from: 8, to: 9, look: "amber", hatched: true },
  ]);
});

test("requests past the node are red: they do not fit", () => {
  expect(parts({ before: 7, after: 9 }, 8, "requests")).toEqual([
    { from: 0, to: 7, look: "solid", hatched: false },
    { from: 7, to: 8, look: "blue", hatched: true },
    { from: 8, to: 9, look: "red", hatched: true },
  ]);
  expect(parts({ before: 0, after: 0 }, 8, "requests")).toEqual([]);
});

test("the axis fits what is there, up to a bound", () => {
  expect(axisEnd([], 4)).toBe(1.25);
  expect(axisEnd([usage()], 4)).toBe(2);
  expect(axisEnd([usage(), usage({ limits: 40000 })], 4)).toBe(4);
  expect(axisEnd([usage({ limits: 40000 })], 2.5)).toBe(2.5);
  expect(axisEnd([usage({ allocatable: 0 })], 4)).toBe(1.25);
});

test("the resource that is the furthest past the node", () => {
  const memory = usage({ resource: "memory", limits: 2000 });
  expect(worst([memory, usage()])?.resource).toBe("cpu");
  expect(worst([usage({ allocatable: 0 })])).toBe(null);
});

test("levels in words", () => {
  expect(levelPercent(usage(), "limits")).toBe("125 → 175%");
  expect(levelAmounts(usage(), "limits")).toBe("10 → 14");
  expect(levelPercent(usage({ podRequests: 0 }), "requests")).toBe("50%");
  expect(levelAmounts(usage({ podRequests: 0 }), "requests")).toBe("4");
  expect([isOver(usage(), "limits"), isOver(usage(), "requests")]).toEqual([true, false]);
});

test("how a score comes about", () => {
  const resource = {
    name: "cpu",
    allocatable: 8000,
    requested: 0,
    existingLimit: 10000,
    podRequest: 0,
    podLimit: 4000,
    score: -75,
  };
  expect(formula(resource)).toBe("cpu: (8 − 10 − 4) × 100 / 8 = −75");
  expect(formula({ ...resource, allocatable: 0, score: null })).toBe("cpu: none allocatable, left out");
});
