import { readFileSync } from "node:fs";
import { lacking } from "../fixture.js";
import { Scenario } from "schedscope";
import { expect, test } from "vitest";
import type { EvictionBlock, MorePending } from "../../../types.js";
import { phraseText } from "../phrase.js";
import { changesText, changeText, cycleText } from "./change.js";
import { concernText, drainSentence, fateText, movedText, scaleDownReason, scaleDownText } from "./drain.js";
import { blockText, neverCompletesText } from "./eviction-block.js";
import { waitsText } from "./eviction-wait.js";
import { edit } from "./fixture.js";
import { moreSentence } from "./more.js";
import { fullName, objectNamed } from "../object-name.js";

const example = (name: string): Scenario => {
  const scenario = new Scenario();
  scenario.replace(readFileSync(new URL(`../../../../examples/what-if/${name}.yaml`, import.meta.url), "utf8"));
  return scenario;
};

const now = "2026-01-01T00:00:00Z";

test("what lets a pod in, and how its cycle ends then", () => {
  const answer = example("pods-quota").change({ now, want: { pod: "team-a/train-3", admitted: true } });
  expect(changesText(answer)).toBe("4 changes, cheapest first; changes with side effects last; each was decided again");
  expect(answer.changes.map((change) => `${changeText(change)}: ${cycleText(change)}`)).toEqual([
    "Set the max of nvidia.com/gpu to 8 (was 6) in ElasticQuota team-a/team-a: the pod goes to gpu-1",
    "Set the priority to 1 (was 0) in Pod team-a/train-3: the pod evicts team-a/train-2 on gpu-1 and takes its place",
    "Set the nvidia.com/gpu request to 0 (was 2) in Pod team-a/train-3, and set the nvidia.com/gpu limit to 0 " +
      "(was 2) in Pod team-a/train-3: the pod goes to gpu-1",
    "Remove Pod team-a/train-0: the pod goes to gpu-1",
  ]);
  const spares = example("pods-spares").change({
    now,
    want: { pod: "ops/urgent", admitted: true, spares: "ops/cache" },
  });
  expect(changeText(spares.changes[0] ?? { edits: [] })).toBe("Add Node n1-2, a node like n1");
});

test("a pod that a cordon keeps out needs no toleration", () => {
  const scenario = new Scenario();
  scenario.replace(readFileSync(new URL("../../../../tests/reality/cordoned.yaml", import.meta.url), "utf8"));
  const { changes } = scenario.change({ now, want: { pod: "shop/api-1", admitted: true } });
  expect(changeText(changes[0] ?? { edits: [] })).toBe("Uncordon Node w2");
  const change = changes.find(({ edits }) => edits[0]?.family === "toleration");
  expect(change === undefined ? "" : cycleText(change)).toBe("the pod goes to w2, as after `kubectl uncordon w2`");
  const [edit] = change?.edits ?? [];
  if (change === undefined || edit === undefined) throw new Error("a change");
  const other = { ...edit, family: "priority" as const };
  expect(cycleText({ ...change, edits: [edit, other] })).toBe(
    "the pod goes to w2, as with `kubectl uncordon w2` instead of the toleration of its cordon",
  );
});

test("where the pods of a drained node land", () => {
  const answer = example("pods-drain").drain({ node: "n1" });
  expect(phraseText(drainSentence(answer))).toBe(
    "Draining n1 evicts 2 pods: both land on other nodes; 1 pod without an owner is deleted and does not come back. " +
      "The command is kubectl drain n1 --ignore-daemonsets --force. 1 eviction waits for a PodDisruptionBudget: the " +
      "API server refuses it until the budget allows more disruptions.",
  );
  expect(answer.pods.map((pod) => [fateText(pod), concernText(pod)])).toEqual([
    ["to n2", ""],
    ["to n3", "waits for its budget"],
    ["is deleted and does not come back", "no owner"],
    ["stays: a DaemonSet owns it", ""],
  ]);
});

test("requests of init containers are named", () => {
  const request = (of: string) => {
    const object = { kind: "Pod", namespace: "a", name: "p" };
    const path = `spec.${of}.resources.requests.cpu`;
    const amounts = { old: "2", new: "1", subject: "cpu", from: 2000, to: 1000 };
    return changeText({ edits: [edit({ family: "request", object, path, ...amounts })] });
  };
  expect(request("containers[0]")).toBe("Set the cpu request to 1 (was 2) in Pod a/p");
  expect(request("containers[1]")).toBe("Set the cpu request of container 2 to 1 (was 2) in Pod a/p");
  expect(request("initContainers[0]")).toBe("Set the cpu request of init container 1 to 1 (was 2) in Pod a/p");
});

