/** Why the run of spread picked a cluster, or did not. */
import type {
  ExplainClusterAnswer,
  DecideAnswer,
  NotSelectedReason,
  SpreadConstraintSummary,
  SpreadDomain,
} from "../../../types.js";
import { counted, integer } from "../number.js";
import { blockingText, sumText, termText } from "./words.js";

type SpreadReason = Extract<NotSelectedReason, { type: "missing-topology-key" | "max-skew" | "not-picked" }>;

const keyText = (terms: SpreadConstraintSummary[], index: number): string => {
  const term = terms[index];
  return term === undefined ? "a key" : `${term.topologyKeyType.toLowerCase()} ${term.topologyKey}`;
};

/** A few words for the table. */
export function spreadReasonText(reason: SpreadReason, terms: SpreadConstraintSummary[]): string {
  switch (reason.type) {
    case "missing-topology-key":
      return `no ${keyText(terms, reason.missingTerm)}`;
    case "max-skew":
      return `blocked by ${termText(terms, reason.term)}`;
    case "not-picked":
      if (reason.blockedBy !== null) return `blocked by ${termText(terms, reason.blockedBy)} in the last step`;
      if (reason.gap === null) return "numberOfClusters is 0";
      return reason.gap === 0
        ? "same final score, later name"
        : `${counted(reason.gap, "point")} short in the last step`;
  }
}

/** The state of one feasible cluster and its reason, in whole sentences. */
export function spreadVerdict(
  { spread, reason }: ExplainClusterAnswer,
  summary: DecideAnswer,
  blocking: SpreadDomain | null,
): string {
  const terms = summary.spreadConstraints;
  const steps = summary.spread?.steps ?? 0;
  const weight = summary.spread?.weight ?? 0;
  if (spread === null) return "";
  const numbers = spread.numbers;
  if (spread.picked !== null) {
    const sum = numbers === null ? "" : `: prioritizers + weight × spread is ${sumText(numbers, weight)}`;
    return `It is selected in step ${integer(spread.picked)} of ${integer(steps)}${sum}.`;
  }
  switch (reason?.type) {
    case "missing-topology-key": {
      const lacks = `It has no ${keyText(terms, reason.missingTerm)}`;
      return reason.term === reason.missingTerm
        ? `${lacks}, so ${termText(terms, reason.term)} never selects it.`
        : `${lacks}, so it has no domain for ${termText(terms, reason.missingTerm)} and all later terms, and ` +
            `${termText(terms, reason.term)} never selects it.`;
    }
    case "max-skew":
      return (
        `It is ${blockingText(blocking, terms, reason.term)}. All remaining clusters are blocked too, ` +
        "so the run stopped."
      );
    case "not-picked":
      if (reason.blockedBy !== null) {
        return (
          "Enough clusters were picked before it. In the last step it was " +
          `${blockingText(blocking, terms, reason.blockedBy)}.`
        );
      }
      if (reason.gap === null || numbers === null) return "numberOfClusters is 0, so nothing was picked.";
      return reason.gap === 0
        ? "Enough clusters were picked before it. In the last step it tied with the pick, " +
            `${sumText(numbers, weight)}; its name comes later.`
        : `Enough clusters were picked before it. In the last step its final score was ${sumText(numbers, weight)}: ` +
            `${integer(reason.gap)} less than the pick's.`;
    default:
      return "";
  }
}

/** The term that a reason is about; null for none. */
export function termOf(reason: NotSelectedReason | null): number | null {
  switch (reason?.type) {
    case "missing-topology-key":
    case "max-skew":
      return reason.term;
    case "not-picked":
      return reason.blockedBy;
    default:
      return null;
  }
}
