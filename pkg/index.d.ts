import type { Scenario as Engine } from "./dist/schedscope.js";
import type {
  CrossNodeAnswer,
  CrossNodeOptions,
  CycleAnswer,
  ExplainNodeOptions,
  NodeExplanation,
  NodeList,
  NodeListOptions,
  PlacePodOptions,
  PodList,
  PodListOptions,
  PodPlacement,
  QueueAnswer,
  QueueMoment,
  QueueMomentOptions,
  QueueOptions,
  QuotaEventKind,
  QuotaHistory,
  QuotaReport,
  SchedulePodOptions,
  VmDump,
  VmHistory,
  VmLimits,
  VmMoment,
  VmMomentOptions,
  VmTimeline,
  VmTimelineOptions,
} from "./types.js";

export type * from "./types.js";
export { fleetYaml, hubYaml, quantity } from "./dist/schedscope.js";

/** A resident text with its objects and its latest decision. */
export declare class Scenario extends Engine {
  /**
   * Evaluates the CEL expressions of a placement, as far as they are not known yet, so that `decide`
   * can use them. Where it has some, that loads the evaluator, a WebAssembly file of its own; where it
   * has none, nothing happens. Once the evaluator is loaded, `decide` does the same by itself, in
   * Node.js always.
   *
   * @returns whether anything was evaluated; then `reading` knows of expressions that do not compile
   */
  prepare(placement: number): Promise<boolean>;

  /** The pods there are, a page of them. */
  pods(options?: PodListOptions): PodList;

  /** The nodes there are with what is on them, a page of them. */
  nodes(options?: NodeListOptions): NodeList;

  /**
   * Which node each scorer would pick for a pod: limit-aware scoring beside those of Kubernetes. A pod
   * that is on a node is placed anew.
   *
   * @throws an `Error` with the code `no-such-pod`
   */
  placePod(options: PlacePodOptions): PodPlacement;

  /**
   * One scheduling cycle for a pod, as the capacity scheduling plugin runs it: what its quota says,
   * which nodes fit, whom it would evict.
   *
   * @throws an `Error` with the code `no-such-pod`
   */
  schedulePod(options: SchedulePodOptions): CycleAnswer;

  /**
   * Why each pod of a node is a victim of a pod, is spared, or was never one.
   *
   * @throws an `Error` with the code `no-such-pod` or `no-such-node`
   */
  explainNode(options: ExplainNodeOptions): NodeExplanation;

  /**
   * Whether evicting on several nodes would make room for a pod, which no scheduler does.
   *
   * @throws an `Error` with the code `no-such-pod`
   */
  crossNode(options: CrossNodeOptions): CrossNodeAnswer;

  /** All elastic quotas side by side: use, loans, findings. */
  quotas(): QuotaReport;

  /** The pending pods scheduled one after another, a page of the steps. */
  queue(options?: QueueOptions): QueueAnswer;

  /** The world at one step of the queue. */
  queueMoment(options: QueueMomentOptions): QueueMoment;

  /** The ledger of quotas as events reach it; independent of the text. */
  quotaEvents(options: QuotaEvents): QuotaHistory;

  /**
   * Plays a timeline of autoscaled VMs: what happened, how nodes ended, and how they did over time.
   * A text without a timeline gives the plugin's start.
   *
   * @throws an `Error` with the code `no-such-timeline` or `no-such-variant`
   */
  vmTimeline(options?: VmTimelineOptions): VmTimeline;

  /**
   * One step of a timeline, explained: the request, the inequality of pressure, the migration queue,
   * nodes with their pods.
   *
   * @throws an `Error` with the code `no-such-timeline` or `no-such-variant`
   */
  vmMoment(options: VmMomentOptions): VmMoment;

  /**
   * The whole state of the plugin after a step of a timeline.
   *
   * @throws an `Error` with the code `no-such-timeline` or `no-such-variant`
   */
  vmDump(options: Omit<VmMomentOptions, "nodes">): VmDump;

  /** The VM plugin driven event by event; independent of the text. */
  vmEvents(options: VmEvents): VmHistory;

  /** What a node offers to VMs under a config's defaults; independent of the text. */
  vmLimits(options: VmLimitsOptions): VmLimits;
}

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
  profile?: "Upstream" | "Proposal";
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

/** Where a WebAssembly file is, or what it holds. */
export type Source =
  | string
  | URL
  | Request
  | Response
  | Promise<Response>
  | BufferSource
  | WebAssembly.Module;

/**
 * Loads the WebAssembly file; calling it again gives the same promise. In Node.js the file is
 * loaded by the import and there is nothing to wait for.
 *
 * @param module by default the file is found next to the package's code, also by bundlers
 */
export declare function init(module?: Source): Promise<void>;
export default init;

/**
 * Loads the evaluator of CEL expressions, as `Scenario.prepare` does by itself where it is needed:
 * for those who place the file elsewhere, or want it before.
 *
 * @param module by default the file is found next to the package's code, also by bundlers
 */
export declare function initCel(module?: Source): Promise<void>;
