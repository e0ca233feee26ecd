import { Text } from "@codemirror/state";
import { expect, test } from "vitest";
import { caption, objectAt } from "./objects";

test("a stretch says what it holds", () => {
  expect(caption(["kind: ManagedCluster", "metadata:", "  name: use1-a-01", "  other: x"])).toBe("ManagedCluster use1-a-01");
  expect(caption(["- apiVersion: v1", "  kind: Placement", "  metadata:", "    name: p"])).toBe("Placement p");
  expect(caption(['    "kind": "Placement",', '    "metadata": {', '        "name": "p"'])).toBe("Placement p");
  expect(caption(["kind: ManagedCluster", "metadata:", "  labels:", "    name: label", "  name: real"])).toBe("ManagedCluster real");
  expect(caption(["kind: ManagedCluster", "spec:", "  name: not-mine"])).toBe("ManagedCluster");
  expect(caption(["a: 1"])).toBe("");
});

const text = Text.of(`apiVersion: v1
items:
- apiVersion: a/v1
  kind: ManagedCluster
  metadata:
    name: one
- apiVersion: a/v1
  kind: ManagedCluster
  metadata:
    name: two
  spec:
    taints:
    - effect: NoSelect
kind: List
---
kind: Placement
metadata:
  name: p`.split("\n"));

test("a line belongs to its document or list item", () => {
  expect(objectAt(text, 4).name).toBe("one");
  expect(objectAt(text, 6).name).toBe("one");
  expect(objectAt(text, 7).name).toBe("two");
  expect(objectAt(text, 13).name).toBe("two");
  expect(objectAt(text, 18)).toEqual({ kind: "Placement", name: "p" });
});
