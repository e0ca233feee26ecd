import { afterEach, expect, test } from "vitest";
import { isLimitsShown, limitsShown } from "./queue-options";

afterEach(() => {
  limitsShown.value = null;
});

test("of very many pods the limits are computed on request", () => {
  expect([isLimitsShown(2000), isLimitsShown(2001)]).toEqual([true, false]);
  limitsShown.value = true;
  expect(isLimitsShown(100_000)).toBe(true);
});
