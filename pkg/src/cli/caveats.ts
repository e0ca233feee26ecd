/** What a person must know before believing a decision, around its sentence. */
import type { DecisionSummary } from "../../types.js";
import { type Caveats, caveats, comparedText, isSame } from "../words/placement.js";
import { out } from "./screen.js";

/** Details that are listed unless the output is wide. */
const most = 3;

/** Prints it before the sentence of the decision. */
export function showCaveats(summary: Caveats, isWide: boolean): void {
  for (const { code, message, details } of caveats(summary)) {
    out.line(message, "warning");
    // Without the commands an incomplete text stays so.
    const shown = isWide || code === "missing-input" ? details : details.slice(0, most);
    for (const detail of shown) out.line(`  ${detail}`, "quiet");
  }
}

/** Prints that a hub has recorded the same, after the sentence. */
export function showRecorded({ recorded }: DecisionSummary): void {
  if (recorded !== undefined && isSame(recorded)) out.line(comparedText(recorded), "quiet");
}
