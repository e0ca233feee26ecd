/** What `why` asks about an object, whatever its kind. */
import type {
  ChangeAnswer,
  ClusterRow,
  DecideAnswer,
  DecideOptions,
  DecisionHint,
  ExplainClusterAnswer,
  Finding,
  Findings,
  FoundObject,
  KubeletRejectedPod,
  ExplainNodeAnswer,
  NamespacedName,
  NodeEntry,
  NodeLike,
  NodesNeededAnswer,
  ObjectName,
  PodEntry,
  PodsAnswer,
  ProfileChoice,
  QuotaRow,
  QueueAnswer,
  QueueStep,
  RecordedNodeAnswer,
  RolloutAnswer,
  ScoreNodesAnswer,
  SimulatePodAnswer,
  SpreadDomain,
  VolumeName,
} from "../../types.js";
import { assuming } from "../assumed.js";
import type { Scenario } from "../scenario.js";
import { addedLike, nodesNeededOf, onNodesThere } from "./added-nodes.js";
import { stepsAhead } from "./ahead.js";
import { type Containers, waitingIn } from "./containers.js";
import { podFindings } from "./pod-findings.js";
import { type Siblings, siblingsAfter } from "./siblings.js";
import { rolledOut } from "./rollouts.js";
import { fewSteps, isLeftOut, noTime, stepsAmong, wantOfPod } from "./wants.js";
import { fullName, isSameName } from "../words/object-name.js";

/** The questions that it asks about pods and nodes. */
type OfPods = Pick<
  Scenario,
  | "pods"
  | "nodes"
  | "scoreNodes"
  | "simulatePod"
  | "explainNode"
  | "queue"
  | "quotas"
  | "change"
  | "nodesNeeded"
  | "recordedNode"
  | "rollout"
  | "edit"
  | "text"
  | typeof assuming
>;
/** The questions that it asks about placements. */
type OfPlacements = Pick<
  Scenario,
  "decide" | "explainCluster" | "clusters" | "hints" | "change" | "spreadDomains" | "selectedIndices" | "totals"
>;

/** Why a pod waits, or which node it goes to. */
export interface PodWhy {
  entry: PodEntry;
  scores: ScoreNodesAnswer & Findings;
  cycle: SimulatePodAnswer & Findings;
  /** What is found of both, each once. */
  findings: Finding[];
  /** Its last step in the queue of all pending pods; null: it is not pending, or never tried. */
  step: QueueStep | null;
  /** Where it gets a node alone, and waits in the queue: the steps of the pods that get nodes first. */
  ahead: QueueStep[];
  /** Whether a pod on a node has a lower priority, so that it matters why the pod evicts nobody. */
  outranks: boolean;
  /** What would let it in, or spare the pods that it evicts; null: nothing is left to want. */
  wouldChange: ChangeAnswer | null;
  /**
   * How many nodes all pending pods need that are like the one that a change adds, or that the pod gets alone; null:
   * another node does not help, or one pod is pending.
   */
  nodesNeeded: ({ pending: number; answer: NodesNeededAnswer } & NodeLike) | null;
  /** How many pending pods of its workload get nodes with each change; null: it is the only one. */
  siblings: Siblings | null;
  /** Why it is on its node; null: it is on none of the input, or is done or being deleted. */
  recorded: (RecordedNodeAnswer & Findings) | null;
  /**
   * How many other pending pods `scores`, `cycle` and `wouldChange` count as on the nodes that the queue gives them:
   * the pod waits only because of them; 0: it is alone.
   */
  afterOthers: number;
}

/** The pods of a workload, and why the first one waits that gets no node. */
export interface WorkloadWhy {
  object: ObjectName;
  pods: PodsAnswer & Findings;
  /** Those that name their node in `spec.nodeName`, and whose kubelet rejects them. */
  rejected: KubeletRejectedPod[];
  /** The pending ones that get no node in the queue of all pending pods. */
  waiting: NamespacedName[];
  /** The volumes that the nodes of others depend on, and the number of these pods. */
  depending: { count: number; volumes: VolumeName[] };
  /** The first of them; if all get one, the first pending one; null: none is pending. */
  pending: PodWhy | null;
  /** How its rollout ends; null: none is due. */
  rollout: (RolloutAnswer & Findings) | null;
  /** Why it has no pods; the ones here are those that it would create. `null`: they are its pods. */
  resting: NonNullable<FoundObject["resting"]> | null;
}

