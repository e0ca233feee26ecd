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
