import { expect, test } from "vitest";
import type { RolloutAnswer } from "../../engine/types";
import { podsAfter } from "./rollout-pods";

type Step = RolloutAnswer["steps"][number];

const named = (name: string) => ({ namespace: "shop", name });
const on = (name: string) => ({ pod: named(name), node: "n1" });
const step = (change: Partial<Step>): Step => ({
  step: 0,
  created: [],
  refused: [],
  deleted: [],
  bound: [],
  evicted: [],
  ...change,
});

/** Old pods, new ones on nodes, and new ones without one, before the first step and after each. */
function course(old: number, updated: number, steps: Step[], scaledTo?: number): string[] {
  const answer = { old, new: updated, steps, ...(scaledTo !== undefined && { scaledTo }) } as RolloutAnswer;
  return [undefined, ...steps].map((_, at) => Object.values(podsAfter(answer, at)).join(" "));
}

test("a pod is created, gets a node, and an old one goes", () => {
  expect(
    course(2, 1, [
      step({ created: [named("b1")] }),
      step({ bound: [on("b1")], deleted: [on("a1")] }),
      step({ created: [named("b2")], bound: [on("b2")] }),
    ]),
  ).toEqual(["2 1 0", "2 1 1", "1 2 0", "1 3 0"]);
});

test("a StatefulSet creates a pod of the name that it deletes", () => {
  expect(
    course(2, 0, [
      step({ deleted: [on("db-1")], created: [named("db-1")] }),
      step({ bound: [on("db-1")] }),
      step({ deleted: [on("db-0")], created: [named("db-0")], bound: [on("db-0")] }),
    ]),
  ).toEqual(["2 0 0", "1 0 1", "1 1 0", "0 2 0"]);
});

test("the old ReplicaSet is scaled up first", () => {
  const steps = [step({ created: [named("a2"), named("a3")], bound: [on("a2")] }), step({ created: [named("b1")] })];
  expect(course(1, 0, steps, 3)).toEqual(["1 0 0", "3 0 0", "3 0 1"]);
  expect(course(3, 0, [step({ deleted: [on("a2"), on("a3")] })], 1)).toEqual(["3 0 0", "1 0 0"]);
});

test("an evicted pod waits again; pods of others do not count", () => {
  expect(
    course(1, 0, [
      step({ created: [named("b")], bound: [on("b"), on("a")] }),
      step({ evicted: [named("b"), named("a")] }),
      step({ deleted: [{ ...on("b"), node: null }] }),
    ]),
  ).toEqual(["1 0 0", "1 1 0", "1 0 1", "1 0 0"]);
});
