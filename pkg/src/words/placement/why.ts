/** Why a cluster is selected or not: the first sentence of its card, and the short form in its row. */
import type {
  ExplainClusterAnswer,
  DecideAnswer,
  NotSelectedReason,
  PredicateResult,
  RequirementResult,
  ClusterRow,
  SetRequirement,
  SpreadConstraintSummary,
  TaintResult,
} from "../../../types.js";
import { integer, signed } from "../number.js";
import { listed, shortened } from "../phrase.js";
import { spreadReasonText } from "../spread/why.js";
import { taintedStatus } from "./note.js";
import { filteredText, firstLine, overdrawnText, requirementFault } from "./filtered.js";

/**
 * A few words for the table. `terms`: of the run of spread; null without one. `numberOfClusters`: the number of wanted
 * clusters; null: all. `isWhole`: expressions are not cut.
 */
export function rowReason(
  row: ClusterRow,
  cutOff: number | null,
  terms: SpreadConstraintSummary[] | null = null,
  numberOfClusters: number | null = null,
  isWhole = false,
): string {
  const summary = { spreadConstraints: terms ?? [], numberOfClusters };
  if (row.reason !== null) return reasonText(row.reason, summary, isWhole);
  if (terms !== null) return row.state === "selected" ? `selected in step ${integer(row.rank ?? 0)}` : "";
  if (row.state !== "selected" || cutOff === null || row.total === null) return "";
  return row.total === cutOff ? "at the cut" : `${integer(row.total - cutOff)} above the cut`;
}

/** ``not in cluster set `byenv`: label `env` is `x`, but must be `z` `` */
function askedText({ set, requirement, others }: SetRequirement, isWhole: boolean): string {
  const rest = others === 0 ? "" : `; nor in ${others === 1 ? "the other" : `one of the other ${integer(others)}`}`;
  return `not in cluster set \`${set}\`: ${requirementFault(requirement, isWhole)}${rest}`;
}

/** The points above (+) or below (−) the last selected cluster, for a narrow column; empty without one. */
export function margin(row: ClusterRow, cutOff: number | null): string {
  if (cutOff === null || row.total === null) return "";
  const points = row.total - cutOff;
  // With the same total as the last selected one, the name decided.
  return points === 0 && row.state === "feasible" ? "tie" : signed(points);
}

/** Why a cluster is not selected, in a few words. `isWhole`: expressions are not cut. */
export function reasonText(
  reason: NotSelectedReason,
  { spreadConstraints, numberOfClusters }: Pick<DecideAnswer, "spreadConstraints" | "numberOfClusters">,
  isWhole = false,
): string {
  switch (reason.type) {
    case "deleting":
      return "is being deleted";
    case "no-set":
      return reason.asked === undefined ? "in no eligible cluster set" : askedText(reason.asked, isWhole);
    case "predicate":
    case "taint":
    case "misconfigured":
      return filteredText(reason, isWhole);
    case "not-reached":
      if (numberOfClusters === 0) return "numberOfClusters is 0";
      return reason.gap === 0 ? "same total, later name" : `${integer(reason.gap)} below the cut`;
    default:
      return spreadReasonText(reason, spreadConstraints);
  }
}

/** The state of one cluster and its reason, in whole sentences. */
export function verdict(explanation: ExplainClusterAnswer, feasible: number, wanted: number | null): string {
  const { state, rank, total, gap, reason } = explanation;
  const among = `${integer(rank ?? 0)} of ${integer(feasible)} feasible clusters`;
  const placed = `It ranks ${among} with ${integer(total ?? 0)} points`;
  switch (state) {
    case "selected":
      return wanted === null
        ? `${placed}. All feasible clusters are wanted.`
        : `${placed}; ${integer(wanted)} ${wanted === 1 ? "is" : "are"} wanted.`;
    case "feasible":
      if (rank === null) return "It passes all filters, but clusters are not ranked.";
      if (gap === null) return `${placed}; numberOfClusters is 0.`;
      return gap.total === 0
        ? `${placed}, the same as the last selected cluster, ${gap.to}, whose name comes first.`
        : `${placed}. The last selected cluster, ${gap.to}, has ${integer(gap.total)} more.`;
    case "filtered":
      if (reason?.type === "misconfigured") return "It is filtered out: the placement is misconfigured.";
      return reason?.type === "taint"
        ? "It is filtered out: a taint is not tolerated."
        : "It is filtered out: no predicate matches it.";
    case "excluded":
      return reason?.type === "deleting"
        ? "It is not a candidate: it is being deleted."
        : "It is not a candidate: it is in no cluster set that this placement may use.";
  }
}

