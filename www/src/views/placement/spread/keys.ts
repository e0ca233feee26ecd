/** Which topology key a new term begins with. */
import type { SpreadConstraintSummary } from "../../../engine/types";

/** From far to near, as the keys are mostly called. */
const usual = ["provider", "region", "zone", "rack"];

/**
 * The first usual key that clusters have and no term uses; else their most frequent one; else a usual one that no
 * term uses yet. Never one that a term has: below itself a key makes no domains.
 */
export function nextKey(labels: string[], terms: SpreadConstraintSummary[]): string {
  const isFree = (key: string): boolean => !terms.some((term) => term.topologyKey === key);
  const free = labels.filter(isFree);
  const last = (key: string): string => key.slice(key.lastIndexOf("/") + 1).toLowerCase();
  for (const name of usual) {
    const found = free.find((key) => last(key) === name);
    if (found !== undefined) return found;
  }
  return free[0] ?? ["region", ...usual].find(isFree) ?? `key-${terms.length + 1}`;
}
