/** The answer in one sentence. */
import type { NodesAnswer, ScoreNodesAnswer, SimulatePodAnswer } from "../../../types.js";
import { counted, integer } from "../number.js";
import { after, afterColon, listed, type Phrase, phraseText, plain, quiet, strong } from "../phrase.js";
import { percent } from "../amount.js";
import { choicePhrases, failsToScore, filterError, isUnscored } from "./default-profile.js";
import { isSameChoice } from "./fault.js";
import { namedNodesText } from "./misfit.js";
import { pickOf, scorerName } from "./scorer.js";
import {
  deletingPhrases,
  gatePhrases,
  hasNoNode,
  kubeletPhrases,
  otherSchedulerPhrases,
  refusedPhrases,
} from "./untried.js";
import { type Kind, levelOf, plainUsage, type Usage, usageOf, worst } from "./usage.js";
import { nodeTieText, rejectionText } from "../quotas/sentence.js";
import { victimsPhrases, victimsText } from "../victims.js";
import { dependencePhrases, evictingPhrases, refusalPhrases, volumeTieTexts } from "../volumes.js";
import { fullName, fullNames, isSameName } from "../object-name.js";

/**
 * The nodes that the scheduler of today and limit-aware scoring pick, with their limits; before that, why
 * kube-scheduler does not try the pod.
 */
export function placementSentence(placement: ScoreNodesAnswer): Phrase[] {
  const before = [
    ...kubeletPhrases(placement),
    ...refusedPhrases(placement),
    ...otherSchedulerPhrases(placement),
    ...deletingPhrases(placement),
    ...gatePhrases(placement),
  ];
  return hasNoNode(placement) ? before : after(before, picked(placement));
}

/** Whether the sentence says why the pod does not fit some nodes. */
export const saysMisfits = (placement: ScoreNodesAnswer): boolean =>
  placement.feasible === 0 || (isOnlyOne(placement) && placement.nodes > 1);

/** Whether one node fits, and the sentence is about it. */
const isOnlyOne = (placement: ScoreNodesAnswer): boolean =>
  placement.feasible === 1 && pickOf(placement, "LeastAllocated") !== null && pickOf(placement, "LimitAware") !== null;

/**
 * Whether the sentence is true of today's scheduler: no fault of Kubernetes that this answer is without makes it take
 * another node or, where the sentence is about the nodes that fit, makes the pod fit other ones.
 */
function isToday({ faults, defaultProfile, otherProfile }: ScoreNodesAnswer): boolean {
  const choice = defaultProfile?.choice ?? null;
  if (choice === null || isUnscored(choice)) return otherProfile?.profile !== "Upstream";
  return faults.every((fault) => fault.applied || isSameChoice(fault.choice, choice));
}

/** `; its node affinity allows only n7, which is not in the input`; empty if it names no nodes. */
function namedText({ defaultProfile, rows }: ScoreNodesAnswer): string {
  const named = defaultProfile?.onlyNodes ?? null;
  if (named === null) return "";
  return `; ${namedNodesText(named, rows.filter(({ name }) => named.includes(name)).length)}`;
}

/** The sentence; what is not true of today begins with `Without a fault of Kubernetes,`. */
const picked = (placement: ScoreNodesAnswer): Phrase[] => [
  ...(isToday(placement)
    ? picks(placement, true)
    : [plain("Without a fault of Kubernetes, "), ...afterColon(picks(placement, false))]),
  ...volumeTieTexts(placement.volumeTies).map((text) => quiet(` ${text}`)),
];

