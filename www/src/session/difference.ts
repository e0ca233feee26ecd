import { type Phrase, phraseText, plain } from "schedscope/words/phrase";
import { selectionPhrases } from "schedscope/words/placement";
import type { ShownDifference } from "../engine/baseline";

/** A decision as a change against its baseline; nothing where nobody chose what there is nothing to compare with. */
export function differencePhrases(difference: ShownDifference | null): Phrase[] {
  if (difference === null) return [];
  const { baseline, change } = difference;
  if (change !== null) return selectionPhrases(change, baseline);
  return baseline === "text" ? [plain("The other text has no readable Placement of this name.")] : [];
}

/** The same before a sentence of plain text. */
export const differenceText = (difference: ShownDifference | null): string =>
  phraseText([...differencePhrases(difference), plain(" ")]).trimStart();
