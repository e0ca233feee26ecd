import { expect, test } from "vitest";
import type { RankAnswer, StabilityAnswer, StablePrioritizer, SweepAnswer, WeightBound } from "../../../types.js";
import { radiusText, rangeText, rankText, sweepText, sweptClusters, sweptRuns, wholeText } from "./sweep.js";
import { intervalText } from "./interval.js";
import { sweepPodText, valuesText } from "./sweep-pod.js";
import { unplacedText } from "./sweep-vms.js";
import { lossText } from "./without.js";
import { objectNamed } from "../object-name.js";

const at = (part: number, whole: number, included: boolean): WeightBound => ({
  at: { part, whole, value: part / whole },
  included,
});
const object = { kind: "Placement", namespace: "default", name: "web" };

test("ranges have exact ends", () => {
  expect(rangeText({ from: null, to: null })).toBe("every weight");
  expect(rangeText({ from: at(-1, 2, true), to: at(4, 1, false) })).toBe("from −1/2 (−0.5) to below 4");
  expect(rangeText({ from: at(10, 3, false), to: null })).toBe("above 10/3 (3.3333)");
  expect(rangeText({ from: at(2, 1, true), to: null })).toBe("from 2 on");
  expect(rangeText({ from: at(0, 1, true), to: at(0, 1, true) })).toBe("only 0");
  expect(rangeText({ from: null, to: at(0, 1, true) })).toBe("up to 0");
  expect(intervalText({ from: -10, to: 2 })).toBe("−10 to 2");
  expect(intervalText({ from: 3, to: 3 })).toBe("3");
});

const sweep = (of: Partial<SweepAnswer>): SweepAnswer => ({
  object,
  parameter: "weight",
  subject: "Steady",
  pod: null,
  inForce: 1,
  intervals: [],
  points: [],
  complete: true,
  ...of,
});
const interval = { from: 0, to: 1, selected: 1, decided: true, added: [], removed: [], cycle: null, run: null };

test("a sweep in a sentence", () => {
  expect(sweepText(sweep({ intervals: [interval] }))).toBe(
    "The same clusters are selected at every value of the weight of Steady (now 1)",
  );
  expect(sweepText(sweep({ intervals: [{ ...interval, selected: 0 }] }))).toBe(
    "No cluster is selected at any value of the weight of Steady (now 1)",
  );
  expect(
    sweepText(
      sweep({
        parameter: "count",
        inForce: null,
        intervals: [interval, { ...interval, from: 2, to: 9 }],
        complete: false,
      }),
    ),
  ).toBe(
    "As numberOfClusters goes from 0 to 9, the selected clusters change once, at 2; now it is all clusters; " +
      "not all values were tried",
  );
});

test("a number beyond the largest that makes a difference", () => {
  const answer = sweep({ parameter: "count", inForce: 7, intervals: [interval, { ...interval, from: 2, to: 3 }] });
  expect(sweepText(answer)).toBe(
    "As numberOfClusters goes from 0 to 3, the selected clusters change once, at 2; now it is 7, " +
      "with the selection of 3",
  );
});

test("who is selected along a sweep", () => {
  const intervals = [
    { ...interval, added: ["b"] },
    { ...interval, added: ["a"], removed: ["b", "c"] },
    { ...interval, added: ["b"], removed: [] },
  ];
  expect(sweptClusters({ intervals })).toEqual([
    { name: "b", isOn: [true, false, true] },
    { name: "c", isOn: [true, false, false] },
    { name: "a", isOn: [false, true, true] },
  ]);
  const points = [3, 3, 1, 1, 3].map((rank, value) => ({ value, rank, total: value, selected: rank === 1 }));
  expect(sweptRuns(points).map(({ from, to }) => [from.value, to.value, from.rank])).toEqual([
    [0, 1, 3],
    [2, 3, 1],
    [4, 4, 3],
  ]);
});

test("weights that a Placement may have in a range", () => {
  expect(wholeText({ from: at(7, 40, false), to: null })).toBe("1 to 10");
  expect(wholeText({ from: at(2, 1, false), to: at(4, 1, true) })).toBe("3 to 4");
  expect(wholeText({ from: at(2, 1, true), to: at(3, 1, false) })).toBe("2");
  expect(wholeText({ from: null, to: at(-7, 2, true) })).toBe("−10 to −4");
});

