import { expect, test } from "vitest";
import type { PodEntry, PodList } from "../../engine/types";
import { podState } from "./chosen-pod";
import { podGroups } from "./pod-groups";

const entry = (pod: string, change: Partial<PodEntry> = {}): PodEntry => ({
  pod,
  object: { kind: "Pod", namespace: "", name: pod },
  priority: 0,
  state: "pending",
  node: null,
  nominated: null,
  terminating: false,
  requests: {},
  limits: {},
  unbounded: false,
  bestEffort: false,
  ...change,
});

const list = (found: number, ...names: string[]): PodList => ({
  all: 0,
  pending: 0,
  bound: 0,
  over: 0,
  found,
  pods: names.map((name) => entry(name)),
});

test("pending pods come first, and what is left out is counted", () => {
  const { groups, pods } = podGroups(list(2, "a", "b"), list(7, "c"));
  expect(groups.map(({ name, more }) => [name, more])).toEqual([
    ["Pending", 0],
    ["On a node, placed anew", 6],
  ]);
  expect(pods.map(({ pod }) => pod)).toEqual(["a", "b", "c"]);
});

test("an empty group is left out", () => {
  expect(podGroups(list(0), list(1, "c")).groups.map(({ name }) => name)).toEqual(["On a node, placed anew"]);
  expect(podGroups(null, null)).toEqual({ groups: [], pods: [] });
});

test("where a pod is, in words", () => {
  expect(podState(entry("a"))).toBe("pending");
  expect(podState(entry("a", { nominated: "n1" }))).toBe("pending, nominated for n1");
  expect(podState(entry("a", { state: "bound", node: "n1", terminating: true }))).toBe("on n1, terminating");
  expect(podState(entry("a", { state: "over", node: "n1" }))).toBe("over");
});
