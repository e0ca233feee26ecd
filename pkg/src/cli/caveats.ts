/** What a person must know before believing an answer, around its sentence: the same for all commands. */
import type { DecisionSummary } from "../../types.js";
import { assumptions, type Caveat, isBefore } from "../words/caveat.js";
import { kubernetesText } from "../words/kubernetes.js";
import type { Caveated } from "../words/pod-caveats.js";
import { counted } from "../words/number.js";
import { comparedText, isSame } from "../words/placement.js";
import { out } from "./screen.js";
import { isBroken } from "./session.js";

/** Details that are listed unless the output is wide. */
const most = 3;
/** Places of what is not looked at, likewise. */
const mostPlaces = 5;

/**
 * Prints the sentence of an answer by `say`: before it what makes it doubtful, below it what is assumed and what is not
 * looked at.
 */
export function showCaveats(caveats: Caveat[], answer: Caveated, isWide: boolean, say: () => void): void {
  const [before, after] = [caveats.filter(isBefore), caveats.filter((caveat) => !isBefore(caveat))];
  for (const { code, message, further = message, details } of before) {
    // Both reasons why an answer is incomplete are one sentence to the reader.
    out.line(isBroken() ? further : message, "warning");
    // Without the commands an incomplete text stays so.
    const shown = isWide || code === "missing-input" ? details : details.slice(0, most);
    for (const detail of shown) out.line(`  ${detail}`, "quiet");
    moreOf(details.length - shown.length);
  }
  say();
  if (answer.kubernetesVersion !== undefined) out.line(`As in ${kubernetesText(answer.kubernetesVersion)}.`, "quiet");
  for (const words of assumptions(answer)) out.line(words, "quiet");
  for (const { message, details, after: adds } of after) {
    out.line(message, adds === true ? "quiet" : "warning");
    const shown = isWide ? details : details.slice(0, mostPlaces);
    for (const detail of shown) out.line(`  ${detail}`, "quiet");
    moreOf(details.length - shown.length);
  }
}

const moreOf = (rest: number): void => {
  if (rest > 0) out.line(`  ${counted(rest, "more", "more")} (-o wide)`, "quiet");
};

/** Prints that a hub has recorded the same, after the sentence. */
export function showRecorded({ recorded, notes }: DecisionSummary): void {
  if (recorded !== undefined && isSame(recorded)) out.line(comparedText(recorded, undefined, notes), "quiet");
}
