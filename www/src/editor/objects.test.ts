import { Text } from "@codemirror/state";
import { expect, test } from "vitest";
import { caption, itemAt, objectAt } from "./objects";

test("a stretch says what it holds", () => {
  expect(caption(["kind: ManagedCluster", "metadata:", "  name: use1-a-01", "  other: x"])).toBe(
    "ManagedCluster use1-a-01",
  );
  expect(caption(["- apiVersion: v1", "  kind: Placement", "  metadata:", "    name: p"])).toBe("Placement p");
  expect(caption(['    "kind": "Placement",', '    "metadata": {', '        "name": "p"'])).toBe("Placement p");
  expect(caption(["kind: ManagedCluster", "metadata:", "  labels:", "    name: label", "  name: real"])).toBe(
    "ManagedCluster real",
  );
  expect(caption(["kind: ManagedCluster", "spec:", "  name: not-mine"])).toBe("ManagedCluster");
  expect(caption(["kind: Timeline", "metadata: { namespace: shop, name: story }"])).toBe("Timeline story");
  expect(caption(["kind: Timeline", "metadata: {name: story}", "spec: {name: other}"])).toBe("Timeline story");
  expect(caption(["a: 1"])).toBe("");
});

const text = Text.of(
  `apiVersion: v1
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
  name: p`.split("\n"),
);

test("a line belongs to its document or list item", () => {
  expect(objectAt(text, 4).name).toBe("one");
  expect(objectAt(text, 6).name).toBe("one");
  expect(objectAt(text, 7).name).toBe("two");
  expect(objectAt(text, 13).name).toBe("two");
  expect(objectAt(text, 18)).toEqual({ kind: "Placement", name: "p" });
});

test("the item that a line belongs to", () => {
  const text = Text.of(
    `kind: Timeline
metadata: {name: t}
spec:
  agents:
  - vms: [a]
    load:
      steps:
      - {at: 0s, units: 1}
  events:
  # the first
  - at: 1s
    request:
      pod: a
  - { at: 2s, delete: { pod: a } }

  - at: 3s
    config:
      nodeOverrides:
      - nodes: [n1]
        config: {}
      - nodes: [n2]
  variants:
  - name: half
    config:
      a: 1
---
- at: 1s`.split("\n"),
  );
  const found = Array.from({ length: text.lines }, (_, i) => itemAt(text, i + 1, "events"));
  const none = (count: number): null[] => Array.from({ length: count }, () => null);
  expect(found).toEqual([...none(10), 0, 0, 0, 1, null, 2, 2, 2, 2, 2, 2, ...none(6)]);
});
