import { readFileSync } from "node:fs";
import { Scenario } from "schedscope";
import { beforeAll, expect, test } from "vitest";
import type { QuotaState, SimulatePodAnswer } from "../../../types.js";
import { phraseText } from "../phrase.js";
import { amountWords } from "../amount.js";
import { cyclePhrases } from "../nodes/sentence.js";
import { checks } from "./why.js";
import { ineligible, loansText, quotasSentence, rejectionText, shortRejection, verdictSentence } from "./sentence.js";
import { objectNamed } from "../object-name.js";

let story: Scenario;
let mixed: Scenario;

const read = (name: string): Scenario => {
  const scenario = new Scenario();
  scenario.replace(
    readFileSync(new URL(`../../../../www/tests/browser/fixtures/${name}.yaml`, import.meta.url), "utf8"),
  );
  return scenario;
};

beforeAll(() => {
  story = read("quotas-story-1");
  mixed = read("quotas-mixed");
});

function check(scenario: Scenario, pod: string, expected: string, change: Partial<SimulatePodAnswer> = {}): void {
  expect(phraseText(verdictSentence({ ...scenario.simulatePod({ pod }), ...change }))).toBe(expected);
}

test("who waits, by which rule, with numbers", () => {
  check(
    story,
    "team-a/train-4",
    "team-a/train-4 waits: with it team-a would use 7 GPUs, its max is 6. It may not evict any pod. With it team-a " +
      "is over its min, so it may evict only pods of team-a of lower priority.",
  );
  check(
    mixed,
    "research/huge",
    "research/huge waits: with it all quotas together would use 47 CPUs, their mins add up to 18. It may " +
      "not evict any pod. With it research is over its min, so it may evict only pods of research of lower priority.",
  );
  check(
    mixed,
    "research/stubborn",
    "research/stubborn waits: it fits none of 3 nodes: 1 Insufficient cpu, 1 node(s) had untolerated " +
      "taint(s), 1 node(s) were unschedulable. It may not evict others: its preemptionPolicy is Never.",
  );
});

test("a pod that is being deleted is skipped", () => {
  check(
    story,
    "team-a/train-4",
    "team-a/train-4 is being deleted: kube-scheduler skips it. If it did not: team-a/train-4 waits: with it team-a " +
      "would use 7 GPUs, its max is 6. It may not evict any pod. With it team-a is over its min, so it may evict " +
      "only pods of team-a of lower priority.",
    { deleting: true },
  );
  const [first] = checks({ ...story.simulatePod({ pod: "team-a/train-4" }), deleting: true });
  expect(first).toEqual({ rule: "Not being deleted", holds: false, words: "kube-scheduler skips it" });
});

test("nodes on which evicting costs the same are named", () => {
  const cycle = story.simulatePod({ pod: "team-b/serve-2" });
  if (cycle.preemption === null || cycle.node === null) throw new Error("it evicts");
  const { preemption, node } = cycle;
  const said = (...others: string[]): string =>
    phraseText(verdictSentence({ ...cycle, preemption: { ...preemption, chosenAnyOf: [node, ...others] } }));
  expect(said()).not.toContain("tie");
  expect(said("n7")).toContain(
    `on ${node} and takes its place. It is a tie: evicting on n7 costs the same, and the scheduler takes either node. `,
  );
  expect(said("n7", "n8")).toContain(
    "evicting on n7 and n8 costs the same, and the scheduler takes any of these nodes.",
  );
  const answer = { pod: cycle.pod, feasible: 0 };
  const tied = { ...cycle, rejection: null, preemption: { ...preemption, chosenAnyOf: [node, "n7"] } };
  expect(phraseText(cyclePhrases(answer, tied))).toMatch(
    /^ It evicts .*\. It is a tie: evicting on n7 costs the same,/,
  );
});

test("over its min a namespace evicts its own pods", () => {
  const quota = { namespace: "t", name: "t", used: { cpu: 3000 }, min: { cpu: 2000 }, max: { cpu: 9000 } };
  const cycle = {
    ...story.simulatePod({ pod: objectNamed("team-b/serve-2") }),
    pod: objectNamed("t/p"),
    quota: objectNamed("t/t"),
    victims: [objectNamed("t/old")],
    overMinWithPod: true,
    podRequest: { cpu: 1000 },
    quotas: [{ ...quota, usedOverMin: true }],
  };
  const said = (change: Partial<SimulatePodAnswer>): string => phraseText(verdictSentence({ ...cycle, ...change }));
  const rule = "so it may evict only its own pods of lower priority.";
  expect(said({})).toContain(`With it t would use 4 CPUs with a min of 2, ${rule}`);
  const other = [{ ...quota, used: { cpu: 500, memory: 9 }, usedOverMin: true }];
  expect(said({ quotas: other })).toContain(`With it t is over its min, ${rule}`);
});

