/** What of a placement has no effect, as findings of `lint`. */
import type { DecisionNote, DecisionSummary } from "../../types.js";
import type { Scenario } from "../entries/node.js";
import { hintText, noteText } from "../words/placement.js";
import type { Found } from "./placement-findings.js";

/** The notes that are about what has no effect. */
const idle: DecisionNote["code"][] = ["spread-without-terms", "spread-max-skew-ignored", "spread-lone-domain"];

/** The hints about the latest decision, whose summary this is; none about what is not in the text. */
export function hints(scenario: Scenario, { notes }: DecisionSummary): Found[] {
  const found = [
    ...notes.filter(({ code }) => idle.includes(code)).map((note) => ({ ...note, message: noteText(note) })),
    ...scenario.hints().map((hint) => ({ ...hint, message: hintText(hint) })),
  ];
  return found.flatMap(({ code, message, path }) => (path === null ? [] : [{ severity: "hint", code, message, path }]));
}
