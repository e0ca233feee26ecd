import { expect, test } from "vitest";
import type { RolloutAnswer, SimulatePodAnswer } from "../../../types.js";
import { phraseText } from "../phrase.js";
import {
  rolloutLacks,
  rolloutPodsText,
  rolloutResult,
  rolloutSentence,
  stepActionText,
  stepResultText,
} from "./rollout.js";
import { objectNamed } from "../object-name.js";

const done: RolloutAnswer = {
  object: { kind: "Deployment", namespace: "shop", name: "web" },
  end: "completes",
  restart: false,
  strategy: "RollingUpdate",
  maxSurge: 1,
  maxUnavailable: 0,
  old: 2,
  new: 0,
  oldLeft: 0,
  updated: 2,
  pending: [],
  pendingTotal: 0,
  pendingCreated: false,
  blocked: null,
  fixes: [],
  stepsTotal: 4,
  steps: [],
};
/** What a sentence reads of a cycle. */
const blocked = (more: Partial<SimulatePodAnswer>): SimulatePodAnswer =>
  ({
    pod: "shop/web-new-0",
    outcome: "Unschedulable",
    gates: [],
    resourceQuota: null,
    rejection: null,
    nodesTotal: 2,
    message: "0/2 nodes are available: 2 Insufficient cpu.",
    ...more,
  }) as SimulatePodAnswer;
const stopped: RolloutAnswer = {
  ...done,
  end: "stops",
  oldLeft: 2,
  updated: 0,
  pending: [objectNamed("shop/web-new-0")],
  pendingTotal: 1,
  pendingCreated: true,
  blocked: blocked({}),
  stepsTotal: 1,
};
const said = (answer: RolloutAnswer): string => phraseText(rolloutSentence(answer));
const ready = "A pod counts as ready as soon as it has a node: images and probes are not simulated.";

test("a refusal that is stated before is not repeated", () => {
  const key = { namespace: "shop", name: "l", limits: "Container", rule: "above-max", resource: "limits.cpu" } as const;
  const amounts = { hard: 1000, used: 0, fromStatus: false, new: 0, requested: 2000 };
  const refusal = { ...key, ...amounts, more: [] } as unknown as NonNullable<SimulatePodAnswer["resourceQuota"]>;
  const refused = { ...stopped, blocked: blocked({ resourceQuota: refusal }) };
  const told = (before: typeof refusal | null): string => phraseText(rolloutResult(refused, before));
  expect(told(null)).toMatch(/stays pending: LimitRange l refuses it at admission: limits\.cpu of a container is 2, /);
  expect(told(refusal)).toBe(
    "The rollout of Deployment shop/web stops at step 1: LimitRange l refuses a new pod of Deployment shop/web for " +
      "the same reason. 2 old pods stay.",
  );
  expect(told({ ...refusal, hard: 1500 })).toBe(told(null));
});

test("how a rollout ends", () => {
  expect(said({ ...done, evicted: 1 })).toBe(
    "The rollout of Deployment shop/web completes in 4 steps: 2 pods have the new template. maxSurge 1, " +
      `maxUnavailable 0. The scheduler evicts 1 pod to make room. ${ready}`,
  );
  const set = { ...done, object: { kind: "StatefulSet", namespace: "", name: "db" }, maxSurge: 0, maxUnavailable: 1 };
  expect(said({ ...set, oldLeft: 1, updated: 1, stepsTotal: 2, restart: true })).toBe(
    "The rollout of StatefulSet default/db completes in 2 steps: 1 pod has the new template, and 1 pod below the " +
      "partition is kept. All pods have the template already, as far as the input says: the answer is about " +
      "a restart. " +
      `At most 1 pod may be unavailable. ${ready}`,
  );
  expect(said({ ...done, stepsTotal: 0 })).toContain("has nothing to do: 2 pods have the template.");
  expect(said({ ...set, oldLeft: 3, updated: 0, stepsTotal: 0 })).toContain(
    "has nothing to do: 0 pods have the template, and 3 pods below the partition are kept.",
  );
  expect(said({ ...done, end: "paused" })).toBe(
    "The rollout of Deployment shop/web is paused: `kubectl rollout resume` starts it.",
  );
  expect(said({ ...done, end: "on-delete" })).toContain("a pod is replaced when you delete it.");
  expect(said({ ...done, end: "endless" })).toContain("does not end: pods preempt each other");
});

