import { expect, test } from "vitest";
import type { Change, ChangeAnswer, ChangeEdit } from "../../../types.js";
import { alikeText, celText, changesText, changeText, cycleText, editText, sideEffects } from "./change.js";
import { outsideText } from "./outside.js";
import { exchangeText } from "./exchange.js";
import { change, edit, placement } from "./fixture.js";
import { objectNamed } from "../object-name.js";

const cluster = { kind: "ManagedCluster", namespace: "", name: "prod-3" };

const spec = "spec.predicates[1].requiredClusterSelector.labelSelector";

const pod = { kind: "Pod", namespace: "shop", name: "search" };
const node = { kind: "Node", namespace: "", name: "n3" };
const required = "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution";
const terms = `${required}.nodeSelectorTerms[0]`;

const score = { kind: "AddOnPlacementScore", namespace: "prod-3", name: "energy" };
const others = { kind: "PlacementDecision", namespace: "default", name: "api-decision-1" };

const SENTENCES: [Partial<ChangeEdit>, string][] = [
  [
    {
      family: "volume",
      object: { kind: "PersistentVolumeClaim", namespace: "shop", name: "data" },
      path: "spec.storageClassName",
      old: "local",
      new: "fast",
    },
    "Delete PersistentVolumeClaim shop/data and create it again with the storageClassName fast (was local)",
  ],
  [
    {
      family: "volume",
      object: { kind: "PersistentVolumeClaim", namespace: "shop", name: "data" },
      path: "metadata.annotations[volume.beta.kubernetes.io/storage-class]",
      keys: ["metadata", "annotations", "volume.beta.kubernetes.io/storage-class"],
      old: null,
      new: "fast",
    },
    "Delete PersistentVolumeClaim shop/data and create it again with the annotation " +
      "volume.beta.kubernetes.io/storage-class fast",
  ],
  [
    {
      family: "volume",
      object: { kind: "StorageClass", namespace: "", name: "zoned" },
      path: "allowedTopologies[0].matchLabelExpressions[0].values[1]",
      keys: ["allowedTopologies", 0, "matchLabelExpressions", 0, "values", 1],
      subject: "topology.kubernetes.io/zone",
      old: null,
      new: "a",
    },
    "Add a to the values of topology.kubernetes.io/zone in allowedTopologies of StorageClass zoned",
  ],
  [
    { family: "name", object: pod, subject: "disk", path: "spec.nodeSelector.disk", old: "sdd", new: "ssd" },
    "Correct disk=sdd to disk=ssd in the nodeSelector of Pod shop/search",
  ],
  [
    {
      family: "name",
      object: pod,
      subject: "dedicated",
      path: "spec.tolerations[0].value",
      old: "bacth",
      new: "batch",
    },
    "Correct dedicated=bacth to dedicated=batch in a toleration of Pod shop/search",
  ],
  [
    {
      family: "name",
      object: pod,
      subject: "data",
      path: "spec.volumes[1].persistentVolumeClaim.claimName",
      old: "data-db0",
      new: "data-db-0",
    },
    "Correct claimName data-db0 to data-db-0 in volume data of Pod shop/search",
  ],
  [
    { family: "name", object: pod, subject: "pool", path: "spec.nodeSelector.pool", new: "gpu" },
    "Add pool=gpu to the nodeSelector of Pod shop/search",
  ],
  [
    { family: "name", subject: "env", path: `${spec}.matchLabels.env`, old: "prd", new: "prod" },
    "Correct env=prd to env=prod in predicate 2 of Placement default/web",
  ],
  [
    { family: "name", subject: "env", path: `${spec}.matchLabels.evn`, old: "prod" },
    "Correct the key evn to env in predicate 2 of Placement default/web",
  ],
  [
    { family: "name", path: `${spec}.matchExpressions[0].key`, old: "evn", new: "env" },
    "Correct the key evn to env in predicate 2 of Placement default/web",
  ],
  [
    {
      family: "quota",
      object: { kind: "ResourceQuota", namespace: "shop", name: "hard" },
      subject: "cpu",
      path: "spec.hard[requests.cpu]",
      from: 4000,
      to: 4500,
    },
    "Set hard of requests.cpu to 4500m (was 4) in ResourceQuota shop/hard",
  ],
  [
    { family: "allocatable", object: cluster, subject: "cpu", from: 8000, to: 27_500 },
    "The allocatable cpu of prod-3 is 27500m (now 8)",
  ],
  [
    { family: "allocatable", object: cluster, subject: "memory", from: 2 ** 33, to: 3 * 2 ** 32 },
    "The allocatable memory of prod-3 is 12Gi (now 8Gi)",
  ],
  [
    { family: "score", object: score, subject: "co2", path: "status.scores[0].value", from: 40, to: -3 },
    "The score energy/co2 of prod-3 is −3 (now 40)",
  ],
  [
    { family: "score", object: score, subject: "co2", path: "status.scores[1]", from: null, to: 3 },
    "The score energy/co2 of prod-3 is 3 (now absent)",
  ],
  [
    { family: "score", object: score, path: "status.validUntil", old: "2026-11-01T00:00:00Z" },
    "The scores energy of prod-3 have not expired (now at 2026-11-01T00:00:00Z)",
  ],
  [
    { family: "decision", object: others, subject: "prod-3", new: { clusterName: "prod-3" } },
    "PlacementDecision default/api-decision-1 names prod-3",
  ],
  [
    { family: "decision", object: others, subject: "prod-3", old: { clusterName: "prod-3" } },
    "PlacementDecision default/api-decision-1 does not name prod-3",
  ],
  [
    { family: "taint", object: cluster, path: "spec.taints[0]", old: { key: "gpu", value: "old", effect: "NoSelect" } },
    "ManagedCluster prod-3 does not have the taint gpu=old:NoSelect",
  ],
  [
    { family: "taint", object: cluster, path: "status.conditions", subject: "Unknown", new: [] },
    "ManagedCluster prod-3 is unreachable (ManagedClusterConditionAvailable is Unknown)",
  ],
  [
    { family: "toleration", path: "spec.tolerations[0]", old: { key: "gpu" } },
    "Remove the toleration of gpu from Placement default/web",
  ],
  [
    { family: "predicate", path: `${spec}.matchExpressions[0].values[1]`, old: "z2" },
    `Remove z2 from \`${spec}.matchExpressions[0].values\` of Placement default/web`,
  ],
  [
    { family: "vmConfig", path: "data[a.json].nodeDefaults.cpu.watermark", old: 0.75, new: 0.875 },
    "Set `nodeDefaults.cpu.watermark` to 0.875 (was 0.75) in Placement default/web",
  ],
  [
    { family: "quota", path: "spec.min.memory", subject: "memory", from: 2 ** 33, to: 2 ** 31 - 1 },
    "Set the min of memory to 2147483647 bytes (was 8Gi) in Placement default/web",
  ],
  [
    { family: "quota", path: "spec.min.memory", subject: "memory", from: 2 ** 30, to: 0 },
    "Set the min of memory to 0 (was 1Gi) in Placement default/web",
  ],
  [{ subject: "Steady", from: 1, to: -3 }, "Set the weight of Steady to −3 (was 1) in Placement default/web"],
  [{ family: "count", from: 1, to: 2 }, "Set numberOfClusters to 2 (was 1) in Placement default/web"],
  [{ family: "count", from: null, to: 2 }, "Set numberOfClusters to 2 (was all) in Placement default/web"],
  [
    { family: "count", from: 2, to: null },
    "Remove numberOfClusters (was 2) from Placement default/web: all feasible clusters are selected",
  ],
  [
    { family: "skew", subject: "zone", path: "spec.topologySpreadConstraints[0].minDomains", old: 5, new: null },
    "Remove minDomains of zone (was 5) from Placement default/web",
  ],
  [
    { family: "skew", subject: "zone", path: "spec.spreadPolicy.spreadConstraints[0].maxSkew", old: 1, new: 2 },
    "Set maxSkew of zone to 2 (was 1) in Placement default/web",
  ],
  [
    {
      family: "skew",
      subject: "zone",
      path: "spec.spreadPolicy.spreadConstraints[0].whenUnsatisfiable",
      old: "DoNotSchedule",
      new: "ScheduleAnyway",
    },
    "Set whenUnsatisfiable of zone to ScheduleAnyway (was DoNotSchedule) in Placement default/web",
  ],
  [
    { family: "skew", subject: "zone", path: "spec.spreadPolicy.spreadConstraints[0]", old: {} },
    "Remove the spread constraint of zone from Placement default/web",
  ],
  [
    { family: "toleration", new: { key: "gpu", operator: "Equal", value: "old", effect: "NoSelect" } },
    "Add the toleration gpu=old:NoSelect to Placement default/web",
  ],
  [
    { family: "label", object: cluster, path: "metadata.labels[a.b/zone]", old: "z2", new: "z1" },
    "Set the label a.b/zone to z1 (was z2) on ManagedCluster prod-3",
  ],
  [
    { family: "label", object: cluster, path: "metadata.labels.zone", old: null, new: "z1" },
    "Add the label zone=z1 to ManagedCluster prod-3",
  ],
  [
    { family: "label", object: cluster, path: "metadata.labels.zone", old: "z1", new: null },
    "Remove the label zone (was z1) from ManagedCluster prod-3",
  ],
  [
    {
      family: "claim",
      object: cluster,
      subject: "id",
      path: "status.clusterClaims[0]",
      new: { name: "id", value: "x" },
    },
    "Add the claim id=x to ManagedCluster prod-3",
  ],
  [
    { family: "predicate", path: `${spec}.matchExpressions[0].values[1]`, new: "z2" },
    `Add z2 to \`${spec}.matchExpressions[0].values\` of Placement default/web`,
  ],
  [
    {
      family: "predicate",
      path: `${spec}.matchExpressions[0]`,
      old: { key: "zone", operator: "In", values: ["z1", "z2"] },
    },
    "Remove the requirement zone In (z1, z2) of predicate 2 in Placement default/web",
  ],
  [
    { family: "predicate", path: `${spec}.matchLabels.tier`, old: "prod" },
    "Remove the requirement tier=prod of predicate 2 in Placement default/web",
  ],
  [
    { family: "predicate", object: pod, path: "spec.nodeSelector[a.b/zone]", old: "z1" },
    "Remove a.b/zone=z1 from the nodeSelector of Pod shop/search",
  ],
  [
    { family: "predicate", object: pod, path: "spec.nodeSelector", old: {} },
    "Remove the nodeSelector from Pod shop/search",
  ],
  [
    { family: "predicate", object: pod, path: `${terms}.matchExpressions[0].values[1]`, subject: "disk", new: "hdd" },
    "Add hdd to the values of disk in the node affinity of Pod shop/search",
  ],
  [
    {
      family: "predicate",
      object: pod,
      path: `${terms}.matchExpressions[1]`,
      old: { key: "disk", operator: "In", values: ["ssd"] },
    },
    "Remove disk In (ssd) from the node affinity of Pod shop/search",
  ],
  [
    { family: "predicate", object: pod, path: required, old: {} },
    "Remove the required node affinity from Pod shop/search",
  ],
  [{ family: "node", object: node, path: "spec.unschedulable", old: true, new: false }, "Uncordon Node n3"],
  [
    { family: "node", object: node, path: "spec.taints[0]", old: { key: "a.b/c", effect: "NoSchedule" } },
    "Remove the taint a.b/c:NoSchedule from Node n3",
  ],
  [{ family: "node", object: node, subject: "n1", new: {} }, "Add Node n3, a node like n1"],
  [{ family: "set", path: "spec.clusterSets[1]", new: "two" }, "Add two to clusterSets of Placement default/web"],
  [
    { family: "set", object: { kind: "ManagedClusterSetBinding", namespace: "default", name: "two" }, new: {} },
    "Add ManagedClusterSetBinding default/two",
  ],
  [
    { family: "vmConfig", path: "spec.max.cpu", old: "4", new: "6" },
    "Set `spec.max.cpu` to 6 (was 4) in Placement default/web",
  ],
  [{ family: "vmConfig", path: "spec.x", old: "4", new: null }, "Remove `spec.x` (was 4) from Placement default/web"],
];