test("what else a drain does", () => {
  const answer = example("pods-drain").drain({ node: "n1" });
  const moved = { pod: objectNamed("a/x"), priority: 0, from: "n2", node: null, untried: false, step: null };
  const others = [{ ...moved, preemptedBy: objectNamed("a/y"), violatesBudget: true, bare: true }];
  const counts = { othersTotal: 2, othersMoved: 2, othersLost: 1 };
  const sentence = phraseText(drainSentence({ ...answer, others, ...counts, withEmptyDir: 2 }));
  expect(sentence).toMatch(/ The data in the emptyDir of 2 pods is lost\. 1 pod of other nodes is preempted and left /);
  expect(sentence).toMatch(
    / left without a node\. 1 other pod also moves\. a\/y preempts a\/x, against a PodDisruptionBudget\.$/,
  );
  expect(others.map((other) => movedText(other))).toEqual(["preempted by a/y, has no owner and does not come back"]);
  const [pod] = answer.pods;
  expect(pod === undefined ? "" : concernText({ ...pod, emptyDir: true })).toBe("loses its emptyDir");
});

test("a drained pod that its volume keeps from other nodes comes first", () => {
  const answer = example("pods-drain").drain({ node: "n1" });
  const volume = { claim: objectNamed("a/data"), volume: "pv-a", topology: ["topology.kubernetes.io/zone=a"] };
  const sentence = (count: number): string => {
    const pods = answer.pods.map((pod, at) => (at < count ? { ...pod, node: null, volume } : pod));
    return phraseText(drainSentence({ ...answer, pods, landed: 2 - count, waiting: count }));
  };
  const [one, two] = answer.pods.map(({ pod }) => fullName(pod));
  expect([one, two].every((name) => name !== undefined)).toBe(true);
  const rest =
    "can run nowhere else: PersistentVolume pv-a of its claim data can be used only on nodes with " +
    "topology.kubernetes.io/zone=a, and the input has no other one. Draining n1 evicts 2 pods: ";
  expect(sentence(1)).toContain(`${one} ${rest}1 of 2 land, 1 pod left waiting`);
  expect(sentence(2)).toContain(`${one} (and 1 more) ${rest}`);
  expect(sentence(0)).not.toContain("nowhere else");
});

test("a drained pod that is not created again comes first", () => {
  const answer = example("pods-drain").drain({ node: "n1" });
  const key = {
    namespace: "a",
    name: "bounds",
    resource: "limits.cpu",
    limits: "Container",
    rule: "above-max",
  } as const;
  const amounts = { hard: 250, used: 0, fromStatus: false, new: 0, requested: 500, more: [] };
  const pods = answer.pods.map((pod, at) =>
    at === 0 ? { ...pod, node: null, step: null, resourceQuota: { ...key, ...amounts } } : pod,
  );
  const why =
    "is not created again: LimitRange bounds refuses the new pod at admission: limits.cpu of a container is 500m, " +
    "above max 250m";
  const [first] = pods;
  expect(first === undefined ? "" : fateText(first)).toBe(why);
  const name = first === undefined ? "" : fullName(first.pod);
  const sentence = phraseText(drainSentence({ ...answer, pods, landed: 1, waiting: 1 }));
  expect(sentence).toContain(`${name} ${why}. Draining n1 evicts 2 pods: 1 of 2 land, 1 pod left waiting`);
  // Two pods that one object refuses are said once, those of another one apart.
  const refused = [key, key, { ...key, name: "others" }].flatMap((by) =>
    first === undefined ? [] : [{ ...first, resourceQuota: { ...by, ...amounts } }],
  );
  const texts = phraseText(drainSentence({ ...answer, pods: refused }));
  expect(texts).toContain(`${name} (and 1 more) ${why}. ${name} ${why.replace("bounds", "others")}. Draining`);
});

test("what keeps a cluster autoscaler from removing a node", () => {
  const answer = example("pods-drain").drain({ node: "n1" });
  const pods = (["kube-system", "local-storage", "not-replicated", "not-safe-to-evict", "budget"] as const).map(
    (why, at) => ({ pod: objectNamed(`a/p${String(at)}`), why }),
  );
  const text = (disabled: boolean, count: number): string =>
    scaleDownText({ ...answer, scaleDown: { disabled, pods: pods.slice(0, count), podsTotal: count } });
  const start = "A cluster autoscaler with its default flags does not remove n1, because";
  const first = "it is in kube-system, and no PodDisruptionBudget selects it";
  expect(text(false, 1)).toBe(`${start} of a/p0: ${first}.`);
  const annotated = "of its annotation cluster-autoscaler.kubernetes.io/scale-down-disabled";
  expect(text(true, 0)).toBe(`${start} ${annotated}.`);
  expect(text(true, 3)).toBe(`${start} ${annotated}, and because of a/p0 (and 2 more pods): ${first}.`);
  const { scaleDown: _, ...nothing } = answer;
  expect(scaleDownText(nothing)).toBe("");
  expect(new Set(pods.map(scaleDownReason)).size).toBe(pods.length);
});

