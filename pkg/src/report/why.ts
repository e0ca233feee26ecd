/** Why an object is as it is: the cause, then the cheapest changes. */
import type {
  Findings,
  PodEntry,
  QueueStep,
  QuotaRow,
  RolloutAnswer,
  SchedulerPods,
  TextPosition,
  VmStepAnswer,
} from "../../types.js";
import {
  type ClusterWhy,
  isWaiting,
  type NodeWhy,
  type PodWhy,
  type QueueEnds,
  type RejectionWhy,
  type WorkloadWhy,
} from "../difference/why.js";
import { withoutLimits } from "../difference/pod-findings.js";
import type { VmWhy } from "../difference/vm-why.js";
import type { ObjectWhy } from "../difference/why-of.js";
import { type Caveat, isBefore, onceEach } from "../words/caveat.js";
import { amountText } from "../words/amount.js";
import { taintText } from "../words/node-taint.js";
import { kubeletTexts, waitingText } from "../words/nodes/kubelet.js";
import { podStateText } from "../words/nodes/pod-state.js";
import { counted, integer } from "../words/number.js";
import { listed, plain, quiet, shortened } from "../words/phrase.js";
import { isRanked } from "../words/placement.js";
import { allCaveats } from "../words/pod-caveats.js";
import { schedulerSentences, VM_SCHEDULER } from "../words/schedulers.js";
import { evictionsText, stepDetail } from "../words/quotas/queue-words.js";
import { pressureText, stepSentence, vmPlacePhrases, vmPointer, vmProblemText } from "../words/vms.js";
import { unknownText, volumesText, volumeTieLine } from "../words/volumes.js";
import { rolloutAdvice, rolloutResult, rolloutSentence } from "../words/whatif.js";
import {
  answerBlocks,
  type Block,
  type Item,
  type Cell,
  column,
  facts,
  list,
  long,
  link,
  number,
  table,
  warning,
} from "./block.js";
import { clusterReport } from "./explain.js";
import { clusterVerdict, decisionReport } from "./placement.js";
import { podBlocks, podLines, podWhyReport, reasons, whyCaveats } from "./pod-why.js";
import { fullName, isSameName } from "../words/object-name.js";

/** Why an object is as it is. `where`: `file:line` of a position. */
export function whyReport(why: ObjectWhy, where: (at: TextPosition) => string, isWide: boolean): Block[] {
  switch (why.subject) {
    case "pod":
      return podWhyReport(why);
    case "workload":
      return workloadWhyReport(why);
    case "node":
      return nodeWhyReport(why);
    case "cluster":
      return clusterWhyReport(why, where(why.explanation.range.start), isWide);
    case "placement":
      return decisionReport(why.summary, why.rows, why.cutOff, isWide);
    case "rejecting":
      return rejectionWhyReport(why);
    case "vm":
      return vmWhyReport(why);
  }
}

/** Why a workload has no pods, before what those would be that it can create. */
function restingText(resting: "suspended" | "schedule" | "suspended-schedule", answer: Findings): string {
  switch (resting) {
    case "suspended": {
      const kueue = isOfKueue(answer) ? " Kueue sets it to false once one of its queues admits the Job." : "";
      return ` is suspended (spec.suspend): it creates no pods.${kueue} Resumed, it`;
    }
    case "schedule":
      return ": none of its Jobs is in the input. A Job of it";
    case "suspended-schedule":
      return " is suspended (spec.suspend): it creates no Jobs, and none is in the input. A Job of it";
  }
}

/** Whether a queue of Kueue decides when the pods are created. */
const isOfKueue = ({ findings }: Findings): boolean =>
  findings.some(
    ({ code, data }) => (code === "not-modelled" || code === "not-looked-at") && data.why === "kueue-quota",
  );

