import { expect, test } from "vitest";
import type { QueueLimitsAnswer, ScorerLimits } from "../../engine/types";
import { joined } from "./compared-limits";

const over = (cpu: number) => ({ cpu, memory: 0 });
const answer = (names: ScorerLimits["scorers"][], after: number[][]): QueueLimitsAnswer => ({
  nodesTotal: after.length,
  before: { overSubscription: over(0), nodesOverSubscribed: 0, worst: null },
  scorers: names.map((scorers) => ({ scorers }) as ScorerLimits),
  nodes: after.map((amounts, i) => ({ node: `n${i}`, before: over(9), after: amounts.map(over) })),
});

const one: ScorerLimits["scorers"] = [{ name: "LeastAllocated", weight: 1 }];
const sum: ScorerLimits["scorers"] = [{ name: "LimitAware", weight: 2 }, ...one];

test("the sum is one more scorer, in all and on each node", () => {
  const all = answer([one], [[1], [2]]);
  const both = joined(all, answer([sum], [[3], [4]]));
  expect(both.scorers.map(({ scorers }) => scorers)).toEqual([one, sum]);
  expect(both.nodes.map(({ after }) => after)).toEqual([
    [over(1), over(3)],
    [over(2), over(4)],
  ]);
  expect(joined(all, null)).toBe(all);
  // Of a text with another number of nodes.
  expect(joined(all, answer([sum], [[3]]))).toBe(all);
});
