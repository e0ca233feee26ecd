import { expect, test } from "vitest";
import { bucketAt, cellWords, heatColour, heatWords, highest, ordered } from "./heat";

const row = (node: string, ...percent: number[]) => ({ node, percent });
const heat = [row("n1", 10, 20, 30), row("n2", 10, 105, 30), row("n3", 99, 20, 105)];

test("rows are ordered by name or by their highest, names decide ties", () => {
  expect(ordered(heat, "name").map(({ node }) => node)).toEqual(["n1", "n2", "n3"]);
  expect(ordered(heat, "fullest").map(({ node }) => node)).toEqual(["n2", "n3", "n1"]);
  expect(highest(row("none"))).toBe(0);
});

test("a time has its bucket", () => {
  expect([-1, 0, 9, 10, 29, 30, 99].map((time) => bucketAt(time, 30, 3))).toEqual([0, 0, 0, 1, 2, 2, 2]);
  expect(bucketAt(5, 0, 3)).toBe(0);
});

test("colours go in steps of ten percent, and end at full", () => {
  expect(heatColour(0)).toBe(heatColour(9));
  expect(heatColour(9)).not.toBe(heatColour(10));
  expect(heatColour(100)).toBe(heatColour(65_535));
  expect(heatColour(99)).not.toBe(heatColour(100));
});

test("in words", () => {
  expect(heatWords(heat, 60)).toBe(
    "60 nodes over time, each by its fuller resource, in percent of reservable. The fullest " +
      "is n2 with 105%; 2 are full at some time. The first 3 are shown.",
  );
  expect(cellWords(heat[1] ?? row(""), 1, 90)).toBe("n2 from 30s to 1m: 105%");
  expect(cellWords(row("n4", 65_535), 0, 90)).toBe("n4 from 0s to 1m30s: over 999%");
  expect(heatWords([], 0)).toBe("");
});
