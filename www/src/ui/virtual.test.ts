import { expect, test } from "vitest";
import { rowsAround, scrolledTo } from "./virtual";

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
