// Functions without manifests.
import type { QuantityAnswer } from "../types.js";
import * as engine from "../dist/schedscope.js";
import { SchedscopeError, kind, number } from "./error.js";
import { ensureEngine, guarded } from "./loading.js";

/** The value of a quantity. */
export interface QuantityNumber extends Omit<QuantityAnswer, "f64" | "bits"> {
  /** The number that schedulers compute with. */
  f64: number;
}

/** Reads a Kubernetes quantity, such as `1500m` or `2Gi`; `null` if the text is not a quantity. */
export function quantity(text: string): QuantityNumber | null {
  if (typeof text !== "string") {
    throw new SchedscopeError("invalid-argument", `quantity: \`text\` must be a string, not ${kind(text)}`);
  }
  // The binding itself: a bundle that needs only quantities does not contain `Scenario`.
  ensureEngine();
  const asked = JSON.stringify({ quantity: { text } });
  const answer = guarded(() => {
    const scenario = new engine.Scenario();
    const answer = scenario.ask(asked);
    scenario.free();
    return answer;
  });
  const found = JSON.parse(answer) as QuantityAnswer | null;
  return found === null ? null : { f64: found.f64 ?? double(found.bits), canonical: found.canonical };
}

/** The double of 16 hexadecimal digits. */
function double(bits: string): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(`0x${bits}`));
  return view.getFloat64(0);
}

/**
 * Generates a fleet of at most 500,000 ManagedClusters, as `kubectl get managedclusters -o yaml` prints it. The same
 * seed gives the same text.
 *
 * @param first the index of the first cluster, for a larger fleet in parts
 */
export function fleetYaml(seed: number, clusters: number, first?: number | null): string {
  const from = first === undefined || first === null ? undefined : number(first, "first");
  const asked = [number(seed, "seed"), number(clusters, "clusters")] as const;
  ensureEngine();
  return guarded(() => engine.fleetYaml(...asked, from));
}

/**
 * Generates a fleet of at most 500,000 ManagedClusters with a cluster set, a binding, a Placement, PlacementDecisions
 * and AddOnPlacementScores, as YAML. The same seed gives the same text.
 */
export function hubYaml(seed: number, clusters: number): string {
  const asked = [number(seed, "seed"), number(clusters, "clusters")] as const;
  ensureEngine();
  return guarded(() => engine.hubYaml(...asked));
}
