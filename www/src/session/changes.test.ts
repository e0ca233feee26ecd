import { expect, test } from "vitest";
import { writtenRanges } from "./changes";

test("ranges of written lines are those of the text after all edits", () => {
  const before = "a: 1\nb: 2\nc: 3\n";
  const edits = [
    { from: 3, to: 4, insert: "100" },
    { from: 9, to: 9, insert: "\nnew: 5" },
    { from: 10, to: 15, insert: "" },
  ];
  let after = before;
  for (const { from, to, insert } of [...edits].reverse()) after = after.slice(0, from) + insert + after.slice(to);
  expect(after).toBe("a: 100\nb: 2\nnew: 5\n");
  expect(writtenRanges(edits).map(({ from, to }) => after.slice(from, to))).toEqual(["100", "new: 5", ""]);
});