test.each(SENTENCES)("%j: %s", (of, expected) => {
  expect(editText(edit(of))).toBe(expected);
});

test("the taint of a cordon goes with it", () => {
  const open: Partial<ChangeEdit> = { family: "node", object: node, path: "spec.unschedulable", old: true, new: false };
  const taint = { key: "node.kubernetes.io/unschedulable", effect: "NoSchedule" };
  const removed: Partial<ChangeEdit> = { family: "node", object: node, path: "spec.taints[0]", old: taint };
  expect(changeText({ edits: [edit(open), edit(removed)] })).toBe("Uncordon Node n3");
  expect(changeText({ edits: [edit(removed)] })).toBe(
    "Remove the taint node.kubernetes.io/unschedulable:NoSchedule from Node n3",
  );
});

test("edits stand one after another", () => {
  const edits = [edit({ subject: "Steady", from: 1, to: 0 }), edit({ family: "count", from: 1, to: 2 })];
  expect(changeText({ edits })).toBe(
    "Set the weight of Steady to 0 (was 1) in Placement default/web, and set numberOfClusters to 2 (was 1) in " +
      "Placement default/web",
  );
  const third = edit({ subject: "Balance", from: 1, to: 2 });
  expect(changeText({ edits: [...edits, third] })).toMatch(/^Set .* in .*, set .* in .*, and set .* in [^,]*$/);
});

