import { Text } from "@codemirror/state";
import { expect, test } from "vitest";
import { documentLines } from "./folding";

const text = Text.of(
  `# two objects
kind: Placement
metadata:
  name: a

---
kind: ManagedCluster
metadata:
  name: b
---
---
alone: true`.split("\n"),
);

test("a fold begins at the first line of a document and ends with its last", () => {
  const folds = Array.from({ length: text.lines }, (_, i) => documentLines(text, i + 1));
  expect(folds.filter((fold) => fold !== null)).toEqual([
    { first: 2, last: 4 },
    { first: 7, last: 9 },
  ]);
});
