/** What of the text an answer does not look at. */
import type { NotLookedAt } from "../../types.js";
import { counted } from "../words/number.js";
import {
  NOT_LOOKED_AT_REASONS,
  notLookedAtSentence,
  notLookedAtSubject,
  rowsBesideAnswer,
} from "../words/not-looked-at.js";
import { out } from "./screen.js";

/** Rows that are listed unless the output is wide. */
const most = 5;

/** Prints it below the answer, with the places; nothing where everything was looked at. */
export function showNotLookedAt(all: NotLookedAt[], isWide: boolean): void {
  const rows = rowsBesideAnswer(all);
  if (rows.length === 0) return;
  out.line(notLookedAtSentence(rows), "warning");
  const shown = isWide ? rows : rows.slice(0, most);
  for (const row of shown) out.line(`  ${notLookedAtSubject(row)}: ${NOT_LOOKED_AT_REASONS[row.why]}`, "quiet");
  if (rows.length > shown.length)
    out.line(`  ${counted(rows.length - shown.length, "more", "more")} (-o wide)`, "quiet");
}
