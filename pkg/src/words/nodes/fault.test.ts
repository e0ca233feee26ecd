import { expect, test } from "vitest";
import type { NodeChoice, ScoreFaultAnswer, ScoreNodesAnswer } from "../../../types.js";
import { scoreFaultText } from "./fault.js";

const chosen = (node: string, change: Partial<NodeChoice> = {}): NodeChoice => ({
  node,
  total: 612,
  tiedWith: [],
  tied: 0,
  next: { total: 598, nodes: ["n4"], count: 1 },
  ...change,
});
const start =
  "A fault of Kubernetes 1.35: a namespaceSelector of the pod that a namespace without labels satisfies covers every " +
  "namespace. Without it ";
const tie = chosen("n1", { tiedWith: ["n4"], tied: 1 });

/** What is chosen with the fault (undefined: nobody asked), what without, the nodes, the sentence. */
const CASES: [now: NodeChoice | null | undefined, then: NodeChoice | null, nodes: string[], words: string][] = [
  [undefined, null, ["n2"], "n2 would be judged otherwise."],
  [chosen("n1"), chosen("n1"), ["n2", "n3"], "n2 and n3 would be judged otherwise; the choice is the same."],
  [null, null, ["n2"], "n2 would be judged otherwise; it fits none either way."],
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
