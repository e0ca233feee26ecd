import type {
  ClusterExplanation,
  DecideOptions,
  DecisionSummary,
  ObjectName,
  Range,
  Reading,
  Row,
  TextEdit,
} from "./types.js";

export type * from "./types.js";

/**
 * Loads the WebAssembly file; calling it again gives the same promise. In Node.js the file is
 * loaded by the import and there is nothing to wait for.
 *
 * @param module where the file is, or what it holds; by default it is found next to the package's
 * code, also by bundlers
 */
export declare function init(
  module?: string | URL | Request | Response | Promise<Response> | BufferSource | WebAssembly.Module,
): Promise<void>;
export default init;

/** A Kubernetes quantity: the double that schedulers compute with, and the canonical text. */
export declare function quantity(text: string): { f64: number; canonical: string } | null;

/** A fleet of ManagedClusters as kubectl prints it, the same for the same seed. */
export declare function fleetYaml(seed: number, clusters: number): string;

/** A whole hub as kubectl prints it: sets, a binding, a placement, decisions, scores, and such a fleet. */
export declare function hubYaml(seed: number, clusters: number): string;

/** The resident scenario, as exported by the wasm package. */
export declare class Scenario {
  constructor();
  /** A whole new text. */
  replace(text: string): Reading;
  /** Replace [from, to) by insert; UTF-16 offsets of the text before the edit. */
  edit(from: number, to: number, insert: string): Reading;
  reading(): Reading;
  text(): string;
  decide(options: DecideOptions): DecisionSummary;
  // all of the following are about the latest decision
  /** order "rank": feasible by rank, then filtered, then excluded, each by name; "name": by name; optional substring of the name */
  rows(order: "rank" | "name", from: number, count: number, find?: string): { total: number; rows: Row[] };
  explain(cluster: number): ClusterExplanation;
  clusterIndex(name: string): number | undefined;
  /** state of every cluster in text order: 0 excluded, 1 filtered, 2 feasible, 3 selected */
  states(): Uint8Array;
  totals(): Float64Array;
  /** selected clusters in score order */
  selected(): Uint32Array;
  /** PlacementDecision objects as the hub would write them, YAML */
  decisionsYaml(): string;
  /** upstream's /debug/placements/<ns>/<name> */
  debugJson(): string;
  /** everything, one JSON text */
  reportJson(): string;
  // text links
  /** the edit that gives a prioritizer a weight in the text, keeping comments and layout */
  weightEdit(placement: number, prioritizer: string, weight: number): TextEdit[];
  numberOfClustersEdit(placement: number, number: number | null): TextEdit[];
  /** where a field of an object stands; null where the text does not have it (then its nearest parent) */
  locate(object: ObjectName, path: string): Range | null;
  free(): void;
}
