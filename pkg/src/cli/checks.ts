/** Rules with what came of them, as lines. */
import type { Check } from "../words/check.js";
import type { Styled } from "./colour.js";
import { out } from "./screen.js";

/** `✓`, `✗`, or `-` for what was not asked; the words beside it say the same. */
export const mark = (holds: boolean | null): Styled => (holds === null ? { text: "-", look: "quiet" } : holds ? { text: "✓", look: "good" } : { text: "✗", look: "bad" });

export function showChecks(checks: Check[]): void {
  for (const { rule, holds, words } of checks) {
    const said = holds === null ? "not asked" : holds ? "holds" : "fails";
    out.line([{ text: "  " }, mark(holds), { text: ` ${rule} ` }, { text: `${said}: `, look: "quiet" }, { text: words }]);
  }
}
