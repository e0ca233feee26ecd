import { expect, test } from "vitest";
import type { VolumeName } from "../../types.js";
import { phraseText } from "./phrase.js";
import { refusalPhrases, unknownText } from "./volumes.js";

const volume = (lacks: VolumeName["lacks"], claim: string | null = "c"): VolumeName => ({ volume: "v", claim, lacks });

const UNKNOWN: [volumes: VolumeName[], words: string][] = [
  [[volume("PersistentVolumeClaim")], "which is not in the text"],
  [[volume("PersistentVolumeClaim"), volume("PersistentVolumeClaim", "d")], "which are not in the text"],
  [[volume("StorageClass")], "whose StorageClass is not in the text"],
  [[volume("PersistentVolume")], "whose PersistentVolume is not in the text"],
  [[volume("not-modelled", null)], "which is not modelled"],
  [[volume("PersistentVolume"), volume("StorageClass", "d")], "about which the text does not say enough"],
];

test.each(UNKNOWN)("why a volume is unknown: %j", (volumes, words) => {
  expect(unknownText(volumes)).toBe(words);
});

test("a claim that refuses its pod", () => {
  const reason = "pod has unbound immediate PersistentVolumeClaims";
  const refusal = { plugin: "VolumeBinding", reason, claim: "data", storageClass: "std" };
  expect(phraseText(refusalPhrases(refusal))).toBe(
    ` waits, and no node is tried: ${reason}. It is about PersistentVolumeClaim data of StorageClass std.`,
  );
});
