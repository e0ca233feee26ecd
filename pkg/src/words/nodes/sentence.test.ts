import { readFileSync } from "node:fs";
import { Scenario } from "schedscope";
import { expect, test } from "vitest";
import type { ScoreNodesOptions } from "../../../types.js";
import { phraseText } from "../phrase.js";
import { cyclePhrases, evictsText, placementSentence, usageSentence } from "./sentence.js";
import { objectNamed } from "../object-name.js";

const fixture = readFileSync(new URL("../../../../www/tests/browser/fixtures/nodes.yaml", import.meta.url), "utf8");

/** The sentence about pod5 in the input with each of the changes made once. */
function check(
  changes: [from: string, to: string][],
  expected: string,
  options: Partial<ScoreNodesOptions> = {},
): void {
  const text = changes.reduce((before, [from, to]) => {
    if (!before.includes(from)) throw new Error(`the input has no ${from}`);
    return before.replace(from, to);
  }, fixture);
  const scenario = new Scenario();
  scenario.replace(text);
  expect(phraseText(placementSentence(scenario.scoreNodes({ pod: "default/pod5", ...options })))).toBe(expected);
  scenario.free();
}

test("the scheduler of today and limit-aware scoring pick differently", () => {
  check(
    [],
    "LeastAllocated picks node1, limit-aware scoring node2: on node1 the limits would be at 175% of its cpu, " +
      "on node2 at 113%.",
  );
});

test("a name is not said in full twice", () => {
  check(
    [
      ["name: node1", "name: a.example.com"],
      ["nodeName: node1", "nodeName: a.example.com"],
      ["nodeName: node1", "nodeName: a.example.com"],
    ],
    "LeastAllocated picks a.example.com, limit-aware scoring node2: on a the limits would be at 175% of its " +
      "cpu, on node2 at 113%.",
  );
});

test("with the default profile, today's scheduler is kube-scheduler", () => {
  const asked = { defaultProfile: true };
  check(
    [],
    "Today your scheduler picks node1 (total 424, next node2 418); limit-aware scoring picks node2: on node1 the " +
      "limits would be at 175% of its cpu, on node2 at 113%.",
    asked,
  );
  check(
    [
      ['limits: {cpu: "6"', 'limits: {cpu: "1"'],
      ['limits: {cpu: "4"', 'limits: {cpu: "1"'],
    ],
    "Today your scheduler and limit-aware scoring both pick node1 (total 424, next node2 418): the limits would be " +
      "at 75% of its cpu.",
    asked,
  );
  check(
    [['requests: {cpu: "3"', 'requests: {cpu: "2"']],
    "node1 and node2 tie at 424: kube-scheduler picks one at random; limit-aware scoring picks node2: the limits " +
      "would be at 113% of its cpu.",
    asked,
  );
  check(
    [['      cpu: "8"', '      cpu: "4"']],
    "Only node2 fits: the limits would be at 113% of its cpu. kube-scheduler takes it without scoring. The others: 1 " +
      "Insufficient cpu.",
    asked,
  );
  check([], "Today your scheduler picks node1 (total 424, next node2 418).", { ...asked, scorers: ["LeastAllocated"] });
});

test("values of preferred node affinity that kube-scheduler does not parse", () => {
  const preferred =
    "affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1, preference: " +
    "{matchExpressions: [{key: gen, operator: Gt, values: ['-1']}]}}]}}";
  check(
    [["name: pod5\n    namespace: default\n  spec:", `name: pod5\n    namespace: default\n  spec:\n    ${preferred}`]],
    "default/pod5 fits 2 of 2 nodes and waits: kube-scheduler fails before it scores them; limit-aware scoring picks " +
      "node2.",
    { defaultProfile: true },
  );
});

test("both pick the same", () => {
  check(
    [
      ['limits: {cpu: "6"', 'limits: {cpu: "1"'],
      ['limits: {cpu: "4"', 'limits: {cpu: "1"'],
    ],
    "LeastAllocated and limit-aware scoring both pick node1: the limits would be at 75% of its cpu.",
  );
  const some = { scorers: ["LeastAllocated" as const, "LimitAware" as const] };
  check(
    [
      ['limits: {cpu: "6"', 'limits: {cpu: "1"'],
      ['limits: {cpu: "4"', 'limits: {cpu: "1"'],
    ],
    "Every scorer picks node1: the limits would be at 75% of its cpu.",
    some,
  );
});

test("where only the name decides", () => {
  check(
    [
      ['requests: {cpu: "3"', 'requests: {cpu: "2"'],
      ['limits: {cpu: "3"', 'limits: {cpu: "8"'],
    ],
    "Every scorer picks node1: the limits would be at 175% of its cpu. Ties go to the first by name: " +
      "2 nodes tie in limit-aware scoring and 2 nodes tie in LeastAllocated.",
  );
});

