/** The part of the page's address that cannot be resolved, as a sentence. */
import { signal } from "@preact/signals";

/** The sentence; null if the address can be resolved, or the sentence was dismissed. */
export const addressNote = signal<string | null>(null);

/** Returns the sentence about an unknown example. `isKnown`: whether an example has that name. */
export function readAddress({ search }: Pick<Location, "search">, isKnown: boolean): string | null {
  const asked = new URLSearchParams(search).get("example");
  if (asked !== null && !isKnown) return `There is no example named “${asked.slice(0, 80)}”.`;
  return null;
}
