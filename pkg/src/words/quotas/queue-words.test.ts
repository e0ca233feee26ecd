import { readFileSync } from "node:fs";
import { Scenario } from "schedscope";
import type { QueueAnswer, QueueStep, RefusedPod, OrderedSet } from "../../../types.js";
import { findingsOf } from "../finding.js";
import { expect, test } from "vitest";
import { diagnosticGroups } from "./diagnostic-groups.js";
import { matrices } from "./matrix.js";
import {
  beginText,
  hangingText,
  orderedSetTexts,
  queueText,
  stepDetail,
  stepLine,
  stepsThatTell,
  stepText,
  untriedWhy,
} from "./queue-words.js";
import { fullName, objectNamed } from "../object-name.js";

const read = (name: string): Scenario => {
  const scenario = new Scenario();
  scenario.replace(
    readFileSync(new URL(`../../../../www/tests/browser/fixtures/${name}.yaml`, import.meta.url), "utf8"),
  );
  return scenario;
};

const story = read("quotas-story-1");

test("pods that wait for the same reasons as before tell nothing new", () => {
  const { steps } = story.queue({});
  // Pod train-4 was tried before the eviction of step 2; the others wait a second time after it.
  expect(steps.slice(5).map(({ pod }) => fullName(pod))).toEqual([
    "team-a/train-4",
    "team-b/serve-3",
    "team-a/train-3",
  ]);
  expect(stepsThatTell(steps).map(({ step }) => step)).toEqual([1, 2, 3, 4, 5, 6]);
});

