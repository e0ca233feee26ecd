import stringWidth from "string-width";
import { expect, test } from "vitest";
import { type Column, figure, good, narrowed } from "./block.js";
import { type Paint, tableLines } from "./table.js";
import { cut, plain, plainText, widthOf } from "../report/width.js";

const columns: Column[] = [
  { title: "Name", priority: "shrinks" },
  { title: "N", align: "right" },
  { title: "Why", priority: "shrinks" },
];
const rows = [
  ["a", "1", "because of this and that"],
  ["a-long-name-of-a-cluster", "100", "x"],
];
const lines = (width: number): string[] => tableLines(columns, rows, width, (text) => text);

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
  const paint: Paint = (text, look) => (look === undefined ? text : `<${look}>${text}</>`);
  expect(tableLines([{ title: "a" }, { title: "b", isName: true }], [[good("xx"), "y"]], Infinity, paint)).toEqual([
    "<strong>A</>    <strong>b</>",
    "<good>xx</>   y",
  ]);
});

test("columns for wide tables are left out", () => {
  const of = { columns: [{ title: "a" }, { title: "b", priority: "wide" as const }], rows: [["1", "2"]] };
  expect(narrowed(of)).toEqual({ columns: [{ title: "a" }], rows: [["1"]] });
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

test("what is measured without the library is as wide as it says", () => {
  const letters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter((of) =>
    plain.test(of),
  );
  expect(letters.length).toBe(95 + 12 + 82 + 4);
  expect(letters.filter((of) => stringWidth(of) !== 1)).toEqual([]);
  expect(stringWidth(letters.join(""))).toBe(letters.length);
});

test("numbers in tables are written as in sentences", () => {
  expect([-200, 5240, 0, null, undefined].map(figure)).toEqual(["−200", "5,240", "0", "-", "-"]);
});