const rank: RankAnswer = {
  cluster: "aws",
  prioritizer: "Steady",
  weight: 1,
  rank: 2,
  selected: 1,
  selectedOn: [{ from: null, to: at(3, 5, false) }],
  best: { from: null, to: at(3, 5, false), rank: 1 },
  pieces: [],
  count: 2,
  reason: null,
};

test("a rank in a sentence", () => {
  expect(sweepText(sweep({ rank }))).toBe(
    "aws has rank 2 at the weight 1 of Steady, at best 1, at weights below 3/5 (0.6). It is selected at weights " +
      "below 3/5 (0.6)",
  );
  expect(rankText({ ...rank, rank: 1 })).toMatch(/^aws has rank 1 at the weight 1 of Steady, its best\. It is/);
  expect(rankText({ ...rank, selectedOn: [] })).toMatch(/No weight selects it$/);
  expect(rankText({ ...rank, reason: "not-feasible" })).toBe(
    "There is no rank of aws: the cluster is not feasible at any weight",
  );
});

const stable: StablePrioritizer = {
  prioritizer: "Steady",
  weight: 1,
  from: at(3, 5, false),
  to: null,
  below: { removed: "azure", added: "aws" },
  above: null,
  clusters: [],
};
const stability: StabilityAnswer = {
  prioritizers: [stable],
  narrowest: "Steady",
  radius: { radius: { part: 4, whole: 13, value: 4 / 13 }, removed: "azure", added: "aws" },
  reason: null,
};

test("stability in sentences", () => {
  expect(sweepText(sweep({ stability }))).toBe(
    "While every weight changes by less than 4/13 (0.3077), the selection stays: beyond that aws is added, " +
      "azure is removed; the weight of Steady has the least room",
  );
  expect(radiusText({ ...stability, radius: null })).toBe("No weights change the selection");
  expect(radiusText({ ...stability, reason: "overflow" })).toBe("There is no answer: totals leave 64 bits");
});

test("a loss in a sentence", () => {
  const loss = { name: "a", clusters: 3, lost: ["x"], lostCount: 2, selected: 3, unscheduled: 1, moved: 1, skews: [2] };
  expect(lossText({ ...loss, added: ["b"], removed: [] })).toBe(
    "3 clusters are gone, 2 of them selected now: b is added; 3 clusters selected then, 1 place stays empty; skew 2",
  );
  expect(lossText({ ...loss, clusters: 1, lostCount: 0, added: [], removed: [], unscheduled: 0, skews: [] })).toBe(
    "1 cluster is gone, which is not selected now: 3 clusters selected then",
  );
});

test("a sweep of a max begins at its min, and says so", () => {
  const answer = sweep({
    parameter: "max",
    subject: "cpu",
    pod: objectNamed("a/p"),
    inForce: 24_000,
    intervals: [{ ...interval, from: 12_000, to: 48_000 }],
  });
  expect(sweepPodText(answer)).toBe(
    "At every value of the max of cpu from 12, its min, to 48, the outcome for a/p is the same (now 24)",
  );
  const request = { ...answer, parameter: "request" as const };
  const to = Number.MAX_SAFE_INTEGER;
  expect(sweepPodText({ ...request, intervals: [{ ...interval, from: 0, to }] })).toBe(
    "At every value of the cpu request from 0 on, the outcome for a/p is the same (now 24)",
  );
  expect(valuesText(request, { from: 5001, to })).toBe("5001m and more");
});

test("who is not on a node is told along a sweep of VMs", () => {
  const run = { migrations: 0, denied: 0, starts: true, unplaced: 2 };
  const here = { ...interval, run, unplaced: [objectNamed("default/a"), objectNamed("default/b")] };
  expect(unplacedText(here)).toBe("default/a and default/b");
  expect(unplacedText({ ...here, run: { ...run, unplaced: 9 } })).toBe("9 VMs");
  expect(sweepText(sweep({ parameter: "system", subject: "nodeDefaults.cpu.system", intervals: [here] }))).toBe(
    "At every value of nodeDefaults.cpu.system, the run is the same (now 1m: no migration; every request is granted; " +
      "2 VMs are not on a node)",
  );
});
