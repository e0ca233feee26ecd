/** What an answer does not look at, in one line below its first sentence. */
import type { NotLookedAt } from "../../types.js";
import { notLookedAtSentence } from "../words/not-looked-at.js";
import { out } from "./screen.js";

/** Says what an answer does not look at, if anything. */
export function showNotLookedAt(rows: readonly NotLookedAt[]): void {
  const sentence = notLookedAtSentence(rows);
  if (sentence !== "") out.line(`${sentence} \`schedscope lint\` tells where it stands.`, "warning");
}
