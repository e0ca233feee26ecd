import { expect, test } from "vitest";
import type {
  ExplainClusterAnswer,
  DecideAnswer,
  NotSelectedReason,
  SpreadCandidate,
  SpreadConstraintSummary,
} from "../../../types.js";
import { spreadReasonText, spreadVerdict, termOf } from "./why.js";

const term = (topologyKey: string, topologyKeyType: "Label" | "Claim" = "Label"): SpreadConstraintSummary => ({
  topologyKey,
  topologyKeyType,
  maxSkew: 2,
  whenUnsatisfiable: "DoNotSchedule",
  path: "",
});
const terms = [term("region", "Claim"), term("zone")];
const summary = {
  spreadConstraints: terms,
  spread: { weight: 2, steps: 7, eligible: 9, end: "reached", terms: [] },
} as unknown as DecideAnswer;
const numbers: SpreadCandidate = {
  cluster: 0,
  name: "a",
  values: ["eu", "eu-1a"],
  blockedBy: null,
  counts: [],
  termScores: [63, 0],
  raw: 4032,
  spread: 100,
  prioritizer: 50,
  final: 250,
};
const eu1a = { values: ["eu", "eu-1a"], count: 3, eligible: 9, filtered: 0, blocked: 0, lowest: 1, highest: 3 };

function check(
  reason: NotSelectedReason | null,
  few: string,
  whole: string | RegExp,
  picked: number | null = null,
  blocking = true,
): void {
  const explanation = {
    spread: { values: ["eu", "eu-1a"], picked, numbers },
    reason,
  } as unknown as ExplainClusterAnswer;
  if (reason !== null) expect(spreadReasonText(reason as Parameters<typeof spreadReasonText>[0], terms)).toBe(few);
  expect(spreadVerdict(explanation, summary, blocking ? eu1a : null)).toMatch(whole);
}

test("reasons in a few words and in whole sentences", () => {
  check(null, "", "It is selected in step 3 of 7: prioritizers + weight × spread is 50 + 2 × 100 = 250.", 3);
  check(
    { type: "missing-topology-key", term: 1, missingTerm: 1 },
    "no label zone",
    "It has no label zone, so term 2 (zone) never selects it.",
  );
  check(
    { type: "missing-topology-key", term: 1, missingTerm: 0 },
    "no claim region",
    "It has no claim region, so it has no domain for term 1 (region) and all later terms, and term 2 (zone) " +
      "never selects it.",
  );
  check(
    { type: "max-skew", term: 1 },
    "blocked by term 2 (zone)",
    "It is blocked by term 2 (zone): zone eu-1a in eu has 3, the lowest of its siblings has 1, maxSkew 2. " +
      "All remaining clusters are blocked too, so the run stopped.",
  );
  check(
    { type: "max-skew", term: 1 },
    "blocked by term 2 (zone)",
    /^It is blocked by term 2 \(zone\)\. All remaining/,
    null,
    false,
  );
  check(
    { type: "not-picked", gap: null, blockedBy: 1 },
    "blocked by term 2 (zone) in the last step",
    /^Enough clusters were picked before it\. In the last step it was blocked by term 2 \(zone\): zone eu-1a/,
  );
  check(
    { type: "not-picked", gap: 1200, blockedBy: null },
    "1,200 points short in the last step",
    "In the last step its final score was 50 + 2 × 100 = 250: 1,200 less than the pick's.",
  );
  check({ type: "not-picked", gap: 0, blockedBy: null }, "same final score, later name", /its name comes later\.$/);
  check(
    { type: "not-picked", gap: null, blockedBy: null },
    "numberOfClusters is 0",
    "numberOfClusters is 0, so nothing was picked.",
  );
});

test("the term that a reason is about", () => {
  expect(termOf({ type: "max-skew", term: 1 })).toBe(1);
  expect(termOf({ type: "not-picked", gap: 3, blockedBy: null })).toBe(null);
  expect(termOf({ type: "deleting" })).toBe(null);
  expect(termOf(null)).toBe(null);
});
