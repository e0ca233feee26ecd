// Why a cluster is not selected, in words.
import type { Reason, SpreadConstraintSummary } from "../../types.js";

/** A few words. */
export function reasonText(reason: Reason, terms: readonly SpreadConstraintSummary[]): string {
  const term = (index: number) => {
    const found = terms[index];
    return found === undefined ? "a term" : `${found.topologyKeyType.toLowerCase()} ${found.topologyKey}`;
  };
  const skew = (index: number) => `the max skew ${terms[index]?.maxSkew ?? ""} of ${term(index)}`;
  switch (reason.type) {
    case "deleting":
      return "it is being deleted";
    case "no-set":
      return "it is in no cluster set that the placement may use";
    case "predicate":
    case "taint":
      return reason.message;
    case "not-reached":
      return reason.gap === 0 ? "as many points as the last selected one, later name" : `${reason.gap} points below the last selected one`;
    case "missing-topology-key":
      return `it has no ${term(reason.missingTerm)}`;
    case "max-skew":
      return `it would break ${skew(reason.term)}`;
    case "not-picked":
      if (reason.blockedBy !== null) return `in the last step it would have broken ${skew(reason.blockedBy)}`;
      if (reason.gap === null) return "none is wanted";
      return reason.gap === 0 ? "as many points as the last pick, later name" : `${reason.gap} points below the last pick`;
  }
}
