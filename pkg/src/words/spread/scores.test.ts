import { expect, test } from "vitest";
import type { SpreadCandidate, SpreadConstraintSummary } from "../../../types.js";
import { blockedCandidateText, hypothesisText, termFormulas, termScoresText } from "./scores.js";

const term = (topologyKey: string, maxSkew: number): SpreadConstraintSummary => ({
  topologyKey,
  topologyKeyType: "Label",
  maxSkew,
  whenUnsatisfiable: "DoNotSchedule",
  path: "",
});
const terms = [term("region", 1), term("zone", 2)];

const candidate = (change: Partial<SpreadCandidate>): SpreadCandidate => ({
  cluster: 0,
  name: "c3",
  values: ["eu", "b"],
  blockedBy: null,
  counts: [
    { count: 1, lowest: 1, highest: 3 },
    { count: 3, lowest: 1, highest: 3 },
  ],
  termScores: [63, 0],
  raw: 4032,
  spread: 100,
  prioritizer: 50,
  final: 250,
  ...change,
});

test("the scores of each term", () => {
  expect(termScoresText(candidate({}))).toBe("63, 0");
  expect(termFormulas(candidate({}), terms)).toBe(
    "region: 63 × (3 − 1) / (3 − 1) = 63; zone: 63 × (3 − 3) / (3 − 1) = 0",
  );
  expect(termFormulas(candidate({ counts: [{ count: 2, lowest: 2, highest: 2 }], termScores: [0, 0] }), terms)).toBe(
    "region: all siblings have 2, so 0; zone: no domain, so 0",
  );
});

test("what picking a blocked cluster would do", () => {
  const blocked = candidate({ blockedBy: 1, spread: null, final: null });
  expect(hypothesisText(blocked, terms)).toBe("picking c3 would make zone b 4 against 1: skew 3 above 2");
  expect(blockedCandidateText(blocked, terms)).toBe(
    "blocked by term 2 (zone): picking c3 would make zone b 4 against 1: skew 3 above 2",
  );
  expect(hypothesisText(candidate({ blockedBy: 1, values: ["eu", ""] }), terms)).toContain("zone (empty) 4");
  expect(hypothesisText(candidate({}), terms)).toBe("");
  expect(blockedCandidateText(candidate({}), terms)).toBe("");
  expect(blockedCandidateText(candidate({ blockedBy: 1, counts: [] }), terms)).toBe("blocked by term 2 (zone)");
});