/** On which nodes a DaemonSet without pods would run one, and why not on the others. */
function daemonReport({ object }: WorkloadWhy, pending: PodWhy): Block[] {
  const { rows, nodes, feasible, volumeRefusal } = pending.scores;
  const subject = [plain(`${object.kind} `), link(object.kind, `${object.namespace}/${object.name}`, "strong")];
  const fits = rows.flatMap(({ name, misfit }) => (misfit === null ? [name] : []));
  const named = feasible === 0 || feasible > mostFitting ? "" : ` (${fits.join(", ")})`;
  const misfits = rows.flatMap(({ name, misfit }) => (misfit === null ? [] : [{ of: name, misfit }]));
  const isRefused = volumeRefusal !== undefined || feasible === 0;
  const sentence = [
    ...subject,
    plain(` has no pods in the input. A pod of it fits ${integer(feasible)} of ${counted(nodes, "node")}${named}.`),
  ];
  return [
    ...answerBlocks(whyCaveats(pending), [sentence, ...(isRefused ? podLines(pending) : [])]),
    ...(isRefused
      ? podBlocks(pending)
      : list(reasons(misfits, "node", nodes), { title: "Why not on the other nodes" })),
  ];
}

/** The most nodes that are named on which a DaemonSet would run. */
const mostFitting = 10;

/** Which pods have a node, and why they do not run there or leave it. */
function containersTexts(pods: PodEntry[]): string[] {
  const waitingPods = pods.flatMap(({ pod, waiting }) => (waiting === undefined ? [] : [{ pod, waiting }]));
  const leaving = pods.filter(({ state, terminating }) => state === "bound" && terminating);
  const names = leaving.map(({ pod, node }) => `${fullName(pod)} (${node ?? ""})`);
  const text = waitingText({ waiting: waitingPods.length, waitingPods: waitingPods.slice(0, mostFitting) });
  return [
    ...(text === "" ? [] : [text]),
    ...(names.length === 0
      ? []
      : [
          `${counted(names.length, "pod")} ${names.length === 1 ? "is" : "are"} being deleted: ` +
            `${listed(shortened(names))}.`,
        ]),
  ];
}

/** The pods of a workload, and why the first of those that get no node waits. */
function workloadWhyReport(why: WorkloadWhy): Block[] {
  const { object, rejected, pending, rollout, resting } = why;
  const { pods, ...rest } = why.pods;
  if (resting === "nodes" && pending !== null) return daemonReport(why, pending);
  const count = (state: PodEntry["state"]): number => pods.filter((one) => one.state === state).length;
  const finished = pods.filter(({ state, kubelet }) => state === "finished" && kubelet === undefined).length;
  const waiting = count("pending");
  const parts = [
    ...(count("bound") > 0 ? [`${integer(count("bound"))} on nodes`] : []),
    ...(waiting > 0 ? [`${integer(waiting)} pending`] : []),
    ...(rejected.length > 0 ? [`${integer(rejected.length)} rejected`] : []),
    ...(finished > 0 ? [`${integer(finished)} finished`] : []),
  ];
  const key = `${object.namespace}/${object.name}`;
  const subject = [plain(`${object.kind} `), link(object.kind, key, "strong")];
  const sentence =
    pods.length === 0
      ? [...subject, plain(" has no pods.")]
      : resting !== null && resting !== "nodes"
        ? [...subject, plain(`${restingText(resting, rest)} would have ${counted(pods.length, "pod")}:`)]
        : [...subject, plain(`: ${counted(pods.length, "pod")}, ${parts.join(", ")}.`)];
  const kubelets = [
    ...kubeletTexts({ kubeletRejected: rejected.length, kubeletRejectedPods: rejected }),
    ...containersTexts(pods),
  ].map(warning);
  const ending = rollout === null ? quiet(rolloutAdvice(object)) : rolloutSentence(rollout);
  const caveats = onceEach([...allCaveats(rest), ...(rollout === null ? [] : allCaveats(rollout))]);
  if (pending === null) return [...answerBlocks(caveats, [...kubelets, sentence, ending]), ...podTable(pods)];
  return [
    ...answerBlocks(whyCaveats(pending), [
      ...kubelets,
      sentence,
      inQueueText(why, waiting),
      ...(waiting > 1 ? [quiet(`About ${fullName(pending.entry.pod)}:`)] : []),
      ...podLines(pending),
    ]),
    ...podBlocks(pending),
    ...(rollout === null ? [] : facts([rolloutSentence(rollout, pending.cycle.resourceQuota)], { isApart: true })),
  ];
}