/** Why a cluster is a candidate, or is not. */
export function candidacy(
  { candidate, reason }: Pick<ExplainClusterAnswer, "candidate" | "reason">,
  summary: Pick<DecideAnswer, "placement" | "validBindings" | "eligibleClusterSets">,
): string {
  const usable = listed(shortened(summary.eligibleClusterSets));
  switch (candidate.why) {
    case "all-clusters":
      return "The input has no cluster sets, so all clusters are candidates.";
    case "in-set":
      return `It is a candidate as a member of ${candidate.sets.join(", ")}.`;
    case "no-set":
      return reason?.type === "no-set" && reason.asked !== undefined
        ? `It is ${askedText(reason.asked, true)}.`
        : (setsText(summary) ?? `It is in none of the cluster sets that the placement may use: ${usable}.`);
    case "deleting":
      return "It has a deletion timestamp.";
    case "given":
      return "It is given as a candidate.";
  }
}

/** Why a placement may use no cluster set, as a sentence; undefined: it may use some. */
export function setsText({
  placement: { namespace },
  validBindings,
  eligibleClusterSets,
}: Pick<DecideAnswer, "placement" | "validBindings" | "eligibleClusterSets">): string | undefined {
  if (eligibleClusterSets.length > 0) return undefined;
  const where = namespace === "" ? "Its namespace" : `Namespace ${namespace}`;
  return validBindings.length === 0
    ? `${where} has no valid ManagedClusterSetBinding, so the placement may use no cluster set.`
    : `The namespace's bindings are of ${listed(shortened(validBindings))}, which \`spec.clusterSets\` does not name.`;
}

/** A requirement, as `env In prod, stage`. */
export function requirementText({ on, key, operator, values }: RequirementResult): string {
  if (on === "cel") return key === "" ? values.join(" ") : key;
  return [key, operator, values.join(", ")].filter((part) => part !== "").join(" ");
}

/** Whether a requirement was looked at: of a placement with an expression that does not compile, none is evaluated. */
export const isEvaluated = ({ on, actual, error, overdrawn }: RequirementResult): boolean =>
  on !== "cel" || actual !== null || error !== null || overdrawn !== null;

/** `matches`, `does not match` or, where it hangs on what was not looked at, `was not evaluated`. */
export function predicateText({ matches, requirements }: PredicateResult): string {
  if (matches) return "matches";
  const fails = requirements.length === 0 || requirements.some((one) => !one.holds && isEvaluated(one));
  return fails ? "does not match" : "was not evaluated";
}

/** The result of a CEL expression for a cluster. */
export function celText({ actual, error, overdrawn }: RequirementResult): string {
  if (overdrawn !== null) return overdrawnText(overdrawn);
  if (error === null) return actual === null ? "was not evaluated" : `is ${actual}`;
  return actual === null ? firstLine(error) : `fails: ${error}`;
}

/** The value of a cluster that a requirement checks. */
export function actualText(requirement: RequirementResult): string {
  const { on, actual } = requirement;
  if (on === "cel") return celText(requirement);
  return actual === null ? `this ${on} is missing` : `is ${actual === "" ? "empty" : actual}`;
}

/** Why a toleration does not tolerate a taint. */
export function rejection(why: string): string {
  switch (why) {
    case "key":
      return "has a different key";
    case "value":
      return "has a different value";
    case "operator":
      return "has an unknown operator";
    case "effect":
      return "has a different effect";
    case "expired":
      return "has expired";
    default:
      return why;
  }
}

/** Why a taint lets the cluster pass. */
export function toleratedText({ key, toleration, effect, byHub }: TaintResult): string {
  if (byHub === "removed") return `the hub removes it: ManagedClusterConditionAvailable is not ${taintedStatus(key)}`;
  if (toleration !== null) return `tolerated by toleration ${toleration + 1}`;
  return effect === "PreferNoSelect" ? "this effect does not filter" : "ignored for an already selected cluster";
}
