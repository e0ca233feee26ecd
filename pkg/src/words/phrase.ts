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
export const phraseText = (phrases: Phrase[]): string => phrases.map(({ text }) => text).join("");

/** With a capital letter. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `a`, `a and b`, `a, b and c` */
export function listed(names: string[]): string {
  const last = names[names.length - 1] ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}
