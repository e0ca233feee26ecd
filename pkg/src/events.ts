// The input of `vmEvents`, `vmLimits` and `quotaEvents`.
import type { ProfileChoice, QuotaEventKind } from "../types.js";

/** The config of the VM plugin, as in its `ConfigMap`. */
export interface VmPluginConfig {
  /** The size of a memory slot: a quantity such as `1Gi`, or bytes. */
  memBlockSize: string | number;
  /** The config of nodes without an override. */
  nodeDefaults: VmPluginNodeConfig;
  /** The configs of some nodes; the first override that names a node counts. Default: none. */
  nodeOverrides?: VmPluginNodeOverride[];
  /** The name of the scheduler whose pods the plugin handles. */
  schedulerName: string;
  /** Whether VMs migrate before a node is full. Default: `true`. */
  doMigration?: boolean;
  /** The server for state dumps; it has no effect here. */
  dumpState?: {
    /** The port of the server. */
    port: number;
    /** The time limit of an answer, in seconds. */
    timeoutSeconds: number;
  };
}

/** The config of some nodes. */
export interface VmPluginNodeOverride {
  /** The names of the nodes. */
  nodes: string[];
  /** The config of these nodes, in place of the defaults. */
  config: VmPluginNodeConfig;
}

/** The config of a node. */
export interface VmPluginNodeConfig {
  /** The config of CPU. */
  cpu: VmPluginResource;
  /** The config of memory. */
  memory: VmPluginResource;
  /** The compute unit: agents' requests are multiples of it. */
  computeUnit: {
    /** vCPUs, at least 1. */
    vCPUs: number;
    /** Memory slots, at least 1. */
    mem: number;
  };
}

/** The config of one resource of a node. */
export interface VmPluginResource {
  /** The part of the reservable amount above which VMs have to migrate; above 0, at most 1. */
  watermark: number;
  /** The amount that the node's system keeps: a quantity, or vCPUs or bytes. */
  system: string | number;
}

/** A sequence of events for the VM plugin. */
export interface VmEvents {
  /** The config at the start. */
  config: VmPluginConfig;
  /** The nodes at the start. Default: none. */
  nodes?: VmNode[];
  /** The pods that are on nodes at the start. Default: none. */
  initial?: VmPodEvent[] | null;
  /** The events, in order. Default: none. */
  events?: VmRawEvent[];
}

/** A node with its allocatable amounts. */
export interface VmNode extends VmNodeTotal {
  /** The name of the node. */
  name: string;
}

/** The allocatable amounts of a node. */
export interface VmNodeTotal {
  /** The allocatable CPU: a quantity, or vCPUs. */
  cpu: string | number;
  /** The allocatable memory: a quantity, or bytes. */
  mem: string | number;
}

/** A pod and its node. With `cpu` and `mem` it is the pod of a VM, else an ordinary one with `containers`. */
export interface VmPodEvent {
  /** The name of the pod. */
  pod: string;
  /** The name of the node. */
  node: string;
  /** The minimum, the used and the maximum vCPUs of a VM. */
  cpu?: [min: number, use: number, max: number];
  /** The minimum, the used and the maximum memory slots of a VM. */
  mem?: [min: number, use: number, max: number];
  /** The size of the VM's memory slots, a quantity. Default: `memBlockSize` of the config in force. */
  slot?: string;
  /** The name of the pod's scheduler. Default: `schedulerName` of the config in force. */
  sched?: string;
  /** Whether the VM has the label for tests that makes it migrate again and again. Default: `false`. */
  alwaysMigrate?: boolean;
  /** The containers of a pod that is not a VM's. */
  containers?: VmContainer[];
}

/** A container of a pod that is not a VM's. */
export interface VmContainer {
  /** The requests. Default: none. */
  req?: VmContainerAmounts;
  /** The limits. Default: none. */
  lim?: VmContainerAmounts;
}

/** The requests or limits of a container. */
export interface VmContainerAmounts {
  /** The CPU, a quantity. */
  cpu?: string;
  /** The memory, a quantity. */
  mem?: string;
}

/** One event for the VM plugin. */
export type VmRawEvent =
  | VmPlacementEvent
  | VmFilterEvent
  | VmPodGoneEvent
  | VmAgentEvent
  | VmUseEvent
  | VmAddNodeEvent
  | VmConfigEvent
  | VmRestartEvent;

/** A pod is reserved on a node, or the node is scored for it. */
export interface VmPlacementEvent extends VmPodEvent {
  /** `reserve`: the pod is reserved on the node; `score`: the node is scored for the pod. */
  op: "reserve" | "score";
}

/** The plugin is asked whether a pod may go to a node. */
export interface VmFilterEvent extends VmPodEvent {
  /** The type of the event. */
  op: "filter";
  /** The names of pods that do not count on the node. Default: none. */
  exclude?: string[];
}

/** A reservation is undone, a pod is deleted, or its migration failed. */
export interface VmPodGoneEvent {
  /** `unreserve`: the reservation is undone; `delete`: the pod is deleted; `migration_end`: its migration failed. */
  op: "unreserve" | "delete" | "migration_end";
  /** The name of the pod. */
  pod: string;
}

/** An agent requests resources. */
export interface VmAgentEvent {
  /** The type of the event. */
  op: "agent";
  /** The name of the pod. */
  pod: string;
  /** The amounts that the VM is to have, in vCPUs and memory slots. */
  want: [vCPUs: number, slots: number];
  /** The load averages of one and five minutes. Default: no metrics. */
  load?: [one: number, five: number];
  /** The version of the agent's protocol: 1 is v1.0, 2 is v1.1. Default: 2. */
  proto?: number;
}

/** A VM uses other amounts, without a request. */
export interface VmUseEvent {
  /** The type of the event. */
  op: "vm_use";
  /** The name of the pod. */
  pod: string;
  /** The used amounts, in vCPUs and memory slots. */
  want: [vCPUs: number, slots: number];
}

/** A node is added. */
export interface VmAddNodeEvent {
  /** The type of the event. */
  op: "add_node";
  /** The name of the node. */
  node: string;
  /** The allocatable amounts of the node. */
  total: VmNodeTotal;
}

/** The config changes at run time. */
export interface VmConfigEvent {
  /** The type of the event. */
  op: "config";
  /** The new config. */
  config: VmPluginConfig;
}

/** The plugin restarts. */
export interface VmRestartEvent {
  /** The type of the event. */
  op: "restart";
  /** The config at the restart. Default: the config in force. */
  config?: VmPluginConfig;
}

/** The options of `vmLimits`: a node and a config. */
export interface VmLimitsOptions extends VmNodeTotal {
  /** The config. Its defaults for nodes are used, not its overrides. */
  config: VmPluginConfig;
}

/** A sequence of events for the ledger of quotas. */
export interface QuotaEvents {
  /** The scheduler whose ledger is kept. Default: `auto`, the plugin's; that of `Proposal` always equals a recount. */
  profile?: ProfileChoice;
  /** The events, in order. */
  events: QuotaEvent[];
}

/** One event for the ledger of quotas. Objects are as in Kubernetes. */
export interface QuotaEvent {
  /** The type of the event. */
  type: QuotaEventKind;
  /** The pod as it is now; for events about pods. */
  pod?: object;
  /** The pod as it was; for `updatePod`. */
  oldPod?: object;
  /** The quota as it is now; for events about quotas. */
  elasticQuota?: object;
  /** The quota as it was; for `updateElasticQuota`. */
  oldElasticQuota?: object;
  /** The name of the node; for `reserve`. */
  node?: string;
}
