import { expect, test } from "vitest";
import type {
  AttachedElsewhere,
  MissingInput,
  MissingReason,
  VolumeName,
  VolumeRefusalAnswer,
  VolumeTiesAnswer,
} from "../../types.js";
import { findingsOf } from "./finding.js";
import { findingCaveats } from "./findings.js";
import { phraseText } from "./phrase.js";
import {
  moreTiesText,
  queueTiesText,
  refusalPhrases,
  unknownText,
  volumeTieClause,
  volumeTieTexts,
} from "./volumes.js";
import { objectNamed } from "./object-name.js";

const volume = (lacks: VolumeName["lacks"], claim: string | null = "c"): VolumeName => ({
  volume: "v",
  claim: claim === null ? null : { namespace: "a", name: claim },
  lacks,
});

const UNKNOWN: [volumes: VolumeName[], words: string][] = [
  [[volume("PersistentVolumeClaim")], "which is not in the input"],
  [[volume("PersistentVolumeClaim"), volume("PersistentVolumeClaim", "d")], "which are not in the input"],
  [[volume("StorageClass")], "whose StorageClass is not in the input"],
  [[volume("PersistentVolume")], "whose PersistentVolume is not in the input"],
  [[volume("not-modelled", null)], "which is not modelled"],
  [
    [{ ...volume("provisioned"), provisioned: { node: "n1", topologyKeys: ["zone"] } }],
    "whose volume is provisioned for n1: nodes with the same zone can use it, others perhaps",
  ],
  [
    [{ ...volume("provisioned"), provisioned: { node: "n1", topologyKeys: null } }],
    "whose volume is provisioned for n1: that node can use it, others perhaps",
  ],
  [
    [volume("immediate")],
    "whose volume is provisioned before the pod is scheduled, for nodes that the input does not name",
  ],
  [[volume("PersistentVolume"), volume("StorageClass", "d")], "about which the input lacks data"],
];

test.each(UNKNOWN)("why a volume is unknown: %j", (volumes, words) => {
  expect(unknownText(volumes)).toBe(words);
});

const REFUSALS: [of: Partial<VolumeRefusalAnswer>, words: string][] = [
  [{}, ""],
  [{ storageClass: "std" }, " of StorageClass std"],
  [
    { storageClass: "std", unbound: "immediate" },
    " of StorageClass std, which binds claims before their pods are scheduled",
  ],
  [
    { storageClass: "std", unbound: "no-class" },
    ": its StorageClass std is not in the input, so the answer assumes that it does not exist",
  ],
  [{ unbound: "no-default-class" }, ", which names no StorageClass, and no StorageClass of the input is the default"],
  [
    { unbound: "empty-class" },
    ", whose storageClassName is empty: only a PersistentVolume without a class can be bound to it",
  ],
  [
    { unbound: "named-volume" },
    ", which names a PersistentVolume and is not bound to it yet: it has no annotation pv.kubernetes.io/bind-completed",
  ],
  [
    {
      unbound: "named-volume",
      nearest: { volume: "pv-1", lacks: [{ why: "claim-ref", has: ["shop/other"], wanted: [] }] },
    },
    ", which names a PersistentVolume and is not bound to it yet: it has no annotation " +
      "pv.kubernetes.io/bind-completed. PersistentVolume pv-1 is reserved for claim shop/other",
  ],
];

test.each(REFUSALS)("a claim that refuses its pod: %j", (of, words) => {
  const reason = "pod has unbound immediate PersistentVolumeClaims";
  const refusal = { plugin: "VolumeBinding", reason, claim: objectNamed("data"), ...of };
  expect(phraseText(refusalPhrases(refusal))).toBe(
    ` waits, and no node is tried: ${reason}. It is about PersistentVolumeClaim data${words}.`,
  );
});

test("a volume that its deleted claim still holds", () => {
  const reason = "pod has unbound immediate PersistentVolumeClaims";
  const refusal = { plugin: "VolumeBinding", reason, claim: objectNamed("data"), released: "old" };
  expect(phraseText(refusalPhrases(refusal))).toMatch(/ PersistentVolume old is Released: .* its spec\.claimRef /);
});

