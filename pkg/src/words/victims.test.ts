import { expect, test } from "vitest";
import type {
  NamespacedName,
  NodeDryRunAnswer,
  NodeVerdict,
  OtherCycle,
  QueueStep,
  RecordedPodAnswer,
  SimulatePodAnswer,
} from "../../types.js";
import { wantOfPod } from "../difference/wants.js";
import { evictsText } from "./nodes/sentence.js";
import { phraseText } from "./phrase.js";
import { otherCycleText } from "./quotas/other-profile.js";
import { outcomeName, stepDetail, stepText } from "./quotas/queue-words.js";
import { verdictSentence } from "./quotas/sentence.js";
import { dryRunText, fitsText } from "./quotas/why.js";
import { ifPendingText } from "./whatif/recorded.js";
import { objectNamed } from "./object-name.js";

const ends = [undefined, ["b/b2"], ["b/b1", "b/b2"]].map((names) => names?.map(objectNamed));

/** What all answers say of a pod whose cycle ends with two victims. */
function said(terminating: NamespacedName[] | undefined) {
  const victims = {
    victims: [objectNamed("b/b1"), objectNamed("b/b2")],
    ...(terminating !== undefined && { terminating }),
  };
  const cycle = { outcome: "Preempt", node: "n1", ...victims } as const;
  const dryRun = {
    outcome: "candidate",
    reprieved: [],
    numPDBViolations: 0,
    ...victims,
  } as unknown as NodeDryRunAnswer;
  const step = { ...cycle, step: 1, pod: objectNamed("a/p"), ...(terminating && { terminatingVictims: terminating }) };
  return [
    phraseText(
      verdictSentence({
        ...cycle,
        pod: objectNamed("a/p"),
        quotas: [],
        quota: null,
        podRequest: {},
        nodes: [],
        resourceQuota: null,
      } as unknown as SimulatePodAnswer),
    ),
    evictsText(cycle),
    `${outcomeName(step as unknown as QueueStep)} ${stepDetail(step as unknown as QueueStep)}`,
    stepText(step as unknown as QueueStep),
    otherCycleText({ profile: "Upstream", ...cycle } as OtherCycle, true),
    `${fitsText({ fits: false, dryRun } as NodeVerdict)}: ${dryRunText(dryRun, objectNamed("a/p"))}`,
    ifPendingText({ ...cycle, chosen: "n1" } as Pick<RecordedPodAnswer, "outcome" | "chosen" | "victims">),
  ];
}

test("victims that are terminating already are waited for, in one wording everywhere", () => {
  const words = [
    "evicts b/b1 and b/b2 on n1",
    "evicts b/b1 on n1 and waits for b/b2, terminating already",
    "waits for b/b1 and b/b2 on n1, terminating already",
  ];
  for (const [i, terminating] of ends.entries()) {
    const [verdict = "", nodes, step, text, other, node, pending] = said(terminating);
    const expected = words[i] ?? "";
    expect(verdict.startsWith(`a/p ${expected}`)).toBe(true);
    expect(nodes).toBe(`It ${expected}.`);
    expect(step).toBe(expected);
    expect(text).toBe(`Step 1: a/p ${expected.replace(" on n1", "")}; it is nominated for n1 and queues again.`);
    expect(other).toBe(`The released scheduler ${expected}.`);
    const room = `${expected.replace(" on n1", "")}, which makes room`;
    const rows = ["evicting: evicting b/b1 and b/b2 makes room", `evicting: ${room}`, `waiting: ${room}`];
    expect(node).toBe(`fits after ${rows[i] ?? ""}`);
    expect(pending?.replace("b1 and b2", "b/b1 and b/b2")).toBe(expected);
  }
});

test("a pod that only waits for terminating ones spares nobody", () => {
  const cycle = {
    pod: objectNamed("a/p"),
    outcome: "Preempt",
    victims: ["b/b2"],
    resourceQuota: null,
    deleting: false,
  };
  expect(wantOfPod(cycle as unknown as SimulatePodAnswer)).not.toBeNull();
  expect(wantOfPod({ ...cycle, terminating: ["b/b2"] } as unknown as SimulatePodAnswer)).toBeNull();
});
