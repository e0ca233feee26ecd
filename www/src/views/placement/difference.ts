/** What differs from the baseline, in words. */
import { type Phrase, phraseText, plain } from "schedscope/words/phrase";
import { selectionPhrases } from "schedscope/words/placement";
import type { ShownDifference } from "../../engine/baseline";
import type { Profile } from "../../engine/types";

/** A decision as a change against its baseline; nothing where nobody chose what there is nothing to compare with. */
export function differencePhrases(difference: ShownDifference | null, profile: Profile): Phrase[] {
  if (difference === null) return [];
  const { baseline, change } = difference;
  if (change !== null) return selectionPhrases(change, baseline, profile);
  return baseline === "text" ? [plain("The other input has no readable Placement of this name.")] : [];
}

/** The same before a sentence of plain text. */
export const differenceText = (difference: ShownDifference | null, profile: Profile): string =>
  phraseText([...differencePhrases(difference, profile), plain(" ")]).trimStart();
