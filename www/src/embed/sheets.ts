/** The element's style sheet: constructed, so that a strict policy about styles does not stand in its way. */
import answer from "../styles/answer.css?inline";
import base from "../styles/base.css?inline";
import card from "../styles/card.css?inline";
import controls from "../styles/controls.css?inline";
import forced from "../styles/forced.css?inline";
import spread from "../styles/spread.css?inline";
import steps from "../styles/steps.css?inline";
import table from "../styles/table.css?inline";
import own from "./styles.css?inline";

let sheet: CSSStyleSheet | undefined;

/** One for all elements of a page. */
export function styleSheet(): CSSStyleSheet {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync([base, answer, controls, table, card, spread, steps, own, forced].join("\n"));
  }
  return sheet;
}
