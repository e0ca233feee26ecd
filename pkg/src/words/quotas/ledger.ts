/** The ledger of quotas, event by event. */
import type { QuotaState } from "../../../types.js";
import { amountText } from "../amount.js";
import { fullName } from "../object-name.js";

/** A quota and the pods that it counts. */
export interface LedgerEntry extends QuotaState {
  /** Their UIDs; `namespace/name` for a pod without a UID. */
  podUIDs: string[];
}

/** The ledger after one event. */
export interface LedgerStep {
  /** The status code of a reservation; `null` for other events. */
  code: string | null;
  /** The quotas in force, sorted by namespace. */
  quotas: LedgerEntry[];
}

/** An amount of a ledger: a resource without a bound has none. */
const amount = (resource: string, of: number | null | undefined): string => amountText(resource, of ?? null);

/** What changed between two entries of a namespace, list by list. */
function changed(before: LedgerEntry, after: LedgerEntry): string[] {
  return (["used", "min", "max"] as const).flatMap((list) =>
    [...new Set([...Object.keys(before[list]), ...Object.keys(after[list])])]
      .filter((resource) => (before[list][resource] ?? 0) !== (after[list][resource] ?? 0))
      .map(
        (resource) =>
          `${list} ${resource} ${amount(resource, before[list][resource] ?? (list === "used" ? 0 : null))} → ` +
          amount(resource, after[list][resource] ?? (list === "used" ? 0 : null)),
      ),
  );
}

/** What an event changed in the ledger, in words; empty: nothing. */
export function ledgerChanges(before: LedgerStep | undefined, after: LedgerStep): string[] {
  const earlier = new Map(before?.quotas.map((entry) => [entry.namespace, entry]));
  const found = after.quotas.flatMap((entry): string[] => {
    const was = earlier.get(entry.namespace);
    earlier.delete(entry.namespace);
    if (was === undefined) {
      const used = Object.entries(entry.used).filter(([, of]) => of !== null && of !== 0);
      const counted = used.map(([resource, of]) => `${resource} ${amount(resource, of)}`).join(", ");
      return [`${fullName(entry)}: new, used ${counted === "" ? "0" : counted}`];
    }
    const all = changed(was, entry);
    const name = fullName(was) === fullName(entry) ? [] : [`now by ${fullName(entry)}`];
    return all.length + name.length === 0 ? [] : [`${fullName(was)}: ${[...name, ...all].join(", ")}`];
  });
  return [...found, ...[...earlier.values()].map((entry) => `${fullName(entry)}: gone`)];
}
