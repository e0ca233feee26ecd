/** Words for clusters that a change adds to the selection or removes from it. */
import { integer } from "../number.js";
import { listed } from "../phrase.js";

/** The maximum number of names in a sentence. */
const most = 5;

/** Joins names with `and`; of more than five, lists four and the number of others. `total`: of a list without all. */
export function named(names: string[], total = names.length): string {
  const shown = total > most ? names.slice(0, most - 1) : names;
  return listed(total > shown.length ? [...shown, `${integer(total - shown.length)} more`] : shown);
}

/** The clusters that come and go; the totals where the lists do not have all. */
interface Exchanged {
  added: string[];
  removed: string[];
  addedTotal?: number | undefined;
  removedTotal?: number | undefined;
}

/** The added and the removed clusters, such as `prod-7 is removed`; empty if the selection is the same. */
export function exchangeText({ added, removed, addedTotal, removedTotal }: Exchanged): string {
  const are = (names: string[], total = names.length): string => `${named(names, total)} ${total === 1 ? "is" : "are"}`;
  const parts = [];
  if (added.length > 0) parts.push(`${are(added, addedTotal)} added`);
  if (removed.length > 0) parts.push(`${are(removed, removedTotal)} removed`);
  return parts.join(", ");
}
