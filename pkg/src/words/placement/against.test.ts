import { expect, test } from "vitest";
import { phraseText } from "../phrase.js";
import { selectionDifference, selectionPhrases } from "./against.js";

const selectionText = (...asked: Parameters<typeof selectionPhrases>): string => phraseText(selectionPhrases(...asked));

const text = (before: string[], after: string[]): string =>
  selectionText(selectionDifference(before, after), "recorded");

test("a selection is said as a change against its baseline", () => {
  expect(text(["dr-1", "prod-1", "prod-2"], ["prod-5", "dr-1", "prod-6"])).toBe(
    "+prod-5 +prod-6 −prod-1 −prod-2 (1 unchanged).",
  );
  expect(text([], ["a"])).toBe("+a.");
  expect(text(["a", "b"], ["b"])).toBe("−a (1 unchanged).");
  expect(text(["a", "b"], ["b", "a"])).toBe("The hub recorded the same clusters.");
});

const PROFILES = [
  ["Proposal", "In released OCM 1.3 the same clusters are selected."],
  ["Upstream", "In the preview the same clusters are selected."],
] as const;

test.each(PROFILES)("the other profile is named: by %s, %s", (profile, words) => {
  expect(selectionText(selectionDifference(["a"], ["a"]), "profile", profile)).toBe(words);
});

test("very many clusters are counted", () => {
  const many = Array.from({ length: 1200 }, (_, i) => `c${i}`);
  expect(text(["old"], many)).toBe("+1,200 clusters −old.");
  const some = { names: ["a"], count: 300 };
  const none = { names: [], count: 0 };
  expect(selectionText({ kept: some, added: { names: ["b"], count: 1 }, removed: none }, "text")).toBe(
    "+b (300 unchanged).",
  );
});
