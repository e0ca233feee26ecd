import { expect, test } from "vitest";
import type { MissingInput, MissingReason, VolumeName } from "../../types.js";
import { findingCaveats, findingsOf } from "./findings.js";
import { phraseText } from "./phrase.js";
import { anyVolumeTexts, refusalPhrases, unknownText } from "./volumes.js";
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

test("a claim that refuses its pod", () => {
  const reason = "pod has unbound immediate PersistentVolumeClaims";
  const refusal = { plugin: "VolumeBinding", reason, claim: objectNamed("data"), storageClass: "std" };
  expect(phraseText(refusalPhrases(refusal))).toBe(
    ` waits, and no node is tried: ${reason}. It is about PersistentVolumeClaim data of StorageClass std.`,
  );
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

test("volumes of which kube-scheduler takes any", () => {
  const claim = objectNamed("a/d");
  expect(anyVolumeTexts({ bind: [{ claim, volume: "l1" }], provision: [] })).toEqual([]);
  expect(anyVolumeTexts({ bind: [{ claim, volume: "l1", anyOf: ["l1", "l2"] }], provision: [] })).toEqual([
    "kube-scheduler takes any of PersistentVolumes l1 and l2 for claim d.",
  ]);
  expect(anyVolumeTexts({ bind: [], provision: [claim], reserved: [{ claim, anyOf: ["l1", "l2"] }] })).toEqual([
    "kube-scheduler looks at any one of PersistentVolumes l1 and l2, which name claim d; if the node does not " +
      "match it, a volume is made.",
  ]);
});
