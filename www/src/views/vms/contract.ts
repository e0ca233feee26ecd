/** What the engine answers about autoscaled VMs. Times are seconds, pods "namespace/name", amounts whole vCPUs and memory slots. */

export interface Units { vCPUs: number; mem: number }            // a compute unit, a request, a permit: vCPUs and memory slots

/** One resource of one node. remaining = max(0, total - system - reserved) */
export interface NodeResource { total: number; system: number; watermark: number; reserved: number; buffer: number;
  capacityPressure: number; pressureAccountedFor: number }
export interface PodResource { reserved: number; buffer: number; capacityPressure: number }
export interface VmPodState { pod: string; vm: string; cpu: PodResource; memory: PodResource;
  computeUnit: Units | null;            // last sent to this pod
  load: [number, number] | null;        // load averages of one and five minutes
  queueIndex: number;                   // place in the heap array, -1: not in it
  migrating: boolean;
  use: Units }                          // what the VM object uses now (survives restarts)
export interface OtherPodState { pod: string; cpuMilli: number; memoryBytes: number }   // raw, rounded up
export interface VmNodeState { name: string; cpu: NodeResource; memory: NodeResource; computeUnit: Units;
  other: { cpuMilli: number; memoryBytes: number; cpu: number; memory: number; marginCpuMilli: number; marginBytes: number };
  queue: string[];                      // the heap array
  tooMuchPressure: boolean;
  pods: VmPodState[]; others: OtherPodState[] }   // sorted by namespace, then name

/** Both sides of "too much pressure", per resource: logical + capacity > accountedFor + buffer + below */
export interface PressureSide { watermark: number; reserved: number; logical: number; capacity: number;
  accountedFor: number; buffer: number; below: number; left: number; right: number; exceeds: boolean }
export interface Pressure {
  /** cpu.reserved <= cpu.watermark and memory.reserved < memory.watermark: nothing else is looked at, the answer is no */
  belowWatermarks: boolean; cpu: PressureSide; memory: PressureSide; tooMuch: boolean }

export interface Granted { asked: number; before: number; after: number;
  /** remaining on the node before this request */ room: number; granted: number; denied: number; bufferBefore: number;
  rule: "decrease" | "granted" | "partly" | "nothing-left" | "migration-starts" | "unchanged" }
/** Why an agent's request was answered so. */
export interface RequestExplanation { pod: string; node: string; want: Units; load: [number, number] | null; protocol: number;
  status: 200 | 400 | 404; error: string | null; permit: Units | null; computeUnit: Units | null; migrate: boolean;
  lastComputeUnit: Units | null;                      // what the quotient was checked against
  cpu: Granted | null; memory: Granted | null;        // null where the request was refused, or the pod was migrating already
  pressure: Pressure | null;                          // before the request
  migration: { wasHead: boolean; wasTooMuchPressure: boolean; forced: boolean; already: boolean; enabled: boolean; starts: boolean };
  queue: { before: number; after: number; headBefore: string | null; headAfter: string | null; length: number } }

export type VmEventKind = "start" | "reserve" | "unreserve" | "filter" | "score" | "schedule" | "request" | "use" | "delete"
  | "add-node" | "config" | "migration-failed" | "migrate" | "load" | "restart" | "scheduler-down"
  | "migration-reserve" | "migration-waits" | "migration-done";

/** A line of the list of events. */
export interface VmEvent { step: number;              // 0 is the start; step n is the state after event n
  at: number; kind: VmEventKind;
  actor: boolean;                                     // made by an agent or by a migration, not written in the text
  pod: string | null; node: string | null;
  want: Units | null; permit: Units | null; migrate: boolean;
  /** Success, Unschedulable, UnschedulableAndUnresolvable, Error; 200, 400, 404; ok, error */
  result: string; message: string | null;
  score: number | null;
  ownReading: boolean;                                // config change, failed migration: this product's reading, upstream never had it
  /** where the event stands in the text: path in the Timeline object, such as spec.events[3]; null where an actor made it */
  path: string | null }