test("whom it evicts, and by what right", () => {
  check(
    story,
    "team-b/serve-2",
    "team-b/serve-2 evicts team-a/train-3 on gpu-1 and takes its place. With it team-b would use all 6 " +
      "guaranteed GPUs: it reclaims what team-a has borrowed.",
  );
  check(
    mixed,
    "research/study",
    "research/study evicts batch/crunch-4 and batch/crunch-3 on node-1 and takes their place. With it research " +
      "would use 2 of the 8 guaranteed CPUs: it reclaims what batch has borrowed.",
  );
  check(
    mixed,
    "research/study",
    "research/study evicts 3 pods on node-1 and takes their place. No ElasticQuota governs it or the victims, " +
      "and the victims' priority is lower.",
    {
      victims: [objectNamed("a/a"), objectNamed("a/b"), objectNamed("a/c")],
      quota: null,
    },
  );
});

test("a victim that is larger than what its quota has borrowed", () => {
  const cycle = story.simulatePod({ pod: "team-b/serve-2" });
  const left = (gpus: number): QuotaState[] =>
    cycle.quotas.map((quota) =>
      quota.namespace === "team-a" ? { ...quota, usedAfterEviction: { "nvidia.com/gpu": gpus } } : quota,
    );
  const evicts = "team-b/serve-2 evicts team-a/train-3 on gpu-1 and takes its place. With it team-b would use all 6 ";
  check(story, "team-b/serve-2", `${evicts}guaranteed GPUs: it reclaims what team-a has borrowed.`, {
    quotas: left(4),
  });
  check(
    story,
    "team-b/serve-2",
    `${evicts}guaranteed GPUs, so it may evict pods of team-a, which is over its min. That leaves team-a 2 of the 4 ` +
      "guaranteed GPUs.",
    { quotas: left(2) },
  );
});

test("where it fits, and what is borrowed then", () => {
  check(mixed, "web/shop", "web/shop fits node-2. With it web would use 2 of the 6 guaranteed CPUs.");
  check(mixed, "default/free", "default/free fits node-1. Its namespace has no ElasticQuota.");
  check(
    mixed,
    "web/shop",
    "web/shop fits 2 of 3 nodes and goes to node-2. With it web would use 2 of the 6 guaranteed CPUs.",
    { feasible: 2 },
  );
});

test("one node that it does not fit", () => {
  const misfits = [{ reason: "Insufficient cpu", nodes: 1 }];
  check(
    mixed,
    "research/stubborn",
    "research/stubborn waits: it does not fit the only node: 1 Insufficient cpu. It may not evict others: its " +
      "preemptionPolicy is Never.",
    { nodesTotal: 1, misfits },
  );
});

test("without nodes, and where upstream fails", () => {
  check(mixed, "research/stubborn", "research/stubborn waits: the input has no Node.", {
    nodesTotal: 0,
    misfits: [],
  });
  check(
    mixed,
    "research/study",
    "research/study waits: the scheduler fails while it looks for pods to evict. An upstream bug; the " +
      "preview skips the node.",
    { outcome: "Error" },
  );
  const { preemption } = mixed.simulatePod({ pod: "research/study" });
  if (preemption === null) throw new Error("no preemption");
  check(
    mixed,
    "research/study",
    "research/study waits: the scheduler fails while it looks for pods to evict: pod is not owner.",
    { outcome: "Error", preemption: { ...preemption, error: "pod is not owner" } },
  );
  check(mixed, "research/study", "research/study fits 2 nodes and waits: the scheduler fails before it scores them.", {
    outcome: "Error",
    preemption: null,
    feasible: 2,
  });
});

