import { misfitNumbers, scorerPick } from "schedscope/words/nodes";
import { listed } from "schedscope/words/phrase";
import { expect, test } from "vitest";
import type { NodeRow, ScorerAnswer } from "../../engine/types";
import { placedLine, plainLine } from "./lines";
import { inOrder } from "./steady";

const scorer = (name: ScorerAnswer["name"], change: Partial<ScorerAnswer> = {}): ScorerAnswer => ({
  name,
  applies: true,
  normalizes: false,
  best: ["a", "b"],
  bestCount: 2,
  bestByRaw: ["a"],
  bestByExact: null,
  ...change,
});

const row = (change: Partial<NodeRow> = {}): NodeRow => ({
  index: 3,
  name: "a",
  pods: 2,
  allowedPods: 110,
  misfit: null,
  resources: [],
  raw: [-75, 40, null],
  normalized: [0, 40, null],
  exact: -75,
  normalizedExact: 0,
  defaultProfile: null,
  ...change,
});

test("the raw score stands apart only where the scorer normalises", () => {
  const scorers = [
    scorer("LimitAware", { normalizes: true, best: ["b"] }),
    scorer("LeastAllocated"),
    scorer("BalancedAllocation", { applies: false, best: [] }),
  ];
  expect(placedLine(row(), scorers)).toEqual({
    index: 3,
    name: "a",
    state: "picked",
    pods: "2 of 110 pods",
    usages: [],
    scores: [{ value: 0, raw: -75, pick: null }, { value: 40, raw: null, pick: "picked" }, null],
    words: "",
    numbers: "",
  });
});

test("a node that does not fit says why, with numbers", () => {
  const misfit = {
    code: "Unschedulable" as const,
    plugin: "NodeResourcesFit",
    reasons: ["Too many pods", "Insufficient cpu"],
    shortages: [{ resource: "cpu", requested: 4000, used: 6500, allocatable: 8000 }],
    heldFor: [],
    held: {},
    taint: null,
    port: null,
    spread: null,
    podAffinity: null,
    selector: null,
  };
  const line = placedLine(row({ misfit, raw: [null], normalized: [null] }), [scorer("LeastAllocated")]);
  expect([line.state, line.words, line.numbers]).toEqual([
    "misfit",
    "NodeResourcesFit: Too many pods, Insufficient cpu",
    "requests 4 of cpu, 6.5 of 8 used",
  ]);
  expect(misfitNumbers({ ...misfit, shortages: [], taint: "dedicated=batch:NoSchedule" })).toBe(
    "dedicated=batch:NoSchedule",
  );
});

test("without a pod a node says what it is", () => {
  const line = plainLine(
    {
      name: "n",
      unschedulable: true,
      taints: ["a=b:NoSchedule"],
      pods: 1,
      allowedPods: 1,
      bestEffort: 2,
      unbounded: 1,
      resources: [],
    },
    7,
    ["cpu"],
  );
  expect(line).toMatchObject({
    index: 7,
    state: "shown",
    pods: "1 of 1 pod",
    words: "cordoned, a=b:NoSchedule",
    numbers: "2 best effort, 1 without a limit",
  });
});

test("the first of the best is picked, the others are tied", () => {
  expect(scorerPick(scorer("LimitAware"), "a")).toBe("picked");
  expect(scorerPick(scorer("LimitAware"), "b")).toBe("tied");
  expect(scorerPick(scorer("LimitAware"), "c")).toBe(null);
  expect(scorerPick(scorer("LimitAware", { applies: false }), "a")).toBe(null);
});

test("lists in words", () => {
  expect([listed([]), listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])]).toEqual([
    "",
    "a",
    "a and b",
    "a, b and c",
  ]);
});

test("rows keep their places while they are the same ones", () => {
  const rows = [
    { name: "b", score: 2 },
    { name: "a", score: 1 },
  ];
  expect(inOrder(["a", "b"], rows)).toEqual([rows[1], rows[0]]);
  expect(inOrder(["a", "c"], rows)).toBe(null);
  expect(inOrder(["a"], rows)).toBe(null);
});