export interface VmTimelineOptions { timeline?: string;   // "namespace/name" or name; default: the first in the text, else the bare start
  variant?: string;                                        // name of one of its variants; default: none
  /** over what the text says, for a comparison */
  mitigations?: VmMitigations;
  offset?: number; limit?: number;                         // events; default limit 200
  pod?: string; node?: string; kind?: VmEventKind; path?: string;         // only events of these
  series?: string[];                                       // nodes whose step areas are wanted; default: none
  points?: number }                                        // at most so many points a series, default 2000 (then every bucket keeps its last and its highest point)
/** The ideas of the design document; all off by default. */
export interface VmMitigations { largestStep?: number;          // compute units a request may rise by
  capacityPressureFactor?: number;                              // 0 < f <= 1
  sustainedRequests?: number }                                  // capacity pressure counts after so many denials in a row, 1 = at once

/** step, at, then of cpu and of memory: reserved, buffer, capacityPressure, pressureAccountedFor, other (reserved for pods that are no VMs) */
export type SeriesPoint = [number, number, number, number, number, number, number, number, number, number, number, number];
export interface VmSeries { node: string; 
  /** each change of total, system, watermark: [step, at, cpu total, cpu system, cpu watermark, mem total, mem system, mem watermark] */
  limits: number[][];
  points: SeriesPoint[];
  /** steps after which the node was under too much pressure, as [from, to) */
  hot: [number, number][];
  thinned: boolean }

export interface VmTimeline {
  timelines: { key: string; variants: string[] }[];
  timeline: string | null; variant: string | null;
  /** where the plugin's config comes from; null: no ConfigMap has one, documented defaults are assumed */
  configMap: string | null;
  config: VmConfig | null;
  /** the config, or a node's limits, cannot be used: nothing was run; the finding is at its place among the diagnostics too */
  problem: { path: string; message: string } | null;
  mitigations: VmMitigations;                               // in force
  duration: number; steps: number;                          // steps without the start
  total: number; events: VmEvent[];                         // total: how many events match
  nodes: { name: string; cpu: NodeResource; memory: NodeResource; tooMuchPressure: boolean; vms: number; steps: number }[]; // at the end
  migrations: { pod: string; from: string; to: string | null; started: number; ended: number | null; startStep: number; endStep: number | null; failed: boolean }[]; // at most 1000
  overBudget: { step: number; node: string; message: string }[];
  /** node by time, for more nodes than can be drawn: highest of reserved / (total - system) of both resources, in percent, in 120 buckets of equal time */
  heat: { node: string; percent: number[] }[];              // at most 1000 nodes
  stopped: boolean;                                         // ended at the most steps there may be (1,000,000)
  series: VmSeries[] }
export interface VmConfig { memBlockSize: string; schedulerName: string; doMigration: boolean;
  nodeDefaults: VmNodeConfig; nodeOverrides: { nodes: string[]; config: VmNodeConfig }[] }
export interface VmNodeConfig { cpu: { watermark: number; system: string }; memory: { watermark: number; system: string }; computeUnit: Units }

export interface VmMomentOptions { timeline?: string; variant?: string; mitigations?: VmMitigations; step: number;
  nodes?: string[] }            // which nodes whole; default: the one the step's event is about
export interface VmMoment { step: number; at: number; event: VmEvent; request: RequestExplanation | null;
  /** for filter, score, schedule, migration: every node, best first (at most 50), of totalCandidates */
  candidates: { node: string; code: string; message: string | null; score: number | null; chosen: boolean }[]; totalCandidates: number;
  nodes: VmNodeState[]; pressure: (Pressure & { node: string })[];   // of the same nodes, after the event
  agents: { pod: string; units: number; usedVCPUs: number }[];       // what load curves ask for at that moment, for the VMs of these nodes
  previous: number | null; next: number | null }                     // the steps before and after which are about the same node

