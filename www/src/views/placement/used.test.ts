import { expect, test } from "vitest";
import type { DecideAnswer, PrioritizerSummary } from "../../engine/types";
import { isUsed, nothingWeighs } from "./used";

const summary = (
  numberOfClusters: number | null,
  selected: number,
  feasible: number,
  spreadConstraints: object[] = [],
) =>
  ({
    outcome: "scheduled",
    numberOfClusters,
    clusterCounts: { selected, feasible },
    spreadConstraints,
    prioritizers: [],
  }) as unknown as DecideAnswer;

const one = (name: string, weight: number, source: "default" | "configured") =>
  ({ name, weight, source }) as unknown as PrioritizerSummary;

test.each([
  ["some are not selected", summary(2, 2, 5), null],
  ["no number", summary(null, 8, 8), { sentence: "numberOfClusters is unset, so weights do not matter.", count: 7 }],
  ["none wanted", summary(0, 0, 5), { sentence: "numberOfClusters is 0, so weights do not matter.", count: 1 }],
  [
    "all selected",
    summary(9, 5, 5),
    {
      sentence: "numberOfClusters is 9 and all 5 feasible clusters are selected, so weights do not matter.",
      count: 4,
    },
  ],
  ["one feasible", summary(2, 1, 1), { sentence: "1 cluster feasible, so weights do not matter.", count: null }],
])("whether weights matter: %s", (_, given, expected) => expect(nothingWeighs(given)).toEqual(expected));

const few = summary(2, 2, 5);
const withTerm = summary(2, 2, 5, [{}]);

test.each([
  ["named by the input", one("Balance", 0, "configured"), few, true],
  ["with a weight by default", one("Steady", 1, "default"), few, true],
  ["without one", one("ResourceAllocatableCPU", 0, "default"), few, false],
  ["Spread without a term", one("Spread", 1, "default"), few, false],
  ["Spread with a term", one("Spread", 1, "default"), withTerm, true],
])("which prioritizers have a control: %s", (_, given, of, expected) => {
  expect(isUsed(given, of, false)).toBe(expected);
});

test("where nothing weighs, only those that the input names have one", () => {
  expect(isUsed(one("Steady", 1, "default"), few, true)).toBe(false);
  expect(isUsed(one("Balance", 1, "configured"), few, true)).toBe(true);
});