test("the queue and its steps in words", () => {
  const answer = story.queue({});
  expect(queueText(answer)).toBe(
    "8 steps: 1 pod bound, 1 preemption evicting 1 pod, 3 pods left waiting. Evicted pods wait again here, as if " +
      "their owners had recreated them; 1 of them has no owner and would be gone.",
  );
  const queue = { ...answer, evictedWithoutOwner: 0 };
  expect(queueText(queue)).toBe("8 steps: 1 pod bound, 1 preemption evicting 1 pod, 3 pods left waiting.");
  expect(queue.steps.slice(0, 5).map(stepText)).toEqual([
    "Step 1: team-a/train-4 waits: team-a would use 7 GPUs, its max is 6.",
    "Step 2: team-b/serve-2 evicts team-a/train-3; it is nominated for gpu-1 and queues again.",
    "Step 3: team-b/serve-2 is bound to gpu-1.",
    "Step 4: team-b/serve-3 waits: all quotas together would use 11 GPUs, their mins add up to 10.",
    "Step 5: team-a/train-3 waits: all quotas together would use 12 GPUs, their mins add up to 10.",
  ]);
  expect(queue.steps.slice(0, 4).map((step) => stepDetail(step, true))).toEqual([
    "team-a: 7 of at most 6 GPUs",
    "team-a/train-3 on gpu-1",
    "to gpu-1",
    "all quotas: 11 of at most 10 GPUs",
  ]);
  const [, evicts] = queue.steps as [QueueStep, QueueStep];
  expect(stepDetail({ ...evicts, violations: 1 })).toBe("team-a/train-3 on gpu-1 against a PodDisruptionBudget");
  expect(stepText({ ...evicts, victims: [objectNamed("a/x"), objectNamed("a/y")], violations: 1 })).toBe(
    "Step 2: team-b/serve-2 evicts a/x and a/y, 1 of them against a PodDisruptionBudget; it is nominated for gpu-1 " +
      "and queues again.",
  );
  expect(queueText({ ...queue, stepsTotal: 0 })).toBe("No pending pods: nothing to schedule.");
  expect(queueText({ ...queue, ties: 3 })).toBe(
    "8 steps: 1 pod bound, 1 preemption evicting 1 pod, 3 pods left waiting; at 3 steps several nodes tie, and " +
      "kube-scheduler picks one of them at random, so where pods go may differ.",
  );
  expect(queueText({ ...queue, evictedWithoutOwner: 2 })).toMatch(
    /recreated them; 2 of them have no owner and would be gone\.$/,
  );
  const bound = { step: 2, pod: objectNamed("a/b"), outcome: "Bound", node: "n1" } as QueueStep;
  expect(stepText({ ...bound, tie: { total: 612, tiedWith: ["n2"], tied: 1 } })).toBe(
    "Step 2: a/b is bound to n1. n1 and n2 tie at 612; kube-scheduler picks one of them at random.",
  );
  expect(stepText({ ...bound, tie: { total: 612, tiedWith: ["n2", "n3", "n4"], tied: 11 } })).toBe(
    "Step 2: a/b is bound to n1. 12 nodes tie at 612; kube-scheduler picks one of them at random.",
  );
  const gated = { ...queue, gated: 1, gatedPods: [objectNamed("team-a/held")] };
  expect(queueText(gated)).toBe(
    "8 steps: 1 pod bound, 1 preemption evicting 1 pod, 3 pods left waiting. Scheduling gates hold team-a/held back: " +
      "it is never tried.",
  );
  expect(queueText({ ...gated, stepsTotal: 0, gated: 40 })).toBe(
    "No step. Scheduling gates hold 40 pods back: they are never tried.",
  );
  const deleting = { ...queue, stepsTotal: 0, deleting: 1, deletingPods: [objectNamed("team-a/old")] };
  expect(queueText(deleting)).toBe("No step. team-a/old is being deleted: kube-scheduler skips it.");
  expect(queueText({ ...deleting, deleting: 40 })).toBe(
    "No step. 40 pods are being deleted: kube-scheduler skips them.",
  );
  const refusal = (pod: string, used: number): RefusedPod => ({
    pod: objectNamed(pod),
    resourceQuota: {
      namespace: "team-a",
      name: "compute",
      resource: "requests.cpu",
      rule: "exceeded",
      hard: 4000,
      used,
      fromStatus: true,
      new: 0,
      requested: 1500,
      more: [],
    },
  });
  const one = { ...queue, refused: 1, refusedPods: [refusal("team-a/new", 3000)] };
  expect(queueText(one)).toBe(
    "ResourceQuota compute refuses team-a/new at admission, before the scheduler and its ElasticQuotas see it: " +
      "requests.cpu, 3 used (status.used) + 1.5 for the pod = 4.5, hard 4. It is never tried. 8 steps: 1 pod bound, " +
      "1 preemption evicting 1 pod, 3 pods left waiting.",
  );
  expect(
    queueText({ ...one, stepsTotal: 0, refused: 3, refusedPods: [...one.refusedPods, refusal("b/x", 4000)] }),
  ).toBe(
    "ResourceQuotas refuse 3 pods at admission, before the scheduler and its ElasticQuotas see them: team-a/new by " +
      "compute (requests.cpu, 3 used (status.used) + 1.5 for the pod = 4.5, hard 4), b/x by compute (requests.cpu, " +
      "4 used (status.used) + 1.5 for the pod = 5.5, hard 4) and 1 more. They are never tried. No step.",
  );
  const names = [
    { name: "volcano", pods: 1 },
    { name: "capacity", pods: 2 },
  ];
  expect(queueText({ ...queue, schedulerNames: names })).toBe(
    "8 steps: 1 pod bound, 1 preemption evicting 1 pod, 3 pods left waiting. 1 pod names the scheduler volcano: the " +
      "answer holds if that runs the default profile with CapacityScheduling. 2 pods name the scheduler capacity: " +
      "the answer holds if that runs the default profile with CapacityScheduling.",
  );
  const filtersOff = [{ profile: "packer", filters: ["NodePorts"] }];
  expect(queueText({ ...queue, filtersOff })).toBe(
    "8 steps: 1 pod bound, 1 preemption evicting 1 pod, 3 pods left waiting. The profile packer switches off the " +
      "filter NodePorts, so it rejects no node for its pods.",
  );
  expect(queueText({ ...queue, stopped: true })).toContain("Stopped there");
  expect(queueText({ ...queue, repeats: { first: 3, steps: 4 } })).toBe(
    "8 steps: 1 pod bound, 1 preemption evicting 1 pod, 3 pods left waiting. Pods evict each other forever: from " +
      "step 3 on, the same 4 steps come again and again.",
  );
  const depends = {
    volumeDependent: 2,
    volumeDependentPods: [
      {
        pod: objectNamed("d/p"),
        volumes: [{ volume: "v", claim: objectNamed("c"), lacks: "PersistentVolumeClaim" as const }],
        nodes: ["n1", "n2"],
        count: 2,
      },
    ],
  };
  expect(queueText({ ...queue, ...depends, boundAtEnd: 2, preemptions: 0, waiting: 0 })).toContain(
    "The node of d/p depends on its PersistentVolumeClaim c, which is not in the input; n1 and n2 pass everything " +
      "else. The node of 1 more pod depends on volumes. 8 steps: 2 placements depend on volumes, no other left " +
      "waiting.",
  );
  expect(beginText(1, [])).toContain("Before the first step, 1 pod is not on a node.");
});

