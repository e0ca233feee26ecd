// Generated from the table of questions by `cargo xtask types`.
import type { CallExtras, CallFindings, CallWords } from "../calls/answers.js";
import { ask } from "../calls/ask.js";
import type { Manifests } from "../calls/manifests.js";
import type { WorkOptions } from "../work.js";
import type { Questions } from "./table.js";

/** The questions that have a function of one call. */
export type Called =
  | "change"
  | "sweep"
  | "without"
  | "withoutNodes"
  | "pods"
  | "nodes"
  | "scoreNodes"
  | "simulatePod"
  | "explainNode"
  | "evictAcrossNodes"
  | "quotas"
  | "queue"
  | "queueStep"
  | "queueLimits"
  | "drain"
  | "more"
  | "nodesNeeded"
  | "rollout"
  | "compareRecorded"
  | "recordedNode"
  | "vmTimeline"
  | "vmStep"
  | "vmDump";

/** Options of a function. */
export type CallOptions<Question extends Called> = (Question extends keyof CallExtras
  ? Omit<Questions[Question][0], keyof CallExtras[Question]> & CallExtras[Question]
  : Questions[Question][0]) &
  WorkOptions;

type CallAnswer<Question extends Called> = (Question extends keyof CallWords
  ? Omit<Questions[Question][1], keyof CallWords[Question]> & CallWords[Question]
  : Questions[Question][1]) &
  CallFindings;

/** Options of `sweep`. */
export type SweepCallOptions = CallOptions<"sweep">;

/** The answer of `sweep`. */
export type SweepCallAnswer = CallAnswer<"sweep">;

/**
 * Decides a placement with every value of one parameter: a weight, the number of clusters, or a max skew. The
 * selections as intervals, and who comes and goes at each end. With `pod`: how its cycle ends for every value of
 * a request, of its priority, or of a quota's min or max. With `watermark`, `system` or `computeUnit`: how a
 * timeline of autoscaled VMs runs for every value of the config. With `rank`: the rank of one cluster for every
 * real weight. With `stability`: how far weights may change before the selection does.
 *
 * @param manifests the objects that `kubectl get` prints
 * @param options `limit` is 10,000 unless given
 * @throws {SchedscopeError} `invalid-now`, `no-such-placement`, `ambiguous-placement`, `no-such-cluster`, `no-such-pod`, `ambiguous-name`, `no-such-node`, `no-such-timeline`, `no-such-variant`, `no-such-constraint`, `no-such-quota`, `no-such-resource`, `invalid-argument`
 * @example
 * const answer = await sweep(manifests, {"now": "2025-06-01T12:00:00Z", "weight": "Steady", "cluster": "cluster7"});
 */
export function sweep(manifests: Manifests, options?: SweepCallOptions): Promise<SweepCallAnswer> {
  return ask("sweep", manifests, options);
}

/** Options of `without`. */
export type WithoutCallOptions = CallOptions<"without">;

/** The answer of `without`. */
export type WithoutCallAnswer = CallAnswer<"without">;

/**
 * Decides a placement without a cluster, or without those of a label, or without those of each value of a label
 * in turn, worst first.
 *
 * @param manifests the objects that `kubectl get` prints
 * @param options `limit` is 10,000 unless given
 * @throws {SchedscopeError} `invalid-now`, `no-such-placement`, `ambiguous-placement`, `no-such-cluster`, `no-such-label`, `invalid-argument`
 * @example
 * const answer = await without(manifests, {"now": "2025-06-01T12:00:00Z", "each": "zone"});
 */
export function without(manifests: Manifests, options?: WithoutCallOptions): Promise<WithoutCallAnswer> {
  return ask("without", manifests, options);
}

/** Options of `withoutNodes`. */
export type WithoutNodesCallOptions = CallOptions<"withoutNodes">;

/** The answer of `withoutNodes`. */
export type WithoutNodesCallAnswer = CallAnswer<"withoutNodes">;

