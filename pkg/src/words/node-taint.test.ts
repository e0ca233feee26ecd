import { expect, test } from "vitest";
import { taintText } from "./node-taint.js";

test.each([
  ["node.kubernetes.io/not-ready:NoSchedule", "the node controller removes it once the node is Ready"],
  ["ToBeDeletedByClusterAutoscaler=1790000000:NoSchedule", "the cluster autoscaler removes this node"],
  ["karpenter.sh/disrupted: ", "Karpenter removes this node"],
])("who removes %s", (taint, removedBy) => expect(taintText(taint)).toBe(`${taint} (${removedBy})`));

test("taints that people set stand alone", () => {
  expect(taintText("gpu=a100:NoSchedule")).toBe("gpu=a100:NoSchedule");
});
