import { expect, test } from "vitest";
import { timeTicks } from "./time";

test("an axis names round times", () => {
  expect(timeTicks(600, 6)).toEqual([0, 120, 240, 360, 480, 600]);
  expect(timeTicks(95, 6)).toEqual([0, 30, 60, 90]);
  expect(timeTicks(0.05, 6)).toEqual([0, 0.01, 0.02, 0.03, 0.04, 0.05]);
  expect(timeTicks(0, 6)).toEqual([0]);
  expect(timeTicks(10 * 86_400, 6)).toEqual([0, 172_800, 345_600, 518_400, 691_200, 864_000]);
});
