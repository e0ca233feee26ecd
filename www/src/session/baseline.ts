/** What the decision on show is compared with. */
import { computed, effect, signal } from "@preact/signals";
import type { ProfileChoice } from "../engine/types";
import type { BaselineKind } from "schedscope/words/placement";
import type { ViewName } from "../ui/choice";
import type { BaselineAsk, KeptSelection, OtherText } from "../engine/baseline";

/** A text that is compared with; views ask it what they ask of the text on show. */
export interface TextBeside {
  /** names it to the engine */
  id: number;
  name: string;
  /** in code units */
  length: number;
  text(): string;
  /** the profile that it is asked by; null: the one in force */
  profile: ProfileChoice | null;
}

/** null: nobody chose: what the hub recorded, where the text holds it; else the decision before the last edit */
export const chosenBaseline = signal<BaselineKind | null>(null);
export const pinned = signal<KeptSelection | null>(null);
export const otherText = signal<OtherText | null>(null);

/** The text before the last step of undo; null: nothing was edited yet. */
export const textBefore = signal<TextBeside | null>(null);
/** The text that was on show when somebody pinned it in a view of pods or of VMs. */
export const pinnedText = signal<TextBeside | null>(null);
/** What these views are compared with, where somebody chose. */
export const chosenBeside = signal<Partial<Record<ViewName, string>>>({});

interface Written {
  length: number;
  toString(): string;
}

let lastId = 0;
let latest: Written | null = null;

/** A text to compare with; it is written out when it is asked for first. */
export function besideText(name: string, written: Written, profile: ProfileChoice | null): TextBeside {
  lastId += 1;
  return { id: lastId, name, length: written.length, text: () => written.toString(), profile };
}

/** The other text for these views. */
export const otherBeside = computed(() =>
  otherText.value === null ? null : besideText(otherText.value.name, otherText.value.text, null),
);

/** The editor begins with a text. */
export function textBegins(written: Written): void {
  latest = written;
}

let begins: BaselineAsk["begins"] = null;
let isKeptKnown = false;
let isOpening = false;

// Told to the engine once, not with every tick.
effect(() => {
  void [pinned.value, otherText.value];
  isKeptKnown = false;
});

/** The text changed, in a step of undo of its own or not. `isTold`: the engine knows. */
export function textChanged(isNewStep: boolean, written: Written, isTold = false): void {
  if (isOpening) textBefore.value = null;
  else if (isNewStep && latest !== null) textBefore.value = besideText("", latest, null);
  latest = written;
  if (isOpening) begins = "text";
  else if (isNewStep && !isTold) begins ??= "edit";
  isOpening = false;
}

/** Another text is opened: what was compared with belongs to the one before. */
export function textOpened(): void {
  isOpening = true;
  pinned.value = null;
  pinnedText.value = null;
  const stays = Object.entries(chosenBeside.peek()).filter(([, kind]) => kind === "text" || kind === "profile");
  chosenBeside.value = Object.fromEntries(stays);
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

/** By view, what it is compared with. */
export type SharedBeside = Partial<Record<ViewName, string>>;

/** A text that a link carries to compare with. */
export interface SharedText {
  text: string;
  profile: ProfileChoice | null;
}

/** Compares views with what a link asks for. */
export function askBeside(beside: SharedBeside, pinned: SharedText | null): void {
  pinnedText.value = pinned === null ? null : besideText("", pinned.text, pinned.profile);
  chosenBeside.value = beside;
}

/** A link with more names would be too long. */
export const mostShared = 1_000;

/** Compares with what a link asks for. What was another text, or an edit, is pinned now. */
export function askBaseline(shared: SharedBaseline | null): void {
  pinned.value = shared?.selection ?? null;
  const isTold = shared?.kind === "recorded" || shared?.kind === "profile";
  chosenBaseline.value = shared === null ? null : isTold ? shared.kind : pinned.value === null ? null : "pinned";
}
