// What the engines are driven with by hand, event by event.
import type { Profile, QuotaEventKind } from "../types.js";

/** The config of the VM plugin, as its `ConfigMap` holds it. */
export interface VmPluginConfig {
  /** The size of a memory slot: a quantity such as `1Gi`, or bytes. */
  memBlockSize: string | number;
  /** What is configured for every node. */
  nodeDefaults: VmPluginNodeConfig;
  /** What is configured for some nodes; the first that names a node counts. */
  nodeOverrides?: VmPluginNodeOverride[];
  /** The scheduler whose pods the plugin looks after. */
  schedulerName: string;
  /** Whether VMs migrate before a node is full. Default: `true`. */
  doMigration?: boolean;
  /** Where the plugin tells its state; it has no effect here. */
  dumpState?: {
    /** The port that it listens on. */
    port: number;
    /** How many seconds it has for an answer. */
    timeoutSeconds: number;
  };
}

/** What is configured for some nodes. */
export interface VmPluginNodeOverride {
  /** The nodes, by name. */
  nodes: string[];
  /** What is configured for them, in place of the defaults. */
  config: VmPluginNodeConfig;
}

/** What is configured for a node. */
export interface VmPluginNodeConfig {
  /** Its CPU. */
  cpu: VmPluginResource;
  /** Its memory. */
  memory: VmPluginResource;
  /** What agents ask for multiples of. */
  computeUnit: {
    /** vCPUs, at least 1. */
    vCPUs: number;
    /** Memory slots, at least 1. */
    mem: number;
  };
}

/** What is configured for a resource of a node. */
export interface VmPluginResource {
  /** The fraction of the reservable amount above which VMs migrate away; above 0, at most 1. */
  watermark: number;
  /** What the system keeps for itself: a quantity, or vCPUs or bytes. */
  system: string | number;
}

/** A sequence of events for the VM plugin. */
export interface VmEvents {
  /** What it starts with. */
  config: VmPluginConfig;
  /** The nodes when it starts. Default: none. */
  nodes?: VmNode[];
  /** The pods that are on nodes when it starts. Default: none. */
  initial?: VmPodEvent[] | null;
  /** What happens, in order. Default: nothing. */
  events?: VmRawEvent[];
}

/** A node. */
export interface VmNode extends VmNodeTotal {
  /** Its name. */
  name: string;
}

/** What a node has. */
export interface VmNodeTotal {
  /** Allocatable CPU: a quantity, or vCPUs. */
  cpu: string | number;
  /** Allocatable memory: a quantity, or bytes. */
  mem: string | number;
}

/** A pod and its node. With `cpu` and `mem` it is a VM's, else of `containers`. */
export interface VmPodEvent {
  /** The pod's name. */
  pod: string;
  /** The node's name. */
  node: string;
  /** Least, used and most vCPUs of a VM. */
  cpu?: [min: number, use: number, max: number];
  /** Least, used and most memory slots of a VM. */
  mem?: [min: number, use: number, max: number];
  /** The VM's slot size, a quantity. Default: the one in force. */
  slot?: string;
  /** The pod's scheduler. Default: the one in force. */
  sched?: string;
  /** Whether a label, for tests, has the VM migrate again and again. Default: `false`. */
  alwaysMigrate?: boolean;
  /** The containers of a pod that is no VM. */
  containers?: VmContainer[];
}

/** A container of a pod that is no VM. */
export interface VmContainer {
  /** What it requests. Default: nothing. */
  req?: VmContainerAmounts;
  /** What it is limited to. Default: nothing. */
  lim?: VmContainerAmounts;
}

/** What a container requests, or is limited to. */
export interface VmContainerAmounts {
  /** CPU, a quantity. */
  cpu?: string;
  /** Memory, a quantity. */
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
  /** Which of them. */
  op: "reserve" | "score";
}

/** The plugin is asked whether a pod may go to a node. */
export interface VmFilterEvent extends VmPodEvent {
  /** That. */
  op: "filter";
  /** Pods of the node that count as gone. Default: none. */
  exclude?: string[];
}

/** A reservation is undone, a pod is deleted, or its migration has ended. */
export interface VmPodGoneEvent {
  /** Which of them. */
  op: "unreserve" | "delete" | "migration_end";
  /** The pod's name. */
  pod: string;
}

/** An agent asks for resources. */
export interface VmAgentEvent {
  /** That. */
  op: "agent";
  /** The pod's name. */
  pod: string;
  /** What the VM is to have. */
  want: [vCPUs: number, slots: number];
  /** Load averages of one and five minutes; absent: no metrics. */
  load?: [one: number, five: number];
  /** The protocol: 1 is v1.0, 2 is v1.1. Default: 2. */
  proto?: number;
}

/** A VM uses something else, without asking. */
export interface VmUseEvent {
  /** That. */
  op: "vm_use";
  /** The pod's name. */
  pod: string;
  /** What it uses. */
  want: [vCPUs: number, slots: number];
}

/** A node comes. */
export interface VmAddNodeEvent {
  /** That. */
  op: "add_node";
  /** The node's name. */
  node: string;
  /** What it has. */
  total: VmNodeTotal;
}

/** The config changes at run time. */
export interface VmConfigEvent {
  /** That. */
  op: "config";
  /** The new one. */
  config: VmPluginConfig;
}

/** The plugin starts anew. */
export interface VmRestartEvent {
  /** That. */
  op: "restart";
  /** The config that it starts with. Default: the one in force. */
  config?: VmPluginConfig;
}

/** A node and a config. */
export interface VmLimitsOptions extends VmNodeTotal {
  /** The config; its defaults count. */
  config: VmPluginConfig;
}

/** A sequence of events for the ledger of quotas. */
export interface QuotaEvents {
  /** Whose ledger; default: `Proposal`, which always equals a recount. */
  profile?: Profile;
  /** The events, in order. */
  events: QuotaEvent[];
}

/** One event. Objects are as in Kubernetes. */
export interface QuotaEvent {
  /** What happens. */
  type: QuotaEventKind;
  /** The pod, as it is now. */
  pod?: object;
  /** The pod as it was, for `updatePod`. */
  oldPod?: object;
  /** The quota, as it is now. */
  elasticQuota?: object;
  /** The quota as it was, for `updateElasticQuota`. */
  oldElasticQuota?: object;
  /** The node, for `reserve`. */
  node?: string;
}
