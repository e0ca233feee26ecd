import { expect, test } from "vitest";
import type { QuotasAnswer } from "../../../types.js";
import type { BaselineKind } from "../placement/against.js";
import { phraseText } from "../phrase.js";
import {
  type PodVerdictAgainst,
  quotaUsePhrases,
  type QuotaUse,
  recordedChanges,
  useChanges,
  verdictPhrases,
} from "./against.js";
import { objectNamed } from "../object-name.js";

const waits: PodVerdictAgainst = { node: null, victims: [] };
const on = (node: string, ...victims: string[]): PodVerdictAgainst => ({ node, victims: victims.map(objectNamed) });

const VERDICTS: [PodVerdictAgainst, PodVerdictAgainst, BaselineKind, string][] = [
  [waits, waits, "edit", "The last edit does not change the outcome."],
  [waits, on("n1"), "edit", "The pod goes to n1 instead of waiting."],
  [on("n1"), on("n1", "b/x"), "text", "The pod evicts b/x on n1 instead of going to n1."],
  [
    on("n1", "b/x", "b/y", "b/z"),
    on("n1", "b/x", "b/y", "c/z"),
    "pinned",
    "The pod evicts 3 pods on n1 instead of evicting 3 pods on n1.",
  ],
  [on("n2"), waits, "recorded", "The pod waits instead of going to n2, as the input records."],
];

const PROFILES = [
  [
    "Proposal",
    "With the released scheduler the outcome is the same.",
    "With the released scheduler quotas use the same.",
  ],
  ["Upstream", "In the preview the outcome is the same.", "In the preview quotas use the same."],
] as const;

test.each(PROFILES)("the other profile is named: by %s, %s", (profile, outcome, used) => {
  expect(phraseText(verdictPhrases(on("n1"), on("n1"), "profile", profile))).toBe(outcome);
  expect(phraseText(quotaUsePhrases([], "profile", profile))).toBe(used);
});

test("a verdict as a change", () => {
  for (const [before, after, kind, words] of VERDICTS)
    expect(phraseText(verdictPhrases(before, after, kind))).toBe(words);
});

const use = (quota: string, amount: number, resource = "nvidia.com/gpu"): QuotaUse => ({ quota, resource, amount });

test("the use of quotas as a change", () => {
  const say = (before: QuotaUse[], after: QuotaUse[]): string =>
    phraseText(quotaUsePhrases(useChanges(before, after), "edit"));
  expect(say([use("a", 4)], [use("a", 4)])).toBe("The last edit changes no quota's use.");
  expect(say([use("a", 6)], [use("a", 4)])).toBe("a uses 4 GPUs instead of 6 GPUs.");
  expect(say([use("a", 6)], [use("b", 1)])).toBe("b uses 1 GPU; it had no quota. a has no quota any more.");
  expect(
    say(
      [1, 2, 3, 4, 5].map((n) => use(`q${n}`, 1)),
      [1, 2, 3, 4, 5].map((n) => use(`q${n}`, 2)),
    ),
  ).toMatch(/2 more uses differ\.$/);
});

test("what a status records differs from the pods, by the resource", () => {
  const quotas = [
    { namespace: "a", governs: true, statusUsed: { cpu: "6" }, statusExpected: { cpu: "4", memory: "0" } },
    { namespace: "b", governs: true, statusUsed: null, statusExpected: { cpu: "4" } },
    { namespace: "a", governs: false, statusUsed: { cpu: "1" }, statusExpected: { cpu: "2" } },
  ] as unknown as QuotasAnswer["quotas"];
  const found = recordedChanges({ quotas } as QuotasAnswer);
  expect(found).toEqual([{ quota: "a", resource: "cpu", before: "6", after: "4 of cpu" }]);
  expect(phraseText(quotaUsePhrases(found, "recorded"))).toBe(
    "a uses 4 of cpu instead of 6, which its status records.",
  );
});
