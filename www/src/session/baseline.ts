/** What the decision on show is compared with. */
import { effect, signal } from "@preact/signals";
import type { BaselineKind } from "schedscope/words/placement";
import type { BaselineAsk, KeptSelection, OtherText } from "../engine/baseline";

/** null: nobody chose: what the hub recorded, where the text holds it; else the decision before the last edit */
export const chosenBaseline = signal<BaselineKind | null>(null);
/** The pinned selection. */
export const pinned = signal<KeptSelection | null>(null);
/** The other text. */
export const otherText = signal<OtherText | null>(null);

let begins: BaselineAsk["begins"] = null;
let isKeptKnown = false;
let isOpening = false;

// Told to the engine once, not with every tick.
effect(() => {
  void [pinned.value, otherText.value];
  isKeptKnown = false;
});

/** The text changed, in a step of undo of its own or not. */
export function textChanged(isNewStep: boolean): void {
  if (isOpening) begins = "text";
  else if (isNewStep) begins ??= "edit";
  isOpening = false;
}

/** Another text is opened: what was compared with belongs to the one before. */
export function textOpened(): void {
  isOpening = true;
  pinned.value = null;
  if (chosenBaseline.peek() === "pinned") chosenBaseline.value = null;
}

/** What the engine is told with an update; `everything`: it knows nothing yet. */
export function baselineAsk(everything = false): BaselineAsk {
  const ask: BaselineAsk = { kind: chosenBaseline.peek(), begins };
  if (everything || !isKeptKnown) ask.kept = { pinned: pinned.peek(), other: otherText.peek() };
  begins = null;
  isKeptKnown = true;
  return ask;
}

/** What a link keeps of a baseline: its clusters, where the text does not tell them. */
export interface SharedBaseline {
  kind: BaselineKind;
  selection: KeptSelection | null;
}

/** A link with more names would be too long. */
export const mostShared = 1_000;

/** Compares with what a link asks for. What was another text, or an edit, is pinned now. */
export function askBaseline(shared: SharedBaseline | null): void {
  pinned.value = shared?.selection ?? null;
  const isTold = shared?.kind === "recorded" || shared?.kind === "profile";
  chosenBaseline.value = shared === null ? null : isTold ? shared.kind : pinned.value === null ? null : "pinned";
}