/** What becomes of the pending pods, if the queue is scheduled to its end. */
export interface QueueEnds {
  queue: QueueAnswer & Findings;
  /** The first pending pods, with their last step; null: they are never tried. */
  ends: { entry: PodEntry; step: QueueStep | null }[];
  pendingTotal: number;
  /** The pods on nodes whose containers wait. */
  containers: Containers;
  /** Pending pods of other namespaces, where those of one are listed. */
  elsewhere: number;
}

/** Who is on a node, and why pending pods are not. */
export interface NodeWhy {
  node: NodeEntry;
  pods: PodsAnswer & Findings;
  /**
   * The pending pods that were tried there, in the order of the text; `fits` null: its gates or its quota hold it back
   * before any node is looked at.
   */
  tried: Pick<ExplainNodeAnswer, "pod" | "fits" | "misfit">[];
  pendingTotal: number;
}

/** Which pending pods a quota or a claim rejects, and why the first of them waits. */
export interface RejectionWhy {
  object: ObjectName;
  /** The pending pods that it rejects, with their last step in the queue; null: they are never tried. */
  rejected: { entry: PodEntry; step: QueueStep | null }[];
  /** What an ElasticQuota bounds and uses; null: the object is another one. */
  quota: QuotaRow | null;
  /** The first of them; null: it rejects none. */
  pending: PodWhy | null;
  pods: PodsAnswer & Findings;
}

/** Why a placement selects a cluster, or does not. */
export interface ClusterWhy {
  summary: DecideAnswer & Findings;
  explanation: ExplainClusterAnswer & Findings;
  hints: DecisionHint[];
  /** The domain that keeps it from being picked; null: none does. */
  blocking: SpreadDomain | null;
  /** The cheapest changes by which it is selected; null: it is, or none can be. */
  wouldChange: ChangeAnswer | null;
}

/** Which clusters a placement selects. */
export interface PlacementWhy {
  summary: DecideAnswer & Findings;
  rows: ClusterRow[];
  /** The total of the last selected cluster; null: nothing is cut. */
  cutOff: number | null;
}

const all = { limit: 2 ** 31 };
/** Pending pods that are tried on a node. */
const mostTried = 50;

/** Whether a step leaves its pod without a node. */
export const isWaiting = (step: QueueStep | null): boolean => step === null || step.node === null;

/** The last step of each pod in the queue of all pending ones. */
function queued(
  scenario: OfPods,
  profile: ProfileChoice | undefined,
): { queue: QueueAnswer & Findings; last: Map<string, QueueStep> } {
  const { pending } = scenario.pods({ limit: 0 });
  const queue = scenario.queue({ profile, maxSteps: 100 + 20 * Math.min(pending, 5000), ...all });
  return { queue, last: new Map(queue.steps.map((step) => [fullName(step.pod), step])) };
}

/** A pod that gets a node alone, and waits in the queue of all pending pods. */
export interface AfterOthers {
  /** Its last step in the queue. */
  step: QueueStep;
  /** The node that it gets alone; null: what makes it wait is not the nodes. */
  like: string | null;
}

/** Whether a pod gets a node alone, or evicts others for one, and waits in the queue. */
export const waitsInQueue = ({ outcome }: Pick<SimulatePodAnswer, "outcome">, step: QueueStep | null): boolean =>
  step !== null && isWaiting(step) && (outcome === "Schedulable" || outcome === "Preempt");

function afterOthers(cycle: SimulatePodAnswer, step: QueueStep | null): AfterOthers | null {
  const { outcome, node } = cycle;
  if (step === null || outcome === "Preempt" || !waitsInQueue(cycle, step)) return null;
  const isOfNodes = step.outcome === "Unschedulable" && step.rejection === null && step.volumeRefusal === undefined;
  return { step, like: isOfNodes ? node : null };
}

/** Asks whether a pod that gets a node alone waits in the queue of all pending pods; null: it does not. */
export const waitsAfterOthers = (
  scenario: OfPods,
  pod: NamespacedName,
  profile: ProfileChoice | undefined,
): AfterOthers | null =>
  afterOthers(
    scenario.simulatePod({ pod, profile, limit: 0 }),
    queued(scenario, profile).last.get(fullName(pod)) ?? null,
  );

