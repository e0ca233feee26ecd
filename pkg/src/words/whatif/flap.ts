/** Words for decisions that flap. */
import type { FlapAnswer } from "../../../types.js";
import { counted, integer } from "../number.js";
import { listed } from "../phrase.js";
import { notLinearText } from "./sweep.js";

/** How often a decision changes, and what holds it, in a sentence. */
export function flapText({ reason, prioritizers, weight, ticks, rate, weights, smallest }: FlapAnswer): string {
  if (reason === "spread")
    return (
      "There is no answer: flap is not computed for a placement with spread, where one changed score can change " +
      "every later pick; to see a noisy score's effect, change it in the text and decide again"
    );
  if (reason !== null) return `There is no answer: ${notLinearText(reason)}`;
  if (prioritizers.length === 0)
    return "No score of an add-on or of a resource counts and has not expired: noise changes nothing";
  const now = weights.find((one) => one.weight === weight);
  const often =
    now === undefined
      ? ""
      : `${integer(now.changes)} of ${counted(ticks, "tick")} ${now.changes === 1 ? "changes" : "change"} the decision`;
  const most = `at most ${counted(Math.floor(rate * ticks), "change")}`;
  const held =
    smallest === null
      ? `no weight from 0 to 10 holds it to ${most}`
      : `${integer(smallest)} is the smallest weight that holds it to ${most}`;
  return `With noise on ${listed(prioritizers)}, ${often} at the weight ${integer(weight)} of Steady; ${held}`;
}
