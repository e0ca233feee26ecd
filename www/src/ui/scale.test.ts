import { expect, test } from "vitest";
import type { PrioritizerSummary } from "../engine/types";
import { place, scaleOf, stack } from "./scale";

const prioritizer = (weight: number, min: number | null, max: number | null): PrioritizerSummary => ({
  name: "x",
  weight,
  defaultWeight: 0,
  source: "configured",
  path: null,
  min,
  max,
});

test("the axis holds zero and every row", () => {
  expect(scaleOf([prioritizer(3, -100, 50), prioritizer(1, 0, 100)])).toEqual({ min: -300, max: 250 });
  expect(scaleOf([prioritizer(-2, -100, 50)])).toEqual({ min: -100, max: 200 });
  expect(scaleOf([prioritizer(1, 40, 60)])).toEqual({ min: 0, max: 60 });
  expect(scaleOf([prioritizer(0, null, null)])).toEqual({ min: 0, max: 1 });
});

test("places are percent of the axis", () => {
  expect(place({ min: -100, max: 300 }, 0)).toBe(25);
  expect(place({ min: -100, max: 300 }, 999)).toBe(100);
});

test("products stack outwards from zero", () => {
  expect(stack([100, -50, 0, 20, -10])).toEqual([
    { index: 0, from: 0, to: 100 },
    { index: 1, from: -50, to: 0 },
    { index: 3, from: 100, to: 120 },
    { index: 4, from: -60, to: -50 },
  ]);
});
