/** A decision against the hub's debug result, in words. */
import type { DebugComparison, DebugDifference } from "../../../types.js";
import { integer } from "../number.js";

/** What differs, and how: `TaintToleration: cluster2 passes there, not here`. */
export function debugDifferenceText({ part, name, cluster, there, here }: DebugDifference): string {
  if (part === "filter")
    return cluster === ""
      ? `${name}: this filter is only there`
      : `${name}: ${cluster} passes ${there === 1 ? "there, not here" : "here, not there"}`;
  if (part === "weight" && (there === null || here === null))
    return `${name}: this prioritizer is only ${there === null ? "here" : "there"}`;
  const what = part === "total" ? "the total" : name;
  const number = (value: number | null): string => (value === null ? "no score" : integer(value));
  const subject = part === "weight" ? "weight" : cluster;
  return `${what}: ${subject} ${number(there)} there, ${number(here)} here`;
}

/**
 * The comparison in one sentence: the first difference, and how many more there are. Where the recorded decision is
 * another one (`isOther`), it says with which of both the result agrees.
 */
export function debugText(
  { same, error, differences, differenceCount }: DebugComparison,
  isOther: boolean = false,
): string {
  const failed = error === "" ? "" : ` It has an error: ${error}.`;
  const [first] = differences;
  if (same) return `The hub's debug result agrees${isOther ? " with this answer" : ""}.${failed}`;
  if (first === undefined) return `The hub's debug result ends with an error: ${error}.`;
  const more = differenceCount > 1 ? `, and ${integer(differenceCount - 1)} more` : "";
  return `The hub's debug result differs in ${debugDifferenceText(first)}${more}.${failed}`;
}
