import stringWidth from "string-width";
import { expect, test } from "vitest";
import { painter, wantsColour } from "./colour.js";
import { nearest } from "./nearest.js";
import { figure, tableLines } from "./table.js";
import { cut, plain, plainText, widthOf } from "./width.js";

const columns = [
  { head: "NAME", gives: true },
  { head: "N", align: "right" as const },
  { head: "WHY", gives: true },
];
const rows = [
  ["a", "1", "because of this and that"],
  ["a-long-name-of-a-cluster", "100", "x"],
];
const lines = (width: number): string[] => tableLines(columns, rows, width, painter(false));

test("columns are as wide as their widest cell, and numbers end alike", () => {
  expect(lines(Infinity)).toEqual([
    "NAME                         N   WHY",
    "a                            1   because of this and that",
    "a-long-name-of-a-cluster   100   x",
  ]);
});

test("what gives way is cut, the widest first, down to what can be read; then the line ends", () => {
  for (const width of [60, 50, 40, 33, 20, 5])
    expect(Math.max(...lines(width).map(widthOf)), String(width)).toBeLessThanOrEqual(width);
  expect(lines(33)).toEqual([
    "NAME             N   WHY",
    "a                1   because of …",
    "a-long-name…   100   x",
  ]);
});

test("a colour takes no room", () => {
  const painted = tableLines(
    [{ head: "A" }, { head: "B" }],
    [[{ text: "x", look: "good" }, "y"]],
    Infinity,
    painter(true),
  );
  expect(painted).toEqual(["\u001b[1mA\u001b[22m   \u001b[1mB\u001b[22m", "\u001b[32mx\u001b[39m   y"]);
});

test("letters of two columns, of none, and of several code points", () => {
  expect([widthOf("日本"), widthOf("e\u0301"), widthOf("👩‍👩‍👧"), widthOf("abc")]).toEqual([4, 1, 2, 3]);
  expect([cut("日本語", 5), cut("日本語", 6), cut("ab👩‍👩‍👧cd", 5), cut("abc", 0)]).toEqual([
    "日本…",
    "日本語",
    "ab👩‍👩‍👧…",
    "",
  ]);
});

test("what would steer a terminal is shown", () => {
  expect(plainText("a\u001b[31mb\u0007\u202e\tc\nd")).toBe("a\\u001b[31mb\\u0007\\u202e c d");
});

test("when there is colour", () => {
  expect([wantsColour(true, {}), wantsColour(false, {}), wantsColour(true, { TERM: "dumb" })]).toEqual([
    true,
    false,
    false,
  ]);
  expect([
    wantsColour(true, { NO_COLOR: "1" }),
    wantsColour(true, { NO_COLOR: "" }),
    wantsColour(false, { FORCE_COLOR: "1", NO_COLOR: "1" }),
  ]).toEqual([false, true, false]);
  expect([
    wantsColour(false, { FORCE_COLOR: "1" }),
    wantsColour(false, { FORCE_COLOR: "" }),
    wantsColour(true, { FORCE_COLOR: "0" }),
  ]).toEqual([true, true, false]);
});

test("the nearest names, best first", () => {
  const names = ["prod-1", "prod-2", "prod-10", "stage-1", "Steady", "ns/prod-3"];
  expect(nearest("prod-3", names)).toEqual(["prod-1", "prod-2", "prod-10"]);
  expect(nearest("stedy", names)).toEqual(["Steady"]);
  expect(nearest("zzz", names)).toEqual([]);
});

test("what is measured without the library is as wide as it says", () => {
  const letters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter((of) =>
    plain.test(of),
  );
  expect(letters.length).toBe(95 + 12 + 82 + 3);
  expect(letters.filter((of) => stringWidth(of) !== 1)).toEqual([]);
  expect(stringWidth(letters.join(""))).toBe(letters.length);
});

test("numbers in tables are written as in sentences", () => {
  expect([-200, 5240, 0, null, undefined].map(figure)).toEqual(["−200", "5,240", "0", "-", "-"]);
});
