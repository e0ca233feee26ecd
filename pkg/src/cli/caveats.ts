/** What a person must know before believing an answer, around its sentence: the same for all commands. */
import type { DecisionSummary } from "../../types.js";
import type { Caveat } from "../words/caveat.js";
import { comparedText, isSame } from "../words/placement.js";
import { answered } from "../report/block.js";
import { out } from "./screen.js";

export function showCaveats(caveats: Caveat[], isWide: boolean, say: () => void): void {
  const [before, _, after] = answered(caveats, []);
  out.show(before === undefined ? [] : [before], isWide);
  say();
  out.show(after === undefined ? [] : [after], isWide);
}

/** Prints that a hub has recorded the same, after the sentence. */
export function showRecorded({ recorded, notes }: DecisionSummary): void {
  if (recorded !== undefined && isSame(recorded)) out.line(comparedText(recorded, undefined, notes), "quiet");
}