test("steps that hang on a fault or an order of equals, and how many were looked at", () => {
  const said = (hanging: Partial<QueueAnswer["hanging"]>): string =>
    hangingText({
      stepsTotal: 14,
      profile: "Upstream",
      hanging: { lookedUntil: 14, faults: [], otherProfile: [], evictions: [], ...hanging },
    });
  expect(said({})).toBe("");
  expect(said({ faults: [2] })).toBe("A fault of Kubernetes plays a part in step 2.");
  expect(said({ faults: [2, 4], evictions: [3] })).toBe(
    "A fault of Kubernetes plays a part in steps 2 and 4. At step 3 the order of equal pods or nodes decides " +
      "what is evicted.",
  );
  expect(said({ evictions: [2, 4, 6, 8], lookedUntil: 10 })).toBe(
    "At 4 steps (first 2, 4 and 6) the order of equal pods or nodes decides what is evicted. Steps after step 10 " +
      "were not searched for faults of Kubernetes and equal victims.",
  );
  expect(said({ lookedUntil: 10 })).toBe(
    "Steps after step 10 were not searched for faults of Kubernetes and equal victims.",
  );
  const begin = "8 steps: 1 pod bound, 1 preemption evicting 1 pod, 3 pods left waiting.";
  const queue = { ...story.queue({ profile: "Proposal" }), evictedWithoutOwner: 0 };
  const hanging = { lookedUntil: 8, faults: [2], otherProfile: [2], evictions: [] };
  expect(queueText({ ...queue, profile: "Upstream", hanging })).toBe(
    `${begin} A fault of Kubernetes plays a part in step 2.`,
  );
  // What today's scheduler does otherwise comes before the answer.
  expect(queueText({ ...queue, hanging })).toBe(begin);
  expect(queueText({ ...queue, invalid: 2 })).toBe(
    `The API server refuses 2 invalid pods, which are never tried. ${begin}`,
  );
});

test("why a pod that waits evicts no others", () => {
  const [step] = story.queue({ limit: 1 }).steps;
  if (step === undefined) throw new Error("a step");
  const said = (change: Partial<QueueStep>): string => stepText({ ...step, ...change });
  expect(said({ ineligibleReason: "policy" })).toBe(
    "Step 1: team-a/train-4 waits: team-a would use 7 GPUs, its max is 6; it may not evict others: its " +
      "preemptionPolicy is Never.",
  );
  expect(said({ rejection: null, ineligibleReason: "terminating", terminating: objectNamed("a/old") })).toBe(
    "Step 1: team-a/train-4 waits: no node fits; it evicts no pod now: a/old is already terminating on its nominated " +
      "node.",
  );
  expect(said({ rejection: null, ineligibleReason: "node-affinity-conflict" })).toBe(
    "Step 1: team-a/train-4 waits: no node fits; it may not evict others: the node names that its affinity requires " +
      "exclude each other.",
  );
  expect(said({ rejection: null, nodeNames: ["gone"] })).toBe(
    "Step 1: team-a/train-4 waits: its node affinity allows only gone, which is not in the input.",
  );
  expect(said({ rejection: null, nodeNames: ["n1"], misfits: [{ reason: "Insufficient cpu", nodes: 1 }] })).toBe(
    "Step 1: team-a/train-4 waits: 1 Insufficient cpu; its node affinity allows only n1.",
  );
  expect(said({ outcome: "Error", message: 'running PreScore plugin "x": y' })).toBe(
    'Step 1: team-a/train-4 waits: the scheduler fails before it scores nodes: running PreScore plugin "x": y',
  );
  expect(said({ outcome: "Error" })).toBe(
    "Step 1: team-a/train-4 waits: the scheduler fails with an upstream bug while looking for pods to evict.",
  );
  expect(said({ outcome: "Error", evictionError: "pod is not owner" })).toBe(
    "Step 1: team-a/train-4 waits: the scheduler fails with an error while looking for pods to evict: pod is not " +
      "owner.",
  );
});

