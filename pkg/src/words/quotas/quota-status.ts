/** The status of a quota for one resource. */
import { amountText } from "../amount.js";
import { maxOf, minOf, type QuotaNumbers, usedOf } from "./quota.js";

/** The amounts of one resource of one quota, in milli-CPU or base units. */
export interface Bullet {
  used: number;
  min: number;
  /** null: no limit */
  max: number | null;
  /** the amount of its min that other quotas use */
  lent: number;
  /** the amount that a pod would add */
  added: number;
}

/** `lent`: the amount of its min that other quotas use; `added`: the amount that a pod would add. */
export const bulletOf = (quota: QuotaNumbers, resource: string, lent = 0, added = 0): Bullet => ({
  used: usedOf(quota, resource),
  min: minOf(quota, resource),
  max: maxOf(quota, resource),
  lent,
  added,
});

/** Whether a quota limits or counts a resource. */
export const concerns = ({ used, min, max, added }: Bullet): boolean =>
  used > 0 || min > 0 || added > 0 || max !== null;

/** Whether a quota is at fault, lives on what others lend, or neither. */
export function quotaLook({ used, min, max }: Bullet): "bad" | "warning" | undefined {
  if (max !== null && used > max) return "bad";
  return used > min ? "warning" : undefined;
}

/** The status of a quota in a few words: `2 borrowed, at its max`. */
export function quotaStatus(bullet: Bullet, resource: string): string {
  const { used, min, max, lent } = bullet;
  const text = (amount: number): string => amountText(resource, amount);
  if (max === 0 && used === 0) return min > 0 ? `max is 0: no pod that requests ${resource} may run` : "none allowed";
  const words: string[] = [];
  if (max !== null && used > max) words.push(`${text(used - max)} over its max`);
  else if (used > min) words.push(min === 0 ? `${text(used)} borrowed, its min is 0` : `${text(used - min)} borrowed`);
  else if (min > used)
    words.push(lent > 0 ? `${text(min - used)} unused (${text(lent)} lent)` : `${text(min - used)} unused`);
  else if (used > 0) words.push("at its min");
  if (max !== null && used === max && used > 0) words.push("at its max");
  else if (max !== null && max < min) words.push("max is below min");
  else if (words.length === 0) words.push("none used");
  return words.join(", ");
}

/** The same with a pod; empty if the pod adds nothing. */
export function withPod({ used, min, max, added }: Bullet, resource: string): string {
  if (added <= 0) return "";
  const after = used + added;
  const text = (amount: number): string => amountText(resource, amount);
  if (max !== null && after > max) return `with the pod ${text(after)}, ${text(after - max)} over its max`;
  if (after > min) return `with the pod ${text(after)}, ${text(after - min)} over its min`;
  return `with the pod ${text(after)}, within its min`;
}
