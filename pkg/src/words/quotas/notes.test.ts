import { Scenario } from "schedscope";
import { expect, test } from "vitest";
import type {
  FaultAnswer,
  NodeDryRunAnswer,
  PreemptionAnswer,
  QueueStep,
  QueueStepAnswer,
  SimulatePodAnswer,
  TieAnswer,
  OrderedSet,
} from "../../../types.js";
import { findingsOf, type Found } from "../finding.js";
import { phraseText } from "../phrase.js";
import { type CycleNote, cycleNotes, equalsText, stepNotes } from "./notes.js";
import { verdictSentence } from "./sentence.js";
import { checks, whyTitle } from "./why.js";
import { objectNamed } from "../object-name.js";

const cycle = {
  pod: objectNamed("d/web-9"),
  outcome: "Preempt",
  node: "n1",
  victims: [objectNamed("d/web-1")],
  gates: [],
  schedulerName: null,
  schedulerProfile: null,
  filtersOff: [],
  nodeNames: null,
  nominatedNode: null,
  faults: [],
  resourceQuota: null,
  fitRequest: {},
  missingNominatedNode: null,
  quotas: [],
  preemption: { otherChoice: null } as PreemptionAnswer,
  nodes: [],
} as unknown as SimulatePodAnswer;
const said = (change: Partial<SimulatePodAnswer> & Found): CycleNote[] => cycleNotes({ ...cycle, ...change });

const EQUALS: [tie: TieAnswer, words: string][] = [
  [
    { victims: [objectNamed("d/web-1")], spared: [objectNamed("d/web-2")] },
    "d/web-1 and d/web-2 are equals: where either would do, the order in the scheduler's list decides which of them " +
      "goes",
  ],
  [
    { victims: [objectNamed("d/web-1"), objectNamed("d/web-3")], spared: [objectNamed("d/web-2")] },
    "d/web-1, d/web-3 and d/web-2 are equals: where others of them would do, the order in the scheduler's list " +
      "decides which of them go",
  ],
  [
    {
      victims: [objectNamed("d/a")],
      spared: [objectNamed("d/b"), objectNamed("d/c"), objectNamed("d/d"), objectNamed("d/e"), objectNamed("d/f")],
    },
    "6 pods are equals: where others of them would do, the order in the scheduler's list decides which of them goes",
  ],
  [
    { victims: [objectNamed("d/low")], spared: [] },
    "If the scheduler listed equals in another order, d/low might be kept",
  ],
  [
    { victims: [], spared: [objectNamed("d/a"), objectNamed("d/b")] },
    "If the scheduler listed equals in another order, d/a and d/b might be evicted",
  ],
];

test.each(EQUALS)("%j", (tie, words) => {
  expect(equalsText(tie)).toBe(words);
});

const fault: FaultAnswer = { fault: "portSet", nodes: ["n1"], outcome: "Unschedulable", node: null, victims: [] };
const FAULTS: [change: Partial<FaultAnswer>, words: string][] = [
  [
    {},
    "A fault of Kubernetes: evicting one of two pods with the same host port counts as freeing the port. " +
      "Without it the pod would wait.",
  ],
  [
    { fault: "nsSelector", outcome: "Schedulable", node: "n2" },
    "A fault of Kubernetes: a namespaceSelector of the pod that a namespace without labels satisfies covers " +
      "every namespace (fixed in 1.37, and in the patch releases of 1.34 to 1.36 since autumn 2026). Without it the " +
      "pod would go to n2.",
  ],
  [
    { fault: "spreadDryRun", outcome: "Preempt", node: "n2", victims: [objectNamed("d/a"), objectNamed("d/b")] },
    "A fault of Kubernetes: preemption subtracts pods from the counts of a spread constraint that were never " +
      "counted. Without it the pod would evict d/a and d/b on n2.",
  ],
  [
    { fault: "leastPodLevel", outcome: "Preempt", node: "n1", victims: [objectNamed("d/web-1")], nodes: ["n2", "n3"] },
    "A fault of Kubernetes: the score for free resources ignores the pod-level requests (spec.resources) of the " +
      "pod. Without it n2 and n3 would get a different verdict; the outcome is the same.",
  ],
];

test.each(FAULTS)("%j", (change, words) => {
  expect(said({ faults: [{ ...fault, ...change }] })).toEqual([{ kind: "fault", words }]);
});