test("why pods are not tried", () => {
  const repeats = { first: 1, steps: 2 };
  expect(untriedWhy({ repeats, stopped: false })).toBe("pods evict each other forever before its turn");
  expect(untriedWhy({ repeats: null, stopped: true })).toBe("the queue was stopped before its turn");
  expect(untriedWhy({ repeats: null, stopped: false })).toBe(
    "its StatefulSet creates it once the pods before it are Running and Ready",
  );
});

test("loans as a matrix, what nobody lends last", () => {
  const loan = (lender: string | null, borrower: string, amount: number, resource = "cpu") => ({
    resource,
    lender,
    borrower,
    amount,
  });
  expect(matrices([loan(null, "c", 5), loan("a", "c", 1), loan("b", "d", 2), loan("a", "d", 3, "memory")])).toEqual([
    {
      resource: "cpu",
      lenders: ["a", "b", null],
      borrowers: ["c", "d"],
      amounts: [
        [1, 0],
        [0, 2],
        [5, 0],
      ],
    },
    { resource: "memory", lenders: ["a"], borrowers: ["d"], amounts: [[3]] },
  ]);
});

test("findings that say the same stand together, the worst first", () => {
  const groups = diagnosticGroups(read("quotas-mixed").quotas().quotaDiagnostics);
  expect(groups.map(({ severity, code }) => `${severity} ${code}`)).toEqual([
    "warning max-below-min",
    "warning max-empty",
    "warning several-quotas",
    "warning request-above-every-node",
    "info used-above-max",
    "info status-differs",
    "hint quota-unused",
  ]);
  expect(groups[0]?.places).toMatchObject([{ name: "web", numbers: "4 vs. 6" }]);
  expect(groups[3]?.places).toMatchObject([{ name: "research/huge", numbers: "40 vs. 8" }]);
  expect(diagnosticGroups(story.quotas().quotaDiagnostics).map(({ places }) => places.map(({ name }) => name))).toEqual(
    [["team-a", "team-b"], [""]],
  );
});

test("stateful sets that make their pods one after another", () => {
  const of = (...sets: OrderedSet[]) => findingsOf("ordered-set", sets, "info", "beside");
  const set = {
    statefulSet: objectNamed("a/web"),
    pods: 3,
    first: objectNamed("a/web-0"),
    behind: null,
    terminating: false,
    unready: false,
    inOrder: false,
  };
  expect(orderedSetTexts({ findings: of(set) })).toEqual([
    "StatefulSet a/web makes its pods one after another, each once the one before is Running and Ready: here 3 wait " +
      "at the same time.",
  ]);
  const behind = { ...set, pods: 1, first: objectNamed("a/web-1"), behind: objectNamed("a/web-0") };
  expect(orderedSetTexts({ findings: of(behind, { ...behind, terminating: true }) })).toEqual([
    "StatefulSet a/web makes no other pod before a/web-0 is Running and Ready: here a/web-1 waits already.",
    "StatefulSet a/web makes no other pod before a/web-0 is gone and its successor Running and Ready: here a/web-1 " +
      "waits already.",
  ]);
  expect(
    orderedSetTexts({ findings: of({ ...behind, unready: true }, { ...behind, pods: 2, unready: true }) }),
  ).toEqual([
    "StatefulSet a/web makes no other pod before a/web-0 is Ready: a/web-1 is not made.",
    "StatefulSet a/web makes no other pod before a/web-0 is Ready: 2 pods are not made.",
  ]);
  const made = "StatefulSet a/web makes its pods one after another, each once the one before is Running and Ready";
  expect(orderedSetTexts({ findings: of({ ...set, inOrder: true }, { ...behind, inOrder: true }) })).toEqual([
    `${made}: the next one is made once the one before has a node.`,
    `${made}: the next one is made once a/web-0 has a node.`,
  ]);
  expect(orderedSetTexts({})).toEqual([]);
});

test("a step in which a pod waits as before names the step", () => {
  const [first] = story.queue({}).steps;
  if (first === undefined) throw new Error("no step");
  expect(stepLine({ ...first, sameAs: 3 })).toBe("as at step 3");
  expect(stepLine({ ...first, sameAs: null })).toBe(stepDetail(first, true));
});
