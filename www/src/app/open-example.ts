/** Opens examples: from the gallery, or named in the page's address. */

import { keepNow, openText } from "../session/session";
import { examples, loadExample } from "./examples";

/** Puts an example in place of the text; undo brings the old one back. */
export async function openExample(file: string): Promise<void> {
  const { text, now } = await loadExample(file);
  await openText(file, text, now);
  keepNow();
}

/**
 * The example that an address asks for, `?example=<name>` with or without `.yaml`; null where there is none
 * of that name.
 */
export function askedExample(search: string): string | null {
  const asked = new URLSearchParams(search).get("example");
  if (asked === null) return null;
  return examples.find(({ file }) => file === asked || file === `${asked}.yaml`)?.file ?? null;
}

/** Takes what was asked for out of the address: a reload keeps what was made of it. */
export function forgetAsked(): void {
  const address = new URL(location.href);
  if (!address.searchParams.has("example")) return;
  address.searchParams.delete("example");
  history.replaceState(history.state, "", address);
}
