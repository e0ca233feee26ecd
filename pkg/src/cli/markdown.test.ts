import { expect, test } from "vitest";
import { markdownTable, markdownWords } from "./markdown.js";

test("lines are paragraphs, indented ones items", () => {
  expect(markdownWords([{ text: "web", look: "strong" }, { text: ": a*b, `x_y` " }])).toEqual([
    "**web**: a\\*b, `x_y`",
    "",
  ]);
  expect(
    markdownWords([
      { text: "1. ", look: "quiet" },
      { text: "Set it", look: "strong" },
    ]),
  ).toEqual(["1. **Set it**", ""]);
  expect(markdownWords([{ text: "   b is added", look: "quiet" }])).toEqual(["   - b is added"]);
  expect(markdownWords([{ text: "  a detail" }])).toEqual(["- a detail"]);
  expect(markdownWords([{ text: "" }])).toEqual([""]);
});

test("tables", () => {
  expect(
    markdownTable(
      [{ head: "NAME" }, { head: "COUNT", align: "right" }],
      [
        ["a|b", "1"],
        [{ text: "" }, "2"],
      ],
    ),
  ).toEqual(["| NAME | COUNT |", "| --- | ---: |", "| a\\|b | 1 |", "|   | 2 |", ""]);
});