/** Asks what becomes of the pending pods; the first `limit` of them are listed, with `namespace` those of it. */
export function queueEnds(
  scenario: OfPods,
  profile: ProfileChoice | undefined,
  limit: number,
  namespace?: string,
): QueueEnds {
  const answer = scenario.pods({ state: "pending", ...(namespace === undefined ? { limit } : all) });
  const { queue, last } = queued(scenario, profile);
  const { pods, found } = answer;
  const own = namespace === undefined ? pods : pods.filter(({ pod }) => pod.namespace === namespace);
  const ends = own.slice(0, limit).map((entry) => ({ entry, step: last.get(fullName(entry.pod)) ?? null }));
  const pendingTotal = namespace === undefined ? found : own.length;
  const containers = waitingIn(scenario, answer, namespace);
  return { queue, ends, pendingTotal, containers, elsewhere: found - pendingTotal };
}

/** Asks why a pod waits or where it goes. */
export const podWhy = (scenario: OfPods, pod: NamespacedName, profile: ProfileChoice | undefined): PodWhy =>
  podWhyOf(scenario, pod, profile, queued(scenario, profile).last);

function podWhyOf(
  scenario: OfPods,
  pod: NamespacedName,
  profile: ProfileChoice | undefined,
  last: Map<string, QueueStep>,
): PodWhy {
  const alone = podWhyAlone(scenario, pod, profile, last);
  const { step, cycle } = alone;
  const after = afterOthers(cycle, step);
  const bound = after === null ? null : boundOthers(step, last);
  const why = bound === null ? null : scenario[assuming]({ bound }, () => podWhyAlone(scenario, pod, profile, last));
  // If the pod still fits with the other pods bound, the sentence of the queue explains it.
  const isShown = why !== null && bound !== null && isLeftOut(why.scores);
  // The record is compared with the nodes as they are, without the pods before.
  const shown = isShown ? { ...why, afterOthers: bound.length, recorded: alone.recorded } : alone;
  const own = after?.like ?? null;
  const like = addedLike(shown.wouldChange) ?? (own === null ? null : { like: own, labels: {} });
  const isOpen = shown.entry.state === "pending" && isWaiting(step);
  const ahead = after === null ? [] : stepsAhead(alone.scores, after.step, last);
  const all = siblingsAfter(scenario, shown, () => queued(scenario, profile).last);
  return {
    ...shown,
    wouldChange: shown.wouldChange && { ...shown.wouldChange, ...(all && { changes: all.changes }) },
    ahead,
    // One that evicts others gets its node without a new one, and one that is on a node is not counted.
    nodesNeeded: like === null || !isOpen ? null : nodesNeededOf(scenario, like, profile),
    siblings: all?.siblings ?? null,
  };
}

/** The other pods that the queue has bound, with their nodes; `null`: it evicts pods, too. */
function boundOthers(
  own: QueueStep | null,
  last: Map<string, QueueStep>,
): { pod: NamespacedName; node: string }[] | null {
  const steps = [...last.values()].filter((step) => step !== own);
  if (steps.some(({ outcome }) => outcome === "Preempt")) return null;
  return steps.flatMap(({ pod, node }) => (node === null ? [] : [{ pod, node }]));
}

function podWhyAlone(
  scenario: OfPods,
  pod: NamespacedName,
  profile: ProfileChoice | undefined,
  last: Map<string, QueueStep>,
): PodWhy {
  const key = fullName(pod);
  const entry = scenario.pods({ ...all, find: key }).pods.find((one) => isSameName(one.pod, pod));
  if (entry === undefined) throw new Error(`no pod ${key}`);
  const scores = scenario.scoreNodes({ pod, profile, defaultProfile: true, ...all });
  // With the verdict on the node that it gets.
  const picked = scores.defaultProfile?.choice?.node ?? scores.scorers[0]?.best[0];
  const offset = scores.rows.find(({ name }) => name === picked)?.index ?? 0;
  const first = scenario.simulatePod({ pod, profile, offset, limit: 1 });
  const outranks = isOutranking(scenario, entry, first);
  // With the nodes on which evicting was tried.
  const cycle = outranks ? scenario.simulatePod({ pod, profile, ...all }) : first;
  const isOpen = entry.state === "pending" && (isLeftOut(scores) || cycle.outcome !== "Schedulable");
  const want = isOpen && scores.nodes > 0 ? wantOfPod(cycle) : null;
  const wouldChange =
    want === null ? null : scenario.change({ want, profile, now: noTime, maxSteps: fewSteps.pod, limit: 3 });
  const isRecorded =
    entry.state === "bound" && !entry.terminating && entry.kubelet === undefined && entry.unscheduled !== true;
  // Of a node that the input lacks, nothing is known.
  const isKnown = isRecorded && scores.rows.some(({ name }) => name === entry.node);
  const recorded = isKnown ? scenario.recordedNode({ pod, profile, limit: 10 }) : null;
  return {
    entry,
    scores,
    cycle,
    findings: podFindings({ entry, scores, cycle }),
    step: last.get(key) ?? null,
    ahead: [],
    outranks,
    wouldChange,
    nodesNeeded: null,
    siblings: null,
    recorded,
    afterOthers: 0,
  };
}

