/** Words for corrections of misspelt words of a placement. */
import type { ChangeEdit } from "../../../types.js";
import { objectText } from "../object-name.js";
import { lastKey, numberIn, valueText } from "./edit-parts.js";

/** A corrected name of a prioritizer, or key or value of a predicate. */
export function spellingText(edit: ChangeEdit): string {
  const { old, new: now, object, subject, keys } = edit;
  const [from, to] = [valueText(old), valueText(now)];
  if (!keys.includes("predicates")) return `Correct the prioritizer name ${from} to ${to} in ${objectText(object)}`;
  const where = `in predicate ${numberIn(edit, "predicates")} of ${objectText(object)}`;
  if (now === null) return `Correct the key ${lastKey(edit)} to ${subject} ${where}`;
  return subject === ""
    ? `Correct the key ${from} to ${to} ${where}`
    : `Correct ${subject}=${from} to ${subject}=${to} ${where}`;
}

/** Whether an edit adds the right key in the place of a misspelt one, which another edit removes. */
export const addsCorrectedKey = ({ family, object, old }: ChangeEdit): boolean =>
  family === "name" && object.kind === "Placement" && old === null;
