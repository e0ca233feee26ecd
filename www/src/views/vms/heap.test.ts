import { expect, test } from "vitest";
import { heapNodes, shortName } from "./heap";

test("a heap's array has its places in the tree", () => {
  expect(heapNodes(4).map(({ index, level, x, parent }) => [index, level, x, parent])).toEqual([
    [0, 0, 0.5, null],
    [1, 1, 0.25, 0],
    [2, 1, 0.75, 0],
    [3, 2, 0.125, 1],
  ]);
  expect(heapNodes(0)).toEqual([]);
  expect(heapNodes(100)).toHaveLength(15);
  expect(heapNodes(100).at(-1)).toMatchObject({ level: 3, x: 15 / 16, parent: 6 });
});

test("names are cut at their beginning", () => {
  expect(shortName("default/web-1", 5)).toBe("web-1");
  expect(shortName("default/web-12", 5)).toBe("…b-12");
});
