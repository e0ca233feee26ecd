/** Words for who comes in and who goes. */
import { integer } from "../number.js";
import { listed } from "../phrase.js";

/** At most so many names stand in a sentence. */
const most = 5;

/** Names with `and`; of many the first, and how many more. */
export const named = (names: string[]): string =>
  listed(names.length > most ? [...names.slice(0, most - 1), `${integer(names.length - most + 1)} more`] : names);

/** Who comes in and who goes: `prod-3 comes in, prod-7 goes`; empty: nobody. */
export function exchangeText({ in: comes, out }: { in: string[]; out: string[] }): string {
  const parts = [];
  if (comes.length > 0) parts.push(`${named(comes)} ${comes.length === 1 ? "comes" : "come"} in`);
  if (out.length > 0) parts.push(`${named(out)} ${out.length === 1 ? "goes" : "go"}`);
  return parts.join(", ");
}
