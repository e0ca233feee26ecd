/** Two runs of the queue of pending pods: which pods end otherwise, and what quotas use then. */
import type { NamespacedName, NodeEntry, PodEntry, QueueAnswer, QuotaState } from "../../types.js";
import { fullName, fullNames, objectNamed } from "../words/object-name.js";
import { byText } from "./name-order.js";

/** A run of the queue with all its steps, and the quotas after the last one. */
export interface QueueRun {
  queue: Pick<QueueAnswer, "steps" | "gatedPods" | "deletingPods" | "refusedPods" | "untriedPods">;
  quotas: readonly Pick<QuotaState, "namespace" | "name" | "used">[];
  /** All pods of the text as they are before the queue. */
  pods: readonly Pick<PodEntry, "pod" | "node" | "state" | "requests">[];
  /** All nodes of the text as they are before the queue. */
  nodes: readonly Pick<NodeEntry, "name" | "resources">[];
}

/**
 * How a pod ends: `running`: on its node, which it had before the queue; `bound`: on a node that the queue found;
 * `nominated`: for a node whose victims are not gone; `waiting`: no node fits or a quota rejects it; `evicted`: others
 * took its place and it was not tried again; `gated`: scheduling gates block it; `deleting`: it is being deleted,
 * so kube-scheduler skips it; `refused`: a `ResourceQuota` refuses it at admission; `untried`: the queue was ended
 * before its turn.
 */
export interface PodEnd {
  /** How it ends. */
  state: "running" | "bound" | "nominated" | "waiting" | "evicted" | "gated" | "deleting" | "refused" | "untried";
  /** The node that the pod is on or nominated for; else `null`. */
  node: string | null;
  /** The pods that it evicted, in the order of the steps. */
  victims: NamespacedName[];
  /** How often it was evicted. */
  evicted: number;
  /** The pod that evicted it last; `null`: none did. */
  evictedBy: NamespacedName | null;
}

/**
 * What changes of a pod: `admitted`: it has a node or is nominated only after; `lost`: only before; `moved`: to another
 * node; `evicted`: it is evicted more or less often; `victims`: it evicts others; `new`, `gone`: only one of the
 * texts has it; `requests`: it ends in the same way, with other requests; `state`: anything else.
 */
export type PodChangeKind =
  | "admitted"
  | "lost"
  | "moved"
  | "evicted"
  | "victims"
  | "requests"
  | "new"
  | "gone"
  | "state";

/** A pod that ends otherwise, or requests other amounts. */
export interface PodChange {
  /** The pod. */
  pod: NamespacedName;
  /** What changes. */
  change: PodChangeKind;
  /** How it ends in the first run; `null`: it is not in the text. */
  before: PodEnd | null;
  /** How it ends in the second run; `null`: it is not in the text. */
  after: PodEnd | null;
  /** What it requests otherwise, by resource; empty where only one of the texts has it. */
  requests: RequestedChange[];
}

/** A resource that a pod requests otherwise. */
export interface RequestedChange {
  /** The resource; amounts are in milli-CPU for CPU, else in base units. */
  resource: string;
  /** The amount in the first text; 0: none. */
  before: number;
  /** The amount in the second text; 0: none. */
  after: number;
}

/** A resource of a quota that is used otherwise after the queue. */
export interface UseChange {
  /** The quota. */
  quota: NamespacedName;
  /** The resource; amounts are in milli-CPU for CPU, else in base units. */
  resource: string;
  /** The amount in the first run; `null`: there is no such quota or resource. */
  before: number | null;
  /** The amount in the second run; `null`: there is no such quota or resource. */
  after: number | null;
}

/** A resource of a node that differs, before the queue. */
export interface NodeUseChange {
  /** The node. */
  node: string;
  /** The resource; amounts are in milli-CPU for CPU, else in base units. */
  resource: string;
  /** In the first text; `null`: it has no such node or resource. */
  before: NodeUse | null;
  /** In the second text; `null`: it has no such node or resource. */
  after: NodeUse | null;
}

/** The use of a resource of a node. */
export interface NodeUse {
  /** The amount that the node can give to pods. */
  allocatable: number;
  /** The sum of the requests of its pods. */
  requests: number;
  /** The sum of the limits of its pods. */
  limits: number;
}

/** How two queues differ. */
export interface QueueDifference {
  /** The pods that end otherwise or request other amounts: by kind of change, then by name. */
  pods: PodChange[];
  /** The number of pods that end alike and request the same. */
  alike: number;
  /** What quotas use otherwise: by quota, then by resource. */
  quotas: UseChange[];
  /** The nodes that differ before the queue: by node, then by resource. */
  nodes: NodeUseChange[];
}

const kinds: readonly PodChangeKind[] = [
  "admitted",
  "lost",
  "moved",
  "evicted",
  "victims",
  "requests",
  "new",
  "gone",
  "state",
];

