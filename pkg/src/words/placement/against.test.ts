import { expect, test } from "vitest";
import { phraseText } from "../phrase.js";
import { selectionDifference, selectionPhrases } from "./against.js";

const selectionText = (...asked: Parameters<typeof selectionPhrases>): string => phraseText(selectionPhrases(...asked));

const text = (before: string[], after: string[]): string =>
  selectionText(selectionDifference(before, after), "recorded");

test("a selection is said as a change against its baseline", () => {
  expect(text(["dr-1", "prod-1", "prod-2"], ["prod-5", "dr-1", "prod-6"])).toBe(
    "Keeps dr-1. In: prod-5 and prod-6. Out: prod-1 and prod-2.",
  );
  expect(text([], ["a"])).toBe("In: a.");
  expect(text(["a", "b"], ["b"])).toBe("Keeps b. Out: a.");
  expect(text(["a", "b"], ["b", "a"])).toBe("The hub recorded the same clusters.");
});

const PROFILES = [
  ["Proposal", "By today's hub the same clusters are selected."],
  ["Upstream", "With the proposals the same clusters are selected."],
] as const;

test.each(PROFILES)("the other profile is named: by %s, %s", (profile, words) => {
  expect(selectionText(selectionDifference(["a"], ["a"]), "profile", profile)).toBe(words);
});

test("very many clusters are counted", () => {
  const many = Array.from({ length: 1200 }, (_, i) => `c${i}`);
  expect(text(["old"], many)).toBe("In: 1,200 clusters. Out: old.");
  const some = { names: ["a"], count: 300 };
  const none = { names: [], count: 0 };
  expect(selectionText({ kept: some, added: { names: ["b"], count: 1 }, removed: none }, "text")).toBe(
    "Keeps 300 clusters. In: b.",
  );
});
