/** Quotas of other projects, which are not modelled. */
import type { NotLookedAt, NotLookedAtReason } from "../../../types.js";
import { dataOf, type Found } from "../finding.js";
import { listed } from "../phrase.js";

const OWNERS: Partial<Record<NotLookedAtReason, string>> = {
  "kueue-quota": "Kueue",
  "volcano-queue": "Volcano",
  "koordinator-quota": "Koordinator",
};

/** The fields and objects of such quotas that an answer depends on. */
export const foreignRows = (answer: Found): NotLookedAt[] =>
  dataOf(answer, "not-modelled").filter(({ why }) => OWNERS[why] !== undefined);

/** `quotas are Kueue's, which are not modelled`, without a beginning and an end; `null`: there are none. */
export function foreignText(answer: Found): string | null {
  const owners = [...new Set(foreignRows(answer).flatMap(({ why }) => OWNERS[why] ?? []))];
  return owners.length === 0
    ? null
    : `quotas are ${listed(owners.map((owner) => `${owner}'s`))}, which are not modelled`;
}
