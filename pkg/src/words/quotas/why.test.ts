import { readFileSync } from "node:fs";
import { Scenario } from "schedscope";
import { expect, test } from "vitest";
import type {
  EvictAcrossNodesAnswer,
  NodeDryRunAnswer,
  NodeVerdict,
  PodVerdict,
  EvictionChoice,
  SimulatePodAnswer,
} from "../../../types.js";
import { changes } from "./change.js";
import {
  chargeText,
  dryRunText,
  checks,
  choiceText,
  evictAcrossNodesText,
  verdictGroups,
  verdictText,
  fitsText,
  pickText,
  whyTitle,
} from "./why.js";
import { phraseText } from "../phrase.js";
import { resourceWords } from "./quota.js";
import { quotaStatus } from "./quota-status.js";
import { verdictSentence } from "./sentence.js";
import { fullName, objectNamed } from "../object-name.js";

const read = (name: string): Scenario => {
  const scenario = new Scenario();
  scenario.replace(
    readFileSync(new URL(`../../../../www/tests/browser/fixtures/${name}.yaml`, import.meta.url), "utf8"),
  );
  return scenario;
};

/** What stands above the rules of a pod, by what is in its way. */
const TITLES: [Partial<SimulatePodAnswer>, string][] = [
  [{}, "Why it fits"],
  [{ outcome: "Preempt" }, "Why it may evict"],
  [{ outcome: "Unschedulable" }, "Why it waits"],
  [{ outcome: "Gated" }, "Why it is never tried"],
  [{ resourceQuota: { name: "compute" } as SimulatePodAnswer["resourceQuota"] }, "Why it is refused"],
  [{ deleting: true }, "Why it is never tried"],
];

test.each(TITLES)("%j: %s", (of, title) => {
  const cycle = { outcome: "Schedulable", resourceQuota: null, deleting: false, ...of };
  expect(whyTitle(cycle as SimulatePodAnswer)).toBe(title);
});

const story = read("quotas-story-1");
const mixed = read("quotas-mixed");

function rules(scenario: Scenario, pod: string): string[] {
  return checks(scenario.simulatePod({ pod })).map(
    ({ rule, holds, words }) => `${holds === null ? "-" : holds ? "+" : "x"} ${rule}: ${words}`,
  );
}

test("a pod whose nodes are not scored", () => {
  const cycle = { ...mixed.simulatePod({ pod: "research/study" }), preemption: null, rejection: null };
  const message = 'running PreScore plugin "x": y';
  expect(checks({ ...cycle, outcome: "Error", message, feasible: 2 }).at(-1)).toEqual({
    rule: "Scores of the nodes",
    holds: false,
    words: message,
  });
});

test("a max that does not list the resource", () => {
  const cycle = story.simulatePod({ pod: "team-a/train-4" });
  const rejection = cycle.rejection === null ? null : { ...cycle.rejection, unlisted: true };
  const [first] = checks({ ...cycle, rejection });
  expect(first?.words).toMatch(/, max 6 GPUs; the max does not list nvidia\.com\/gpu, which counts as 0$/);
});

test("rule by rule with its sum", () => {
  expect(rules(story, "team-a/train-4")).toEqual([
    "x Max of team-a: 6 used + 1 for the pod = 7, max 6 GPUs",
    "- Sum of all mins: not checked: over the max already",
    "- A node that fits: not checked: the quota rejected it",
    "x Evicting others: tried on 1 node, helps on none",
  ]);
  expect(rules(story, "team-b/serve-2")).toEqual([
    "+ Max of team-b: 3 used + 3 for the pod = 6, max 8 GPUs",
    "x Sum of all mins: 9 used + 3 for the pod = 12, sum of mins 10 GPUs",
    "- A node that fits: not checked: the quota rejected it",
    "+ Evicting others: tried on 1 node, helps on 1",
  ]);
  expect(rules(mixed, "research/stubborn")).toEqual([
    "+ Max of research: 0 used + 2 for the pod = 2, no limit for cpu",
    "+ Sum of all mins: 7 used + 2 for the pod = 9, sum of mins 18 CPUs",
    "x A node that fits: 0/3 nodes are available: 1 Insufficient cpu, 1 node(s) had untolerated taint(s), 1 " +
      "node(s) were unschedulable.",
    "- Evicting others: not tried",
  ]);
  expect(rules(mixed, "default/free")).toEqual([
    "+ Quota: default has no ElasticQuota, so none is checked",
    "+ A node that fits: 1 of 3 nodes",
  ]);
});

test("where evicting is tried nowhere, no count is given", () => {
  const cycle = story.simulatePod({ pod: "team-a/train-4" });
  if (cycle.preemption === null) throw new Error("preemption was tried");
  const words = checks({ ...cycle, preemption: { ...cycle.preemption, tried: 0 } }).at(-1)?.words;
  expect(words).toBe("no node where it could help");
});

