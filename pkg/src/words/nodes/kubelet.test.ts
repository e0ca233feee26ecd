import { expect, test } from "vitest";
import type { KubeletRejectionAnswer } from "../../../types.js";
import { kubeletText, kubeletTexts } from "./kubelet.js";
import { objectNamed } from "../object-name.js";

const cpu: KubeletRejectionAnswer = {
  node: "n1",
  reason: "OutOfcpu",
  shortage: { resource: "cpu", requested: 8000, used: 500, allocatable: 4000 },
};
const pods = { resource: "pods", requested: 1, used: 110, allocatable: 110 };

test.each<[KubeletRejectionAnswer, string]>([
  [cpu, "The kubelet of n1 rejects d/a (OutOfcpu: cpu, 8 requested, 500m of 4 used)."],
  [
    { ...cpu, evicts: true },
    "Not modelled: d/a is critical, and the kubelet of n1 evicts other pods to make room for it " +
      "(OutOfcpu: cpu, 8 requested, 500m of 4 used).",
  ],
  [
    { node: "n1", reason: "OutOfpods", shortage: pods },
    "The kubelet of n1 rejects d/a (OutOfpods: pods, 1 requested, 110 of 110 used).",
  ],
  [
    { node: "n1", reason: "NodeAffinity" },
    "The kubelet of n1 rejects d/a (NodeAffinity: the node does not match the pod's node affinity or selector).",
  ],
  [
    { node: "n1", reason: "TaintToleration", taint: "k:NoExecute" },
    "The kubelet of n1 rejects d/a (TaintToleration: taint `k:NoExecute` is not tolerated).",
  ],
  [{ node: "n1", reason: "NodePorts", port: 80 }, "The kubelet of n1 rejects d/a (NodePorts: host port 80 is taken)."],
  [
    { node: "n9", reason: null },
    "d/a names node n9 in `spec.nodeName`: the input has no Node n9, and the pod garbage collector deletes it.",
  ],
])("%j", (rejection, sentence) => {
  expect(kubeletText("d/a", rejection)).toBe(sentence);
});

test("the first of several pods is named", () => {
  expect(kubeletTexts({ kubeletRejected: 0, kubeletRejectedPods: [] })).toEqual([]);
  expect(
    kubeletTexts({ kubeletRejected: 3, kubeletRejectedPods: [{ pod: objectNamed("d/a"), kubelet: cpu }] }),
  ).toEqual([
    `${kubeletText("d/a", cpu)} 2 more pods are rejected in this way.`,
    "`spec.nodeName` bypasses the scheduler, so no other node is tried.",
  ]);
});