/**
 * Schedules the pods of a node that is gone, or of the nodes of a label, or of each value of a label in turn,
 * worst first: where each lands, and which wait.
 *
 * @param manifests the objects that `kubectl get` prints
 * @param options `limit` is 10,000 unless given
 * @throws {SchedscopeError} `no-such-node`, `no-such-label`, `invalid-argument`
 * @example
 * const answer = await withoutNodes(manifests, {"each": "node"});
 */
export function withoutNodes(manifests: Manifests, options?: WithoutNodesCallOptions): Promise<WithoutNodesCallAnswer> {
  return ask("withoutNodes", manifests, options);
}

/** Options of `pods`. */
export type PodsCallOptions = CallOptions<"pods">;

/** The answer of `pods`. */
export type PodsCallAnswer = CallAnswer<"pods">;

/**
 * Lists the pods, a page at a time.
 *
 * @param manifests the objects that `kubectl get` prints
 * @param options `limit` is 10,000 unless given
 * @throws {SchedscopeError} `invalid-argument`
 * @example
 * const answer = await pods(manifests, {"state": "pending", "limit": 20});
 */
export function pods(manifests: Manifests, options?: PodsCallOptions): Promise<PodsCallAnswer> {
  return ask("pods", manifests, options);
}

/** Options of `nodes`. */
export type NodesCallOptions = CallOptions<"nodes">;

/** The answer of `nodes`. */
export type NodesCallAnswer = CallAnswer<"nodes">;

/**
 * Lists the nodes with their pods and the use of their resources, a page at a time.
 *
 * @param manifests the objects that `kubectl get` prints
 * @param options `limit` is 10,000 unless given
 * @throws {SchedscopeError} `invalid-argument`
 * @example
 * const answer = await nodes(manifests, {"limit": 20});
 */
export function nodes(manifests: Manifests, options?: NodesCallOptions): Promise<NodesCallAnswer> {
  return ask("nodes", manifests, options);
}

/** Options of `scoreNodes`. */
export type ScoreNodesCallOptions = CallOptions<"scoreNodes">;

/** The answer of `scoreNodes`. */
export type ScoreNodesCallAnswer = CallAnswer<"scoreNodes">;

/**
 * Scores the nodes for a pod with limit-aware scoring and the scorers of Kubernetes, and returns the node that
 * each picks. A pod on a node is scheduled as if it were pending.
 *
 * @param manifests the objects that `kubectl get` prints
 * @param options `limit` is 10,000 unless given
 * @throws {SchedscopeError} `no-such-pod`, `ambiguous-name`, `invalid-argument`
 * @example
 * const answer = await scoreNodes(manifests, {"pod": "default/web-0", "scorers": ["LimitAware", "LeastAllocated"]});
 */
export function scoreNodes(manifests: Manifests, options: ScoreNodesCallOptions): Promise<ScoreNodesCallAnswer> {
  return ask("scoreNodes", manifests, options);
}

/** Options of `simulatePod`. */
export type SimulatePodCallOptions = CallOptions<"simulatePod">;

/** The answer of `simulatePod`. */
export type SimulatePodCallAnswer = CallAnswer<"simulatePod">;

/**
 * Runs one scheduling cycle for a pod, as the capacity scheduling plugin does: admission by its elastic quota,
 * the nodes that fit, and preemption.
 *
 * @param manifests the objects that `kubectl get` prints
 * @param options `limit` is 10,000 unless given
 * @throws {SchedscopeError} `no-such-pod`, `ambiguous-name`, `invalid-argument`
 * @example
 * const answer = await simulatePod(manifests, {"pod": "team-a/api", "profile": "Upstream"});
 */
export function simulatePod(manifests: Manifests, options: SimulatePodCallOptions): Promise<SimulatePodCallAnswer> {
  return ask("simulatePod", manifests, options);
}

/** Options of `explainNode`. */
export type ExplainNodeCallOptions = CallOptions<"explainNode">;

/** The answer of `explainNode`. */
export type ExplainNodeCallAnswer = CallAnswer<"explainNode">;

