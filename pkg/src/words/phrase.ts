import { integer } from "./number.js";

/** Sentences in parts: the result is emphasised, its reason is not. */
export interface Phrase {
  text: string;
  look?: "strong" | "quiet";
}

/** Plain words. */
export const plain = (text: string): Phrase => ({ text });
/** Emphasised words. */
export const strong = (text: string): Phrase => ({ text, look: "strong" });
/** De-emphasised words. */
export const quiet = (text: string): Phrase => ({ text, look: "quiet" });

/** The words as plain text. */
export const phraseText = (phrases: Pick<Phrase, "text">[]): string => phrases.map(({ text }) => text).join("");

/** With a capital letter. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A sentence without its full stop. */
export const unended = (text: string): string => text.replace(/\.$/, "");

/** A sentence as a part of another one: in lower case, without a full stop. */
export const clause = (text: string): string => unended(text.charAt(0).toLowerCase() + text.slice(1));

/** Words that begin a sentence and are not names. */
const FIRST = /^(All|At|Every|More|No|Only|The|Today|Without) /;

/** A sentence after a colon: names keep their case, words that begin one do not. */
export const afterColon = ([first, ...rest]: Phrase[]): Phrase[] =>
  first === undefined ? [] : [{ ...first, text: first.text.replace(FIRST, (word) => word.toLowerCase()) }, ...rest];

/** A sentence behind what comes before it, which may be nothing. */
export const after = (before: Phrase[], sentence: Phrase[]): Phrase[] =>
  before.length === 0 ? sentence : [...before, ...afterColon(sentence)];

/** The same the other way: names keep their case. */
export const beginning = (text: string): string => (text.startsWith("all ") ? capital(text) : text);

/** `a`, `a and b`, `a, b and c` */
export function listed(names: string[], word: "and" | "or" = "and"): string {
  const last = names[names.length - 1] ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} ${word} ${last}`;
}

/** Names that a sentence lists at most. */
const MOST = 4;

/** The first names, and how many more there are. */
export function shortened(names: string[], count = names.length): string[] {
  const most = count > MOST ? MOST - 1 : MOST;
  return count > most ? [...names.slice(0, most), `${integer(count - most)} more`] : names;
}
