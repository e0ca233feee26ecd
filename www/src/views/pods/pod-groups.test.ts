import { expect, test } from "vitest";
import type { PodEntry, PodsAnswer } from "../../engine/types";
import { choose, isLost, podState } from "./chosen-pod";
import { podGroups } from "./pod-groups";

const entry = (name: string, change: Partial<Omit<PodEntry, "resourceQuota" | "pod">> = {}): PodEntry => ({
  pod: { namespace: "", name },
  object: { kind: "Pod", namespace: "", name },
  priority: 0,
  state: "pending",
  node: null,
  nominated: null,
  gates: [],
  invalid: false,
  terminating: false,
  requests: {},
  limits: {},
  unbounded: false,
  bestEffort: false,
  ...change,
});

const list = (found: number, ...names: string[]): PodsAnswer => ({
  all: 0,
  pending: 0,
  bound: 0,
  finished: 0,
  kubeletRejected: 0,
  kubeletRejectedPods: [],
  waiting: 0,
  waitingPods: [],
  found,
  pods: names.map((name) => entry(name)),
});

test("pending pods come first, and what is left out is counted", () => {
  const { groups, pods } = podGroups(list(2, "a", "b"), list(7, "c"));
  expect(groups.map(({ name, more }) => [name, more])).toEqual([
    ["Pending", 0],
    ["On a node, scheduled again", 6],
  ]);
  expect(pods.map(({ pod }) => pod.name)).toEqual(["a", "b", "c"]);
});

test("an empty group is left out", () => {
  expect(podGroups(list(0), list(1, "c")).groups.map(({ name }) => name)).toEqual(["On a node, scheduled again"]);
  expect(podGroups(null, null)).toEqual({ groups: [], pods: [] });
});

test("where a pod is, in words", () => {
  expect(podState(entry("a"))).toBe("pending");
  expect(podState(entry("a", { nominated: "n1" }))).toBe("pending, nominated for n1");
  expect(podState(entry("a", { state: "bound", node: "n1", terminating: true }))).toBe("on n1, terminating");
  expect(podState(entry("a", { state: "finished", node: "n1" }))).toBe("finished");
});

test("the wanted pod, else the first that waits", () => {
  const counts = list(1, "a");
  expect(choose(undefined, counts, null).pod).toBe("a");
  expect(choose(null, counts, null).pod).toBe(null);
  expect(choose("b", counts, null)).toMatchObject({ pod: "b", entry: null });
  expect(choose("b", counts, list(1, "b", "bb")).entry?.pod.name).toBe("b");
  expect(choose("b", counts, list(1, "bb")).pod).toBe("a");
  expect(choose("b", list(0), list(0)).pod).toBe(null);
});

test("a pod that cannot be read any more is lost; with another text it is only gone", () => {
  const chosen = (pod: string | null, all: number, bound: number) => ({
    pod,
    entry: pod === null ? null : entry(pod),
    counts: { ...list(0), all, bound },
    lost: false,
  });
  expect(isLost(chosen("a", 5, 4), chosen(null, 4, 4))).toBe(true);
  expect(isLost(chosen("a", 5, 4), chosen("b", 4, 4))).toBe(true);
  expect(isLost(chosen("a", 5, 4), chosen("a", 4, 4))).toBe(false);
  expect(isLost(chosen("a", 5, 4), chosen("b", 5, 4))).toBe(false);
  expect(isLost(chosen("a", 5, 4), chosen("b", 3, 2))).toBe(false);
  expect(isLost(chosen(null, 5, 4), chosen("b", 4, 4))).toBe(false);
});
