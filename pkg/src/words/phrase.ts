/** Sentences in parts: what matters is strong, how it came to that quiet. */
export interface Phrase {
  text: string;
  look?: "strong" | "quiet";
}

/** Words like any others. */
export const plain = (text: string): Phrase => ({ text });
/** What matters. */
export const strong = (text: string): Phrase => ({ text, look: "strong" });
/** How it came to that. */
export const quiet = (text: string): Phrase => ({ text, look: "quiet" });

/** The words without their looks. */
export const phraseText = (phrases: Phrase[]): string => phrases.map(({ text }) => text).join("");

/** `a`, `a and b`, `a, b and c` */
export function listed(names: string[]): string {
  const last = names[names.length - 1] ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}