test("what several nodes would give is said, and that nobody does it", () => {
  const nodes = read("quotas-nodes");
  const cycle = nodes.simulatePod({ pod: "quota2/nginx-0" });
  const cross = nodes.evictAcrossNodes({ pod: "quota2/nginx-0" });
  expect(phraseText(verdictSentence(cycle, cross))).toBe(
    "quota2/nginx-0 waits: with it all quotas together would use 4 CPUs, their mins add up to 2. Evicting on " +
      "one node is not enough; evicting 2 pods on 2 nodes would be, but no scheduler does that.",
  );
  // The pod goes elsewhere than where others are evicted.
  const victims = cross.victims.slice(0, 1).map((victim) => ({ ...victim, node: "n1" }));
  expect(phraseText(verdictSentence(cycle, { ...cross, node: "n2", victims }))).toContain(
    "Evicting as a scheduler does is not enough; evicting 1 pod on n1 would let it go to n2, but no scheduler does " +
      "that.",
  );
  expect(phraseText(verdictSentence(cycle))).toContain(
    "Evicting every pod that it may on any one of 2 nodes is not enough: a quota still rejects it.",
  );
});

test("a terminating pod holds back", () => {
  const cycle = story.simulatePod({ pod: "team-a/train-4" });
  if (cycle.preemption === null) throw new Error("preemption was tried");
  expect(
    ineligible({
      ...cycle.preemption,
      eligible: false,
      ineligibleReason: "terminating",
      terminating: objectNamed("a/b"),
    }),
  ).toBe(
    "It evicts no pod now: a/b is already terminating on its nominated node. The pod is tried again there once " +
      "that one is gone.",
  );
});

test("quotas without a pod", () => {
  expect(phraseText(quotasSentence(story.quotas()))).toBe(
    "2 quotas use 9 of 10 guaranteed GPUs. team-a borrows 2 GPUs from team-b.",
  );
  expect(phraseText(quotasSentence(mixed.quotas()))).toBe(
    "4 quotas use 7 of 18 guaranteed CPUs and 10Gi of 56Gi guaranteed memory. batch borrows from research and web.",
  );
  expect(phraseText(quotasSentence({ ...story.quotas(), quotas: [] }))).toBe("The input has no ElasticQuota.");
  const loan = { resource: "cpu", lender: null, borrower: "a", amount: 1500 };
  expect(loansText([loan])).toBe("a uses 1.5 CPUs more than the sum of all mins.");
  expect(loansText([])).toBe("No quota borrows.");
});

test("amounts with their noun", () => {
  expect(amountWords("cpu", 500)).toBe("500m CPU");
  expect(amountWords("cpu", 1000)).toBe("1 CPU");
  expect(amountWords("cpu", 2500)).toBe("2.5 CPUs");
  expect(amountWords("nvidia.com/gpu", 1)).toBe("1 GPU");
  expect(amountWords("memory", 8 * 1024 ** 3)).toBe("8Gi of memory");
  expect(amountWords("example.com/tokens", 3)).toBe("3 of example.com/tokens");
});

test("all resources that exceed a quota are named", () => {
  const others = [{ resource: "memory", wouldUse: 3 * 2 ** 30, bound: 2 ** 30 }];
  const rejection = { reason: "OverMax" as const, resource: "cpu", wouldUse: 2000, bound: 1000, others, message: "" };
  expect(rejectionText(rejection, "a")).toBe(
    "a would use 2 CPUs and 3Gi of memory, its max is 1 CPU and 1Gi of memory",
  );
  expect(shortRejection(rejection, "a")).toBe("a: 2 of at most 1 CPU and 3Gi of at most 1Gi of memory");
  const unlisted = { resource: "memory", wouldUse: 3 * 2 ** 30, bound: 0, unlisted: true };
  expect(rejectionText({ ...rejection, others: [unlisted] }, "a")).toBe(
    "a would use 2 CPUs and 3Gi of memory, its max is 1 CPU and does not list memory, which counts as 0",
  );
  expect(rejectionText({ ...rejection, ...unlisted, others: [] }, "a")).toBe(
    "a would use 3Gi of memory, its max does not list memory, which counts as 0",
  );
});

test("a scheduler whose configuration leaves CapacityScheduling out ignores quotas: that is said first", () => {
  const scenario = new Scenario();
  scenario.replace(
    `${readFileSync(new URL("../../../../www/tests/browser/fixtures/quotas-story-1.yaml", import.meta.url), "utf8")}
---
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles: [{schedulerName: default-scheduler}]
`,
  );
  const cycle = scenario.simulatePod({ pod: "team-a/train-4" });
  expect(phraseText(verdictSentence(cycle))).toMatch(
    /^The configured scheduler ignores ElasticQuotas\. With CapacityScheduling, team-a\/train-4 waits: /,
  );
});
