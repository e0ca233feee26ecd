import { expect, test } from "vitest";
import type { ChangeEdit } from "../../../types.js";
import { REQUIRED } from "./change.js";
import { change, edit } from "./fixture.js";
import { rungText, shortChangeText } from "./short.js";
import { objectNamed } from "../object-name.js";

const pod = { kind: "Pod", namespace: "shop", name: "search" };
const node = { kind: "Node", namespace: "", name: "n3" };

test.each<[words: string, ...edits: Partial<ChangeEdit>[]]>([
  ["CPU 0 → −2", { subject: "ResourceAllocatableCPU", from: 0, to: -2 }],
  ["numberOfClusters 2 → all", { family: "count", from: 2, to: null }],
  ["maxSkew of zone 1 → 3", { family: "skew", subject: "zone", path: "spec.x[0].maxSkew", old: null, new: 3 }],
  ["without the term of zone", { family: "skew", subject: "zone", path: "spec.x[0]", old: {}, new: null }],
  ["tolerate maintenance", { family: "toleration", new: { key: "maintenance", operator: "Exists" } }],
  ["label env=prod", { family: "label", path: "metadata.labels.env", old: "dev", new: "prod" }],
  ["without label env", { family: "label", path: "metadata.labels.env", old: "dev", new: null }],
  ["without env in the predicate", { family: "predicate", path: "spec.predicates[0].matchLabels.env", new: null }],
  ["without zone=z1", { family: "predicate", object: pod, path: "spec.nodeSelector.zone", old: "z1" }],
  [
    "only on x1",
    { family: "predicate", object: pod, path: "spec.nodeSelector[kubernetes.io/hostname]", old: null, new: "x1" },
  ],
  ["only where zone=z2", { family: "predicate", object: pod, path: "spec.nodeSelector.zone", old: null, new: "z2" }],
  ["without nodeSelector", { family: "predicate", object: pod, path: "spec.nodeSelector", old: {} }],
  ["disk in hdd too", { family: "predicate", object: pod, path: "spec.x[0].values[1]", subject: "disk", new: "hdd" }],
  ["without disk", { family: "predicate", object: pod, path: "spec.x[0]", old: { key: "disk" } }],
  [
    "without node affinity",
    { family: "predicate", object: pod, path: `spec.affinity.nodeAffinity.${REQUIRED}`, old: {} },
  ],
  [
    "uncordon n3 + without taint a",
    { family: "node", object: node, path: "spec.unschedulable", old: true, new: false },
    { family: "node", object: node, path: "spec.taints[0]", old: { key: "a", effect: "NoSchedule" } },
  ],
  [
    "evn → env",
    { family: "name", path: "spec.predicates[0].matchLabels.evn", subject: "env", old: "prod" },
    { family: "name", path: "spec.predicates[0].matchLabels.env", new: "prod" },
  ],
  [
    "set fleet",
    {
      family: "set",
      path: "metadata.labels[s]",
      new: "fleet",
      object: { kind: "ManagedCluster", namespace: "", name: "n" },
    },
  ],
  [
    "label a=b (new) + numberOfClusters 1 → 2",
    { family: "label", path: "metadata.labels.a", new: "b" },
    { family: "count", from: 1, to: 2 },
  ],
])("%s", (words, ...edits) => {
  expect(shortChangeText({ edits: edits.map(edit) })).toBe(words);
});

test("beside its button a change says that it evicts against a PodDisruptionBudget", () => {
  const removed = edit({ family: "count", from: 2, to: 3 });
  const cycle = {
    outcome: "Preempt",
    node: "n1",
    victims: ["d/a"],
    bare: [],
    rejectedBy: null,
    refused: false,
  } as const;
  const of = (budgetViolations: number) =>
    rungText(
      change({ edits: [removed], cycle: { ...cycle, victims: [objectNamed("d/a")], bare: [], budgetViolations } }),
    );
  expect(of(0)).toBe("numberOfClusters 2 → 3");
  expect(of(1)).toBe("numberOfClusters 2 → 3, against a PodDisruptionBudget");
  expect(rungText(change({ edits: [removed] }))).toBe("numberOfClusters 2 → 3");
});