function picks(placement: ScoreNodesAnswer, isNow: boolean): Phrase[] {
  const { pod, nodes, feasible } = placement;
  if (nodes === 0) return [strong(fullName(pod)), plain(" waits: the input has no Node.")];
  if (placement.volumeRefusal !== undefined) return [strong(fullName(pod)), ...refusalPhrases(placement.volumeRefusal)];
  const error = filterError(placement);
  if (error !== undefined)
    return [
      strong(fullName(pod)),
      plain(" waits, even if nodes fit it: "),
      strong("kube-scheduler fails"),
      plain(` when it filters nodes: ${error}.`),
    ];
  if (feasible === 0)
    return [
      strong(fullName(pod)),
      plain(" fits "),
      strong(`0 of ${counted(nodes, "node")}`),
      plain(": "),
      quiet(`${misfits(placement)}${namedText(placement)}.`),
    ];
  const limitAware = pickOf(placement, "LimitAware");
  if (failsToScore(placement))
    return [
      strong(fullName(pod)),
      plain(` fits ${fitCount(placement)} and waits: `),
      strong("kube-scheduler fails"),
      plain(" before it scores them"),
      ...(limitAware === null ? [] : [plain("; limit-aware scoring picks "), strong(limitAware)]),
      plain("."),
    ];
  if (placement.volumeDependence !== undefined) {
    const first =
      limitAware === null || feasible === 1 ? "" : ` Among them, limit-aware scoring puts ${limitAware} first.`;
    return [...dependencePhrases(placement.volumeDependence, pod), ...(first === "" ? [] : [quiet(first)])];
  }
  const usages = (node: string | null): Usage[] => usagesOf(placement, node);
  const choice = placement.defaultProfile?.choice ?? null;
  if (choice !== null && !isUnscored(choice)) {
    const isTied = choice.tied > 0 && limitAware !== null && choice.tiedWith.includes(limitAware);
    const today = isTied ? limitAware : choice.node;
    const limits = limitAware === null ? [plain(".")] : limitsOn(today, limitAware, usages);
    return [...choicePhrases(choice, limitAware, isNow), ...limits, ...tail(placement, ["LimitAware"])];
  }
  if (choice !== null && feasible > 1)
    return [
      plain(isNow ? "Today your scheduler takes " : "your scheduler would take "),
      strong(choice.node),
      plain(" without scoring: no other node that it looks at fits"),
      ...(limitAware === null ? [] : [plain("; limit-aware scoring picks "), strong(limitAware)]),
      ...(limitAware === null ? [plain(".")] : limitsOn(choice.node, limitAware, usages)),
      ...tail(placement, ["LimitAware"]),
    ];
  const today = pickOf(placement, "LeastAllocated");
  if (today === null || limitAware === null) return [strong(fullName(pod)), plain(` fits ${fitCount(placement)}.`)];
  if (today !== limitAware) {
    return [
      plain("LeastAllocated picks "),
      strong(today),
      plain(", limit-aware scoring "),
      strong(limitAware),
      ...limitsOn(today, limitAware, usages),
      ...tail(placement),
    ];
  }
  const load = limitsOn(today, today, usages);
  if (isOnlyOne(placement)) {
    const unscored =
      choice === null ? [] : [quiet(` kube-scheduler ${isNow ? "takes" : "would take"} it without scoring.`)];
    const rest = nodes === 1 ? unscored : [...unscored, quiet(` The others: ${misfits(placement)}.`)];
    return [
      plain(nodes === 1 ? "The pod fits " : "Only "),
      strong(today),
      ...(nodes === 1 ? [] : [plain(" fits")]),
      ...load,
      ...rest,
    ];
  }
  const isAlone = placement.scorers.some(({ applies, best }) => applies && best[0] !== today);
  return [
    plain(isAlone ? "LeastAllocated and limit-aware scoring both pick " : "Every scorer picks "),
    strong(today),
    ...load,
    ...tail(placement),
  ];
}

/**
 * The pods that the pod evicts: `It evicts shop/web-1 on n1.`, at most three by name; empty if its cycle evicts no
 * pod.
 */
export function evictsText({
  outcome,
  victims,
  terminating = [],
  node,
}: Pick<SimulatePodAnswer, "outcome" | "victims" | "terminating" | "node">): string {
  if (outcome !== "Preempt") return "";
  const most = 3;
  const more = victims.length - most;
  const where = `on ${node ?? "a node"}`;
  if (more <= 0 || terminating.length > 0) return `It ${victimsText({ victims, terminating }, where)}.`;
  return `It evicts ${listed([...fullNames(victims.slice(0, most)), `${integer(more)} more`])} ${where}.`;
}

/**
 * The cycle of a pod that fits no node without evictions: the quota that rejects it, and the pods that it evicts. Empty
 * if a node fits and no quota rejects it, and for an answer about another pod.
 */
export function cyclePhrases(answer: Pick<ScoreNodesAnswer, "pod" | "feasible">, cycle: SimulatePodAnswer): Phrase[] {
  const { rejection, pod } = cycle;
  if (!isSameName(pod, answer.pod) || (answer.feasible > 0 && rejection === null)) return [];
  const { volumeDependence, outcome } = cycle;
  const victims = phraseText(victimsPhrases(cycle, `on ${cycle.node ?? ""}`, 2));
  const evicts = [evictsText(cycle), nodeTieText(cycle)].filter((text) => text !== "").join(" ");
  const admits = outcome === "Preempt" ? "admits it only after evictions" : "keeps it from every node";
  return [
    ...(rejection === null ? [] : [plain(` Its quota ${admits}: ${rejectionText(rejection, pod.namespace)}.`)]),
    ...(outcome === "Preempt" && volumeDependence !== undefined
      ? [plain(" "), ...evictingPhrases(volumeDependence, pod, victims)]
      : evicts === ""
        ? []
        : [plain(` ${evicts}`)]),
  ];
}

