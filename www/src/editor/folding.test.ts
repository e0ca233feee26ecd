import { Text } from "@codemirror/state";
import { expect, test } from "vitest";
import { caption, documentLines } from "./folding";

const text = Text.of(`# two objects
kind: Placement
metadata:
  name: a

---
kind: ManagedCluster
metadata:
  name: b
---
---
alone: true`.split("\n"));

test("a fold begins at the first line of a document and ends with its last", () => {
  const folds = Array.from({ length: text.lines }, (_, i) => documentLines(text, i + 1));
  expect(folds.filter((fold) => fold !== null)).toEqual([
    { first: 2, last: 4 },
    { first: 7, last: 9 },
  ]);
});

test("a fold says what it holds", () => {
  expect(caption(["kind: ManagedCluster", "metadata:", "  name: use1-a-01", "  other: x"])).toBe("ManagedCluster use1-a-01");
  expect(caption(["- apiVersion: v1", "  kind: Placement", "  metadata:", "    name: p"])).toBe("Placement p");
  expect(caption(['  "kind": "Placement",', '    "name": "p"'])).toBe("Placement p");
  expect(caption(["a: 1"])).toBe("");
});