test("who comes and goes", () => {
  expect(exchangeText({ added: [], removed: [] })).toBe("");
  expect(exchangeText({ added: ["a"], removed: ["b", "c"] })).toBe("a is added, b and c are removed");
  expect(exchangeText({ added: ["a", "b", "c", "d", "e", "f"], removed: [] })).toBe("a, b, c, d and 2 more are added");
  const part = { added: ["a", "b", "c", "d", "e"], addedTotal: 28, removed: ["x"], removedTotal: 2 };
  expect(exchangeText(part)).toBe("a, b, c, d and 24 more are added, x and 1 more are removed");
});

const answer = (of: Partial<ChangeAnswer>): ChangeAnswer => ({
  object: placement,
  met: false,
  changes: [],
  space: [
    { family: "weight", candidates: 20, reason: null },
    { family: "label", candidates: 0, reason: "cel" },
  ],
  complete: true,
  depth: 1,
  stopped: null,
  steps: 7,
  ...of,
});

test("what a search found", () => {
  expect(changesText(answer({ met: true }))).toBe("Already true; no change needed");
  expect(changesText(answer({}))).toBe("No change was found: edits of weights were tried, alone and in pairs");
  expect(changesText(answer({ depth: 3, weightsTo: 3 }))).toBe(
    "No change was found: edits of weights were tried, alone, in pairs, and three weights by 1 each; " +
      "of weights, all that change by 3 in sum at most",
  );
  expect(changesText(answer({ depth: 3, several: 3 }))).toBe(
    "No change was found: edits of weights were tried, alone, in pairs, " +
      "and one for each thing that keeps the cluster out (up to 3 together)",
  );
  expect(changesText(answer({ complete: false, stopped: "steps" }))).toBe(
    "No change was found: edits of weights were tried, alone and in pairs, until 7 decisions were made",
  );
  const tooLong = answer({ complete: false, stopped: "steps", steps: 40 });
  expect(changesText(tooLong)).toBe(
    "No single edit of weights is enough; pairs were tried, until 40 decisions were made",
  );
  const several = [tooLong.space, { family: "count" as const, candidates: 1, reason: null }].flat();
  expect(changesText({ ...tooLong, space: several, steps: 60 })).toBe(
    "No single edit of weights or numberOfClusters is enough; pairs were tried, until 60 decisions were made",
  );
  expect(changesText(answer({ space: [] }))).toBe("No change was found: there is nothing to edit");
  const outside = answer({ space: [{ family: "predicate", candidates: 0, reason: "cel-fails" }] });
  expect(changesText(outside)).toBe(
    "No change was found: there is nothing to edit; a CEL expression fails, which the search does not edit",
  );
  expect(celText(outside.space)).toBe("A CEL expression fails, which the search does not edit");
  const none = (reason: "not-needed" | "nothing") => answer({ space: [{ family: "set", candidates: 0, reason }] });
  expect(changesText(none("not-needed"))).toBe("No change was found: edits of cluster sets would not help");
  expect(changesText(none("nothing"))).toBe("No change was found: the input has no cluster sets to edit");
  expect(celText(answer({}).space)).toBe(
    "labels were not tried: CEL expressions of the placement would have to be evaluated again",
  );
});

