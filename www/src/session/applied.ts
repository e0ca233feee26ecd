/** The suggestion that was applied last. */
import { signal } from "@preact/signals";
import { reading } from "./answer";
import { textVersion, undoStep } from "./session";

/** In words, with the version of the text that it made. */
export const applied = signal<{ words: string; version: number } | null>(null);

/** The change that was applied last, while undo takes it back; null: there is none. */
export function appliedChange(): string | null {
  // Read, so that this is asked again when the text has changed.
  void reading.value;
  return applied.value?.version === textVersion() ? applied.value.words : null;
}

export function undoApplied(): void {
  if (applied.peek()?.version === textVersion()) undoStep();
  applied.value = null;
}
