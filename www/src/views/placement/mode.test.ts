import { expect, test } from "vitest";
import type { DecideAnswer, PrioritizerSummary } from "../../engine/types";
import { modeWithoutEffect } from "./mode";

const same = { source: "default", min: 100, max: 100 };
const summary = (prioritizers: object[], more: object = {}): DecideAnswer =>
  ({
    mode: "Additive",
    numberOfClusters: 2,
    clusterCounts: { selected: 2, feasible: 5 },
    spreadConstraints: [],
    prioritizers: prioritizers as PrioritizerSummary[],
    ...more,
  }) as unknown as DecideAnswer;

const steady = { name: "Steady", ...same };
const balance = { name: "Balance", ...same };
const spread = { name: "Spread", ...same };
const memory = { name: "ResourceAllocatableMemory", source: "configured", min: 0, max: 100 };

const differs = { ...balance, min: 0 };
const exact = { mode: "Exact" };
const term = { spreadConstraints: [{}] };

const cases: [string, DecideAnswer, string | null][] = [
  ["equal scores", summary([steady, balance, memory]), "Steady and Balance give all clusters the same score"],
  [
    "one of them configured",
    summary([{ ...steady, source: "configured" }, balance]),
    "Balance gives all clusters the same score",
  ],
  ["another score", summary([steady, differs, memory]), null],
  ["scores that are not known", summary([{ ...steady, min: null, max: null }]), null],
  ["Exact, whose scores are not known", summary([steady, balance], exact), null],
  ["spread", summary([steady, balance, spread], term), null],
  ["Spread without a term", summary([steady, balance, spread]), "Steady and Balance give all clusters the same score"],
  [
    "a weight for each",
    summary([{ ...differs, source: "configured" }, spread], exact),
    "the input has a weight for each prioritizer that has one by default",
  ],
  [
    "all selected",
    summary([steady, differs], { clusterCounts: { selected: 5, feasible: 5 } }),
    "all 5 feasible clusters are selected",
  ],
  ["a mode that there is not", summary([steady, balance], { mode: "exact" }), null],
  ["nothing wanted", summary([steady, differs], { numberOfClusters: 0 }), "no cluster is wanted"],
];

for (const [name, given, expected] of cases)
  test(`whether the mode matters: ${name}`, () => expect(modeWithoutEffect(given)).toBe(expected));
