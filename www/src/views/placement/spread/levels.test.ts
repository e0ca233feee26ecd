import { expect, test } from "vitest";
import type { SpreadCandidate } from "../../../engine/types";
import { levelsOf } from "./levels";

const candidate = (cluster: number, final: number | null) =>
  ({ cluster, name: `c${cluster}`, final }) as SpreadCandidate;
const levels = (...finals: (number | null)[]): number[] =>
  [...levelsOf(finals.map((final, i) => candidate(i, final))).of.values()].map(({ level }) => level);

test("final scores become shades from the lowest to the highest; blocked ones have none", () => {
  expect(levels(-187, 273, 43, null)).toEqual([1, 5, 3, 0]);
  expect(levels(7, 7)).toEqual([5, 5]);
  expect(levels(null)).toEqual([0]);
  expect(levelsOf([candidate(0, -3), candidate(1, 9)]).ends).toEqual([-3, 9]);
  expect(levelsOf([]).ends).toBe(null);
});
