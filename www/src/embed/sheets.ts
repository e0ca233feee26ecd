/** The element's style sheets: constructed, so that a strict policy about styles does not stand in their way. */
import answer from "../styles/answer.css?inline";
import base from "../styles/base.css?inline";
import controls from "../styles/controls.css?inline";
import forced from "../styles/forced.css?inline";
import steps from "../styles/steps.css?inline";
import table from "../styles/table.css?inline";
import own from "./styles.css?inline";

const made = new Map<string, CSSStyleSheet>();

/** One for all elements of a page. */
function sheetOf(styles: string): CSSStyleSheet {
  const sheet = made.get(styles) ?? new CSSStyleSheet();
  if (!made.has(styles)) {
    sheet.replaceSync(styles);
    made.set(styles, sheet);
  }
  return sheet;
}

/** What all views need, then what some do, then what goes before either. */
const first = [base, answer, controls, table, steps].join("\n");
const last = [own, forced].join("\n");

/** Gives a root the styles of a view; null: of none yet. */
export function adopt(root: ShadowRoot, styles: string[] | null): void {
  root.adoptedStyleSheets = [first, ...(styles ?? []), last].map(sheetOf);
}