test("pods that return to the drained node", () => {
  const answer = { ...example("pods-drain").drain({ node: "n1" }), deleted: 0 };
  const sentence = (of: Partial<typeof answer>): string => phraseText(drainSentence({ ...answer, ...of }));
  const both = sentence({ landed: 0, returned: 2 });
  expect(both).toMatch(/^Draining n1 evicts 2 pods: both return to n1\. .*n1 does not become empty: pods return that /);
  expect(sentence({ landed: 1, returned: 1 })).toMatch(/: 1 of 2 land, 1 returns to n1\. /);
  expect(sentence({ landed: 0, returned: 1, waiting: 1 })).toMatch(
    /: 0 of 2 land, 1 returns to n1, 1 pod left waiting\. /,
  );
  const [pod] = answer.pods;
  if (pod === undefined) throw new Error("a pod");
  expect([fateText(pod, "", "n1"), fateText({ ...pod, node: "n1" }, "", "n1")]).toEqual(["to n2", "returns to n1"]);
  const kubelet = { node: "n9", reason: null };
  expect(fateText({ ...pod, node: null, step: null, kubelet })).toBe(
    "names node n9: the input has no Node n9, and the pod garbage collector deletes it",
  );
});

test("whether budgets were looked at", () => {
  const answer = { ...example("pods-drain").drain({ node: "n1" }), violating: 0 };
  const sentence = (of: Partial<typeof answer>): string => phraseText(drainSentence({ ...answer, ...of }));
  expect(sentence({})).toMatch(/ No eviction violates a PodDisruptionBudget\.$/);
  expect(sentence({ budgets: 0 })).toMatch(/ The input has no PodDisruptionBudget, which could refuse evictions\.$/);
  expect(sentence({ evicted: 0, deleted: 0, flags: [] })).toBe("n1 has no pod that is evicted.");
  const budgets = { kind: "PodDisruptionBudget", namespace: "", name: "", why: "budgets" as const, assumed: true };
  expect(sentence({ budgets: 0, ...lacking({ ...budgets, command: "" }) })).toMatch(/--force\.$/);
});

const block = { budgets: [objectNamed("a/b")], pods: 1, pod: objectNamed("a/p") };
const all = { ...block, why: "all-needed" as const, bound: "minAvailable: 1", desired: 1, available: 1 };

/** A block and its sentence. */
const BLOCKS: [EvictionBlock, string][] = [
  [all, "PodDisruptionBudget a/b requires 1 ready pod (minAvailable: 1), and its pods have 1 replica"],
  [
    { ...all, unready: true },
    "PodDisruptionBudget a/b requires 1 ready pod (minAvailable: 1), and its pods have 1 replica; Pod a/p is not " +
      "ready, and unhealthyPodEvictionPolicy: AlwaysAllow would let it go",
  ],
  [
    { ...block, why: "several-budgets", budgets: [objectNamed("a/b"), objectNamed("a/c")] },
    "PodDisruptionBudgets a/b and a/c both select Pod a/p, and the eviction API supports only one for each pod",
  ],
  [
    { ...block, why: "several-budgets", budgets: [objectNamed("a/b"), objectNamed("a/c")], pods: 3 },
    "PodDisruptionBudgets a/b and a/c both select each of 3 pods, and the eviction API supports only one for each pod",
  ],
  [
    { ...block, why: "no-bound" },
    "PodDisruptionBudget a/b has neither minAvailable nor maxUnavailable, so it allows no disruption",
  ],
  [
    { ...block, why: "none-unavailable", bound: "maxUnavailable: 0%" },
    "PodDisruptionBudget a/b has maxUnavailable: 0%, so it allows no disruption",
  ],
  [
    { ...block, why: "no-replicas", bound: "maxUnavailable: 1", hasController: true },
    "PodDisruptionBudget a/b (maxUnavailable: 1) allows no disruption, because the controllers of its pods want 0 " +
      "replicas",
  ],
  [
    { ...block, why: "no-replicas", bound: "maxUnavailable: 1", hasController: false },
    "PodDisruptionBudget a/b (maxUnavailable: 1) allows no disruption, because its pods have no controller, whose " +
      "replicas it counts",
  ],
  [
    { ...block, why: "no-scale", bound: "minAvailable: 50%", owner: { kind: "Job", namespace: "a", name: "j" } },
    "PodDisruptionBudget a/b (minAvailable: 50%) allows no disruption, because it counts replicas, and Job a/j, " +
      "which " +
      "owns one of its pods, has none",
  ],
  [
    { ...block, why: "not-replaced", allowed: 1, lost: 2 },
    "PodDisruptionBudget a/b allows 1 disruption, and 2 pods that it guards get no replacement on another node",
  ],
];