/** The pending pods that a quota or a claim rejects, and why the first of them waits. */
function rejectionWhyReport({ object, rejected, quota, pending, pods }: RejectionWhy): Block[] {
  const number = rejected.length === 0 ? "no" : integer(rejected.length);
  const count = `${number} pending pod${rejected.length === 1 ? "" : "s"}`;
  const isClaim = object.kind === "PersistentVolumeClaim";
  const subject = [plain(`${object.kind} `), link(object.kind, fullName(object), "strong")];
  const verb = object.kind === "ResourceQuota" ? "refuses" : "rejects";
  const sentence = isClaim
    ? [...subject, plain(`: ${count} ${rejected.length === 1 ? "waits" : "wait"} for it.`)]
    : [...subject, plain(` ${verb} ${count}.`)];
  const usage = quota === null ? "" : usageText(quota);
  if (pending === null) return answerBlocks(allCaveats(pods), [sentence, usage]);
  return [
    ...answerBlocks(whyCaveats(pending), [
      sentence,
      usage,
      ...(rejected.length > 1 ? [quiet(`About ${fullName(pending.entry.pod)}:`)] : []),
      ...podLines(pending),
    ]),
    ...podBlocks(pending),
    ...(rejected.length > 1 ? podTable(rejected.map(({ entry }) => entry)) : []),
  ];
}

/** `Its pods use 7 of cpu (min 4, max 8).` */
function usageText({ used, min, max }: QuotaRow): string {
  const parts = Object.entries(used)
    .filter(([, amount]) => amount !== null && amount > 0)
    .map(([name, amount]) => {
      const most = max[name];
      const limit = most === undefined ? "" : `, max ${amountText(name, most)}`;
      return `${amountText(name, amount)} of ${name} (min ${amountText(name, min[name] ?? 0)}${limit})`;
    });
  return parts.length === 0 ? "" : `Its pods use ${parts.join(", ")}.`;
}

/** `2`; of all `each`, of the only one `it`. */
const amongText = (count: number, of: number): string => (count < of ? integer(count) : of === 1 ? "it" : "each");

/** `In the queue of all pending pods, 1 gets a node, the node of 2 depends on …`; empty: none gets one. */
function inQueueText({ waiting, depending: { count, volumes } }: WorkloadWhy, pending: number): string {
  const gets = pending - waiting.length - count;
  const parts = [
    ...(gets > 0 ? [`${amongText(gets, pending)} ${gets > 1 && gets < pending ? "get" : "gets"} a node`] : []),
    ...(count > 0
      ? [`the node of ${amongText(count, pending)} depends on ${volumesText(volumes)}, ${unknownText(volumes)}`]
      : []),
    ...(waiting.length > 0 ? [`${integer(waiting.length)} ${waiting.length === 1 ? "waits" : "wait"}`] : []),
  ];
  return gets + count === 0 ? "" : `In the queue of all pending pods, ${parts.join(count > 0 ? "; " : ", ")}.`;
}

/** `It is cordoned. It has the taint gpu=a100:NoSchedule.` Empty: nothing keeps pods away in general. */
function keptAwayText({ unschedulable, taints }: NodeWhy["node"]): string {
  const others = taints
    .filter((taint) => !unschedulable || !taint.startsWith("node.kubernetes.io/unschedulable:"))
    .map(taintText);
  return [
    ...(unschedulable ? ["It is cordoned (spec.unschedulable)."] : []),
    ...(others.length === 0 ? [] : [`It has the ${others.length === 1 ? "taint" : "taints"} ${listed(others)}.`]),
  ].join(" ");
}