test("why a rollout stops, and with what it completes", () => {
  expect(said(stopped)).toBe(
    "The rollout of Deployment shop/web stops at step 1: a new pod of Deployment shop/web stays pending: 0/2 nodes " +
      "are available: 2 Insufficient cpu. 2 old pods stay. No change that was tried makes it complete. maxSurge 1, " +
      "maxUnavailable 0. " +
      ready,
  );
  const fixes: RolloutAnswer["fixes"] = [
    { change: "no-surge", like: null },
    { change: "node", like: "n1" },
  ];
  expect(said({ ...stopped, fixes })).toContain(
    "It completes with maxSurge 0 and maxUnavailable 1, or with one more node like n1; each was rolled out again.",
  );
  const recreate: RolloutAnswer["fixes"] = [{ change: "recreate", like: null }];
  expect(said({ ...stopped, fixes: recreate })).toContain(
    "It completes with the strategy Recreate; that was rolled out again.",
  );
  const why = (more: Partial<SimulatePodAnswer>): string => said({ ...stopped, blocked: blocked(more), oldLeft: 0 });
  expect(why({ outcome: "Gated", gates: ["g"] })).toContain("stays pending: scheduling gates block it: g.");
  expect(why({ nodesTotal: 0 })).toContain("stays pending: the input has no Node.");
  expect(why({ message: "" })).toContain("stays pending: it has no node.");
  expect(why({ kubelet: { node: "n1", reason: "OutOfcpu" } })).toContain(
    "stays pending: the kubelet of n1 rejects it (OutOfcpu",
  );
  expect(said({ ...stopped, blocked: null, pendingTotal: 3, strategy: "Recreate", maxSurge: null })).toContain(
    "a new pod of Deployment shop/web (and 2 more) stays pending: it has no node. 2 old pods stay. No change that " +
      "was tried makes it complete. Strategy: Recreate.",
  );
  expect(said({ ...stopped, pendingCreated: false })).toContain("stops at step 1: shop/web-new-0 stays pending:");
  const set = { kind: "StatefulSet", namespace: "shop", name: "web" };
  expect(said({ ...stopped, object: set })).toContain("stops at step 1: shop/web-new-0 stays pending:");
  expect(said({ ...done, scaledTo: 5 })).toContain(
    "Because replicas has changed, the old ReplicaSet is scaled from 2 to 5 pods first.",
  );
});

test("a rollout that waits for pods that are not ready", () => {
  const waits: RolloutAnswer = {
    ...done,
    end: "waits",
    stepsTotal: 0,
    oldLeft: 1,
    unready: [objectNamed("shop/web-b")],
  };
  const fixes: RolloutAnswer["fixes"] = [{ change: "ready", like: null }];
  expect(said({ ...waits, fixes })).toBe(
    "The rollout of Deployment shop/web waits for shop/web-b to become ready: it has a node, so its controller " +
      "waits, not the scheduler; `kubectl describe pod web-b -n shop` says why it is not ready. 1 old pod stays. " +
      `Once it is ready, the rollout completes. maxSurge 1, maxUnavailable 0. ${ready}`,
  );
  const two = [objectNamed("shop/web-b"), objectNamed("shop/web-c")];
  const text = said({ ...waits, unready: two, stepsTotal: 2 });
  expect(text).toContain(" waits after step 2 for shop/web-b (and 1 more) to become ready: they have nodes, ");
  expect(text).toContain(
    " says why the first is not ready. 1 old pod stays. Once they are ready, the rollout does not ",
  );
});

test("a rollout that depends on what the input lacks", () => {
  const refused = (lacks?: "PersistentVolumeClaim" | "PersistentVolume"): RolloutAnswer => ({
    ...stopped,
    blocked: blocked({
      volumeRefusal: {
        plugin: "VolumeBinding",
        reason: 'persistentvolumeclaim "data" not found',
        claim: objectNamed("shop/data"),
        ...(lacks === undefined ? {} : { lacks }),
      },
    }),
  });
  const command =
    "`kubectl get pvc,pv,storageclasses,csinodes,csidrivers,csistoragecapacities,volumeattachments -A -o yaml`";
  expect(said(refused("PersistentVolumeClaim"))).toBe(
    "The rollout of Deployment shop/web depends on what the input lacks: a new pod of Deployment shop/web needs " +
      `PersistentVolumeClaim shop/data, which is not in the input: add the output of ${command}. If the cluster does ` +
      `not have it, either, the rollout stops at step 1. 2 old pods stay. maxSurge 1, maxUnavailable 0. ${ready}`,
  );
  expect(said(refused("PersistentVolume"))).toContain("shop/data, whose PersistentVolume is not in the input: add ");
  expect(said(refused())).toContain("stays pending: no node is tried: persistentvolumeclaim");
  expect([refused("PersistentVolume"), refused(), done].map(rolloutLacks)).toEqual([true, false, false]);
});

test("what happens in a step", () => {
  const step = {
    step: 1,
    created: [objectNamed("a/new")],
    refused: [objectNamed("a/no")],
    deleted: [{ pod: objectNamed("a/old"), node: "n1" }],
  };
  const whole = { ...step, bound: [{ pod: objectNamed("a/new"), node: "n2" }], evicted: [objectNamed("b/low")] };
  expect(stepActionText(whole)).toBe("deletes a/old (n1); creates a/new; may not create a/no");
  expect(stepResultText(whole)).toBe("a/new goes to n2; evicts b/low");
  const none = { step: 1, created: [], refused: [], deleted: [], bound: [], evicted: [] };
  expect([stepActionText(none), stepResultText(none)]).toEqual(["nothing yet", ""]);
  expect(stepActionText({ ...none, deleted: [{ pod: objectNamed("a/old"), node: null }] })).toBe("deletes a/old");
});

test("the pods after a step", () => {
  expect(rolloutPodsText({ old: 1, updated: 2, waiting: 0 })).toBe("1 old pod, 2 new pods on nodes.");
  expect(rolloutPodsText({ old: 0, updated: 1, waiting: 3 })).toBe(
    "0 old pods, 1 new pod on a node, 3 new pods pending.",
  );
});
