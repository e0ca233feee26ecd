/** What of the page's address cannot be done, as a sentence. */
import { signal } from "@preact/signals";

/** The sentence; null: nothing was asked that cannot be done, or it was dismissed. */
export const addressNote = signal<string | null>(null);

/** What the address asks for in vain. `isKnown`: whether there is an example of that name. */
export function readAddress({ search }: Pick<Location, "search">, isKnown: boolean): string | null {
  const asked = new URLSearchParams(search).get("example");
  if (asked !== null && !isKnown) return `There is no example named “${asked.slice(0, 80)}”.`;
  return null;
}
