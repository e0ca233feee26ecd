import { expect, test } from "vitest";
import type { BaselineKind } from "../placement/against.js";
import { phraseText } from "../phrase.js";
import { type PodPicks, picksPhrases, recordedPicks } from "./against.js";

const picks = (today: string | null, limitAware: string | null = today, feasible = 2): PodPicks => ({
  today,
  limitAware,
  feasible,
});

const unfit = (node: string | null, ...victims: string[]): PodPicks => ({
  ...picks(null, null, 0),
  verdict: { node, victims },
});

const CASES: [PodPicks, PodPicks, BaselineKind, string][] = [
  [picks("n1"), picks("n1"), "edit", "The last edit changes no pick."],
  [recordedPicks("n1"), picks("n1", "n2"), "recorded", "The text records the same node."],
  [recordedPicks("n2"), picks("n1"), "recorded", "Moves to n1 from n2, which the text records."],
  [picks("n1"), picks("n2"), "pinned", "Moves to n2 from n1. Limit-aware scoring: n2 instead of n1."],
  [picks("n1"), picks("n1", "n2"), "edit", "Limit-aware scoring: n2 instead of n1."],
  [
    picks(null, null, 0),
    picks("n1", "n1", 1),
    "text",
    "Gets n1 instead of no node. Limit-aware scoring: n1 instead of no node. Fits 1 node instead of 0.",
  ],
  [picks("n1", null), picks(null, null), "profile", "Loses n1: no node takes it."],
  [unfit("n3", "d/p3"), unfit("n1", "d/p1"), "edit", "Evicts d/p1 on n1 instead of evicting d/p3 on n3."],
  [unfit(null), unfit("n1", "d/p1"), "edit", "Evicts d/p1 on n1 instead of waiting."],
  [unfit("n1", "d/p1"), unfit("n1", "d/p1"), "edit", "The last edit does not change the outcome."],
];

test("the picks as a change", () => {
  for (const [before, after, kind, words] of CASES) expect(phraseText(picksPhrases(before, after, kind))).toBe(words);
});
