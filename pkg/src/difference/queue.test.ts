import { expect, test } from "vitest";
import { fullName, objectNamed } from "../words/object-name.js";
import { podEndText, queueDifferenceText } from "../words/quotas/difference.js";
import { type QueueRun, queueDifference } from "./queue.js";

type Step = QueueRun["queue"]["steps"][number];

const step = (pod: string, outcome: Step["outcome"], node: string | null = null, victims: string[] = []): Step =>
  ({ pod: objectNamed(pod), outcome, node, victims: victims.map(objectNamed) }) as unknown as Step;

const run = (steps: Step[], rest: Partial<QueueRun["queue"]> & Partial<QueueRun> = {}): QueueRun => ({
  queue: {
    steps,
    gatedPods: rest.gatedPods ?? [],
    deletingPods: rest.deletingPods ?? [],
    refusedPods: rest.refusedPods ?? [],
    untriedPods: rest.untriedPods ?? [],
  },
  quotas: rest.quotas ?? [],
  pods: rest.pods ?? [],
  nodes: rest.nodes ?? [],
});

const on = (pod: string, node: string): QueueRun["pods"][number] => ({
  pod: objectNamed(pod),
  node,
  state: "bound",
  requests: {},
});

const check = (before: QueueRun, after: QueueRun, expected: string[], words: string): void => {
  const difference = queueDifference(before, after);
  expect(difference.pods.map(({ pod, change }) => `${change} ${fullName(pod)}`)).toEqual(expected);
  expect(queueDifferenceText(difference)).toBe(words);
};

test("pods that get, lose and change their node", () => {
  const before = run([step("a", "Unschedulable"), step("b", "Bound", "n1"), step("c", "Bound", "n1")]);
  const after = run([step("a", "Bound", "n1"), step("b", "Unschedulable"), step("c", "Bound", "n2")]);
  check(
    before,
    after,
    ["admitted a", "lost b", "moved c"],
    "1 pod gets a node, 1 loses its node, 1 gets another node.",
  );
});

test("a victim that is evicted counts once more, whatever becomes of it", () => {
  const pods = [on("v", "n1"), on("w", "n1")];
  const before = run([step("a", "Unschedulable")], { pods });
  const after = run([step("a", "Preempt", "n1", ["v"]), step("a", "Bound", "n1"), step("v", "Bound", "n2")], { pods });
  check(
    before,
    after,
    ["admitted a", "evicted v"],
    "1 pod gets a node, 1 is evicted more or less often; 1 pod unchanged.",
  );
  expect(queueDifference(before, after).pods.at(1)).toMatchObject({
    before: { state: "running", node: "n1", evicted: 0 },
    after: { state: "bound", node: "n2", evicted: 1, evictedBy: objectNamed("a") },
  });
  const [, moved] = queueDifference(before, after).pods;
  expect(podEndText(moved?.after ?? null)).toBe("bound to n2, evicted by a before");
});

test("another victim", () => {
  const pods = [on("v", "n1"), on("w", "n1")];
  const evicting = (victim: string): QueueRun =>
    run([step("a", "Preempt", "n1", [victim]), step("a", "Bound", "n1")], { pods });
  check(
    evicting("v"),
    evicting("w"),
    ["evicted v", "evicted w", "victims a"],
    "2 pods are evicted more or less often, 1 evicts different pods.",
  );
});

test("a pod that runs on a node, and one that only one text has", () => {
  const before = run([step("old", "Unschedulable")], { pods: [on("a", "n1")] });
  const after = run([step("a", "Bound", "n1"), step("new", "Unschedulable")]);
  check(before, after, ["new new", "gone old", "state a"], "1 pod is new, 1 is gone, 1 ends in another state.");
  check(run([]), run([]), [], "No text has a pod, and quotas use the same.");
});

test("gates, deletion, and what quotas use", () => {
  const quotas = (cpu: number): QueueRun["quotas"] => [{ namespace: "t", name: "q", used: { cpu, memory: 1 } }];
  const before = run([], { gatedPods: [objectNamed("a")], quotas: quotas(1000) });
  const after = run([step("a", "Unschedulable")], { quotas: quotas(3000) });
  check(before, after, ["state a"], "1 pod ends in another state.");
  const [gone] = queueDifference(run([], { deletingPods: [objectNamed("a")] }), after).pods;
  expect(podEndText(gone?.before ?? null)).toBe("being deleted");
  expect(queueDifference(before, after).quotas).toEqual([
    { quota: objectNamed("t/q"), resource: "cpu", before: 1000, after: 3000 },
  ]);
  check(before, { ...before, quotas: quotas(2000) }, [], "The only pod is unchanged, but quotas use other amounts.");
});

test("worlds in which no pod waits", () => {
  const node = (requests: number): QueueRun["nodes"][number] => ({
    name: "n1",
    resources: [
      { name: "cpu", allocatable: 4000, requests, limits: 0 },
      { name: "memory", allocatable: 1, requests: 1, limits: 1 },
    ],
  });
  const before = run([], { pods: [on("a", "n1"), on("b", "n1")], nodes: [node(2000)] });
  const after = run([], { pods: [on("a", "n2"), on("b", "n1")], nodes: [node(1000)] });
  check(before, after, ["moved a"], "1 pod gets another node; 1 pod unchanged.");
  expect(queueDifference(before, after).nodes).toEqual([
    {
      node: "n1",
      resource: "cpu",
      before: { allocatable: 4000, requests: 2000, limits: 0 },
      after: { allocatable: 4000, requests: 1000, limits: 0 },
    },
  ]);
  check(before, { ...before, nodes: [node(9)] }, [], "Both pods are unchanged, but nodes differ.");
  check(before, before, [], "Both pods are unchanged, and quotas use the same.");
});

test("pods that were not tried are counted", () => {
  const one = run([step("a", "Bound", "n1")], { untriedPods: [objectNamed("b")] });
  check(one, one, [], "Both pods are unchanged, and quotas use the same.");
  check(
    one,
    run([step("a", "Bound", "n1"), step("b", "Unschedulable")]),
    ["state b"],
    "1 pod ends in another state; 1 pod unchanged.",
  );
  expect(podEndText(queueDifference(one, run([])).pods[1]?.before ?? null)).toBe("not tried");
});

test("pods that end alike and request other amounts", () => {
  const asks = (cpu: number): QueueRun["pods"] => [{ ...on("p", "n1"), requests: { cpu, memory: 5 } }];
  const difference = queueDifference(run([], { pods: asks(500) }), run([], { pods: asks(1000) }));
  expect(difference.pods).toMatchObject([
    { pod: objectNamed("p"), change: "requests", requests: [{ resource: "cpu", before: 500, after: 1000 }] },
  ]);
  expect(queueDifferenceText(difference)).toBe("1 pod requests other amounts.");
});