/** Whether scheduling looks for pods to evict, and one on a node has a lower priority. */
function isOutranking(scenario: OfPods, { priority }: PodEntry, { preemption }: SimulatePodAnswer): boolean {
  if (preemption === null) return false;
  return scenario.pods({ ...all, state: "bound" }).pods.some((other) => other.priority < priority);
}

/** Asks about the pods of a workload; where it rests and has none, about those that it would create. */
export function workloadWhy(
  scenario: OfPods,
  { kind, namespace, name, resting }: Pick<FoundObject, "kind" | "namespace" | "name" | "resting">,
  profile: ProfileChoice | undefined,
): WorkloadWhy {
  const object = { kind, namespace, name };
  const why = workloadWhyOf(scenario, object, profile);
  if (resting === undefined || why.pods.pods.some(({ state }) => state !== "finished")) return why;
  return scenario[assuming]({ started: object }, () => {
    const started = workloadWhyOf(scenario, object, profile);
    const pending = resting === "nodes" ? onNodesThere(started.pending) : started.pending;
    return { ...started, pending, resting };
  });
}

function workloadWhyOf(scenario: OfPods, object: ObjectName, profile: ProfileChoice | undefined): WorkloadWhy {
  const found = scenario.pods({ ...all, workload: object });
  const { answer: pods, rollouts } = rolledOut(scenario, found, { profile, of: object, most: 1 });
  const pending = pods.pods.filter(({ state }) => state === "pending").map(({ pod }) => pod);
  const { last } = queued(scenario, profile);
  const waiting = pending.filter((pod) => isWaiting(last.get(fullName(pod)) ?? null));
  const steps = pending.map((pod) => last.get(fullName(pod)) ?? null).filter((step) => !isWaiting(step));
  const depending = dependingOf(steps.flatMap((step) => (step?.volumes === undefined ? [] : [step.volumes])));
  const first = waiting[0] ?? pending[0];
  return {
    object,
    pods,
    rejected: pods.pods.flatMap(({ pod, kubelet }) => (kubelet === undefined ? [] : [{ pod, kubelet }])),
    waiting,
    depending,
    pending: first === undefined ? null : podWhyOf(scenario, first, profile, last),
    rollout: rollouts[0] ?? null,
    resting: null,
  };
}

/** Asks which pending pods a quota or a claim rejects. */
export function rejectionWhy(scenario: OfPods, object: ObjectName, profile: ProfileChoice | undefined): RejectionWhy {
  const pods = scenario.pods({ ...all, state: "pending" });
  const { last } = queued(scenario, profile);
  const { kind, namespace, name } = object;
  const isSame = (one: NamespacedName): boolean => one.namespace === namespace && one.name === name;
  const rejects = (entry: PodEntry, step: QueueStep | null): boolean => {
    if (kind === "ElasticQuota") return entry.pod.namespace === namespace && (step?.rejection ?? null) !== null;
    if (kind === "ResourceQuota") {
      const { resourceQuota: refusal } = entry;
      return refusal !== undefined && [refusal, ...refusal.more].some((key) => key.limits === undefined && isSame(key));
    }
    const claims = (step?.volumes ?? []).flatMap(({ claim }) => claim ?? []);
    // What the API server refuses is never tried.
    const refusal =
      step === null ? scenario.scoreNodes({ pod: entry.pod, profile, limit: 0 }).volumeRefusal : step.volumeRefusal;
    if (refusal !== undefined) return isSame(refusal.claim);
    if (claims.some(isSame)) return true;
    return step !== null && isWaiting(step) && keepsOff(entry.pod);
  };
  /** Whether the claim keeps a pod off a node. */
  const keepsOff = (pod: NamespacedName): boolean => {
    if (tried === mostTried || pod.namespace !== namespace) return false;
    tried += 1;
    const { rows } = scenario.scoreNodes({ pod, profile, ...all });
    return rows.some(({ misfit }) => misfit?.volumes?.claim !== undefined && isSame(misfit.volumes.claim));
  };
  let tried = 0;
  const ends = pods.pods.map((entry) => ({ entry, step: last.get(fullName(entry.pod)) ?? null }));
  const rejected = ends.filter(({ entry, step }) => rejects(entry, step));
  const [first] = rejected;
  return {
    object,
    rejected,
    quota: kind === "ElasticQuota" ? (scenario.quotas({ profile }).quotas.find(isSame) ?? null) : null,
    pending: first === undefined ? null : podWhyOf(scenario, first.entry.pod, profile, last),
    pods,
  };
}

