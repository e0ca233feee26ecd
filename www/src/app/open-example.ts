/** Opens examples: from the gallery, or named in the page's address. */

import { keepNow, openText } from "../session/session";
import type { OpenedExample } from "./first-example";

/** The list of examples, which most visits do not need. */
const list = (): Promise<typeof import("./examples")> => import("./examples");

export async function exampleOf(file: string): Promise<OpenedExample> {
  return (await list()).loadExample(file);
}

/** Replaces the text with an example; undo restores the old text. */
export async function openExample(file: string): Promise<void> {
  const { text, now } = await exampleOf(file);
  await openText(file, text, now);
  keepNow();
}

/**
 * The example in the page's address, `?example=<name>` with or without `.yaml`; null if no example has that
 * name.
 */
export async function askedExample(search: string): Promise<string | null> {
  const asked = new URLSearchParams(search).get("example");
  if (asked === null) return null;
  const { examples } = await list();
  return examples.find(({ file }) => file === asked || file === `${asked}.yaml`)?.file ?? null;
}

/** Removes the example from the address, so that a reload keeps the edited text. */
export function forgetAsked(): void {
  const address = new URL(location.href);
  if (!address.searchParams.has("example")) return;
  address.searchParams.delete("example");
  history.replaceState(history.state, "", address);
}
