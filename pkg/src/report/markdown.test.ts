import { expect, test } from "vitest";
import { bad, type Block, checklist, facts, list, number, column, table } from "./block.js";
import { markdownLines } from "./markdown.js";

const lines = (blocks: Block[], before?: string): string[] => markdownLines(blocks, before, { isBroken: false });

test("sentences are paragraphs, and what stands between backquotes is code", () => {
  expect(lines(facts([[{ text: "web", look: "strong" }, { text: ": a*b, `x_y` " }], bad("b"), ""]))).toEqual([
    "**web**: a\\*b, `x_y`",
    "",
    "b",
    "",
  ]);
});

test("names in titles are not markup", () => {
  expect(lines(facts(["a"], { title: "Pods of <b>_x_\nn" }))).toEqual(["### Pods of \\<b>\\_x\\_ n", "", "a", ""]);
});

test("lists", () => {
  const items = [{ line: "a", about: ["why"] }, "b"];
  expect(lines(list(items))).toEqual(["- a", "  - why", "- b"]);
  expect(lines(list(items.slice(0, 1), { isNumbered: true, title: "What" }))).toEqual([
    "### What",
    "",
    "1. a",
    "",
    "   - why",
  ]);
  expect(lines(checklist([{ rule: "a", holds: true, words: "b" }]))).toEqual(["- ✓ a: b"]);
});

test("what follows an item does not belong to it", () => {
  expect(lines([...list(["a"]), ...facts(["b"])])).toEqual(["- a", "", "b", ""]);
  expect(lines(facts(["b"]), "- a")).toEqual(["", "b", ""]);
  expect(lines(list(["b"]), "- a")).toEqual(["- b"]);
});

test("tables", () => {
  const rows = [["a|b `c|d`", 1] as const, ["", 2] as const];
  const columns = [
    column<(typeof rows)[number]>("name", ([of]) => of),
    number<(typeof rows)[number]>("n", (of) => of[1]),
  ];
  expect(lines(table(rows, columns, { rest: { count: 3, option: "--limit" } }))).toEqual([
    "| NAME | N |",
    "| --- | ---: |",
    "| a\\|b `c\\|d` | 1 |",
    "|   | 2 |",
    "",
    "and 3 more (--limit)",
    "",
  ]);
});
