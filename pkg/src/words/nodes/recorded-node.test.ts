import { Scenario } from "schedscope";
import { expect, test } from "vitest";
import { recordedNodeText } from "./recorded-node.js";

const node = (name: string, cpu: number): string =>
  `apiVersion: v1\nkind: Node\nmetadata: {name: ${name}}\nstatus: {allocatable: {cpu: ${cpu}, memory: 8Gi, pods: 9}}\n`;

const pod = (name: string, on: string, minute: number, cpu = 1): string =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, namespace: a, uid: ${name}}\n` +
  `spec: {nodeName: ${on}, containers: [{name: c, resources: {requests: {cpu: ${cpu}}}}]}\n` +
  `status: {phase: Running${minute === 0 ? "" : `, startTime: "2026-01-01T00:0${minute}:00Z"`}}\n`;

const text = (...objects: string[]): string => {
  const scenario = new Scenario();
  scenario.replace(objects.join("---\n"));
  const words = recordedNodeText(scenario.recordedNode({ pod: "a/p" }));
  scenario.free();
  return words;
};

test("why a pod is on its node", () => {
  const [n1, n2] = [node("n1", 4), node("n2", 4)];
  const own = pod("p", "n1", 5);
  expect(text(n1, own)).toBe("Scheduled again now, it fits n1 alone.");
  expect(text(n1, n2, own)).toBe(
    "Scheduled again now, n1 is one of 2 nodes with the highest total; kube-scheduler picks one at random.",
  );
  expect(text(n1, n2, own, pod("q", "n2", 6))).toBe(
    "Scheduled again now, n1 has the highest total of the 2 nodes that it fits.",
  );
  const later = text(n1, n2, own, pod("q", "n1", 6));
  expect(later).toMatch(
    /^Scheduled again now, it goes to n2: n1 has rank 2 of the 2 nodes that it fits, with \d+ to \d+ \(/,
  );
  expect(later).toMatch(
    /\)\. Without a\/q, started later, n1 is one of 2 nodes with the highest total; kube-scheduler picks/,
  );
  expect(text(n1, n2, own, pod("q", "n1", 4))).toMatch(
    /\)\. No pod of the input started later, so what differed then is not in the input\.$/,
  );
  expect(text(n1, n2, own, pod("q", "n1", 0))).toMatch(/ The input does not say when 1 other pod started; it stays\.$/);
  const before = text(n1, n2, own, pod("q", "n1", 6, 4), pod("r", "n1", 4));
  expect(before).toMatch(/^Scheduled again now, it does not fit n1: /);
  expect(before).toMatch(/\. Also without the pod that started later \(a\/q\), it goes to n2: /);
  expect(before).toMatch(/ What differed then is not in the input\.$/);
});
