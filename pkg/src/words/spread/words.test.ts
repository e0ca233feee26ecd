import { expect, test } from "vitest";
import type {
  DecideAnswer,
  SpreadCandidate,
  SpreadConstraintSummary,
  SpreadDomain,
  SpreadStepAnswer,
} from "../../../types.js";
import {
  absentText,
  blockedText,
  blockingText,
  cellText,
  endText,
  siblingGroupText,
  skewText,
  domainStatusText,
  stepText,
  sumText,
} from "./words.js";

const term = (topologyKey: string, maxSkew: number, hard = true): SpreadConstraintSummary => ({
  topologyKey,
  topologyKeyType: "Label",
  maxSkew,
  whenUnsatisfiable: hard ? "DoNotSchedule" : "ScheduleAnyway",
  path: "",
});
const terms = [term("region", 1), term("zone", 2, false)];

const domain = (change: Partial<SpreadDomain>): SpreadDomain => ({
  values: ["eu", "eu-1a"],
  count: 3,
  eligible: 12,
  filtered: 0,
  blocked: 0,
  lowest: 2,
  highest: 3,
  ...change,
});

test("a cell's numbers", () => {
  expect(cellText(domain({}))).toBe("3/12 · skew +1");
  expect(cellText(domain({ count: 2 }))).toBe("2/12 · skew 0");
  expect(cellText(domain({ count: 1500, eligible: 2000, lowest: 0 }))).toBe("1,500/2,000 · skew +1,500");
  expect(cellText(domain({ count: 0, eligible: 0 }))).toBe("no domain");
});

test("a key that no feasible cluster has is said of the first term that lacks it", () => {
  const check = (missing: number[], expected: string[]): void => {
    const summary = {
      clusterCounts: { feasible: 19 },
      spreadConstraints: terms,
      spread: { terms: missing.map((count) => ({ missing: count })) },
    };
    expect(terms.map((_, i) => absentText(summary as unknown as DecideAnswer, i))).toEqual(expected);
  };
  check([1, 2], ["", ""]);
  check([19, 19], ["no feasible cluster has the label `region`", ""]);
  check([0, 19], ["", "no feasible cluster has the label `zone`"]);
  check([1, 19], ["", "no feasible cluster that has the keys before it has the label `zone`"]);
  check([], ["", ""]);
});

test("where a domain stands", () => {
  const check = (change: Partial<SpreadDomain>, of: SpreadConstraintSummary, expected: string) =>
    expect(domainStatusText(domain(change), of)).toBe(expected);
  check({}, term("r", 1), "at the limit");
  check({}, term("r", 3), "room for 2");
  check({ eligible: 4 }, term("r", 3), "room for 1");
  check({ eligible: 3 }, term("r", 3), "full");
  check({ lowest: 0 }, term("r", 1), "beyond maxSkew");
  check({ lowest: 0 }, term("r", 1, false), "beyond, allowed");
  check({}, term("r", 1, false), "");
  check({ eligible: 0, count: 0 }, term("r", 1), "no domain");
});

test("siblings in a sentence", () => {
  expect(siblingGroupText([domain({}), domain({ count: 2 })], term("r", 1))).toBe(
    "2 domains, 2 to 3 selected: skew 1, max 1",
  );
  expect(siblingGroupText([domain({ lowest: 3 }), domain({ lowest: 3 })], term("r", 1, false))).toBe(
    "2 domains, 3 each selected: skew 0, no limit",
  );
  expect(siblingGroupText([domain({ lowest: 3 })], term("r", 1))).toBe(
    "1 domain, 3 selected: a single domain is never blocked",
  );
  expect(siblingGroupText([domain({ eligible: 0 })], term("r", 1))).toBe("no domain");
  expect(siblingGroupText([domain({}), domain({ count: 2 })], term("r", 1), true)).toBe(
    "more than 2 domains, 2 to 3 selected: skew 1, max 1",
  );
});

test("the worst skews", () => {
  expect(skewText(terms, [1, 3])).toBe("spread: skew 1 by region (maxSkew 1), skew 3 by zone");
  expect(skewText(terms, [0, 3])).toBe("spread: skew 3 by zone, even by region");
  expect(skewText(terms, [0, 0])).toBe("spread: even by region and zone");
  expect(skewText([], [])).toBe("");
});

const candidate = (change: Partial<SpreadCandidate>): SpreadCandidate => ({
  cluster: 0,
  name: "c5",
  values: ["us-west"],
  blockedBy: null,
  counts: [],
  termScores: [63, 0],
  raw: 4032,
  spread: 100,
  prioritizer: 50,
  final: 250,
  ...change,
});

test("a sum as people write it", () => {
  expect(sumText(candidate({}), 2)).toBe("50 + 2 × 100 = 250");
  expect(sumText(candidate({ spread: -100, final: -150 }), 2)).toBe("50 + 2 × (−100) = −150");
  expect(sumText(candidate({ final: -50 }), -1)).toBe("50 − 1 × 100 = −50");
  expect(sumText(candidate({ spread: null, final: null }), 2)).toBe("50");
});

const step = (change: Partial<SpreadStepAnswer>): SpreadStepAnswer => ({
  step: 2,
  picked: candidate({}),
  runnerUp: candidate({ name: "c4", final: 200 }),
  gap: 50,
  candidates: 3,
  blocked: 1,
  blockedBy: [0, 1],
  lowest: 63,
  highest: 4032,
  domains: [],
  ...change,
});

test("a step in words", () => {
  expect(stepText(step({}), 2)).toBe(
    "Step 2 picks c5: prioritizers + weight × spread is 50 + 2 × 100 = 250. It is 50 ahead of c4.",
  );
  expect(stepText(step({ gap: 0 }), 2)).toMatch(/c4 has the same; its name comes later\.$/);
  expect(stepText(step({ runnerUp: null, gap: null }), 2)).toMatch(/It is the only candidate\.$/);
  expect(blockedText(step({}), terms)).toBe("3 candidates; 1 blocked by term 2 (zone).");
  expect(blockedText(step({ blocked: 5, blockedBy: [3, 2], candidates: 1 }), terms)).toBe(
    "1 candidate; 5 blocked, 3 by term 1 (region), 2 by term 2 (zone).",
  );
  expect(blockedText(step({ blocked: 0, blockedBy: [0, 0] }), terms)).toBe("3 candidates, none blocked.");
});

test("who is blocked, by what", () => {
  const hard = [term("region", 1), term("zone", 2)];
  expect(blockingText(domain({ lowest: 1 }), hard, 1)).toBe(
    "blocked by term 2 (zone): zone eu-1a in eu has 3, the lowest of its siblings has 1, maxSkew 2",
  );
  expect(blockingText(domain({ values: [""], lowest: 2 }), hard, 0)).toBe(
    "blocked by term 1 (region): region (empty) has 3, the lowest of its siblings has 2, maxSkew 1",
  );
  expect(blockingText(null, hard, 0)).toBe("blocked by term 1 (region)");
});

test("how a run ends", () => {
  const of = (end: "reached" | "exhausted" | "blocked") =>
    endText({ spread: { weight: 2, steps: 3, eligible: 9, end, terms: [] } } as unknown as Parameters<
      typeof endText
    >[0]);
  expect(of("reached")).toBe("3 steps: all wanted clusters are selected.");
  expect(of("exhausted")).toContain("no eligible cluster is left");
  expect(of("blocked")).toContain("would exceed maxSkew");
});
