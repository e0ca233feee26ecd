import { expect, test } from "vitest";
import type { CycleAfter, NodeLoss, SweepAnswer } from "../../../types.js";
import { neededText, nodeLossText, remainingNodesText } from "./nodes.js";
import { endText, sweepPodText, sweptRows, sweptRowText, sweptTiesText, valuesText } from "./sweep-pod.js";
import { runText } from "./vms.js";
import { objectNamed } from "../object-name.js";

const cycle = (of: Partial<CycleAfter>): CycleAfter => ({
  outcome: "Unschedulable",
  node: null,
  victims: [],
  bare: [],
  budgetViolations: 0,
  rejectedBy: null,
  refused: false,
  ...of,
});

test("how a cycle ends", () => {
  expect(endText(cycle({ outcome: "Schedulable", node: "n1" }))).toBe("bound to n1");
  expect(endText(cycle({ outcome: "Preempt", node: "n1", victims: [objectNamed("a/x"), objectNamed("a/y")] }))).toBe(
    "evicts a/x and a/y on n1",
  );
  expect(endText(cycle({ refused: true }))).toBe("the API server refuses the pod");
  expect(endText(cycle({ rejectedBy: "OverMax" }))).toBe("waits: over the max of its ElasticQuota");
  expect(endText(cycle({}))).toBe("waits: no node takes it");
});

test("a sweep of a pod", () => {
  const interval = { selected: 0, decided: true, added: [], removed: [], run: null };
  const answer: SweepAnswer = {
    object: { kind: "Pod", namespace: "a", name: "p" },
    pod: objectNamed("a/p"),
    parameter: "request",
    subject: "cpu",
    inForce: 500,
    intervals: [
      { ...interval, from: 0, to: 1000, cycle: cycle({ outcome: "Schedulable", node: "n1" }) },
      { ...interval, from: 1001, to: 1001, cycle: cycle({}) },
    ],
    points: [],
    complete: true,
  };
  expect(answer.intervals.map((one) => valuesText(answer, one))).toEqual(["0 to 1", "1001m"]);
  expect(sweepPodText(answer)).toBe(
    "As the cpu request grows, the outcome for a/p changes once; now 500m: bound to n1",
  );
});

test("the room of terminating pods along a sweep", () => {
  const end = (terminating: string[]) =>
    endText(
      cycle({
        outcome: "Preempt",
        node: "n2",
        victims: [objectNamed("a/x"), objectNamed("a/y")],
        terminating: terminating.map(objectNamed),
      }),
    );
  expect([[], ["a/x"], ["a/x", "a/y"]].map(end)).toEqual([
    "evicts a/x and a/y on n2",
    "evicts a/y on n2 and waits for a/x, terminating already",
    "waits for a/x and a/y on n2, terminating already",
  ]);
});

test("values of a sweep with which nodes tie", () => {
  const interval = { selected: 0, decided: true, added: [], removed: [], run: null };
  const bound = cycle({ outcome: "Schedulable", node: "n1" });
  const request = { parameter: "request", subject: "cpu", inForce: 500 } as const;
  const rows = sweptRows([
    { ...interval, from: 0, to: 400, cycle: bound },
    { ...interval, from: 401, to: 1000, cycle: bound, tiedAt: 500 },
    { ...interval, from: 1001, to: 2000, cycle: cycle({}) },
  ]);
  expect(rows.map((row) => sweptRowText(request, row))).toEqual([
    "bound to n1; at 500m, other nodes tie",
    "waits: no node takes it",
  ]);
  expect(sweptTiesText(rows)).toMatch(/^Where nodes tie, kube-scheduler picks one of them at random; the first by /);
  expect(sweptTiesText(rows.slice(1))).toBe("");
  const answer: SweepAnswer = {
    ...request,
    object: { kind: "Pod", namespace: "a", name: "p" },
    pod: objectNamed("a/p"),
    intervals: [{ ...interval, from: 0, to: 1000, cycle: bound, tiedAt: 500 }],
    points: [],
    complete: true,
  };
  expect(sweepPodText(answer)).toContain("(now 500m: bound to n1, which ties with other nodes)");
});

