// What the engines are driven with by hand, event by event.
import type { Profile, QuotaEventKind } from "../types.js";

/** The config of the VM plugin, as its `ConfigMap` holds it. */
export interface VmPluginConfig {
  /** The size of a memory slot. */
  memBlockSize: string | number;
  nodeDefaults: VmPluginNodeConfig;
  /** The first that names a node counts. */
  nodeOverrides?: { nodes: string[]; config: VmPluginNodeConfig }[];
  schedulerName: string;
  /** Default: `true`. */
  doMigration?: boolean;
  dumpState?: { port: number; timeoutSeconds: number };
}

/** What is configured for a node. */
export interface VmPluginNodeConfig {
  cpu: { watermark: number; system: string | number };
  memory: { watermark: number; system: string | number };
  /** vCPUs and memory slots. */
  computeUnit: { vCPUs: number; mem: number };
}

/** A sequence of events for the VM plugin. */
export interface VmEvents {
  config: VmPluginConfig;
  /** The nodes when it starts; `mem` in bytes. */
  nodes?: { name: string; cpu: string | number; mem: string | number }[];
  /** The pods that are on nodes when it starts. */
  initial?: VmPodEvent[] | null;
  /** What happens, in order. */
  events?: VmRawEvent[];
}

/** A pod and its node. With `cpu` and `mem` it is a VM's, minimum, use and maximum of vCPUs and of slots. */
export interface VmPodEvent {
  pod: string;
  node: string;
  cpu?: [min: number, use: number, max: number];
  mem?: [min: number, use: number, max: number];
  /** The VM's slot size; default: the one in force. */
  slot?: string;
  /** The pod's scheduler; default: the one in force. */
  sched?: string;
  alwaysMigrate?: boolean;
  /** Of a pod that is no VM; memory in bytes. */
  containers?: { req?: { cpu?: string; mem?: string }; lim?: { cpu?: string; mem?: string } }[];
}

/** One event for the VM plugin. */
export type VmRawEvent =
  | (VmPodEvent & { op: "reserve" | "score" })
  | (VmPodEvent & { op: "filter"; exclude?: string[] })
  | { op: "unreserve" | "delete" | "migration_end"; pod: string }
  | {
      op: "agent";
      pod: string;
      /** vCPUs and slots. */
      want: [vCPUs: number, slots: number];
      /** Load averages of one and five minutes; absent: no metrics. */
      load?: [one: number, five: number];
      /** 1 is v1.0, 2 is v1.1; default: 2. */
      proto?: number;
    }
  | { op: "vm_use"; pod: string; want: [vCPUs: number, slots: number] }
  | { op: "add_node"; node: string; total: { cpu: string | number; mem: string | number } }
  | { op: "config"; config: VmPluginConfig }
  | { op: "restart"; config?: VmPluginConfig };

/** A node and a config. */
export interface VmLimitsOptions {
  config: VmPluginConfig;
  /** Allocatable CPU. */
  cpu: string | number;
  /** Allocatable memory, in bytes. */
  mem: string | number;
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