test("ties of the chosen node, and the node that another order would choose", () => {
  const dryRun = (tie: TieAnswer): NodeDryRunAnswer => ({ ties: [tie] }) as unknown as NodeDryRunAnswer;
  const of = (name: string) => ({
    node: name,
    fits: false,
    misfit: null,
    total: null,
    dryRun: dryRun({ victims: [objectNamed(`d/${name}-1`)], spared: [objectNamed(`d/${name}-2`)] }),
  });
  expect(
    said({
      nodes: [of("n0"), of("n1")],
      preemption: { otherChoice: { node: "n0", victims: [objectNamed("d/n0-2")] } } as PreemptionAnswer,
    }),
  ).toEqual([
    {
      kind: "tie",
      words:
        "d/n1-1 and d/n1-2 are equals: where either would do, the order in the scheduler's list decides which of " +
        "them goes.",
    },
    { kind: "tie", words: "With another order of equals it would evict d/n0-2 on n0 instead." },
  ]);
  expect(said({ outcome: "Schedulable", nodes: [of("n1")] })).toEqual([]);
});

test("named nodes and another scheduler", () => {
  const nominated = (change: Partial<SimulatePodAnswer>): string[] =>
    said({ nominatedNode: "n2", rejection: null, ...change }).map(({ words }) => words);
  expect(nominated({})).toEqual([
    "It is nominated for n2, which is tried first: the pod does not fit it now, so all nodes are looked at.",
  ]);
  expect(nominated({ outcome: "Schedulable", node: "n2", victims: [] })).toEqual([
    "It is nominated for n2 and fits it: no other node is looked at.",
  ]);
  const rejection = {
    reason: "OverMax" as const,
    resource: "cpu",
    wouldUse: 7000,
    bound: 6000,
    others: [],
    message: "",
  };
  expect(nominated({ rejection })).toEqual(["It is nominated for n2."]);
  const named = (nodeNames: string[], nodes: number): string[] =>
    said({ nodeNames, feasible: 0, misfits: [{ reason: "x", nodes }] }).map(({ words }) => words);
  expect(named(["n1", "gone"], 2)).toEqual(["Its node affinity allows only n1 and gone: no other node is looked at."]);
  expect(named(["n1", "gone"], 1)).toEqual([
    "Its node affinity allows only n1 and gone, of which 1 is not in the input.",
  ]);
  expect(named(["gone"], 0)).toEqual(["Its node affinity allows only gone, which is not in the input."]);
  expect(named(["a", "b"], 0)).toEqual(["Its node affinity allows only a and b, which are not in the input."]);
  expect(nominated({ nodeNames: ["n1", "gone"], feasible: 0, misfits: [{ reason: "x", nodes: 2 }] })).toEqual([
    "It is nominated for n2, which is tried first: the pod does not fit it now, so the nodes that its affinity " +
      "allows are looked at.",
    "Its node affinity allows only n1 and gone, of which 1 is not in the input.",
  ]);
  expect(said({ schedulerName: "volcano" }).map(({ words }) => words)).toEqual([
    "The answer holds for volcano if it runs the default profile with CapacityScheduling.",
  ]);
  const waits = { ...cycle, schedulerName: "volcano", outcome: "Gated" as const, gates: ["g"] };
  expect(phraseText(verdictSentence(waits))).toBe(
    "d/web-9 asks for scheduler volcano: kube-scheduler does not look at it. If it did: d/web-9 is held back by the " +
      "scheduling gate g: it is never tried.",
  );
  expect(phraseText(verdictSentence({ ...waits, schedulerProfile: "volcano" }))).toBe(
    "d/web-9 is held back by the scheduling gate g: it is never tried.",
  );
  expect(said({ schedulerName: "packer", schedulerProfile: "packer" }).map(({ words }) => words)).toEqual([
    "Its schedulerName is packer: nodes are filtered and scored as its configuration in the input says.",
  ]);
  expect(
    said({ schedulerProfile: "default-scheduler", filtersOff: ["NodePorts", "NodeName"] }).map(({ words }) => words),
  ).toEqual([
    "The profile default-scheduler switches off the filters NodePorts and NodeName, " +
      "so they reject no node for the pod.",
  ]);
});

test("a priority that is not known", () => {
  expect(said({ findings: findingsOf("unknown-class", [{ class: "gold" }], "info", "beside") })).toEqual([
    { kind: "note", words: "Its priority is taken as 0: the input lacks PriorityClass gold, which it names." },
  ]);
});

