import { expect, test } from "vitest";
import { allOf, counted, integer, rangeText } from "./number.js";

test.each([
  [1, "PriorityClass", "1 PriorityClass"],
  [3, "PriorityClass", "3 PriorityClasses"],
  [0, "cluster", "0 clusters"],
  [2, "NetworkPolicy", "2 NetworkPolicies"],
  [2, "Gateway", "2 Gateways"],
  [1200, "Timeline", "1,200 Timelines"],
])("%d of %s", (count, noun, words) => {
  expect(counted(count, noun)).toBe(words);
});

test("a noun may say what several are called", () => {
  expect(counted(2, "more", "more")).toBe("2 more");
});

test("numbers that need no formatter are those that it would give", () => {
  const format = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
  for (const value of [-1000, -999, -1, 0, 0.4, 0.6, 1, 1.5, 999, 999.4, 999.6, 1000, 1e21, NaN, Infinity])
    expect(integer(value)).toBe(format.format(value).replace("-", "−"));
  // Zero has no sign for people.
  expect(integer(-0)).toBe("0");
});

test("all of some", () => {
  expect([2, 3, 1200].map((count) => allOf(count, "class"))).toEqual([
    "both classes",
    "all 3 classes",
    "all 1,200 classes",
  ]);
  expect([2, 5].map((count) => allOf(count))).toEqual(["both", "all 5"]);
});

test("a range with one number is that number", () => {
  expect(rangeText([10, 10])).toBe("10");
  expect(rangeText([-3, 1200])).toBe("−3 to 1,200");
});
