import { expect, test } from "vitest";
import { thin } from "../../../engine/spread-host";
import { pathOf, stepAtFraction, topOf } from "./line";

test("a line goes in steps", () => {
  expect(pathOf([0, 1, 2], [0, 1, 0], 1)).toBe("M0 100H250V0H750V100H1000");
  expect(pathOf([0, 2, 4], [0, 0, 1], 1)).toBe("M0 100H250V100H750V0H1000");
  expect(pathOf([0], [0], 1)).toBe("M0 100");
});

test("bounds far above the lines do not count", () => {
  const line = {
    at: [0, 1],
    terms: [
      [0, 1],
      [0, 2],
    ],
  };
  expect(topOf(line, [1, 4])).toBe(4);
  expect(topOf(line, [100])).toBe(2);
  expect(topOf({ at: [0], terms: [] }, [])).toBe(1);
});

test("a place means a step", () => {
  expect([-0.1, 0, 0.5, 0.99, 2].map((fraction) => stepAtFraction(fraction, 10))).toEqual([0, 0, 5, 10, 10]);
});

test("long lines keep their peaks", () => {
  const skews = Array.from({ length: 1001 }, (_, step) => (step === 333 ? 9 : step % 2));
  const line = thin([skews], 1000, 100);
  expect(line.at.length).toBeLessThanOrEqual(102);
  expect([line.at[0], line.at[line.at.length - 1]]).toEqual([0, 1000]);
  expect(Math.max(...(line.terms[0] ?? []))).toBe(9);
  expect(thin([[0, 1, 2]], 2)).toEqual({ at: [0, 1, 2], terms: [[0, 1, 2]] });
  expect(thin([[0]], 0)).toEqual({ at: [0], terms: [[0]] });
});
