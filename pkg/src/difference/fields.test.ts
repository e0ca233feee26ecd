import { expect, test } from "vitest";
import { fieldChanges, fieldChangeText } from "./fields.js";

const texts = (before: unknown, after: unknown): string[] => fieldChanges(before, after).map(fieldChangeText);

test("fields at any depth, with the values of both versions", () => {
  const selector = (env: string): object => ({ labelSelector: { matchLabels: { env, "example.com/tier": "a" } } });
  expect(texts({ predicates: [selector("prod")] }, { predicates: [selector("dev")] })).toEqual([
    "predicates[0].labelSelector.matchLabels.env: prod → dev",
  ]);
  expect(texts({ "example.com/tier": "a" }, { "example.com/tier": "b" })).toEqual(["[example.com/tier]: a → b"]);
  expect(texts({ spread: null }, { spread: "" })).toEqual([]);
});

test("items of lists by their names", () => {
  const taint = (key: string, effect: string): object => ({ key, effect });
  const [gpu, edge] = [taint("gpu", "NoSelect"), taint("edge", "NoSelect")];
  expect(texts({ taints: [gpu, edge] }, { taints: [edge, taint("gpu", "NoSelectIfNew")] })).toEqual([
    "taints[gpu].effect: NoSelect → NoSelectIfNew",
  ]);
  expect(texts({ taints: [gpu] }, { taints: [gpu, edge] })).toEqual([
    "taints[edge]: none → {key: edge, effect: NoSelect}",
  ]);
});

test("items without names: those that both lists have do not count", () => {
  expect(texts({ values: ["a", "b"] }, { values: ["b"] })).toEqual(["values[0]: a → none"]);
  expect(texts({ values: ["a"] }, { values: ["a", "b"] })).toEqual(["values[1]: none → b"]);
});

test("a long value is cut", () => {
  expect(texts({}, { cel: "x".repeat(200) })).toEqual([`cel: none → ${"x".repeat(79)}…`]);
});