/** Who is on a node, and why pending pods are not. */
function nodeWhyReport({ node, pods: { pods, ...rest }, tried, pendingTotal }: NodeWhy): Block[] {
  const used = node.resources
    .filter(({ name, allocatable }) => allocatable > 0 && ["cpu", "memory"].includes(name))
    .map(
      ({ name, requests, allocatable }) => `${amountText(name, requests)} of ${amountText(name, allocatable)} ${name}`,
    );
  const fitting = tried.filter(({ fits }) => fits === true).length;
  const held = tried.filter(({ fits }) => fits === null).length;
  const misfits = tried.flatMap(({ pod, misfit }) => (misfit === null ? [] : [{ of: fullName(pod), misfit }]));
  const fits = fitting === 1 || tried.length === 1 ? "fits" : "fit";
  const untried =
    tried.length < pendingTotal ? `; the first ${integer(tried.length)} of ${integer(pendingTotal)} were tried` : "";
  const holds =
    held === 0 ? "" : `; gates or quotas hold ${held === tried.length && held > 1 ? "all" : integer(held)} back`;
  const requested = used.length === 0 ? "" : `, which request ${used.join(" and ")}`;
  return [
    ...answerBlocks(allCaveats(rest), [
      [
        plain("Node "),
        link("Node", node.name, "strong"),
        plain(` has ${counted(pods.length, "pod")} of at most ${integer(node.allowedPods)}${requested}.`),
      ],
      keptAwayText(node),
      pendingTotal === 0
        ? quiet("No pod is pending.")
        : `${integer(fitting)} of ${counted(tried.length, "pending pod")} ${fits} it${holds}${untried}.`,
    ]),
    ...list(reasons(misfits, "pod", tried.length), { title: "Why pending pods do not fit" }),
    ...podTable(pods),
  ];
}

/** Why a placement selects a cluster, or not. `place`: `file:line` of the cluster. */
function clusterWhyReport(
  { summary, explanation, hints, blocking, wouldChange }: ClusterWhy,
  place: string,
  isWide: boolean,
): Block[] {
  const verdict = isRanked(summary) ? clusterVerdict(explanation, summary, blocking) : "";
  return clusterReport(explanation, { summary, hints, verdict, place, wouldChange }, isWide);
}

/** Where a VM is, and what answers more about it. */
const vmWhyReport = (why: VmWhy): Block[] => [
  ...answerBlocks(allCaveats(why), [vmPlacePhrases(why), vmPointer(why)]),
  ...list(why.steps.map(vmStepItem), {
    title: why.timeline.timeline === null ? "" : `In Timeline ${fullName(why.timeline.timeline)}`,
  }),
];

/** Nodes that do not take a VM, as far as they are named. */
const mostRefusing = 3;

/** A step of a timeline, why nodes do not take the VM, and the pressure before its request. */
function vmStepItem(at: VmStepAnswer): Item {
  const refusing = at.candidates.flatMap(({ node, problem }) => (problem === null ? [] : [{ node, problem }]));
  const more = refusing.length - mostRefusing;
  const pressure = at.request?.pressure ?? null;
  return {
    line: [plain(`Step ${integer(at.step)}. `), ...stepSentence(at)],
    about: [
      ...refusing.slice(0, mostRefusing).map(({ node, problem }) => `${node}: ${vmProblemText(problem)}`),
      ...(more > 0 ? [`and ${counted(more, "more node")}`] : []),
      ...(pressure === null ? [] : [`Before it, ${pressureText(pressure, at.event.node ?? "the node", "was")}`]),
    ].map(quiet),
  };
}

const podTable = (pods: PodEntry[]): Block[] =>
  table(pods, [
    long("Pod", ({ pod }) => link("Pod", pod)),
    column("State", podStateText),
    number("Priority", ({ priority }) => priority),
    long("Node", ({ node }) => node ?? "-"),
  ]);