/** Compares two queues. O((pods + steps) log pods). */
export function queueDifference(before: QueueRun, after: QueueRun): QueueDifference {
  const [was, is] = [endsOf(before), endsOf(after)];
  const pods: PodChange[] = [];
  const [asked, asks] = [requestsOf(before), requestsOf(after)];
  const names = [...new Set([...was.keys(), ...is.keys()])].sort(byText);
  for (const pod of names) {
    const [one, other] = [was.get(pod) ?? null, is.get(pod) ?? null];
    const requests = requestChanges(asked.get(pod), asks.get(pod));
    const change = changeOf(one, other) ?? (requests.length > 0 ? "requests" : null);
    if (change !== null) pods.push({ pod: objectNamed(pod), change, before: one, after: other, requests });
  }
  // Sorting is stable: names stay in order.
  pods.sort((a, b) => kinds.indexOf(a.change) - kinds.indexOf(b.change));
  return {
    pods,
    alike: names.length - pods.length,
    quotas: useChanges(before, after),
    nodes: nodeChanges(before.nodes, after.nodes),
  };
}

/** How every pod ends. */
function endsOf({ queue, pods }: QueueRun): Map<string, PodEnd> {
  const ends = new Map<string, PodEnd>();
  const of = (pod: string): PodEnd => {
    const known = ends.get(pod) ?? { state: "waiting", node: null, victims: [], evicted: 0, evictedBy: null };
    ends.set(pod, known);
    return known;
  };
  for (const { pod, node, state } of pods) {
    if (state === "bound") Object.assign(of(fullName(pod)), { state: "running", node });
  }
  for (const { pod, outcome, node, victims } of queue.steps) {
    const end = of(fullName(pod));
    end.state = outcome === "Bound" ? "bound" : outcome === "Preempt" ? "nominated" : "waiting";
    end.node = node;
    end.victims.push(...victims);
    for (const victim of victims) {
      const gone = of(fullName(victim));
      gone.state = "evicted";
      gone.node = null;
      gone.evicted += 1;
      gone.evictedBy = pod;
    }
  }
  for (const pod of queue.gatedPods) of(fullName(pod)).state = "gated";
  for (const pod of queue.deletingPods) of(fullName(pod)).state = "deleting";
  for (const pod of queue.untriedPods) if (of(fullName(pod)).state === "waiting") of(fullName(pod)).state = "untried";
  for (const { pod } of queue.refusedPods) of(fullName(pod)).state = "refused";
  return ends;
}

const requestsOf = ({ pods }: QueueRun): Map<string, PodEntry["requests"]> =>
  new Map(pods.map(({ pod, requests }) => [fullName(pod), requests]));

function requestChanges(before?: PodEntry["requests"], after?: PodEntry["requests"]): RequestedChange[] {
  if (before === undefined || after === undefined) return [];
  const resources = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort(byText);
  const changes = resources.map((resource) => ({
    resource,
    before: before[resource] ?? 0,
    after: after[resource] ?? 0,
  }));
  return changes.filter((change) => change.before !== change.after);
}

const hasNode = (end: PodEnd): boolean => end.node !== null;

function changeOf(before: PodEnd | null, after: PodEnd | null): PodChangeKind | null {
  if (before === null) return "new";
  if (after === null) return "gone";
  if (before.evicted !== after.evicted) return "evicted";
  if (hasNode(before) !== hasNode(after)) return hasNode(after) ? "admitted" : "lost";
  if (before.node !== after.node) return "moved";
  if (fullNames(before.victims).join() !== fullNames(after.victims).join()) return "victims";
  return before.state === after.state ? null : "state";
}

function useChanges(before: QueueRun, after: QueueRun): UseChange[] {
  const uses = ({ quotas }: QueueRun): Map<string, number | null> =>
    new Map(
      quotas.flatMap(({ namespace, name, used }) =>
        Object.entries(used).map(([resource, amount]) => [`${fullName({ namespace, name })} ${resource}`, amount]),
      ),
    );
  const [was, is] = [uses(before), uses(after)];
  const keys = [...new Set([...was.keys(), ...is.keys()])].sort(byText);
  return keys.flatMap((key) => {
    const [one, other] = [was.get(key) ?? null, is.get(key) ?? null];
    const [quota = "", resource = ""] = key.split(" ");
    return one === other ? [] : [{ quota: objectNamed(quota), resource, before: one, after: other }];
  });
}

function nodeChanges(before: QueueRun["nodes"], after: QueueRun["nodes"]): NodeUseChange[] {
  const uses = (nodes: QueueRun["nodes"]): Map<string, NodeUse> =>
    new Map(
      nodes.flatMap(({ name: node, resources }) =>
        resources.map(({ name, allocatable, requests, limits }) => [
          `${node} ${name}`,
          { allocatable, requests, limits },
        ]),
      ),
    );
  const [was, is] = [uses(before), uses(after)];
  const keys = [...new Set([...was.keys(), ...is.keys()])].sort(byText);
  return keys.flatMap((key) => {
    const [one, other] = [was.get(key) ?? null, is.get(key) ?? null];
    const [node = "", resource = ""] = key.split(" ");
    return JSON.stringify(one) === JSON.stringify(other) ? [] : [{ node, resource, before: one, after: other }];
  });
}