test("what a node says, and what comes of evicting there", () => {
  const { nodes } = mixed.simulatePod({ pod: "research/study" });
  expect(nodes.map(fitsText)).toEqual(["fits after evicting", "never fits", "never fits"]);
  expect(
    nodes.flatMap(({ dryRun }) => (dryRun === null ? [] : [dryRunText(dryRun, objectNamed("research/study"))])),
  ).toEqual(["evicting batch/crunch-4 and batch/crunch-3 makes room, 1 reprieved"]);
  const across = read("quotas-nodes").simulatePod({ pod: "quota2/nginx-0" });
  const [first] = across.nodes;
  if (first?.dryRun == null) throw new Error("the node was tried");
  expect(dryRunText(first.dryRun, across.pod)).toBe(
    "evicting every pod that it may is not enough: all quotas together would use 3 CPUs, their mins add up to 2",
  );
  expect(dryRunText({ ...first.dryRun, outcome: "error", reasons: ["no corresponding pod a"] }, across.pod)).toBe(
    "no corresponding pod a",
  );
  expect(
    dryRunText({ ...first.dryRun, outcome: "contradiction", contradictedBy: objectNamed("n/a") }, across.pod),
  ).toBe("a quota rejects it even without n/a: all quotas together would use 3 CPUs, their mins add up to 2");
});

test("why each pod of a node goes, stays, or was never asked to go", () => {
  const cycle = mixed.simulatePod({ pod: "research/study" });
  const { pods, dryRun } = mixed.explainNode({ pod: "research/study", node: "node-1" });
  const shown = verdictGroups(pods, dryRun).map(({ verdict, pods: of }) => [
    verdict,
    ...of.map((pod) => `${fullName(pod.pod)}: ${verdictText(pod, cycle)}`),
  ]);
  expect(shown).toEqual([
    [
      "victim",
      "batch/crunch-4: while it stays, the pod does not fit: requests 2 of cpu, 6.1 of 8 used",
      "batch/crunch-3: while it stays, the pod does not fit: requests 2 of cpu, 6.6 of 8 used",
    ],
    [
      "reprieved",
      "batch/crunch-2: reprieved first, because evicting it would violate PodDisruptionBudget crunch: both pods " +
        "fit, and no quota is exceeded",
    ],
    [
      "protected",
      "default/free: default has no ElasticQuota, research has one: neither evicts pods of the other",
      "batch/crunch-1: by then batch uses all 4 guaranteed CPUs",
    ],
  ]);
  const text = (change: Partial<PodVerdict>): string =>
    verdictText({ ...(pods[0] as PodVerdict), verdict: "protected", misfit: null, ...change }, cycle);
  expect(text({ protection: "priority", priority: 7 })).toBe("its priority, 7, is not lower than 0");
  expect(text({ protection: "other-namespace" })).toBe(
    "in another namespace: research would be over its min, so it may evict only its own pods",
  );
  expect(text({ protection: "own-namespace" })).toBe(
    "in research itself, which is not over its min and may evict only pods of other quotas",
  );
  const rejection = {
    reason: "OverMax" as const,
    resource: "cpu",
    wouldUse: 7000,
    bound: 6000,
    others: [],
    message: "",
  };
  const broken = { violatesPDB: true, violatedPDBs: [objectNamed("web")] };
  expect(text({ verdict: "victim", rejection, ...broken })).toBe(
    "while it stays, research would use 7 CPUs, its max is 6; PodDisruptionBudget web is violated",
  );
  expect(text({ verdict: "reprieved", ...broken, violatedPDBs: [objectNamed("web"), objectNamed("db")] })).toBe(
    "reprieved first, because evicting it would violate PodDisruptionBudgets web and db: both pods fit, and no " +
      "quota is exceeded",
  );
  expect(verdictText({ ...(pods[0] as PodVerdict), verdict: "reprieved" }, { ...cycle, quotas: [] })).toBe(
    "reprieved: both pods fit",
  );
  expect(chargeText({ ...(pods[0] as PodVerdict), priority: 5, charge: { cpu: 0 } })).toBe("priority 5, no requests");
});