test("what a drain waits for", () => {
  const wait = (needed: number, ...names: string[]) => ({
    budget: objectNamed("a/b"),
    pods: 1,
    needed,
    unready: names.map(objectNamed),
    unreadyTotal: names.length,
  });
  const start = "The drain waits: PodDisruptionBudget a/b allows no disruption";
  for (const [of, expected] of [
    [wait(1, "a/p"), " until a/p is ready."],
    [wait(2, "a/p", "a/q"), " until a/p and a/q are ready."],
    [wait(5, "a/p", "a/q", "a/r", "a/s", "a/t"), " until a/p, a/q and 3 more are ready."],
    [wait(1, "a/p", "a/q", "a/r"), " until 1 of 3 unready pods is ready (a/p, a/q and 1 more)."],
    [wait(2, "a/p"), " until 2 more pods are ready; a/p is not."],
    [wait(1), " until 1 more pod is ready."],
    [wait(0), " now."],
    [wait(0, "a/p"), ", and a/p is not ready."],
  ] as const)
    expect(waitsText([of])).toBe(start + expected);
  const one = wait(1, "a/p");
  expect(waitsText([one, one, one])).toMatch(/ready; PodD.* ready; and 1 more PodDisruptionBudget\.$/);
  const answer = { ...example("pods-drain").drain({ node: "n1" }), waits: [one] };
  const sentence = phraseText(drainSentence(answer));
  expect(sentence).toMatch(/^The drain waits: .* a\/p is ready\. Draining n1 evicts 2 pods: /);
  expect(sentence).not.toMatch(/waits? for a Pod/);
  expect(phraseText(drainSentence({ ...answer, blocks: [all] }))).not.toContain("The drain waits");
});

test("why a drain never completes", () => {
  for (const [of, expected] of BLOCKS) expect(blockText(of)).toBe(expected);
  const answer = { ...example("pods-drain").drain({ node: "n1" }), violating: 0 };
  const sentence = phraseText(drainSentence({ ...answer, blocks: [all] }));
  expect(sentence).toMatch(/^The drain never completes: .* 1 replica\. Without that, draining n1 evicts 2 pods: /);
  expect(sentence).not.toMatch(/No eviction/);
  expect(neverCompletesText([all, all, all])).toMatch(/; PodD.*; and 1 more reason\.$/);
  const [pod] = answer.pods;
  if (pod === undefined) throw new Error("no pod");
  const stuck = { ...pod, neverEvicted: true, violatesBudget: true, node: "n2", emptyDir: true };
  expect([fateText(stuck), concernText(stuck)]).toEqual([
    "stays: never evicted",
    "blocked by a budget, would go to n2",
  ]);
  const several = { ...stuck, violatesBudget: false, severalBudgets: true, node: null };
  expect(concernText(several)).toBe("more than one budget, would wait");
});

test("the room of a terminating pod", () => {
  const said = (victims: string[], terminating: string[]) =>
    cycleText({
      edits: [],
      cycle: {
        outcome: "Preempt",
        node: "n1",
        victims: victims.map(objectNamed),
        terminating: terminating.map(objectNamed),
        bare: [],
        budgetViolations: 0,
        rejectedBy: null,
        refused: false,
      },
    });
  expect(said(["a/x"], [])).toBe("the pod evicts a/x on n1 and takes its place");
  expect(said(["a/x"], ["a/x"])).toBe("the pod waits for a/x on n1, terminating already, and takes its place");
  expect(said(["a/x", "a/y", "a/z"], ["a/x", "a/y"])).toBe(
    "the pod evicts a/z on n1 and waits for a/x and a/y, terminating already, and takes their place",
  );
});

