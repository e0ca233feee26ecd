import { expect, test } from "vitest";
import type { NodeChoice, OtherNodeProfile, ScoreFaultAnswer, ScoreNodesAnswer } from "../../../types.js";
import { faultTexts, otherNodeText, scoreCaveats, scoreFaultText } from "./fault.js";

const chosen = (node: string, change: Partial<NodeChoice> = {}): NodeChoice => ({
  node,
  total: 612,
  tiedWith: [],
  tied: 0,
  next: { total: 598, nodes: ["n4"], count: 1 },
  ...change,
});
const start =
  "A fault of Kubernetes: a namespaceSelector of the pod that a namespace without labels satisfies covers every " +
  "namespace (fixed in 1.37, and in the patch releases of 1.34 to 1.36 since autumn 2026). Without it ";
const tie = chosen("n1", { tiedWith: ["n4"], tied: 1 });

/** What is chosen with the fault (undefined: nobody asked), what without, the nodes, the sentence. */
const CASES: [now: NodeChoice | null | undefined, then: NodeChoice | null, nodes: string[], words: string][] = [
  [undefined, null, ["n2"], "n2 would get a different verdict."],
  [chosen("n1"), chosen("n1"), ["n2", "n3"], "n2 and n3 would get a different verdict; the choice is the same."],
  [null, null, ["n2"], "n2 would get a different verdict; it fits none either way."],
  [chosen("n1"), chosen("n4"), [], "kube-scheduler would pick n4 (total 612, next n4 598)."],
  [chosen("n1"), tie, [], "n1 and n4 tie at 612: kube-scheduler picks one at random."],
  [null, chosen("n1", { next: null }), ["n1"], "kube-scheduler would take n1 without scoring."],
  [chosen("n1"), null, ["n1"], "the pod would fit no node."],
];

test.each(CASES)("%#: %j without %j, %j: %s", (now, choice, nodes, words) => {
  const fault: ScoreFaultAnswer = { fault: "nsSelector", applied: true, nodes, choice };
  const defaultProfile = now === undefined ? null : { plugins: [], onlyNodes: null, choice: now };
  const placement = { defaultProfile } as unknown as ScoreNodesAnswer;
  expect(scoreFaultText(fault, placement)).toBe(start + words);
  const without = start.replace("Without it", "This answer is without it. With it, as today,");
  expect(scoreFaultText({ ...fault, applied: false }, placement)).toBe(without + words);
});

const other = (change: Partial<OtherNodeProfile>): OtherNodeProfile => ({
  profile: "Upstream",
  feasible: 2,
  choice: null,
  added: [],
  removed: [],
  addedCount: 0,
  removedCount: 0,
  because: ["nsSelector"],
  ...change,
});
const here = (choice: NodeChoice | null): ScoreNodesAnswer =>
  ({
    defaultProfile: { plugins: [], onlyNodes: null, choice },
    nodes: 3,
    faults: [{ fault: "nsSelector", applied: false, nodes: ["n1"], choice: null }],
  }) as unknown as ScoreNodesAnswer;

/** By the other profile, what is chosen here, the sentence. */
const OTHERS: [Partial<OtherNodeProfile>, NodeChoice | null, string][] = [
  [{ choice: chosen("n3") }, chosen("n1"), "Today your scheduler picks n3 instead of n1, by a fault of Kubernetes."],
  [
    { choice: chosen("n3"), profile: "Proposal", because: ["nsSelector", "leastPodLevel"] },
    chosen("n1"),
    "Without faults of Kubernetes, your scheduler would pick n3 instead of n1.",
  ],
  [{ choice: tie }, chosen("n2"), "Today your scheduler picks one of n1 and n4, by a fault of Kubernetes."],
  [{ choice: chosen("n3") }, null, "Today your scheduler picks n3, by a fault of Kubernetes."],
  [{ feasible: 0 }, chosen("n1"), "Today the pod fits no node, by a fault of Kubernetes."],
  [
    { added: ["n2"], addedCount: 1, removed: ["n3"], removedCount: 1, profile: "Proposal" },
    null,
    "Without a fault of Kubernetes, the pod fits n2, too, and it does not fit n3.",
  ],
  [
    { choice: chosen("n1"), removed: ["n2"], removedCount: 12 },
    chosen("n1"),
    "Today the pod does not fit 12 nodes, by a fault of Kubernetes.",
  ],
];

test.each(OTHERS)("%j, here %j: %s", (change, now, words) => {
  expect(otherNodeText(other(change), here(now))).toBe(words);
});

test("a fault is told once", () => {
  const with_ = { ...here(chosen("n1")), otherProfile: other({ choice: chosen("n3") }) };
  expect(scoreCaveats(with_).map(({ details }) => details.length)).toEqual([1]);
  // The sentence has said what it changes.
  expect(scoreCaveats(with_)[0]?.details).toEqual([
    "the fault of Kubernetes: a namespaceSelector of the pod that a namespace without labels satisfies covers " +
      "every namespace (fixed in 1.37, and in the patch releases of 1.34 to 1.36 since autumn 2026)",
  ]);
  const two = { ...with_, faults: [...with_.faults, ...with_.faults] };
  expect(scoreCaveats(two)[0]?.details[0]).toMatch(/^a fault of Kubernetes: .* would fit no node$/);
  expect(faultTexts(with_)).toEqual([]);
  expect(scoreCaveats(here(null))).toEqual([]);
  expect(faultTexts(here(null))).toHaveLength(1);
});
