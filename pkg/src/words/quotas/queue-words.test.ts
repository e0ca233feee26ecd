import { readFileSync } from "node:fs";
import { Scenario } from "schedscope";
import { expect, test } from "vitest";
import { diagnosticGroups } from "./diagnostic-groups.js";
import { matrices } from "./matrix.js";
import { beginText, queueText, stepDetail, stepText } from "./queue-words.js";

const read = (name: string): Scenario => {
  const scenario = new Scenario();
  scenario.replace(
    readFileSync(new URL(`../../../../www/tests/browser/fixtures/${name}.yaml`, import.meta.url), "utf8"),
  );
  return scenario;
};

const story = read("quotas-story-1");

test("the queue and its steps in words", () => {
  const queue = story.queue({});
  expect(queueText(queue)).toBe("8 steps: 1 pod bound, 1 preemption evicting 1 pod, 3 pods left waiting.");
  expect(queue.steps.slice(0, 5).map(stepText)).toEqual([
    "Step 1: team-a/train-4 waits: team-a would use 7 GPUs, its max is 6.",
    "Step 2: team-b/serve-2 evicts team-a/train-3; it is nominated for gpu-1 and queues again.",
    "Step 3: team-b/serve-2 is bound to gpu-1.",
    "Step 4: team-b/serve-3 waits: all quotas together would use 11 GPUs, their mins add up to 10.",
    "Step 5: team-a/train-3 waits: all quotas together would use 12 GPUs, their mins add up to 10.",
  ]);
  expect(queue.steps.slice(0, 4).map((step) => stepDetail(step, true))).toEqual([
    "team-a: 7 of at most 6 GPUs",
    "team-a/train-3 on gpu-1",
    "to gpu-1",
    "all quotas: 11 of at most 10 GPUs",
  ]);
  expect(queueText({ ...queue, stepsTotal: 0 })).toBe("No pending pods: nothing to schedule.");
  const gated = { ...queue, gated: 1, gatedPods: ["team-a/held"] };
  expect(queueText(gated)).toBe(
    "8 steps: 1 pod bound, 1 preemption evicting 1 pod, 3 pods left waiting. Scheduling gates hold team-a/held back: " +
      "it is never tried.",
  );
  expect(queueText({ ...gated, stepsTotal: 0, gated: 40 })).toBe(
    "No step. Scheduling gates hold 40 pods back: they are never tried.",
  );
  const filtersOff = [{ profile: "packer", filters: ["NodePorts"] }];
  expect(queueText({ ...queue, filtersOff })).toBe(
    "8 steps: 1 pod bound, 1 preemption evicting 1 pod, 3 pods left waiting. The profile packer switches off " +
      "NodePorts: it keeps its pods from no node.",
  );
  expect(queueText({ ...queue, stopped: true })).toContain("Stopped there");
  expect(beginText(1)).toContain("Before the first step, 1 pod is not on a node.");
});

test("loans as a matrix, what nobody lends last", () => {
  const loan = (lender: string | null, borrower: string, amount: number, resource = "cpu") => ({
    resource,
    lender,
    borrower,
    amount,
  });
  expect(matrices([loan(null, "c", 5), loan("a", "c", 1), loan("b", "d", 2), loan("a", "d", 3, "memory")])).toEqual([
    {
      resource: "cpu",
      lenders: ["a", "b", null],
      borrowers: ["c", "d"],
      amounts: [
        [1, 0],
        [0, 2],
        [5, 0],
      ],
    },
    { resource: "memory", lenders: ["a"], borrowers: ["d"], amounts: [[3]] },
  ]);
});

test("findings that say the same stand together, the worst first", () => {
  const groups = diagnosticGroups(read("quotas-mixed").quotas().quotaDiagnostics);
  expect(groups.map(({ severity, code }) => `${severity} ${code}`)).toEqual([
    "warning max-below-min",
    "warning max-empty",
    "warning several-quotas",
    "warning request-above-every-node",
    "info used-above-max",
    "info status-differs",
  ]);
  expect(groups[0]?.places).toMatchObject([{ name: "web", numbers: "4 vs. 6" }]);
  expect(groups[3]?.places).toMatchObject([{ name: "research/huge", numbers: "40 vs. 8" }]);
  expect(diagnosticGroups(story.quotas().quotaDiagnostics).map(({ places }) => places.map(({ name }) => name))).toEqual(
    [["team-a", "team-b"]],
  );
});