/** With more in the spec of the pod that is asked about. */
const spec = (more: string): [string, string] => [
  "name: pod5\n    namespace: default\n  spec:\n",
  `name: pod5\n    namespace: default\n  spec:\n    ${more}\n`,
];

test("a pod that kube-scheduler does not try", () => {
  const asked = { defaultProfile: true };
  const alone: [string, string] = ['      cpu: "8"', '      cpu: "4"'];
  check(
    [spec("schedulingGates: [{name: example.com/a}]")],
    "default/pod5 is held back by scheduling gate example.com/a: kube-scheduler does not try it until the gate is " +
      "removed. Without the gate: today your scheduler picks node1 (total 424, next node2 418); limit-aware scoring " +
      "picks node2: on node1 the limits would be at 175% of its cpu, on node2 at 113%.",
    asked,
  );
  check(
    [alone, spec("schedulingGates: [{name: a}, {name: b}]")],
    "default/pod5 is held back by scheduling gates a and b: kube-scheduler does not try it until the gates are " +
      "removed. Without the gates: only node2 fits: the limits would be at 113% of its cpu. kube-scheduler takes it " +
      "without scoring. The others: 1 Insufficient cpu.",
    asked,
  );
  const before = "default/pod5 asks for scheduler volcano: kube-scheduler does not look at it. If it did: ";
  check(
    [["name: pod5\n", 'name: pod5\n    deletionTimestamp: "2026-01-01T00:00:00Z"\n'], alone],
    "default/pod5 is being deleted: kube-scheduler skips it. If it did not: only node2 fits: the limits would be at " +
      "113% of its cpu. The others: 1 Insufficient cpu.",
  );
  check(
    [spec("schedulerName: volcano")],
    `${before}LeastAllocated picks node1, limit-aware scoring node2: on node1 the limits would be at 175% of its ` +
      "cpu, on node2 at 113%.",
  );
  check(
    [alone, spec("{schedulerName: volcano, schedulingGates: [{name: a}]}".slice(1, -1).replace(", s", "\n    s"))],
    `${before}default/pod5 is held back by scheduling gate a: kube-scheduler does not try it until the gate is ` +
      "removed. Without the gate: only node2 fits: the limits would be at 113% of its cpu. The others: 1 " +
      "Insufficient cpu.",
  );
});

test("one node or none", () => {
  check(
    [['      cpu: "8"', '      cpu: "4"']],
    "Only node2 fits: the limits would be at 113% of its cpu. The others: 1 Insufficient cpu.",
  );
  // It requests more than its limit, too.
  check(
    [['requests: {cpu: "1"', 'requests: {cpu: "5"']],
    "If the API server took it: default/pod5 fits 0 of 2 nodes: 2 Insufficient cpu.",
  );
});

test("usage as it is", () => {
  const scenario = new Scenario();
  scenario.replace(fixture);
  expect(phraseText(usageSentence(scenario.nodes({})))).toBe(
    "On 2 nodes, limits add up to 94% of the cpu and 25% of the memory, requests to 56% and 25%.",
  );
  // A pod without requests and limits counts as the whole node.
  const free = "spec: {nodeName: n1, containers: [{name: c}]}";
  scenario.replace(
    'apiVersion: v1\nkind: Node\nmetadata: {name: n1}\nstatus: {allocatable: {cpu: "8", memory: 8Gi, pods: 9}}\n' +
      `---\napiVersion: v1\nkind: Pod\nmetadata: {name: be, namespace: d}\n${free}\n`,
  );
  expect(phraseText(usageSentence(scenario.nodes({})))).toBe(
    "On 1 node, limits add up to 100% of the cpu and 100% of the memory, requests to 0% and 0%. " +
      "Limits count 1 best-effort pod as all that its node can give.",
  );
  scenario.replace("apiVersion: v1\nkind: Node\nmetadata: {name: bare}\n");
  expect(phraseText(usageSentence(scenario.nodes({})))).toBe("1 node.");
  scenario.free();
});

test("whom a pod evicts for room", () => {
  const victims = ["b/a", "b/b", "b/c", "b/d", "b/e"].map(objectNamed);
  expect(evictsText({ outcome: "Preempt", victims: [objectNamed("b/a")], node: "n1" })).toBe("It evicts b/a on n1.");
  expect(evictsText({ outcome: "Preempt", victims, node: "n1" })).toBe("It evicts b/a, b/b, b/c and 2 more on n1.");
  expect(evictsText({ outcome: "Unschedulable", victims: [], node: null })).toBe("");
});

