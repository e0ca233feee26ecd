import { expect, test } from "vitest";
import { objectNamed } from "../words/object-name.js";
import type { VmMigration, VmNodeEnd, VmTotals } from "../../types.js";
import { migrationText, timelineDifferenceText } from "../words/vms/difference.js";
import type { TimedRequest } from "./requests.js";
import { type TimelineRun, timelineDifference } from "./timeline.js";

const totals: VmTotals = {
  accepted: 4,
  notInFull: 0,
  unanswered: 0,
  refused: 1,
  migrations: 1,
  failed: 0,
  open: 0,
  overBudget: 0,
  stepsUnderPressure: 2,
};

const amounts = (reserved: number): VmNodeEnd["cpu"] => ({
  total: 8,
  system: 1,
  watermark: 6,
  reserved,
  buffer: 0,
  capacityPressure: 0,
  pressureAccountedFor: 0,
});

const node = (name: string, reserved: number): VmNodeEnd => ({
  name,
  cpu: amounts(reserved),
  memory: amounts(reserved),
  tooMuchPressure: false,
  vms: 2,
  steps: 9,
});

const migration = (pod: string, to: string | null, rest: Partial<VmMigration> = {}): VmMigration => ({
  pod: objectNamed(pod),
  target: null,
  from: "n1",
  to,
  started: 10,
  ended: 20,
  startStep: 3,
  endStep: 5,
  failed: to === null,
  ...rest,
});

const run = (rest: Partial<TimelineRun> = {}): TimelineRun => ({
  totals,
  migrations: [migration("a", "n2")],
  nodes: [node("n1", 4)],
  unplaced: [],
  ...rest,
});

const check = (after: Partial<TimelineRun>, words: string): void => {
  expect(timelineDifferenceText(timelineDifference(run(), run(after)))).toBe(words);
};

test("counts, migrations and nodes that differ", () => {
  check({}, "Both runs have the same result.");
  check({ totals: { ...totals, refused: 3, migrations: 2 } }, "1 → 3 requests refused, 1 → 2 migrations.");
  check({ nodes: [node("n1", 5), node("n2", 1)] }, "2 nodes end differently.");
  check({ unplaced: [objectNamed("b"), objectNamed("a")] }, "2 more VMs have no node.");
  check({ migrations: [migration("b", "n2")] }, "2 migrations differ.");
});

const request = (pod: string, at: number, permit: number | null, result = "200"): TimedRequest => ({
  pod: objectNamed(pod),
  at,
  want: { vCPUs: 6, mem: 24 },
  permit: permit === null ? null : { vCPUs: permit, mem: 4 * permit },
  result,
});

test("requests that are answered otherwise are named, and the rest is counted", () => {
  const before = run({ requests: [request("n/a", 3, 6), request("n/b", 3, 4), request("n/b", 3, 6)] });
  const words = (requests: TimedRequest[]): string =>
    timelineDifferenceText(timelineDifference(before, run({ requests })));
  expect(words([request("n/a", 3, 6), request("n/b", 3, 4), request("n/b", 3, 6)])).toBe(
    "Both runs have the same result.",
  );
  expect(words([request("n/a", 3, null, "404"), request("n/b", 3, 4), request("n/b", 3, 5)])).toBe(
    "n/a at 3s: granted 6/24 → refused, n/b at 3s: granted 6/24 → 5/20 of 6/24.",
  );
  expect(words([request("n/b", 3, 3), request("n/b", 3, null, "away"), request("n/c", 1, 6)])).toBe(
    "n/c at 1s: not asked → granted 6/24, n/a at 3s: granted 6/24 → not asked, " +
      "n/b at 3s: 4/16 of 6/24 → 3/12 of 6/24, and 1 more.",
  );
});

test("a VM that is gone gets no node", () => {
  const before = run({ unplaced: [objectNamed("n/c")], nodes: [{ ...node("n1", 4), vms: 2 }] });
  const after = (vms: number): TimelineRun => run({ unplaced: [], nodes: [{ ...node("n1", 4), vms }] });
  expect(timelineDifference(before, after(3)).placed).toEqual([objectNamed("n/c")]);
  expect(timelineDifference(before, after(2)).placed).toEqual([]);
});

test("the time of a migration and the number of steps are no difference", () => {
  check({ migrations: [migration("a", "n2", { started: 11, ended: 22 })] }, "Both runs have the same result.");
  check({ nodes: [{ ...node("n1", 4), steps: 12 }] }, "Both runs have the same result.");
});

test("migrations of one pod are paired in their order", () => {
  const after = run({ migrations: [migration("a", "n2"), migration("a", null)] });
  const [change, ...others] = timelineDifference(run(), after).migrations;
  expect(others).toEqual([]);
  expect([migrationText(change?.before ?? null), migrationText(change?.after ?? null)]).toEqual([
    "–",
    "n1 → no node, failed",
  ]);
});
