import { expect, test } from "vitest";
import type { QueueStep } from "../../../types.js";
import { aheadText } from "./ahead.js";

const step = (name: string, priority: number): QueueStep =>
  ({ pod: { namespace: "d", name }, priority, node: "n1" }) as QueueStep;

test("pods ahead are named with their nodes, and with priorities that differ", () => {
  expect(aheadText([], 0)).toBe("");
  expect(aheadText([step("hi", 500), step("same", 0)], 0)).toBe(
    "Before it, d/hi (priority 500) gets n1 and d/same gets n1. ",
  );
  const many = ["a", "b", "c", "d", "e"].map((name) => step(name, 0));
  expect(aheadText(many, 0)).toBe("Before it, d/a gets n1, d/b gets n1, d/c gets n1 and 2 other pods get nodes. ");
});