test("rows of a sweep that would read alike say what differs, or are one", () => {
  const interval = { selected: 0, decided: true, added: [], removed: [], run: null };
  const evicts = (of: Partial<CycleAfter>) =>
    cycle({ outcome: "Preempt", node: "n2", victims: [objectNamed("a/x")], ...of });
  const rows = (...cycles: CycleAfter[]) =>
    sweptRows(cycles.map((of, i) => ({ ...interval, from: i, to: i, cycle: of }))).map(
      ({ from, to, text }) => `${from} to ${to} ${text}`,
    );
  expect(rows(evicts({ rejectedBy: "OverAggregatedMin" }), evicts({}), cycle({}))).toEqual([
    "0 to 0 over the sum of all mins: evicts a/x on n2",
    "1 to 1 no node has room: evicts a/x on n2",
    "2 to 2 waits: no node takes it",
  ]);
  // Nothing that is shown differs.
  expect(rows(evicts({ bare: [objectNamed("a/x")] }), evicts({}))).toEqual([
    "0 to 1 no node has room: evicts a/x on n2",
  ]);
  const four = ["a/x", "a/y", "a/z", "a/v"].map(objectNamed);
  expect(rows(evicts({ victims: four }), evicts({ victims: [...four.slice(1), objectNamed("a/w")] }))).toEqual([
    "0 to 0 no node has room: evicts a/x, a/y, a/z and a/v on n2",
    "1 to 1 no node has room: evicts a/y, a/z, a/v and a/w on n2",
  ]);
  // A violated budget stands beside the input.
  expect(rows(evicts({}), evicts({ budgetViolations: 1 }))).toHaveLength(2);
  expect(rows(evicts({}), cycle({}))).toEqual(["0 to 0 evicts a/x on n2", "1 to 1 waits: no node takes it"]);
});

test("nodes gone", () => {
  const loss: NodeLoss = {
    name: "a",
    nodes: 2,
    podsTotal: 4,
    evicted: 3,
    landed: 1,
    untried: 0,
    waiting: 1,
    deleted: 1,
    othersMoved: 0,
    othersLost: 0,
    workloads: [],
    workloadsTotal: 0,
    pods: [],
    others: [],
    othersTotal: 0,
    stopped: false,
  };
  expect(neededText(loss)).toBe("");
  const needed = { like: "n2", nodes: 1, waiting: 0 };
  expect(neededText({ needed })).toBe("With 1 more node like n2, all pending pods get a node.");
  expect(neededText({ needed: { ...needed, nodes: 2, waiting: 1 } })).toBe(
    "With 2 more nodes like n2, 1 pod still waits.",
  );
  expect(neededText({ needed: { ...needed, nodes: 0 } })).toBe("More nodes like n2 help no pod that waits.");
  expect(remainingNodesText(loss)).toBe("");
  expect(remainingNodesText({ spreadOverLost: 2, waitingInOutage: 1 })).toContain(
    "constraints of 2 pods still count their domains: then 1 pod waits.",
  );
  expect(nodeLossText(loss)).toBe(
    "2 nodes are gone: 1 of 3 pods land elsewhere, 1 left waiting, 1 pod without an owner is deleted and does not " +
      "come back",
  );
  expect(nodeLossText({ ...loss, landed: 3, waiting: 0, deleted: 0 })).toBe(
    "2 nodes are gone: all 3 pods land elsewhere",
  );
  const others = { othersTotal: 3, othersMoved: 3, othersLost: 2 };
  expect(nodeLossText({ ...loss, landed: 3, waiting: 0, deleted: 0, ...others })).toBe(
    "2 nodes are gone: all 3 pods land elsewhere, 2 pods of other nodes are preempted and left without a node, " +
      "1 other pod moved",
  );
  expect(nodeLossText({ ...loss, landed: 2, volumeDependent: 2, deleted: 0 })).toBe(
    "2 nodes are gone: the node of 2 pods depends on volumes that the input does not have, 1 left waiting",
  );
});

test("a run", () => {
  expect(runText({ run: { migrations: 0, denied: 1, unplaced: 0, starts: true } })).toBe(
    "no migration; 1 request is not granted in full",
  );
  expect(runText({ run: null })).toBe("");
});

test("the values of a row are in one unit", () => {
  const of = (subject: string, from: number, to: number): string =>
    valuesText({ parameter: "max", subject }, { from, to });
  const gi = 2 ** 30;
  expect(of("memory", 4 * gi + 1, 10 * gi)).toBe("above 4Gi to 10Gi");
  expect(of("memory", 0, 256 * gi + 1)).toBe("0 to above 256Gi");
  expect(of("memory", 4 * gi, 10 * gi - 1)).toBe("4Gi to below 10Gi");
  expect(of("memory", gi / 2, 10 * gi)).toBe("0.5Gi to 10Gi");
  expect(of("memory", 1, 8 * gi)).toBe("1 to 8Gi");
  expect(of("memory", 4 * gi, 4 * gi)).toBe("4Gi");
  expect(of("cpu", 501, 2000)).toBe("501m to 2000m");
  expect(of("cpu", 0, 500)).toBe("0 to 500m");
  expect(of("cpu", 1000, 2000)).toBe("1 to 2");
  expect(of("nvidia.com/gpu", 0, 7)).toBe("0 to 7");
});