/** How many pods depend on volumes, and on which: each claim once. */
function dependingOf(each: VolumeName[][]): WorkloadWhy["depending"] {
  const key = ({ claim, volume }: VolumeName): string => (claim === null ? `volume ${volume}` : fullName(claim));
  const volumes = new Map(each.flat().map((volume) => [key(volume), volume]));
  return { count: each.length, volumes: [...volumes.values()] };
}

/** Asks who is on a node, and why pending pods are not. */
export function nodeWhy(scenario: OfPods, name: string, profile: ProfileChoice | undefined): NodeWhy {
  const node = scenario.nodes(all).nodes.find((one) => one.name === name);
  if (node === undefined) throw new Error(`no node ${name}`);
  const pending = scenario.pods({ ...all, state: "pending" }).pods;
  return {
    node,
    pods: scenario.pods({ ...all, node: name }),
    tried: pending
      .slice(0, mostTried)
      .map((entry) => scenario.explainNode({ pod: entry.pod, node: name, profile }))
      .map(({ pod, fits, misfit }) => ({ pod, fits, misfit })),
    pendingTotal: pending.length,
  };
}

/** Asks why a placement selects a cluster, or not; the latest decision is that of `asked`. */
export function clusterWhy(
  scenario: OfPlacements,
  cluster: number | string,
  summary: DecideAnswer & Findings,
  asked: DecideOptions,
): ClusterWhy {
  const explanation = scenario.explainCluster({ cluster });
  const { name, state } = explanation;
  // No edit that is tried lets the hub schedule again.
  const isSettled = summary.outcome === "skipped" || state === "selected";
  return {
    summary,
    explanation,
    hints: scenario.hints(),
    blocking: blocking(scenario, explanation, summary),
    wouldChange: isSettled
      ? null
      : scenario.change({
          ...asked,
          want: { selects: [name] },
          maxSteps: stepsAmong(summary.clusterCounts.all),
          limit: 5,
        }),
  };
}

/** Lists the clusters of a placement; the latest decision is its. */
export const placementWhy = (scenario: OfPlacements, summary: DecideAnswer & Findings): PlacementWhy => ({
  summary,
  rows: scenario.clusters({}).rows,
  cutOff: cutOff(scenario, summary),
});

/** The clusters that the latest decision selects, or that the hub keeps selected, by name. O(n log n). */
export const selectedNames = (scenario: Pick<OfPlacements, "clusters">, { kept }: DecideAnswer): string[] =>
  [
    ...(kept?.clusters ?? scenario.clusters().rows.flatMap(({ name, state }) => (state === "selected" ? [name] : []))),
  ].sort();

/** The total of the last selected cluster; null where nothing is cut, as by spread. */
export function cutOff(
  scenario: Pick<OfPlacements, "selectedIndices" | "totals">,
  { spread, clusterCounts }: DecideAnswer,
): number | null {
  const { selected, feasible } = clusterCounts;
  if (spread !== null || selected === 0 || selected >= feasible) return null;
  const last = scenario.selectedIndices().at(-1);
  return last === undefined ? null : (scenario.totals()[last] ?? null);
}

/** The domain that keeps a cluster from being picked, in the step that its reason is about. */
export function blocking(
  scenario: Pick<OfPlacements, "spreadDomains">,
  { spread, reason }: ExplainClusterAnswer,
  summary: DecideAnswer,
): SpreadDomain | null {
  const steps = summary.spread?.steps ?? 0;
  const [term, step] =
    reason?.type === "max-skew"
      ? [reason.term, steps]
      : reason?.type === "not-picked"
        ? [reason.blockedBy, steps - 1]
        : [null, 0];
  if (spread === null || term === null || step < 0) return null;
  const values = JSON.stringify(spread.values.slice(0, term + 1));
  return scenario.spreadDomains({ step }).domains.find((domain) => JSON.stringify(domain.values) === values) ?? null;
}