test("what differed when the hub decided", () => {
  const recorded = true;
  expect(changesText(answer({ met: true, recorded }))).toBe("The decision is as recorded");
  expect(changesText(answer({ recorded }))).toBe(
    "No difference was found that gives the recorded decision: edits of weights were tried, alone and in pairs",
  );
  expect(changesText(answer({ recorded, space: [{ family: "taint", candidates: 0, reason: "gone" }] }))).toBe(
    "No difference was found that gives the recorded decision: it has a cluster that the input lacks",
  );
  const amount = edit({ family: "allocatable", object: cluster, subject: "cpu", from: 8000, to: 32_000 });
  const label = edit({ family: "label", object: cluster, path: "metadata.labels[env]", old: "dev", new: "prod" });
  const first = change({ edits: [amount] });
  expect(changesText(answer({ recorded, changes: [first] }))).toBe(
    "The decision is as recorded if the allocatable cpu of prod-3 is 32 (now 8), decided again",
  );
  expect(changesText(answer({ recorded, changes: [change({ edits: [amount, label] }), first] }))).toBe(
    "The decision is as recorded if the allocatable cpu of prod-3 is 32 (now 8), and ManagedCluster prod-3 has the " +
      "label env=prod (now dev); 2 differences do so, each decided again",
  );
});
test("others of the same cost", () => {
  expect(alikeText(change({}))).toBe("");
  expect(alikeText(change({ asCheap: 1 }))).toBe("1 other edit of this kind would do at the same cost");
  expect(alikeText(change({ asCheap: 20, edits: [edit({}), edit({})] }))).toBe(
    "at least 20 other changes of this kind would do at the same cost",
  );
});

