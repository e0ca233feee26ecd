/** The end of an explanation: the cheapest verified changes by which it would come out otherwise. */
import type { Change, ChangeAnswer } from "../../types.js";
import { counted } from "../words/number.js";
import { quiet } from "../words/phrase.js";
import { advised, changesText, changeText, objections } from "../words/whatif.js";
import { type Block, list } from "./block.js";

/** Each change with what comes of it; where none was found, what was searched. `lead`: a line above. */
export const changesFound = (
  title: string,
  answer: ChangeAnswer,
  after: (change: Change) => string,
  lead: string[] = [],
): Block[] =>
  answer.met
    ? []
    : list(
        [
          ...lead.map(quiet),
          ...advised(answer.changes).map((change) => ({
            line: [{ text: `${changeText(change)}: ` }, quiet(after(change))],
            about: objections(change).map(quiet),
          })),
          ...(answer.changes.length === 0 ? [quiet(changesText(answer))] : []),
        ],
        { title },
      );

/** `What would spare default/a`, or how many. */
export const sparesTitle = ([first = "", ...others]: readonly string[]): string =>
  others.length === 0 ? `What would spare ${first}` : `What would spare the ${counted(others.length + 1, "pod")}`;
