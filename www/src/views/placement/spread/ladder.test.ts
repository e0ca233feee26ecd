import { expect, test } from "vitest";
import type { SpreadCandidate } from "../../../engine/types";
import { columns } from "../prioritizer";
import { ladderOf, type Scored } from "./ladder";

const weight = 3;
const all = columns(
  ["Steady", "ResourceAllocatableMemory", "Spread"].map((name, i) => ({
    name,
    weight: i + 1,
    defaultWeight: 1,
    source: "default",
    path: null,
    min: 0,
    max: 100,
  })) as Parameters<typeof columns>[0],
);
const used = all.slice(0, 2);
const spreadColumn = all[2] ?? null;

/** By name: the scores of both prioritizers, those of both terms, and the spread score as the engine gives it. */
const given: Record<string, [number[], number[], number | null]> = {
  a: [[100, 30], [63, 0], 100],
  b: [[100, 10], [63, 0], 100],
  c: [[100, 40], [0, 63], -97],
  d: [[100, 40], [0, 0], -100],
  e: [[100, 90], [0, 0], null],
};
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

const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0);

test("a bar has each prioritizer and the multiplied spread score, and adds up to the final score", () => {
  const ladder = ladderOf(candidates, spreadColumn, scored);
  expect(ladder.parts.map(({ name, weight: by }) => [name, by])).toEqual([
    ["Steady", 1],
    ["Memory", 2],
    ["Spread", 3],
  ]);
  const able = candidates.slice(0, 4);
  expect(able.map(ladder.productsOf)).toEqual([
    [100, 60, 300],
    [100, 20, 300],
    [100, 80, -291],
    [100, 80, -300],
  ]);
  for (const candidate of able) expect(sum(ladder.productsOf(candidate))).toBe(candidate.final);
  expect([ladder.best, ladder.scale]).toEqual([460, { min: -300, max: 460 }]);
});

test("where the scores of one are not known, the prioritizers are one part", () => {
  const some: Scored = { columns: used, scoresOf: (one) => (one.name === "b" ? null : scored.scoresOf(one)) };
  const ladder = ladderOf(candidates, spreadColumn, some);
  expect(ladder.parts.map(({ name }) => name)).toEqual(["prioritizers", "Spread"]);
  expect(ladder.productsOf(candidates[1] as SpreadCandidate)).toEqual([120, 300]);
});

test("without a weight, spread is no part", () => {
  expect(ladderOf(candidates, null, scored).parts.map(({ name }) => name)).toEqual(["Steady", "Memory"]);
  expect(ladderOf([], null, scored).scale).toEqual({ min: 0, max: 1 });
});
