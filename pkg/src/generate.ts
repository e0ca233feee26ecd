// What needs no scenario.
import * as engine from "../dist/schedscope.js";
import { guarded } from "./error.js";
import { ensureEngine } from "./loading.js";

/** What a quantity says: the double that schedulers compute with, and the canonical text. */
export interface QuantityValue {
  /** The double that schedulers compute with. */
  f64: number;
  /** The canonical text, such as `1500m`. */
  canonical: string;
}

/** Reads a Kubernetes quantity such as `1500m` or `2Gi`; `null` where the text is none. */
export function quantity(text: string): QuantityValue | null {
  ensureEngine();
  return guarded(() => engine.quantity(text));
}

/**
 * A fleet of at most 500,000 clusters as `kubectl get managedclusters -o yaml` prints it; the same
 * seed gives the same text.
 *
 * @param first the index of the first cluster, for a larger fleet in parts
 */
export function fleetYaml(seed: number, clusters: number, first?: number | null): string {
  ensureEngine();
  return guarded(() => engine.fleetYaml(seed, clusters, first));
}

/**
 * A fleet of at most 500,000 clusters with a set, a binding, a placement, decisions and scores,
 * as YAML.
 */
export function hubYaml(seed: number, clusters: number): string {
  ensureEngine();
  return guarded(() => engine.hubYaml(seed, clusters));
}
