import { expect, test } from "vitest";
import type { SpreadCandidate, SpreadConstraintSummary } from "../../../engine/types";
import { columns } from "../prioritizer";
import { ladderOf, type Scored } from "./ladder";

const term = (topologyKey: string): SpreadConstraintSummary => ({
  topologyKey,
  topologyKeyType: "Label",
  maxSkew: 1,
  whenUnsatisfiable: "ScheduleAnyway",
  path: "",
});
const terms = [term("region"), term("zone")];

const used = columns(
  ["Steady", "ResourceAllocatableMemory"].map((name, i) => ({
    name,
    weight: i + 1,
    defaultWeight: 1,
    source: "default",
    path: null,
    min: 0,
    max: 100,
  })) as Parameters<typeof columns>[0],
);

/** By name: the scores of both prioritizers, those of both terms, and the spread score as the engine gives it. */
const given: Record<string, [number[], number[], number | null]> = {
  a: [[100, 30], [63, 0], 100],
  b: [[100, 10], [63, 0], 100],
  c: [[100, 40], [0, 63], -97],
  d: [[100, 40], [0, 0], -100],
  e: [[100, 90], [0, 0], null],
};
const weight = 3;
const candidates: SpreadCandidate[] = Object.entries(given).map(([name, [scores, termScores, spread]], cluster) => {
  const prioritizer = (scores[0] ?? 0) + 2 * (scores[1] ?? 0);
  return {
    cluster,
    name,
    values: [],
    blockedBy: spread === null ? 1 : null,
    counts: [],
    termScores,
    raw: (termScores[0] ?? 0) * 64 + (termScores[1] ?? 0),
    spread,
    prioritizer,
    final: spread === null ? null : prioritizer + weight * spread,
  };
});
const scored: Scored = { columns: used, scoresOf: ({ name }) => given[name]?.[0] ?? null };

test("a bar has each prioritizer and each term, and adds up to the final score", () => {
  const ladder = ladderOf(candidates, weight, terms, scored);
  expect(ladder.parts.map(({ name }) => name)).toEqual(["Memory", "region", "zone"]);
  expect(ladder.same).toEqual([
    { name: "Steady", product: 100 },
    { name: "Spread", product: -300 },
  ]);
  const products = candidates.slice(0, 4).map((candidate) => ladder.productsOf(candidate).map(Math.round));
  expect(products).toEqual([
    [60, 600, 0],
    [20, 600, 0],
    [80, 0, 9],
    [80, 0, 0],
  ]);
  for (const candidate of candidates.slice(0, 4))
    expect(ladder.base + ladder.productsOf(candidate).reduce((all, one) => all + one, 0)).toBeCloseTo(
      Number(candidate.final),
    );
  expect([ladder.best, ladder.scale]).toEqual([460, { min: 0, max: 660 }]);
});

test("where the scores of one are not known, the prioritizers are one part", () => {
  const some: Scored = { columns: used, scoresOf: (one) => (one.name === "b" ? null : scored.scoresOf(one)) };
  const ladder = ladderOf(candidates, weight, terms, some);
  expect(ladder.parts.map(({ name }) => name)).toEqual(["prioritizers", "region", "zone"]);
  expect(ladder.productsOf(candidates[1] as SpreadCandidate)).toEqual([120, 600, 0]);
});

test("without a weight, or a difference between domains, spread is no part", () => {
  const parts = (of: SpreadCandidate[], by: number): string[] =>
    ladderOf(of, by, terms, scored).parts.map(({ name }) => name);
  const even = candidates.map((one) => ({ ...one, final: one.prioritizer, spread: 0, raw: 0, termScores: [0, 0] }));
  expect([parts(even, 3), parts(even, 0)]).toEqual([["Memory"], ["Memory"]]);
  expect(ladderOf([], 3, terms, scored).scale).toEqual({ min: 0, max: 1 });
});