const DECIDED: [of: Omit<EvictionChoice, "other">, words: string][] = [
  [
    { by: "violations", value: 0, otherValue: 1 },
    "evicting there violates no PodDisruptionBudget, on m 1 eviction would",
  ],
  [{ by: "violations", value: 1, otherValue: 2 }, "fewer evictions violate a PodDisruptionBudget: 1, on m 2"],
  [{ by: "highest-priority", value: -1, otherValue: 5 }, "the highest priority of a victim is lower: −1, on m 5"],
  [{ by: "priority-sum", value: 6, otherValue: 10 }, "the sum of the victims' priorities is lower: 6, on m 10"],
  [
    { by: "priority-sum", value: 5, otherValue: -4 },
    "fewer pods are evicted than on m (Kubernetes adds 2^31 to each priority and compares the sums)",
  ],
  [{ by: "victims", value: 1, otherValue: 2 }, "fewer pods are evicted: 1, on m 2"],
  [
    { by: "start", value: null, otherValue: null },
    "its victims with the highest priority started later than those on m",
  ],
];

test.each(DECIDED)("what decides where pods are evicted: %j", (of, words) => {
  const { preemption } = story.simulatePod({ pod: "team-b/serve-2" });
  if (preemption === null) throw new Error("preemption was tried");
  expect(choiceText({ preemption })).toBe("chosen: the only node where eviction helps");
  const decided = { ...of, other: "m" };
  expect(choiceText({ preemption: { ...preemption, candidates: 2, decided } })).toBe(`chosen: ${words}`);
  expect(choiceText({ preemption: { ...preemption, chosenAnyOf: ["a", "b"] } })).toBe(
    "chosen: first by name among a and b, which cost the least",
  );
});

test("a max of 0 is said of the resource, and a single CPU is one", () => {
  const status = { used: 0, min: 4000, max: 0, lent: 0, added: 0 };
  expect(quotaStatus(status, "cpu")).toBe("max is 0: no pod that requests cpu may run");
  expect([1000, 2000].map((amount) => resourceWords("cpu", amount))).toEqual(["CPU", "CPUs"]);
});

test("a node that was not looked at says why, the nominated one that it is picked for that", () => {
  const cycle = story.simulatePod({ pod: "team-b/serve-2" });
  const [verdict] = cycle.nodes;
  if (verdict === undefined) throw new Error("a node");
  const nominated: SimulatePodAnswer = {
    ...cycle,
    outcome: "Schedulable",
    node: "n2",
    nominatedNode: "n2",
    feasible: 1,
    rejection: null,
    victims: [],
    preemption: null,
    choice: null,
  };
  const other: NodeVerdict = { ...verdict, node: "n1", fits: null, misfit: null, dryRun: null };
  const said = (of: NodeVerdict, cycle: SimulatePodAnswer): string => `${fitsText(of)}: ${pickText(of, cycle)}`;
  expect(said(other, nominated)).toBe("not checked: n2 fits, for which the pod is nominated");
  expect(said({ ...other, node: "n2", fits: true }, nominated)).toBe("fits: picked: the pod is nominated for it");
  expect(checks(nominated).at(-1)?.words).toBe("n2, for which it is nominated; no other node is looked at");
  expect(phraseText(verdictSentence(nominated))).toMatch(
    /^team-b\/serve-2 fits n2, the node that it is nominated for\./,
  );
  const named = { ...nominated, nominatedNode: null, nodeNames: ["n2"] };
  expect(said(other, named)).toBe("not checked: its node affinity does not name it");
  expect(said(other, cycle)).toBe("not checked: a quota rejects the pod first");
  const dryRun = { ...(verdict.dryRun as NodeDryRunAnswer), outcome: "no-victims" as const };
  expect(said({ ...other, dryRun }, cycle)).toBe("not checked: ");
});

test("quotas before and after", () => {
  const cycle = story.simulatePod({ pod: "team-b/serve-2" });
  const { pods } = story.explainNode({ pod: "team-b/serve-2", node: "gpu-1" });
  expect(
    changes(cycle, pods).map(
      ({ quota, resource, before, after }) => `${quota.namespace} ${resource} ${before} ${after}`,
    ),
  ).toEqual(["team-a nvidia.com/gpu 6 4", "team-b nvidia.com/gpu 3 6"]);
});

test("several nodes, which no scheduler evicts on", () => {
  const answer = read("quotas-nodes").evictAcrossNodes({ pod: "quota2/nginx-0" });
  expect(evictAcrossNodesText(answer)).toBe(
    "Evicting these 2 pods together would make room on node-1. No smaller set is enough.",
  );
  const none = (reason: EvictAcrossNodesAnswer["reason"]): string =>
    evictAcrossNodesText({ ...answer, possible: false, reason });
  expect(none("no-victims")).toBe(
    "Evicting on several nodes would not help either: it may not evict any pod on any node.",
  );
  expect(none("budget")).toBe(
    "Whether evicting on several nodes would help is unknown: the search ran out of its budget.",
  );
  expect(evictAcrossNodesText({ ...answer, smallest: false, numPDBViolations: 1 })).toBe(
    "Evicting these 2 pods together would make room on node-1. A smaller set may be enough; the search ran out of " +
      "its budget. 1 disruption budget would be violated.",
  );
});
