/** The formula of the limit-aware score of one resource. */
import type { ResourceAnswer } from "../../../types.js";
import { integer } from "../number.js";
import { amountText } from "../amount.js";

/** `cpu: (8 − 10 − 4) × 100 / 8 = −75`; the quotient is truncated, not rounded. */
export function formula({ name, allocatable, existingLimit, podLimit, score }: ResourceAnswer): string {
  if (score === null) return `${name}: none allocatable, left out`;
  const [all, there, pod] = [allocatable, existingLimit, podLimit].map((amount) => amountText(name, amount));
  return `${name}: (${all} − ${there} − ${pod}) × 100 / ${all} = ${integer(score)}`;
}
