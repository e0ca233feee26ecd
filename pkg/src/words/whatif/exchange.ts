/** Words for clusters that a change adds to the selection or removes from it. */
import { integer } from "../number.js";
import { listed } from "../phrase.js";

/** The maximum number of names in a sentence. */
const most = 5;

/** Joins names with `and`; of more than five, lists four and the number of others. */
export const named = (names: string[]): string =>
  listed(names.length > most ? [...names.slice(0, most - 1), `${integer(names.length - most + 1)} more`] : names);

/** The added and the removed clusters, such as `prod-7 is removed`; empty if the selection is the same. */
export function exchangeText({ added: comes, removed: out }: { added: string[]; removed: string[] }): string {
  const parts = [];
  if (comes.length > 0) parts.push(`${named(comes)} ${comes.length === 1 ? "is" : "are"} added`);
  if (out.length > 0) parts.push(`${named(out)} ${out.length === 1 ? "is" : "are"} removed`);
  return parts.join(", ");
}
