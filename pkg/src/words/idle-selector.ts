/** Selectors that select no pod. */
import type { IdleSelector } from "../../types.js";
import { counted } from "./number.js";
import { listed, shortened } from "./phrase.js";
import type { Sentence } from "./finding.js";
import { objectText } from "./object-name.js";

/** `matches no pod; the pod's own labels are app=s0. Did you mean app=s0 instead of app=so`, without an end. */
export function idleText({
  isAbsent,
  matchesOthers,
  namespaces,
  elsewhere,
  labels,
  near,
  selects,
}: IdleSelector): string {
  const where = namespaces.length === 0 ? "" : ` in ${listed(shortened(namespaces))}`;
  const matches = matchesOthers
    ? `does not match the pod itself${selects === "spread" ? ", so that the constraint does not count it" : ""}`
    : `matches no pod${where}`;
  if (elsewhere !== null && near === null && selects !== "spread")
    return `matches no pod${where || " where it looks"}, but pods in namespace ${elsewhere}`;
  const isOfPod = selects !== "budget" && selects !== "service";
  const own = labels.length === 0 ? "the pod has no labels" : `the pod's own labels are ${listed(shortened(labels))}`;
  const meant = near === null ? "" : `. Did you mean ${near.label} instead of ${near.required}`;
  if (isAbsent) return `the selector is absent, so it ${matches}${meant}`;
  return `${matches}${isOfPod ? `; ${own}` : ""}${meant}`;
}

/** One sentence about all. */
export function idleSentences(found: [IdleSelector, ...IdleSelector[]]): Sentence[] {
  const [first, ...others] = found;
  const rest = others.length === 0 ? "" : `; and ${counted(others.length, "more such selector")}`;
  const end = others.length === 0 && first.near !== null ? "?" : ".";
  return [{ message: `${whole(first)}${rest}${end}`, details: others.map(whole) }];
}

const whole = (found: IdleSelector): string => {
  const { kind, namespace, name } = found.object;
  return `${objectText({ kind, namespace, name })}, ${found.path}: ${idleText(found)}`;
};
