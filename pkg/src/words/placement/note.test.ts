import { expect, test } from "vitest";
import type { DecisionNote, PlacementProblem, ScoreNote } from "../../../types.js";
import { noteText, notesBeside, problemText, scoreNoteText } from "./note.js";

const path = null;

const NOTES: [DecisionNote, string][] = [
  [
    { code: "all-clusters-considered", path },
    "no ManagedClusterSet or binding in the input: every cluster is a candidate",
  ],
  [{ code: "cel-not-evaluated", path }, "CEL was not evaluated"],
  [
    { code: "addon-score-expired", prioritizer: "AddOn/a/b", clusters: 1, all: false, path },
    "1 score of `AddOn/a/b` has expired and counts 0",
  ],
  [
    { code: "addon-score-expired", prioritizer: "AddOn/a/b", clusters: 1200, all: false, path },
    "1,200 scores of `AddOn/a/b` have expired and count 0",
  ],
  [
    { code: "hub-taint", taint: "k:NoSelect", upkeep: "added", clusters: ["a"], count: 1, path },
    "a is not available: the hub adds the taint `k:NoSelect` within seconds, so it counts here",
  ],
  [
    { code: "hub-taint", taint: "k/unavailable:NoSelect", upkeep: "removed", clusters: ["a", "b"], count: 2, path },
    "ManagedClusterConditionAvailable is not False on a and b: the hub removes the taint `k/unavailable:NoSelect`, " +
      "so it does not count here",
  ],
  [
    { code: "hub-taint", taint: "k/unreachable:NoSelect", upkeep: "removed", clusters: ["a"], count: 1, path },
    "ManagedClusterConditionAvailable is not Unknown on a: the hub removes the taint `k/unreachable:NoSelect`, so it " +
      "does not count here",
  ],
  [{ code: "group-cel-ignored", path }, "CEL in a decision group has no effect"],
  [
    { code: "foreign-decision", path },
    "a PlacementDecision of the input was decided by another scheduler: it does not count and is not compared",
  ],
  [{ code: "scores-ignored", path }, "released OCM 1.3 ignores `sortBy` and `scoreRateLimit`, and writes no scores"],
  [
    { code: "scores-unchanged", path },
    "the scores of the decisions are the recorded ones: the hub would write nothing",
  ],
  [{ code: "scores-written", path }, "the hub would write the decisions with their scores now"],
  [
    { code: "scores-wait", until: "2025-06-01T12:01:00Z", path },
    "the hub would wait until 2025-06-01T12:01:00Z before it writes the changed scores",
  ],
  [{ code: "spread-ignored", path }, "released OCM 1.3 ignores `spreadPolicy`"],
];

test.each(NOTES)("%j", (note, sentence) => {
  expect(noteText(note)).toBe(sentence);
});

const PROBLEMS: [PlacementProblem, string][] = [
  [{ code: "negative-number-of-clusters", numberOfClusters: -1 }, "must be at least 0, not -1"],
  [{ code: "cel-not-evaluated" }, "CEL was not evaluated"],
  [{ code: "too-many-spread-constraints", count: 17, most: 16 }, "17 spread constraints, but at most 16 are allowed"],
  [{ code: "max-skew-too-small", maxSkew: 0 }, "must be at least 1, not 0"],
];

test.each(PROBLEMS)("%j", (problem, sentence) => {
  expect(problemText(problem)).toBe(sentence);
});

const SCORES: [ScoreNote, string][] = [
  ["step-by-step", "counted step by step"],
  ["expired", "expired"],
  ["no-score", "no score"],
];

test.each(SCORES)("%s", (note, words) => {
  expect(scoreNoteText(note)).toBe(words);
});

test("a hub that leaves a placement alone looks at no cluster", () => {
  const notes: DecisionNote[] = [{ code: "all-clusters-considered", path }];
  expect(notesBeside({ notes, outcome: "scheduled" })).toEqual(notes);
  expect(notesBeside({ notes, outcome: "skipped" })).toEqual([]);
});
