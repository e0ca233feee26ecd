import { expect, test } from "vitest";
import type { DecisionHint } from "../../../types.js";
import { hintText } from "./hint.js";

const path = null;

const SENTENCES: [DecisionHint, string][] = [
  [
    { code: "term-without-weight", topologyKey: "zone", path },
    "`zone` has no effect: `Spread` has weight 0, and `ScheduleAnyway` never blocks",
  ],
  [
    { code: "same-for-all", prioritizer: "Balance", score: 100, clusters: 3, path },
    "`Balance` gives all 3 feasible clusters 100: its weight changes no rank",
  ],
  [
    { code: "same-for-all", prioritizer: "ResourceAllocatableCPU", score: null, clusters: 2, path },
    "none of the 2 feasible clusters has a score of `ResourceAllocatableCPU`: its weight changes no rank",
  ],
  [
    { code: "max-skew-unused", topologyKey: "zone", maxSkew: 3, worstSkew: 1, path },
    "`maxSkew` 3 of `zone` blocks no cluster in any step: a larger one selects the same clusters",
  ],
  [{ code: "toleration-unused", toleration: 1, path }, "no cluster of the input has a taint that toleration 2 matches"],
  [
    { code: "predicates-match-all", predicates: 1, clusters: 5, path },
    "the predicate matches all candidates (5): it filters none",
  ],
  [
    { code: "predicates-match-all", predicates: 2, clusters: 5, path },
    "the 2 predicates together match all candidates (5): they filter none",
  ],
  [
    { code: "number-above-feasible", numberOfClusters: 5, feasible: 1, path },
    "5 clusters are wanted, but only 1 is feasible",
  ],
];

test.each(SENTENCES)("%j", (hint, sentence) => {
  expect(hintText(hint)).toBe(sentence);
});
