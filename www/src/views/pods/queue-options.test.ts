import { afterEach, expect, test } from "vitest";
import {
  inForce,
  isLimitsShown,
  isSumChanged,
  limitsShown,
  picking,
  pickOptions,
  resetSum,
  sumWeights,
} from "./queue-options";

afterEach(() => {
  picking.value = "DefaultProfile";
  limitsShown.value = null;
  resetSum();
});

test("one scorer picks, or a weighted sum", () => {
  expect(pickOptions.value).toEqual({ scorer: "DefaultProfile" });
  picking.value = "MostAllocated";
  expect(pickOptions.value).toEqual({ scorer: "MostAllocated" });
  picking.value = "sum";
  expect(pickOptions.value).toEqual({ weights: { DefaultProfile: 1, LimitAware: 1 } });
  expect(isSumChanged.value).toBe(false);
  sumWeights.value = { LeastAllocated: 3, BalancedAllocation: 2, LimitAware: 0 };
  expect(isSumChanged.value).toBe(true);
  expect(pickOptions.value).toEqual({ weights: { LeastAllocated: 3, BalancedAllocation: 2 } });
  expect(inForce.value.map(({ name }) => name)).toEqual(["LeastAllocated", "BalancedAllocation"]);
});

test("a sum of one is that scorer, a sum of none the usual one", () => {
  picking.value = "sum";
  sumWeights.value = { LimitAware: 7, LeastAllocated: 0 };
  expect(pickOptions.value).toEqual({ scorer: "LimitAware" });
  sumWeights.value = { LimitAware: 0, LeastAllocated: 0 };
  expect(pickOptions.value).toEqual({ scorer: "DefaultProfile" });
});

test("of very many pods the limits are computed on request", () => {
  expect([isLimitsShown(2000), isLimitsShown(2001)]).toEqual([true, false]);
  limitsShown.value = true;
  expect(isLimitsShown(100_000)).toBe(true);
});
