import { expect, test } from "vitest";
import { isSeen, rowsAround, scrolledTo } from "./virtual";

test("the rows on screen are drawn, and some around them", () => {
  expect(rowsAround(1000, 20, 0, 100)).toEqual([0, 17]);
  expect(rowsAround(1000, 20, 5000, 100)).toEqual([238, 267]);
  expect(rowsAround(3, 20, 0, 100)).toEqual([0, 2]);
});

test("nothing is drawn without rows or height, and the last rows while a shorter list is still scrolled", () => {
  expect(rowsAround(0, 20, 0, 100)).toEqual([0, -1]);
  expect(rowsAround(1000, 20, 0, 0)).toEqual([0, -1]);
  expect(rowsAround(10, 20, 5000, 100)).toEqual([0, 9]);
  expect(rowsAround(100, 20, -30, 100)).toEqual([0, 17]);
});

test("a row is shown by the shortest way", () => {
  expect(scrolledTo(2, 20, 100, 60)).toBe(40);
  expect(scrolledTo(5, 20, 100, 60)).toBe(100);
  expect(scrolledTo(7, 20, 100, 60)).toBe(100);
  expect(scrolledTo(8, 20, 100, 60)).toBe(120);
});

test("a row is in sight where it is on screen or next to it", () => {
  // Of a list below the fold the first 250 px are seen: 50 of its head, and ten rows.
  const below = { from: 0, to: 250 };
  const seen = (top: number, sight = below) => [0, 9, 11, 12, 20].map((row) => isSeen(row, 20, 50, top, sight));
  expect(seen(0)).toEqual([true, true, true, false, false]);
  expect(seen(200)).toEqual([false, true, true, true, true]);
  // Until the browser tells, all are.
  expect(seen(0, { from: 0, to: Number.POSITIVE_INFINITY })).toEqual([true, true, true, true, true]);
  // The page is scrolled: the first 250 px are above the screen.
  expect(seen(0, { from: 250, to: 500 })).toEqual([false, true, true, true, true]);
  expect(seen(0, { from: 0, to: 0 })).toEqual([false, false, false, false, false]);
});