test("a terminating pod and a node that is asked for", () => {
  const object = { kind: "Pod", namespace: "a", name: "p" };
  const release = edit({ object, family: "release" });
  expect(changeText({ edits: [release] })).toBe("Remove Pod a/p");
  expect(changeText({ edits: [release], terminating: [objectNamed("a/p")] })).toBe(
    "Wait until Pod a/p is gone, which is terminating",
  );
  const path = "spec.nodeSelector[kubernetes.io/hostname]";
  expect(changeText({ edits: [edit({ object, family: "predicate", path, new: "n2" })] })).toBe(
    "Add kubernetes.io/hostname=n2 to the nodeSelector of Pod a/p",
  );
});

test("how many more fit, and what stops the next", () => {
  const scenario = example("pods-more");
  const words = (pod: string, most = 1000) => phraseText(moreSentence(scenario.more({ pod, most })));
  expect(words("team-a/api")).toBe(
    "4 more pods like team-a/api fit, on 2 nodes. With the next one team-a would use 6 CPUs, its max is 5.",
  );
  expect(words("team-b/api")).toBe(
    "5 more pods like team-b/api fit, on 2 nodes. The next one fits none of 2 nodes: 2 Insufficient cpu.",
  );
  const more = scenario.more({ pod: "team-b/api", most: 1 });
  expect(phraseText(moreSentence(more, 2))).toBe(
    "At least 1 more pod like team-b/api fits, on 1 node. Pending pods are not placed first: 2 pods of the input are " +
      "pending.",
  );
  expect(phraseText(moreSentence(more, 1))).toMatch(/ 1 pod of the input is pending\.$/);
  expect(phraseText(moreSentence({ ...more, count: 0 }, 1))).not.toContain("Pending");
  expect(words("team-b/api", 1)).toBe("At least 1 more pod like team-b/api fits, on 1 node.");
  const rounds = (like: { name: string; namespace: string; copies?: number }[], most = 1000) =>
    phraseText(moreSentence(scenario.more({ like, most })));
  const [a, b] = [
    { namespace: "team-a", name: "api", copies: 2 },
    { namespace: "team-b", name: "api" },
  ];
  expect(rounds([a, b])).toBe(
    "1 round of 2 pods like team-a/api and 1 pod like team-b/api fits. The next pod like team-b/api fits none of 2 " +
      "nodes: 2 Insufficient cpu. 2 more like team-a/api fit as well.",
  );
  expect(rounds([{ ...a, copies: 5 }])).toBe(
    "No whole round of 5 pods like team-a/api fits. With the next pod like team-a/api team-a would use 6 CPUs, its " +
      "max is 5. 4 pods like team-a/api still fit.",
  );
  expect(rounds([a, b], 4)).toBe(
    "At least 1 round of 2 pods like team-a/api and 1 pod like team-b/api fits. 1 more like team-a/api fits as well.",
  );
  expect(rounds([b])).toBe(words("team-b/api"));
  expect(phraseText(moreSentence(scenario.more({ pod: "team-b/api", pendingFirst: true }), 1))).toBe(
    "4 more pods like team-b/api fit, on 2 nodes. The next one fits none of 2 nodes: 2 Insufficient cpu. The pending " +
      "pod of the input is placed first.",
  );
  const placed = (pending: MorePending) => phraseText(moreSentence({ ...more, pending }));
  const pending = { total: 3, bound: 1, waiting: [objectNamed("a/x"), objectNamed("a/y")], evictedTotal: 0 };
  expect(placed({ ...pending, evicted: [], endless: false })).toMatch(
    / Of 3 pending pods, the queue places 1 first; a\/x and a\/y still wait\.$/,
  );
  const gone = { evicted: [objectNamed("b/z")], evictedTotal: 1, endless: true };
  expect(placed({ ...pending, total: 1, waiting: [], ...gone })).toMatch(
    /They evict b\/z, which no other node takes\. The queue does not end: its pods evict each other again and again\.$/,
  );
  // A new pod without requests gets those of a LimitRange.
  const pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: a}\nspec: {containers: [{name: c}]}\n";
  scenario.replace(
    "apiVersion: v1\nkind: Node\nmetadata: {name: n1}\nstatus: {allocatable: {cpu: 2, memory: 8Gi, pods: 9}}\n" +
      "---\napiVersion: v1\nkind: LimitRange\nmetadata: {name: limits, namespace: a}\n" +
      `spec: {limits: [{type: Container, defaultRequest: {cpu: 500m}}]}\n---\n${pod}`,
  );
  expect(words("a/p")).toBe(
    "4 more pods like a/p fit, on 1 node. The next one fits none of 1 node: 1 Insufficient cpu. " +
      "Each requests 500m CPU by default of LimitRange a/limits.",
  );
  scenario.free();
});