/** Where to ask whether evictions would help a pod that fits no node; empty where they cannot. */
export const preemptionPointer = ({ pod, mayPreempt }: ScoreNodesAnswer): string =>
  mayPreempt ? `\`schedscope quota why ${fullName(pod)}\` says whether preemption helps.` : "";

/** The use of the nodes, without a pod to place. */
export function usageSentence({ all, total, bestEffort }: NodesAnswer): Phrase[] {
  const usages = total
    .map(plainUsage)
    .filter(({ resource, allocatable }) => allocatable > 0 && ["cpu", "memory"].includes(resource));
  if (usages.length === 0) return [strong(counted(all, "node")), plain(".")];
  const share = (usage: Usage, kind: Kind): string => percent(levelOf(usage, kind).after, usage.allocatable);
  const shares = usages.flatMap((usage, i) => [
    plain(i === 0 ? "" : " and "),
    strong(share(usage, "limits")),
    plain(` of the ${usage.resource}`),
  ]);
  return [
    plain(`On ${counted(all, "node")}, limits add up to `),
    ...shares,
    quiet(`, requests to ${listed(usages.map((usage) => share(usage, "requests")))}.`),
    ...(bestEffort === 0
      ? []
      : [
          quiet(` Limits count ${counted(bestEffort, "best-effort pod")} as all that ${itsNode(bestEffort)} can give.`),
        ]),
  ];
}

const itsNode = (pods: number): string => (pods === 1 ? "its node" : "their nodes");

/** The use of a node with the pod; empty for a node that is neither picked nor in the rows. */
function usagesOf({ picks, rows }: ScoreNodesAnswer, node: string | null): Usage[] {
  const found = picks.find((pick) => pick.node === node) ?? rows.find(({ name }) => name === node);
  return found?.resources.map(usageOf) ?? [];
}

/** The limits of one node, or of two that differ, with a full stop. */
function limitsOn(today: string, limitAware: string, usages: (node: string) => Usage[]): Phrase[] {
  if (today === limitAware) {
    const highest = worst(usages(today));
    // Where nothing is limited, there is nothing to say.
    return highest === null || levelOf(highest, "limits").after === 0
      ? [plain(".")]
      : [plain(": the limits would be at "), strong(limitPercent(highest)), plain(` of its ${highest.resource}.`)];
  }
  const [from, to] = [usages(today), usages(limitAware)];
  const resource = furthest(from, to);
  const [before, after] = [
    from.find((usage) => usage.resource === resource),
    to.find((usage) => usage.resource === resource),
  ];
  if (before === undefined || after === undefined) return [plain(".")];
  if (limitPercent(before) === limitPercent(after))
    return [
      plain(": on both the limits would be at "),
      strong(limitPercent(after)),
      plain(` of the ${after.resource}.`),
    ];
  return [
    plain(`: on ${again(today, limitAware)} the limits would be at `),
    strong(limitPercent(before)),
    plain(` of its ${before.resource}, on ${again(limitAware, today)} at `),
    strong(limitPercent(after)),
    plain("."),
  ];
}

const limitPercent = (usage: Usage): string => percent(levelOf(usage, "limits").after, usage.allocatable);

/** The resource whose limits would differ the most between the two nodes. */
function furthest(from: Usage[], to: Usage[]): string | null {
  let top: { resource: string; by: number } | null = null;
  for (const usage of from) {
    const other = to.find(({ resource }) => resource === usage.resource);
    if (other === undefined || usage.allocatable <= 0 || other.allocatable <= 0) continue;
    const by = Math.abs(
      levelOf(usage, "limits").after / usage.allocatable - levelOf(other, "limits").after / other.allocatable,
    );
    if (top === null || by > top.by) top = { resource: usage.resource, by };
  }
  return top?.resource ?? null;
}

/** The short form of a name, without its domain, if that differs from the other one. */
function again(name: string, other: string): string {
  const short = (full: string): string => full.split(".")[0] ?? full;
  return short(name) === short(other) ? name : short(name);
}

/** The ties that the name decided. */
function tail({ scorers }: ScoreNodesAnswer, of = ["LimitAware", "LeastAllocated"]): Phrase[] {
  const ties = scorers.filter(({ name, applies, bestCount }) => applies && bestCount > 1 && of.includes(name));
  const words = ties.map(({ name, bestCount }) => `${integer(bestCount)} nodes tie in ${scorerName(name)}`);
  return words.length === 0 ? [] : [quiet(` Ties go to the first by name: ${listed(words)}.`)];
}

const fitCount = ({ feasible, nodes }: ScoreNodesAnswer): string => `${integer(feasible)} of ${counted(nodes, "node")}`;

/** The messages of Kubernetes with the number of nodes for each, as in its events. */
export const misfits = ({ misfits: all }: ScoreNodesAnswer): string =>
  all.map(({ reason, nodes }) => `${integer(nodes)} ${reason}`).join(", ");