/**
 * Returns the verdict of preemption on each pod of a node: victim, reprieved, considered or protected.
 *
 * @param manifests the objects that `kubectl get` prints
 * @throws {SchedscopeError} `no-such-pod`, `ambiguous-name`, `no-such-node`, `invalid-argument`
 * @example
 * const answer = await explainNode(manifests, {"pod": "team-a/api", "node": "node-1"});
 */
export function explainNode(manifests: Manifests, options: ExplainNodeCallOptions): Promise<ExplainNodeCallAnswer> {
  return ask("explainNode", manifests, options);
}

/** Options of `evictAcrossNodes`. */
export type EvictAcrossNodesCallOptions = CallOptions<"evictAcrossNodes">;

/** The answer of `evictAcrossNodes`. */
export type EvictAcrossNodesCallAnswer = CallAnswer<"evictAcrossNodes">;

/**
 * Looks for evictions on several nodes that make room for a pod. No scheduler does this.
 *
 * @param manifests the objects that `kubectl get` prints
 * @throws {SchedscopeError} `no-such-pod`, `ambiguous-name`, `invalid-argument`
 * @example
 * const answer = await evictAcrossNodes(manifests, {"pod": "team-a/api"});
 */
export function evictAcrossNodes(
  manifests: Manifests,
  options: EvictAcrossNodesCallOptions,
): Promise<EvictAcrossNodesCallAnswer> {
  return ask("evictAcrossNodes", manifests, options);
}

/** Options of `quotas`. */
export type QuotasCallOptions = CallOptions<"quotas">;

/** The answer of `quotas`. */
export type QuotasCallAnswer = CallAnswer<"quotas">;

/**
 * Lists all elastic quotas with their use, the loans between them, and findings.
 *
 * @param manifests the objects that `kubectl get` prints
 * @throws {SchedscopeError} `invalid-argument`
 * @example
 * const answer = await quotas(manifests, {"profile": "Upstream"});
 */
export function quotas(manifests: Manifests, options?: QuotasCallOptions): Promise<QuotasCallAnswer> {
  return ask("quotas", manifests, options);
}

/** Options of `queue`. */
export type QueueCallOptions = CallOptions<"queue">;

/** The answer of `queue`. */
export type QueueCallAnswer = CallAnswer<"queue">;

/**
 * Schedules the pending pods one after another and lists the steps, a page at a time.
 *
 * @param manifests the objects that `kubectl get` prints
 * @param options `limit` is 10,000 unless given
 * @throws {SchedscopeError} `invalid-argument`
 * @example
 * const answer = await queue(manifests, {"profile": "Upstream", "limit": 20});
 */
export function queue(manifests: Manifests, options?: QueueCallOptions): Promise<QueueCallAnswer> {
  return ask("queue", manifests, options);
}

/** Options of `queueStep`. */
export type QueueStepCallOptions = CallOptions<"queueStep">;

/** The answer of `queueStep`. */
export type QueueStepCallAnswer = CallAnswer<"queueStep">;

/**
 * Returns the nodes, pods and quotas after one step of the queue.
 *
 * @param manifests the objects that `kubectl get` prints
 * @param options `limit` is 10,000 unless given
 * @throws {SchedscopeError} `invalid-argument`
 * @example
 * const answer = await queueStep(manifests, {"step": 3});
 */
export function queueStep(manifests: Manifests, options: QueueStepCallOptions): Promise<QueueStepCallAnswer> {
  return ask("queueStep", manifests, options);
}

/** Options of `queueLimits`. */
export type QueueLimitsCallOptions = CallOptions<"queueLimits">;

/** The answer of `queueLimits`. */
export type QueueLimitsCallAnswer = CallAnswer<"queueLimits">;

/**
 * Schedules the pending pods by several scorers, each from the start, and returns by how much the limits exceed
 * the nodes before and after, for each scorer side by side.
 *
 * @param manifests the objects that `kubectl get` prints
 * @param options `limit` is 10,000 unless given
 * @throws {SchedscopeError} `invalid-argument`
 * @example
 * const answer = await queueLimits(manifests, {"weights": {"LimitAware": 2, "LeastAllocated": 1}});
 */
