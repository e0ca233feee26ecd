import { Text } from "@codemirror/state";
import { expect, test } from "vitest";
import { documentLines, itemLines } from "./folding";

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

test("the items of a list are folded one by one", () => {
  const list = (text: string): ReturnType<typeof itemLines> => {
    const lines = Text.of(text.split("\n"));
    return itemLines(lines, { first: 1, last: lines.lines });
  };
  const items = `apiVersion: v1
items:
- kind: Placement
  metadata:
    name: a
# between
- kind: ManagedCluster
  spec:
    taints:
    - key: a
kind: List
metadata: {}`;
  expect(list(items)).toEqual([
    { first: 3, last: 5 },
    { first: 7, last: 10 },
  ]);
  expect(list(items.replaceAll(/^(-| {2})/gm, "    $1"))).toHaveLength(2);
  expect(list(items.replace("kind: List", "kind: Secret"))).toBe(null);
  expect(list("kind: PodList\nitems: []")).toBe(null);
});
