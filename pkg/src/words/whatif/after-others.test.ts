import { expect, test } from "vitest";
import type { QueueStep } from "../../../types.js";
import { afterOthersAdvice, afterOthersText } from "./after-others.js";

const step = {
  pod: { namespace: "shop", name: "two" },
  outcome: "Unschedulable",
  node: null,
  nodeNames: null,
  rejection: null,
  ineligibleReason: null,
  misfits: [{ reason: "Insufficient cpu", nodes: 2 }],
} as unknown as QueueStep;

test("a pod that gets a node alone, and none after others: why, and what counts the nodes", () => {
  expect(afterOthersText({ step, like: "n1" })).toBe(
    "Alone, it gets a node already; after the other pending pods it waits: 2 Insufficient cpu.",
  );
  expect(afterOthersAdvice({ step, like: "n1" })).toBe(
    "`schedscope whatif nodes --like n1` says how many such nodes the pending pods need.",
  );
  expect(afterOthersAdvice({ step, like: null })).toBe("");
});
