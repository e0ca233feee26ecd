import { expect, test } from "vitest";
import type { Change, ChangeEdit, DecisionApplications } from "../../../types.js";
import { advised, objections, writerOf } from "./advice.js";
import { changesText, cycleText, editText } from "./change.js";
import { change, edit } from "./fixture.js";
import { objectNamed } from "../object-name.js";

const changed = (edits: Partial<ChangeEdit>[], of: Partial<Change> = {}): Change =>
  change({ edits: edits.map(edit), ...of });

const label = (kind: string, path: string): Partial<ChangeEdit> => ({
  family: "label",
  object: { kind, namespace: "", name: "n1" },
  path,
  old: "y",
  new: "x",
});

test("labels that others write", () => {
  const of = (kind: string, key: string): string => writerOf(edit(label(kind, `metadata.labels[${key}]`)));
  expect(of("Node", "kubernetes.io/hostname")).toBe("kubelet");
  expect(of("Node", "topology.kubernetes.io/zone")).toBe("The cloud's controller");
  const missing = edit({ ...label("Node", "metadata.labels[topology.kubernetes.io/zone]"), old: null });
  expect(writerOf(missing)).toBe("");
  expect(of("Node", "disk")).toBe("");
  expect(of("Node", "openshiftVersion")).toBe("");
  expect(of("ManagedCluster", "feature.open-cluster-management.io/addon-a")).toBe("The hub's add-on controller");
  expect(writerOf(edit(label("ManagedCluster", "metadata.labels.openshiftVersion")))).toMatch(/^The hub, from/);
  expect(of("ManagedCluster", "cluster.open-cluster-management.io/clusterset")).toBe("");
});

test("what stands against a change", () => {
  expect(objections(changed([{}]))).toEqual([]);
  expect(objections(changed([{}], { alternates: true }))[0]).toMatch(/^It does not last: .* weight of Steady/);
  expect(objections(changed([label("Node", "metadata.labels[kubernetes.io/arch]")]))).toEqual([
    "kubelet writes this label itself, and reverts edits",
  ]);
  const down = { family: "toleration", new: { key: "node.kubernetes.io/unreachable", operator: "Exists" } } as const;
  expect(objections(changed([down]))).toEqual(["The node is not ready: a pod that goes there does not start"]);
  expect(objections(changed([{ ...down, new: { key: "gpu" } }]))).toEqual([]);
  const lost = { ...down, new: { key: "cluster.open-cluster-management.io/unreachable", operator: "Exists" } };
  expect(objections(changed([lost]))).toEqual([
    "The hub has tainted the cluster as lost: what is placed there waits until it is available",
  ]);
  const request = { family: "request", path: "spec.containers[0].resources.requests.cpu", to: 0 } as const;
  expect(objections(changed([request]))).toEqual(["A container that requests nothing is guaranteed nothing"]);
  expect(objections(changed([{ ...request, to: 1 }]))).toEqual([]);
});

test("a removed cluster is detached from the hub, and comes last", () => {
  const object = { kind: "ManagedCluster", namespace: "", name: "prod-1" };
  const removed = { family: "release", path: "", new: null, object } as const;
  expect(objections(changed([removed]))).toEqual([
    "Without its ManagedCluster the cluster is detached from the hub, for every placement",
  ]);
  expect(editText(edit(removed))).toBe("Remove ManagedCluster prod-1");
  const lasts = changed([{ family: "count", to: 2 }]);
  expect(advised([changed([removed]), lasts])).toEqual([lasts, changed([removed])]);
});

