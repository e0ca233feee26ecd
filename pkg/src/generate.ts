// What needs no text.
import type { QuantityValue } from "../types.js";
import * as engine from "../dist/schedscope.js";
import { SchedscopeError, guarded } from "./error.js";
import { ensureEngine } from "./loading.js";

/** What a quantity says: the double that schedulers compute with, and the canonical text. */
export interface QuantityNumber extends Omit<QuantityValue, "f64" | "bits"> {
  /** The double that schedulers compute with. */
  f64: number;
}

/** Reads a Kubernetes quantity such as `1500m` or `2Gi`; `null` where the text is none. */
export function quantity(text: string): QuantityNumber | null {
  if (typeof text !== "string") {
    throw new SchedscopeError("invalid-argument", `quantity: \`text\` must be a string, not a ${typeof text}`);
  }
  // The binding itself: whoever needs nothing but quantities bundles no methods of scenarios.
  ensureEngine();
  const scenario = new engine.Scenario();
  try {
    const asked = JSON.stringify({ quantity: { text } });
    const found = JSON.parse(guarded(() => scenario.ask(asked))) as QuantityValue | null;
    return found === null ? null : { f64: found.f64 ?? double(found.bits), canonical: found.canonical };
  } finally {
    scenario.free();
  }
}

/** The double of 16 hexadecimal digits. */
function double(bits: string): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(`0x${bits}`));
  return view.getFloat64(0);
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