test("a claim that is not there, and one of nearly its name", () => {
  const reason = 'persistentvolumeclaim "data" not found';
  const refusal = { plugin: "VolumeRestrictions", reason, claim: objectNamed("a/data"), near: "data-0" };
  expect(phraseText(refusalPhrases(refusal))).toMatch(
    /\. It is about PersistentVolumeClaim data: did you mean data-0\?$/,
  );
});

test("volumes that are attached to another node than the one of their pod", () => {
  const row = {
    pod: objectNamed("a/p"),
    node: "n2",
    volume: "pv",
    attachment: "va",
    attachedTo: "n1",
    usedBy: objectNamed("a/old"),
  };
  const sentence = (rows: AttachedElsewhere[]) =>
    findingCaveats({ findings: findingsOf("attached-elsewhere", rows) }, "attached-elsewhere")[0]?.message;
  const start = "a/p does not start on n2: PersistentVolume pv is still attached to n1 (VolumeAttachment va)";
  expect(sentence([row])).toBe(`${start}, where a/old uses it.`);
  expect(sentence([{ ...row, usedBy: null }, row])).toBe(`${start}; and 1 more volume.`);
});

test("kinds of storage of which the text has no object", () => {
  const command = "kubectl get csinodes,csidrivers -A -o yaml";
  const row = (kind: string, why: MissingReason): MissingInput => ({
    kind,
    namespace: "",
    name: "",
    why,
    assumed: true,
    command,
  });
  const rows = [row("CSINode", "volume-limits"), row("CSIDriver", "storage-capacity")];
  const [caveat] = findingCaveats({ findings: findingsOf("assumed-storage", rows, "info") }, "assumed-storage");
  expect(caveat?.message).toBe(
    "No CSINode is in the input: no limit of attached volumes counts. No CSIDriver is in the input: no driver looks " +
      `at the storage that is left. Add the output of \`${command}\`.`,
  );
});

const tie = { claim: objectNamed("a/d"), anyOf: ["l1", "l2"], count: 2 };
const other = { claim: objectNamed("a/e"), anyOf: ["l1"], count: 1, orProvisioned: true };

const TIES: [ties: VolumeTiesAnswer | undefined, words: string[]][] = [
  [undefined, []],
  [{ claims: [tie] }, ["Kubernetes takes any of PersistentVolumes l1 and l2 for claim d."]],
  [
    { claims: [{ ...tie, anyOf: ["l1", "l2", "l3", "l4"], count: 12 }] },
    ["Kubernetes takes any of PersistentVolumes l1, l2, l3 and 9 more for claim d."],
  ],
  [
    { claims: [tie, other], nodes: ["n1"] },
    [
      "Kubernetes takes any of PersistentVolumes l1 and l2 for claim d and PersistentVolume l1 or a new one for " +
        "claim e.",
      "Whether the pod fits n1 depends on which ones it takes.",
    ],
  ],
  [{ claims: [{ ...tie, anyOf: ["l1"], count: 1 }] }, ["Kubernetes takes PersistentVolume l1 or none for claim d."]],
  [{ claims: [], after: [objectNamed("a/p")] }, ["This can depend on which PersistentVolumes a/p gets."]],
];

test.each(TIES)("volumes of which kube-scheduler takes any: %j", (ties, words) => {
  expect(volumeTieTexts(ties)).toEqual(words);
});

test("volumes of which kube-scheduler takes any, after a result", () => {
  expect(volumeTieClause({ claims: [tie], nodes: ["n1"], after: [objectNamed("a/p"), objectNamed("a/q")] })).toBe(
    "; Kubernetes takes any of PersistentVolumes l1 and l2 for claim d; whether it fits n1 depends on which one " +
      "it takes; this can depend on which PersistentVolumes a/p and a/q get",
  );
  expect(moreTiesText({ volumeTies: { claims: [tie] } })).toBe(
    " Kubernetes takes any of PersistentVolumes l1 and l2 for claim d; how many fit, and where, can depend on " +
      "that.",
  );
  expect(queueTiesText({})).toBe("");
  expect(queueTiesText({ volumeTies: 2 })).toBe(
    "; at 2 steps the outcome can depend on which of several PersistentVolumes Kubernetes takes for a claim: " +
      "their order is not defined",
  );
});