test("a StatefulSet makes a pod after others", () => {
  const of = (set: OrderedSet) => findingsOf("ordered-set", [set], "info", "beside");
  const orderedSet = {
    statefulSet: objectNamed("a/db"),
    pods: 2,
    first: objectNamed("a/db-0"),
    behind: null,
    terminating: false,
    unready: false,
    inOrder: false,
  };
  const [note] = said({ pod: objectNamed("a/db-1"), findings: of(orderedSet) });
  expect(note).toEqual({
    kind: "note",
    words: "StatefulSet a/db makes a/db-1 once the pods before it are Running and Ready, a/db-0 first.",
  });
  const behind = { ...orderedSet, behind: objectNamed("a/db-0") };
  expect(said({ pod: objectNamed("a/db-1"), findings: of(behind) })[0]?.words).toBe(
    "StatefulSet a/db does not make a/db-1 before a/db-0 is Running and Ready.",
  );
  expect(said({ pod: objectNamed("a/db-1"), findings: of({ ...behind, terminating: true }) })[0]?.words).toBe(
    "StatefulSet a/db does not make a/db-1 before a/db-0 is gone and its successor Running and Ready.",
  );
});

test("a gated pod is never tried", () => {
  const gated: SimulatePodAnswer = {
    ...cycle,
    outcome: "Gated",
    node: null,
    victims: [],
    gates: ["example.com/a", "example.com/b"],
    preemption: null,
  };
  expect(phraseText(verdictSentence(gated))).toBe(
    "d/web-9 is held back by scheduling gates example.com/a and example.com/b: it is never tried.",
  );
  expect(phraseText(verdictSentence({ ...gated, gates: ["example.com/a"] }))).toBe(
    "d/web-9 is held back by the scheduling gate example.com/a: it is never tried.",
  );
  expect(whyTitle(gated)).toBe("Why it is never tried");
  expect(checks(gated)).toEqual([
    {
      rule: "No scheduling gates",
      holds: false,
      words: "example.com/a and example.com/b; quota and nodes are not looked at",
    },
  ]);
});

test("what a step of the queue hangs on", () => {
  const step = { outcome: "Preempt", node: "n1", victims: [objectNamed("d/a")] } as Partial<QueueStep> as QueueStep;
  const at: Partial<QueueStepAnswer> = { faults: [], chosenAnyOf: ["n1"], ties: [], otherChoice: null };
  const said = (more: Partial<QueueStepAnswer>, of = step): string[] =>
    stepNotes(of, { ...at, ...more } as QueueStepAnswer).map(({ words }) => words);
  expect(said({})).toEqual([]);
  expect(said({ chosenAnyOf: ["n1", "n2"] })).toEqual([
    "Evictions cost the same on n1 and n2: kube-scheduler takes any of them.",
  ]);
  const otherCycle = { profile: "Upstream" as const, outcome: "Schedulable" as const, node: "n2", victims: [] };
  expect(said({ otherCycle })).toEqual(["The released scheduler takes n2 without an eviction."]);
  expect(said({ otherCycle }, { ...step, outcome: "Bound", victims: [] })).toEqual([
    "The released scheduler takes n2.",
  ]);
  expect(
    said({ faults: [{ fault: "portSet", nodes: ["n1"], outcome: "Unschedulable", node: null, victims: [] }] }),
  ).toEqual([expect.stringMatching(/^A fault of Kubernetes: .* Without it the pod would wait\.$/)]);
});

test("a request above every node, where the quota rejects the pod before nodes are looked at", () => {
  const scenario = new Scenario();
  const text = (cpu: number): string =>
    'apiVersion: v1\nkind: Node\nmetadata: {name: n1}\nstatus: {allocatable: {cpu: "16", memory: 8Gi, pods: "9"}}\n' +
    "---\napiVersion: scheduling.x-k8s.io/v1alpha1\nkind: ElasticQuota\nmetadata: {name: q, namespace: a}\n" +
    `spec: {min: {cpu: 4}, max: {cpu: 10}}\n---\napiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: a}\n` +
    `spec: {containers: [{name: c, resources: {requests: {cpu: ${cpu}}}}]}\n`;
  const words = (all: string): string[] => {
    scenario.replace(all);
    return cycleNotes(scenario.simulatePod({ pod: "a/p" })).map((note) => note.words);
  };
  const assumed = "The answer holds for default-scheduler if it runs the default profile with CapacityScheduling.";
  expect(words(text(20))).toEqual([
    "The largest node has 16 CPUs allocatable: it can never run on these nodes.",
    assumed,
  ]);
  expect(words(text(16))).toEqual([assumed]);
  // With a configuration in the input nothing is assumed, and without quotas it decides nothing.
  const configuration = "---\napiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n";
  expect(words(`${text(16)}${configuration}profiles: [{schedulerName: default-scheduler}]\n`)).toEqual([]);
  expect(words(text(16).replace("kind: ElasticQuota", "kind: Other"))).toEqual([]);
  scenario.free();
});