test("what else a change does", () => {
  expect(sideEffects(change({ edits: [edit({})] }))).toEqual([]);
  const other = { profile: "Upstream", status: "Misconfigured", message: "no such", selected: 0, cycle: null } as const;
  const sentence = (of: Partial<NonNullable<Change["otherProfile"]>>): string[] =>
    sideEffects(change({ edits: [edit({})], otherProfile: { ...other, ...of } }));
  expect(sentence({})).toEqual([
    "Released OCM 1.3 then takes the placement as misconfigured (no such) and selects no cluster",
  ]);
  expect(sentence({ status: "Success", selected: 2 })).toEqual([
    "Released OCM 1.3 selects 2 clusters then, and not as asked",
  ]);
  const cycle = { outcome: "Unschedulable", node: null, victims: [], bare: [], budgetViolations: 0 } as const;
  expect(sentence({ cycle: { ...cycle, victims: [], bare: [], rejectedBy: null, refused: false } })).toEqual([
    "The released scheduler lets the pod wait",
  ]);
  const others = [{ object: { ...placement, name: "api" }, added: ["a"], removed: [] }];
  expect(sideEffects(change({ edits: [edit({ family: "claim" })], others, othersUnknown: 1 }))).toEqual([
    "The cluster's agent writes its claims: set the ClusterClaim there, or the next report undoes it",
    "Placement default/api changes too: a is added",
    "1 other placement was not decided again with it",
  ]);
});

test("a pod that its controller makes anew says so", () => {
  const object = { kind: "Pod", namespace: "shop", name: "db-0" };
  const removed = (subject: string) => editText(edit({ family: "release", path: "", new: null, object, subject }));
  expect(removed("StatefulSet db")).toBe("Remove Pod shop/db-0, which StatefulSet db recreates");
  expect(removed("")).toBe("Remove Pod shop/db-0");
});