test("a pod that is made anew, and one that waits, come last", () => {
  const anew = {
    pod: objectNamed("a/held"),
    owner: { kind: "ReplicaSet", namespace: "a", name: "db" },
    node: "n1",
    takesBack: true,
  };
  expect(objections(changed([{}], { madeAnew: [anew] }))).toEqual([
    "ReplicaSet db recreates a/held: if the new pod is scheduled first, it takes the place on n1",
  ]);
  expect(objections(changed([{}], { madeAnew: [anew, anew, anew] }))[0]).toMatch(/on n1; likewise 2 other pods$/);
  expect(objections(changed([{}], { madeAnew: [{ ...anew, takesBack: false }] }))).toEqual([]);
  const cycle: NonNullable<Change["cycle"]> = {
    outcome: "Unschedulable",
    node: null,
    victims: [],
    bare: [],
    budgetViolations: 0,
    rejectedBy: null,
    refused: false,
  };
  expect(objections(changed([{}], { cycle }))).toEqual([
    "The pod waits then: it evicts no pod because it gets no node",
  ]);
  expect(objections(changed([{}], { cycle: { ...cycle, refused: true } }))[0]).toMatch(/^The API server refuses/);
  expect(objections(changed([{}], { cycle: { ...cycle, outcome: "Schedulable", node: "n1" } }))).toEqual([]);
});

test("an eviction against a PodDisruptionBudget is said, and comes last", () => {
  const cycle: NonNullable<Change["cycle"]> = {
    outcome: "Preempt",
    node: "x2",
    victims: [objectNamed("d/p2")],
    bare: [],
    budgetViolations: 0,
    rejectedBy: null,
    refused: false,
  };
  const kept = changed([{}], { cycle });
  expect(cycleText(kept)).toBe("the pod evicts d/p2 on x2 and takes its place");
  expect(objections(kept)).toEqual([]);
  const against = changed([{}], { cycle: { ...cycle, budgetViolations: 1 } });
  expect(cycleText(against)).toBe("the pod evicts d/p2 on x2 against a PodDisruptionBudget and takes its place");
  expect(objections(against)).toEqual(["The PodDisruptionBudget allows no such eviction; preemption ignores it"]);
  expect(advised([against, kept])).toEqual([kept, against]);
  const two = { ...cycle, victims: [objectNamed("d/p1"), objectNamed("d/p2")], budgetViolations: 1 };
  const place = "against a PodDisruptionBudget, and takes their place";
  expect(cycleText(changed([{}], { cycle: two }))).toBe(`the pod evicts d/p1 and d/p2 on x2, 1 of them ${place}`);
  expect(cycleText(changed([{}], { cycle: { ...two, terminating: [objectNamed("d/p1")] } }))).toMatch(
    new RegExp(`^the pod evicts d/p2 on x2 and waits for d/p1, terminating already, 1 of them ${place}$`),
  );
});

test("an emptied decision names the Applications that go", () => {
  const applications: DecisionApplications = {
    applicationSet: { kind: "ApplicationSet", namespace: "argocd", name: "guest" },
    configMap: objectNamed("ocm"),
    problem: null,
    inside: "alone",
    notModelled: [],
    template: { name: "{{clusterName}}", cluster: "", server: "", namespace: "" },
    goTemplate: false,
    values: [],
    elements: [],
    requeueAfterSeconds: 180,
    preservesResources: false,
    policy: "",
    clusters: [],
    clusterCount: 0,
    assumesSecrets: false,
    withoutSecret: [],
    withoutSecretCount: 0,
    gone: ["a", "b"],
    goneCount: 2,
  };
  expect(objections(changed([{}], { applications: [applications] }))).toEqual([
    "Argo CD would delete 2 Applications of ApplicationSet argocd/guest: the decision is empty",
  ]);
});

test("what does not last comes last, and the sentence says so", () => {
  const flips = changed([{ to: -1 }], { alternates: true });
  const lasts = changed([{ family: "count", to: 2 }]);
  expect(advised([flips, lasts])).toEqual([lasts, flips]);
  const answer = { object: edit({}).object, met: false, space: [], complete: true, depth: 1, stopped: null, steps: 1 };
  const text = (changes: Change[]): string => changesText({ ...answer, changes });
  expect(text([lasts, flips])).toBe("2 changes, cheapest first; each was decided again");
  expect(text([flips, lasts])).toBe(
    "2 changes, cheapest first; changes with side effects last; each was decided again",
  );
});