export function queueLimits(manifests: Manifests, options?: QueueLimitsCallOptions): Promise<QueueLimitsCallAnswer> {
  return ask("queueLimits", manifests, options);
}

/** Options of `drain`. */
export type DrainCallOptions = CallOptions<"drain">;

/** The answer of `drain`. */
export type DrainCallAnswer = CallAnswer<"drain">;

/**
 * Drains a node: cordons it, evicts its pods and schedules them with those that wait already. Lists where each
 * of them lands, and why others wait. Pods of a `DaemonSet` and mirrors of static pods stay.
 *
 * @param manifests the objects that `kubectl get` prints
 * @param options `limit` is 10,000 unless given
 * @throws {SchedscopeError} `no-such-node`, `invalid-argument`
 * @example
 * const answer = await drain(manifests, {"node": "node-1"});
 */
export function drain(manifests: Manifests, options: DrainCallOptions): Promise<DrainCallAnswer> {
  return ask("drain", manifests, options);
}

/** Options of `more`. */
export type MoreCallOptions = CallOptions<"more">;

/** The answer of `more`. */
export type MoreCallAnswer = CallAnswer<"more">;

/**
 * Counts how many more pods like one fit, or like several in rounds, bound one after another without evictions,
 * and says what stops the next one. The pods of the input stay where they are, and pending ones wait, unless they
 * are scheduled first.
 *
 * @param manifests the objects that `kubectl get` prints
 * @param options `limit` is 10,000 unless given
 * @throws {SchedscopeError} `no-such-pod`, `ambiguous-name`, `no-such-object`, `invalid-argument`
 * @example
 * const answer = await more(manifests, {"pod": "team-a/api"});
 */
export function more(manifests: Manifests, options?: MoreCallOptions): Promise<MoreCallAnswer> {
  return ask("more", manifests, options);
}

/** Options of `nodesNeeded`. */
export type NodesNeededCallOptions = CallOptions<"nodesNeeded">;

/** The answer of `nodesNeeded`. */
export type NodesNeededCallAnswer = CallAnswer<"nodesNeeded">;

/**
 * Counts how many nodes of one shape the pending pods need: added one after another, each with the pods of every
 * `DaemonSet`, as long as a pod that waits gets one of them. Says which pods no number of such nodes helps, and
 * the least number by the sum of each resource.
 *
 * @param manifests the objects that `kubectl get` prints
 * @param options `limit` is 10,000 unless given
 * @throws {SchedscopeError} `no-such-node`, `invalid-argument`
 * @example
 * const answer = await nodesNeeded(manifests, {"shape": {"cpu": "4", "memory": "16Gi"}});
 */
export function nodesNeeded(manifests: Manifests, options?: NodesNeededCallOptions): Promise<NodesNeededCallAnswer> {
  return ask("nodesNeeded", manifests, options);
}

/** Options of `rollout`. */
export type RolloutCallOptions = CallOptions<"rollout">;

/** The answer of `rollout`. */
export type RolloutCallAnswer = CallAnswer<"rollout">;

/**
 * Rolls out a workload step by step: which pods its controller creates and deletes, where the new ones land, and
 * whether the rollout completes or waits for a pod that stays pending. Pods that get a node are available at
 * once. The workload of the input has the new template; its pods with another one are the old ones.
 *
 * @param manifests the objects that `kubectl get` prints
 * @param options `limit` is 10,000 unless given
 * @throws {SchedscopeError} `no-such-object`, `invalid-argument`
 * @example
 * const answer = await rollout(manifests, {"object": {"kind": "Deployment", "namespace": "default", "name": "web"}});
 */
export function rollout(manifests: Manifests, options: RolloutCallOptions): Promise<RolloutCallAnswer> {
  return ask("rollout", manifests, options);
}

/** Options of `compareRecorded`. */
export type CompareRecordedCallOptions = CallOptions<"compareRecorded">;

/** The answer of `compareRecorded`. */
export type CompareRecordedCallAnswer = CallAnswer<"compareRecorded">;

