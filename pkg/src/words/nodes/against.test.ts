import { expect, test } from "vitest";
import type { BaselineKind } from "../placement/against.js";
import { phraseText } from "../phrase.js";
import { type PodPicks, picksPhrases, recordedPicks } from "./against.js";
import { objectNamed } from "../object-name.js";

const picks = (today: string | null, limitAware: string | null = today, feasible = 2): PodPicks => ({
  today,
  limitAware,
  feasible,
});

const unfit = (node: string | null, ...victims: string[]): PodPicks => ({
  ...picks(null, null, 0),
  verdict: { node, victims: victims.map(objectNamed) },
});

const CASES: [PodPicks, PodPicks, BaselineKind, string][] = [
  [picks("n1"), picks("n1"), "edit", "The last edit changes no pick."],
  [recordedPicks("n1"), picks("n1", "n2"), "recorded", "The input records the same node."],
  [recordedPicks("n2"), picks("n1"), "recorded", "The pod moves to n1 from n2, which the input records."],
  [picks("n1"), picks("n2"), "pinned", "The pod moves to n2 from n1. Limit-aware scoring: n2 instead of n1."],
  [picks("n1"), picks("n1", "n2"), "edit", "Limit-aware scoring: n2 instead of n1."],
  [
    picks(null, null, 0),
    picks("n1", "n1", 1),
    "text",
    "The pod gets n1 instead of no node. Limit-aware scoring: n1 instead of no node. It fits 1 node instead of 0.",
  ],
  [picks("n1", null), picks(null, null), "profile", "The pod loses n1: no node takes it."],
  [picks("n1", "n1", 2), picks("n1", "n1", 1), "edit", "The pod fits 1 node instead of 2."],
  [unfit("n3", "d/p3"), unfit("n1", "d/p1"), "edit", "The pod evicts d/p1 on n1 instead of evicting d/p3 on n3."],
  [unfit(null), unfit("n1", "d/p1"), "edit", "The pod evicts d/p1 on n1 instead of waiting."],
  [unfit("n1", "d/p1"), unfit("n1", "d/p1"), "edit", "The last edit does not change the outcome."],
];

const PROFILES = [
  ["Proposal", "With the released scheduler both picks are the same."],
  ["Upstream", "In the preview both picks are the same."],
] as const;

test.each(PROFILES)("the other profile is named: by %s, %s", (profile, words) => {
  expect(phraseText(picksPhrases(picks("n1", "n2"), picks("n1", "n2"), "profile", profile))).toBe(words);
});

test("the picks as a change", () => {
  for (const [before, after, kind, words] of CASES) expect(phraseText(picksPhrases(before, after, kind))).toBe(words);
});
