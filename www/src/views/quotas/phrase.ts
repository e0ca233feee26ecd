/** Parts of a sentence, as the view of nodes has them. */
import type { Phrase } from "../nodes/sentence";

export const plain = (text: string): Phrase => ({ text });
export const strong = (text: string): Phrase => ({ text, look: "strong" });
export const quiet = (text: string): Phrase => ({ text, look: "quiet" });