/**
 * Compares what the input records of its pods and quotas (`spec.nodeName`, `status.nominatedNodeName` and
 * `status.used`) with the present results of the scheduler and the quota controller. Each pod is scheduled alone,
 * as if it were pending and all others stayed.
 *
 * @param manifests the objects that `kubectl get` prints
 * @param options `limit` is 10,000 unless given
 * @throws {SchedscopeError} `invalid-argument`
 * @example
 * const answer = await compareRecorded(manifests, {"profile": "Upstream", "limit": 20});
 */
export function compareRecorded(
  manifests: Manifests,
  options?: CompareRecordedCallOptions,
): Promise<CompareRecordedCallAnswer> {
  return ask("compareRecorded", manifests, options);
}

/** Options of `recordedNode`. */
export type RecordedNodeCallOptions = CallOptions<"recordedNode">;

/** The answer of `recordedNode`. */
export type RecordedNodeCallAnswer = CallAnswer<"recordedNode">;

/**
 * Says why a pod is on the node that the input records: schedules it again as if it were pending, with all other
 * pods where they are, and without those that started later.
 *
 * @param manifests the objects that `kubectl get` prints
 * @param options `limit` is 10,000 unless given
 * @throws {SchedscopeError} `no-such-pod`, `ambiguous-name`, `invalid-argument`
 * @example
 * const answer = await recordedNode(manifests, {"pod": "team-a/api"});
 */
export function recordedNode(manifests: Manifests, options: RecordedNodeCallOptions): Promise<RecordedNodeCallAnswer> {
  return ask("recordedNode", manifests, options);
}

/** Options of `vmTimeline`. */
export type VmTimelineCallOptions = CallOptions<"vmTimeline">;

/** The answer of `vmTimeline`. */
export type VmTimelineCallAnswer = CallAnswer<"vmTimeline">;

/**
 * Runs a timeline of autoscaled VMs: lists its steps, the nodes at the end, and their amounts over time.
 * Without a timeline in the input, only the start of the plugin is run.
 *
 * @param manifests the objects that `kubectl get` prints
 * @param options `limit` is 10,000 unless given
 * @throws {SchedscopeError} `no-such-timeline`, `ambiguous-name`, `no-such-variant`, `invalid-argument`
 * @example
 * const answer = await vmTimeline(manifests, {"kind": "request", "limit": 20});
 */
export function vmTimeline(manifests: Manifests, options?: VmTimelineCallOptions): Promise<VmTimelineCallAnswer> {
  return ask("vmTimeline", manifests, options);
}

/** Options of `vmStep`. */
export type VmStepCallOptions = CallOptions<"vmStep">;

/** The answer of `vmStep`. */
export type VmStepCallAnswer = CallAnswer<"vmStep">;

/**
 * Explains one step of a timeline: the request and its permit, the inequality of pressure, the migration
 * queue, and the nodes with their pods. A number beyond the last step means the last one; `step` of the answer
 * tells which.
 *
 * @param manifests the objects that `kubectl get` prints
 * @throws {SchedscopeError} `no-such-timeline`, `ambiguous-name`, `no-such-variant`, `invalid-argument`
 * @example
 * const answer = await vmStep(manifests, {"step": 12});
 */
export function vmStep(manifests: Manifests, options: VmStepCallOptions): Promise<VmStepCallAnswer> {
  return ask("vmStep", manifests, options);
}

/** Options of `vmDump`. */
export type VmDumpCallOptions = CallOptions<"vmDump">;

/** The answer of `vmDump`. */
export type VmDumpCallAnswer = CallAnswer<"vmDump">;

/**
 * Returns the whole state of the VM plugin after a step of a timeline.
 *
 * @param manifests the objects that `kubectl get` prints
 * @throws {SchedscopeError} `no-such-timeline`, `ambiguous-name`, `no-such-variant`, `invalid-argument`
 * @example
 * const answer = await vmDump(manifests, {"step": 12});
 */
export function vmDump(manifests: Manifests, options: VmDumpCallOptions): Promise<VmDumpCallAnswer> {
  return ask("vmDump", manifests, options);
}
