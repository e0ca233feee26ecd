/** Why a pod does not fit a node: the messages of Kubernetes, and the numbers. */
import type { MisfitAnswer, ShortageAnswer } from "../../../types.js";
import { amountText } from "../amount.js";

/** The messages of Kubernetes, joined. */
export const misfitText = ({ reasons }: MisfitAnswer): string => reasons.join(", ");

/** `requests 4 of cpu, 6.5 of 8 used`; empty without numbers. */
export function misfitNumbers({ shortages, taint }: MisfitAnswer): string {
  return [...shortages.map(shortageText), ...(taint === null ? [] : [taint])].join("; ");
}

function shortageText({ resource, requested, used, allocatable }: ShortageAnswer): string {
  const text = (amount: number): string => amountText(resource, amount);
  return `requests ${text(requested)} of ${resource}, ${text(used)} of ${text(allocatable)} used`;
}
