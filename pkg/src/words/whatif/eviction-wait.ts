/** What a drain waits for, in words. */
import type { EvictionWait } from "../../../types.js";
import { counted, integer } from "../number.js";
import { fullName, fullNames } from "../object-name.js";
import { listed } from "../phrase.js";

/** Budgets, and pods of each, that the first sentence names. */
const NAMED = 2;

/**
 * `The drain waits: PodDisruptionBudget shop/db allows no disruption until shop/db-1 is ready.`; empty: it waits for no
 * pod.
 */
export function waitsText(waits: EvictionWait[]): string {
  if (waits.length === 0) return "";
  const rest = waits.length - NAMED;
  const more = rest > 0 ? `; and ${counted(rest, "more PodDisruptionBudget")}` : "";
  return `The drain waits: ${waits.slice(0, NAMED).map(waitText).join("; ")}${more}.`;
}

/** What a drain waits for: `PodDisruptionBudget shop/db allows no disruption until shop/db-1 is ready`. */
export function waitText({ budget, needed, unready, unreadyTotal }: EvictionWait): string {
  const start = `PodDisruptionBudget ${fullName(budget)} allows no disruption`;
  const rest = unreadyTotal - NAMED;
  const names = listed([...fullNames(unready).slice(0, NAMED), ...(rest > 0 ? [`${integer(rest)} more`] : [])]);
  const are = (count: number): string => (count === 1 ? "is" : "are");
  if (unreadyTotal === 0)
    return needed === 0 ? `${start} now` : `${start} until ${counted(needed, "more pod")} ${are(needed)} ready`;
  if (needed === 0) return `${start}, and ${names} ${are(unreadyTotal)} not ready`;
  if (needed === unreadyTotal) return `${start} until ${names} ${are(needed)} ready`;
  if (needed < unreadyTotal) {
    const of = `${integer(needed)} of ${integer(unreadyTotal)} unready pods`;
    return `${start} until ${of} ${are(needed)} ready (${names})`;
  }
  return `${start} until ${counted(needed, "more pod")} are ready; ${names} ${are(unreadyTotal)} not`;
}
