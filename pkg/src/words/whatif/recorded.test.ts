import { Scenario } from "schedscope";
import { expect, test } from "vitest";
import { phraseText } from "../phrase.js";
import { causeText, nominationText, recordedGroups, recordedSentence, useText } from "./recorded.js";

const answerOf = (text: string) => {
  const scenario = new Scenario();
  scenario.replace(text);
  // For the released plugin, a max of CPU alone admits no memory.
  return scenario.compareRecorded({ profile: "Proposal" });
};
const said = (text: string): string => phraseText(recordedSentence(answerOf(text)));

const node = (name: string, more = ""): string =>
  `---\napiVersion: v1\nkind: Node\nmetadata: {name: ${name}}\n${more}\n` +
  "status: {allocatable: {cpu: 4, memory: 4Gi, pods: 10}}\n";
const pod = (name: string, spec: string, status = "phase: Running"): string =>
  `---\napiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, namespace: d, uid: ${name}}\nspec:\n  containers:\n` +
  `  - {name: c, resources: {requests: {cpu: 1, memory: 1Gi}}}\n  ${spec}\nstatus: {${status}}\n`;
const quota = (used: string, max = 8): string =>
  "---\napiVersion: scheduling.x-k8s.io/v1alpha1\nkind: ElasticQuota\nmetadata: {name: q, namespace: d}\n" +
  `spec: {min: {cpu: 8, memory: 8Gi}, max: {cpu: ${max}}}\nstatus: {used: ${used}}\n`;

const on = (name: string): string => pod(name, "nodeName: a");

test("nothing, the same, and what differs", () => {
  expect(said(node("a") + pod("p", "", ""))).toBe("The input records nothing about pods or quotas.");
  expect(said(node("a") + on("p"))).toBe("The only pod on a node still fits it, and no quota rejects it.");
  expect(said(node("a") + on("p") + on("q"))).toBe("Both pods on nodes still fit them, and no quota rejects one.");
  const cordoned = node("a", "spec: {unschedulable: true}");
  expect(said(cordoned + on("p") + on("q"))).toBe("2 of 2 pods on nodes would not get there now: 2 do not fit.");
  expect(said(node("a") + on("p") + on("q") + quota("{cpu: 2, memory: 2Gi}", 1))).toBe(
    "2 of 2 pods on nodes would not get there now: 2 are rejected by their quotas. The status of the ElasticQuota is " +
      "what its controller would write.",
  );
});

test("pods that kube-scheduler could not place", () => {
  const message = "message: '0/1 nodes are available: 1 Insufficient cpu.'";
  const verdict = `type: PodScheduled, status: "False", reason: Unschedulable, ${message}`;
  const failed = `phase: Pending, conditions: [{${verdict}}]`;
  const full = ["p", "q", "r", "s"].map(on).join("");
  const all = "All 4 pods on nodes still fit them, and no quota rejects one.";
  const waits = (name: string): string => pod(name, "priority: 0", failed);
  expect(said(node("a") + waits("w"))).toBe("The pod that kube-scheduler could not place gets a node now.");
  expect(said(node("a") + waits("w") + waits("x"))).toBe(
    "2 of 2 pods that kube-scheduler could not place get a node now.",
  );
  expect(said(node("a") + full + waits("w"))).toBe(
    `${all} The pod that kube-scheduler could not place finds no node now either.`,
  );
  expect(said(node("a") + full + waits("w") + waits("x"))).toBe(
    `${all} Of the 2 pods that kube-scheduler could not place none finds a node now.`,
  );
});

test("another node that scores higher is told as what it is", () => {
  const text = node("a") + node("b") + on("p") + on("q") + pod("far", "nodeName: z");
  expect(said(text)).toBe(
    "Both pods on nodes still fit them, and no quota rejects one. For each of them another node scores higher now, " +
      "which is not a fault: kube-scheduler chose in another state of the cluster. Not checked: 1 pod on nodes " +
      "that the input lacks.",
  );
  const [group, ...others] = recordedGroups(answerOf(text).pods);
  expect(others).toEqual([]);
  expect([group?.pods, group?.why, group?.ifPending]).toEqual([
    ["d/p", "d/q"],
    "b scores 450, its node 425: NodeResourcesFit 75 instead of 50",
    "goes to b",
  ]);
});

test("pods of a node with the same reason are one group", () => {
  const groups = recordedGroups(
    answerOf(node("a", "spec: {taints: [{key: gone, effect: NoExecute}]}") + on("p") + on("q")).pods,
  );
  expect(groups.map(({ pods, why, ifPending }) => [pods, why, ifPending])).toEqual([
    [["d/p", "d/q"], "node(s) had untolerated taint(s): gone:NoExecute", "waits"],
  ]);
});

test("nominations", () => {
  const high = pod("high", "priority: 10", "nominatedNodeName: a");
  const full = ["p", "q", "r", "s"].map(on).join("");
  const important = ["p", "q", "r", "s"].map((name) => pod(name, "nodeName: a\n  priority: 10")).join("");
  expect(said(node("a") + high)).toBe("The nomination of d/high for a holds: it fits there.");
  // No text tells the order of equals.
  expect(answerOf(node("a") + full + high).nominations.map(nominationText)).toEqual([
    expect.stringMatching(/^evicts d\/[pqrs] there$/),
  ]);
  expect(said(node("a") + important + high)).toBe(
    "4 of 4 pods on nodes would not get there now: 4 do not fit. The nomination of d/high for a does not hold: no " +
      "node takes it now.",
  );
  expect(said(node("b") + high)).toBe("1 nomination is for nodes that the input lacks.");
});

test("the status of quotas, and the likeliest cause", () => {
  const text = node("a") + on("p") + pod("old", "nodeName: a", "phase: Succeeded") + quota("{cpu: 2, memory: 2Gi}");
  expect(said(text)).toBe(
    "The only pod on a node still fits it, and no quota rejects it. The status of ElasticQuota d/q counts 2 of cpu, " +
      "the running pods come to 1: most likely it still counts d/old, which has ended.",
  );
  const cause = (used: string): string =>
    answerOf(node("a") + on("p") + quota(used))
      .quotas.map(causeText)
      .join();
  expect(cause("{cpu: 7, memory: 1Gi}")).toBe(
    "most likely it counts pods that the input lacks, or that have been deleted since",
  );
  expect(cause("{cpu: 100m, memory: 1Gi}")).toBe("most likely it was written before pods of the input started");
  const started = pod("p", "nodeName: a", "phase: Running, startTime: '2026-01-01T00:00:00Z'");
  const [late] = answerOf(node("a") + started + quota("{cpu: 0, memory: 0}")).quotas;
  expect(late && causeText(late)).toBe("most likely it does not count d/p yet, which is the newest pod");
  expect(late?.resources.map(useText)).toEqual([
    "counts 0 of cpu, the running pods come to 1",
    "counts 0 of memory, the running pods come to 1Gi",
  ]);
});