/** Every placement and every pending pod, in a line each. `summary`: of all placements; empty: others are left out. */
export function overviewReport(
  placements: { words: string; selected: number; unfollowed: string[]; caveats: Caveat[] }[],
  { queue, ends, pendingTotal, containers, rollouts }: QueueEnds & { rollouts: RolloutAnswer[] },
  summary: string,
): Block[] {
  const rejected = kubeletTexts(queue);
  // Of pods that their claims refuse, no node is tried.
  const isTried = queue.steps.some(({ volumeRefusal }) => volumeRefusal === undefined);
  const findings = isTried ? queue.findings : withoutLimits(queue.findings);
  // Caveats that follow an answer about pods do not concern placements.
  const isOfPods = placements.length === 0 || ends.length > 0 || rejected.length > 0;
  const all = [
    ...placements.flatMap(({ caveats }) => caveats),
    ...allCaveats({ ...queue, findings }).filter((caveat) => isOfPods || isBefore(caveat)),
  ];
  const caveats = onceEach(all);
  const pending =
    ends.length === 0
      ? rejected.length === 0
        ? "No pod is pending."
        : "No pod waits for a scheduler."
      : `${counted(pendingTotal, "pod")} ${pendingTotal === 1 ? "is" : "are"} pending.`;
  const ofRollouts = list(
    rollouts.map((one) => rolloutResult(one)),
    { title: rollouts.length === 1 ? "Rollout" : "Rollouts" },
  );
  return [
    { kind: "findings", findings: caveats.filter(isBefore) },
    ...list(
      placements.flatMap(({ words, selected, unfollowed }) => [
        selected === 0 ? warning(words) : words,
        ...unfollowed.map(warning),
      ]),
      { title: placements.length === 1 ? "Placement" : summary || "Placements" },
    ),
    // Pods that wait come first.
    ...(ends.length === 0 ? ofRollouts : []),
    ...facts(
      ends.length === 0 && placements.length > 0
        ? [waitingText(containers)]
        : [pending, waitingText(containers), ...otherSchedulers(queue.schedulerNames)],
      { isApart: true },
    ),
    ...list(rejected.map(warning), {}),
    ...table(
      ends,
      [
        long("Pod", ({ entry }) => link("Pod", entry.pod)),
        column("In the queue", ({ step }) => endText(step)),
        long("Why", ({ entry, step }) =>
          step === null ? podStateText(entry) : isWaiting(step) ? stepDetail(step) : placedText(step, queue.steps),
        ),
      ],
      { rest: { count: pendingTotal - ends.length, what: "pod" } },
    ),
    ...(ends.length === 0 ? [] : ofRollouts),
    { kind: "findings", findings: caveats.filter((caveat) => !isBefore(caveat)) },
  ];
}

/** What a pod that gets a node does for it: whom it evicts, and how its volumes tie it. */
const placedText = (of: QueueStep, steps: QueueStep[]): string =>
  [evictionsText(steps.filter(({ pod }) => isSameName(pod, of.pod))), volumeTieLine(of.volumeTies)]
    .filter((part) => part !== "")
    .join("; ");

/** The schedulers with CapacityScheduling, whose answers these are; a finding names that of autoscaled VMs. */
const ofQueue: ReadonlySet<string> = new Set(["capacityscheduler", "scheduler-plugins-scheduler", VM_SCHEDULER]);

const otherSchedulers = (names: SchedulerPods[]): Cell[] =>
  schedulerSentences(names.filter(({ name }) => !ofQueue.has(name))).map(({ message }) => warning(message));

const endText = (step: QueueStep | null): Cell =>
  step === null
    ? warning("is not tried")
    : isWaiting(step)
      ? warning("waits")
      : step.volumes !== undefined
        ? warning("depends on volumes")
        : `${step.outcome === "Preempt" ? "evicts on" : "goes to"} ${step.node ?? ""}`;