test("what becomes of a pod without a node follows its sentence", () => {
  const scenario = new Scenario();
  const said = (quota: string): string => {
    scenario.replace(full + quota);
    const answer = scenario.scoreNodes({ pod: "d/new" });
    return phraseText(cyclePhrases(answer, scenario.simulatePod({ pod: "d/new" })));
  };
  const full =
    'apiVersion: v1\nkind: Node\nmetadata: {name: n1}\nstatus: {allocatable: {cpu: "8", memory: 8Gi, pods: "9"}}\n' +
    pod("old", 'cpu: "6"', "nodeName: n1, priority: 0") +
    pod("new", 'cpu: "4"', "priority: 10");
  expect(said("")).toBe(" It evicts d/old on n1.");
  const volume = "volumes: [{name: v, persistentVolumeClaim: {claimName: c}}]";
  scenario.replace(full.replace("priority: 10", `priority: 10, ${volume}`));
  const cycle = scenario.simulatePod({ pod: "d/new" });
  expect(phraseText(cyclePhrases(scenario.scoreNodes({ pod: "d/new" }), cycle))).toBe(
    " The node of d/new depends on its PersistentVolumeClaim c, which is not in the input; no node passes everything " +
      "else without evictions, with evictions n1 does. If its volume allows that, it evicts d/old on n1.",
  );
  expect(said(quota("9"))).toBe(
    " Its quota admits it only after evictions: d would use 10 CPUs, its max is 9. It evicts d/old on n1.",
  );
  // A node fits, and the quota rejects all the same.
  scenario.replace(full.replace('cpu: "8"', 'cpu: "16"') + quota("9"));
  const fits = scenario.scoreNodes({ pod: "d/new" });
  expect(fits.feasible).toBe(1);
  expect(phraseText(cyclePhrases(fits, scenario.simulatePod({ pod: "d/new" })))).toContain(
    "admits it only after evictions",
  );
  expect(cyclePhrases({ ...fits, pod: objectNamed("d/other") }, scenario.simulatePod({ pod: "d/new" }))).toEqual([]);
  scenario.replace(full.replace('cpu: "8"', 'cpu: "16"'));
  expect(cyclePhrases(fits, scenario.simulatePod({ pod: "d/new" }))).toEqual([]);
  scenario.free();
});

const pod = (name: string, requests: string, spec: string): string =>
  `---\napiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, namespace: d}\n` +
  `spec: {${spec}, containers: [{name: c, resources: {requests: {${requests}}}}]}\n`;

const quota = (max: string): string =>
  "---\napiVersion: scheduling.x-k8s.io/v1alpha1\nkind: ElasticQuota\nmetadata: {name: d, namespace: d}\n" +
  `spec: {min: {cpu: "9"}, max: {cpu: "${max}"}}\n`;

test("a text without nodes is said to have none", () => {
  const scenario = new Scenario();
  scenario.replace("apiVersion: v1\nkind: Pod\nmetadata: {name: b, namespace: d}\nspec: {containers: [{name: c}]}\n");
  expect(phraseText(placementSentence(scenario.scoreNodes({ pod: "d/b" })))).toBe("d/b waits: the input has no Node.");
});

/** What a fault of Kubernetes changes: by the profile, the sentence. */
const FAULTS: [file: string, pod: string, profile: "Upstream" | "Proposal", sentence: string][] = [
  [
    "filters-namespace-selector",
    "security/vault-0",
    "Proposal",
    "Without a fault of Kubernetes, only node-1 fits: the limits would be at 50% of its cpu. kube-scheduler would " +
      "take it without scoring. The others: 1 node(s) didn't match pod anti-affinity rules.",
  ],
  [
    "filters-namespace-selector",
    "security/vault-0",
    "Upstream",
    "security/vault-0 fits 0 of 2 nodes: 2 node(s) didn't match pod anti-affinity rules.",
  ],
];

test.each(FAULTS)("%s, %s, by %s: %s", (file, pod, profile, sentence) => {
  const scenario = new Scenario();
  scenario.replace(readFileSync(new URL(`../../../../examples/${file}.yaml`, import.meta.url), "utf8"));
  const answer = scenario.scoreNodes({ pod, profile, defaultProfile: true });
  expect(phraseText(placementSentence(answer))).toBe(sentence);
  const refused = phraseText(placementSentence({ ...answer, schedulerName: "volcano" }));
  const begun = profile === "Upstream" ? "" : sentence.replace(/^W/, "w");
  expect(refused).toContain(begun);
  scenario.free();
});