test("what timelines say of what is removed goes with it", () => {
  const object = { kind: "VirtualMachine", namespace: "default", name: "db" };
  const of = (timelines: number) => {
    const textEdits = Array.from({ length: 1 + timelines }, (_, from) => ({ from, to: from + 1, insert: "" }));
    return editText(edit({ family: "release", path: "", new: null, object, textEdits }));
  };
  expect([0, 1, 2].map(of)).toEqual([
    "Remove VirtualMachine default/db",
    "Remove VirtualMachine default/db and its entries in the Timeline",
    "Remove VirtualMachine default/db and its entries in the Timelines",
  ]);
});

test("a pod that waits evicts nobody", () => {
  const answer = { object: pod, met: true, changes: [], space: [], complete: true, stopped: null, steps: 1 };
  const of = (waits: boolean) => changesText(answer as unknown as ChangeAnswer, waits);
  expect(of(true)).toBe("The pod waits, so it evicts no pod");
  expect(of(false)).toBe("Already true; no change needed");
});

test("what keeps the pod away and is not edited", () => {
  const outside: ChangeAnswer["outside"] = [
    { reason: "pod-affinity", nodes: 2 },
    { reason: "host-ports", nodes: 1 },
  ];
  const space: ChangeAnswer["space"] = [{ family: "request", candidates: 3, reason: null }];
  const kept = (start: string) =>
    `${start} affinity or anti-affinity keeps the pod from 2 nodes and a hostPort of the pod is in use on 1 node, ` +
    "which the search does not edit";
  expect(changesText(answer({ object: pod, space, outside }))).toBe(
    `No change was found: edits of requests were tried, alone and in pairs; ${kept("pod")}`,
  );
  expect(outsideText({ outside })).toBe(kept("Pod"));
  const text = (reason: "volumes" | "added-affinity") => outsideText({ outside: [{ reason, nodes: 2 }] });
  expect(text("volumes")).toBe("Volumes of the pod are not available on 2 nodes, which the search does not edit");
  expect(text("added-affinity")).toBe(
    "The addedAffinity of the scheduler's profile does not match 2 nodes, which the search does not edit",
  );
  expect(outsideText({})).toBe("");
});

test("a pod that waits with a change, and a new one that waits instead", () => {
  const cycle: NonNullable<Change["cycle"]> = {
    outcome: "Unschedulable",
    node: null,
    victims: [],
    bare: [],
    budgetViolations: 0,
    rejectedBy: null,
    refused: false,
  };
  const waits = change({ edits: [edit({})], cycle });
  const goes = change({ edits: [edit({})], cycle: { ...cycle, outcome: "Schedulable", node: "n1" } });
  expect(changesText(answer({ changes: [waits] }))).toBe("1 change; it was decided again; with it the pod waits");
  expect(changesText(answer({ changes: [goes, waits] }))).toBe(
    "2 changes, cheapest first; each was decided again; with 1 of them the pod waits",
  );
  const madeAnew = [
    {
      pod: objectNamed("a/held"),
      owner: { kind: "ReplicaSet", namespace: "a", name: "db" },
      node: null,
      takesBack: false,
    },
  ];
  expect(cycleText({ ...goes, madeAnew })).toBe("the pod goes to n1, and the new a/held waits instead");
  expect(cycleText(goes)).toBe("the pod goes to n1");
});

test("a search that found changes and did not try all says so", () => {
  const change = { edits: [], asCheap: 0, cycle: null, run: null, others: [], othersUnknown: 0 } as unknown as Change;
  const said = (of: Partial<ChangeAnswer>): string =>
    changesText(answer({ changes: [change], complete: false, ...of }));
  expect(said({ complete: true })).toBe("1 change; it was decided again");
  expect(said({})).toBe("1 change; it was decided again; not all edits were tried, so others may be cheaper");
  expect(said({ stopped: "steps", steps: 1000 })).toBe(
    "1 change; it was decided again; the search stopped after 1,000 decisions, so others may be cheaper",
  );
});
