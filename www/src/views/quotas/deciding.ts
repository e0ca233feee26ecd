/** Which quotas decide something: of a pod, or at all. */
import type { QuotaRow, QuotasAnswer, SimulatePodAnswer } from "../../engine/types";
import { amountOf } from "schedscope/words/own";

/**
 * Of a pod: its own quota, those of its victims, and those with loans of what it asks for. Without one: those that
 * borrow, lend, or are at their max. The order is that of the text.
 */
export function decidingFirst(
  { quotas, loans }: Pick<QuotasAnswer, "quotas" | "loans">,
  cycle: Pick<SimulatePodAnswer, "quota" | "victims" | "podRequest"> | null,
): { deciding: QuotaRow[]; others: QuotaRow[] } {
  const counting = quotas.filter(({ governs }) => governs);
  const asked =
    cycle === null ? null : Object.keys(cycle.podRequest).filter((name) => amountOf(cycle.podRequest, name) > 0);
  const names = new Set<string | null>(
    cycle === null ? [] : [cycle.quota?.namespace ?? null, ...cycle.victims.map(({ namespace }) => namespace)],
  );
  for (const { resource, borrower, lender } of loans)
    if (asked === null || asked.includes(resource)) for (const name of [borrower, lender]) names.add(name);
  const isFull = ({ used, max }: QuotaRow): boolean =>
    Object.entries(max).some(([resource, most]) => most !== null && most > 0 && amountOf(used, resource) >= most);
  const decides = (quota: QuotaRow): boolean => names.has(quota.namespace) || (cycle === null && isFull(quota));
  return { deciding: counting.filter(decides), others: counting.filter((quota) => !decides(quota)) };
}
