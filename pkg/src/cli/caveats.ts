/** What a person must know before believing a decision, around its sentence. */
import type { DecisionSummary } from "../../types.js";
import { caveats, recordedText } from "../words/placement.js";
import { out } from "./screen.js";

/** Details that are listed unless the output is wide. */
const most = 3;

/** Prints what makes the decision doubtful: before its sentence. */
export function showDoubts(summary: DecisionSummary, isWide: boolean): void {
  for (const { code, message, details } of caveats(summary)) {
    if (code === "other-profile") continue;
    out.line(message, "warning");
    // Without the commands an incomplete text stays so.
    const shown = isWide || code === "missing-input" ? details : details.slice(0, most);
    for (const detail of shown) out.line(`  ${detail}`, "quiet");
  }
}

/** Prints what others decide: after its sentence. */
export function showOthers(summary: DecisionSummary): void {
  for (const { code, message } of caveats(summary)) if (code === "other-profile") out.line(message, "warning");
  if (summary.recorded?.same === true) out.line(recordedText(summary.recorded), "quiet");
}
