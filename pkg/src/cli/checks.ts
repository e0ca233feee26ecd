/** Rules with what came of them, as lines. */
import type { Check } from "../words/check.js";
import type { Part as Styled } from "../report/block.js";
import { out } from "./screen.js";

/** `✓`, `✗`, or `-` for what was not asked. */
export const mark = (holds: boolean | null): Styled =>
  holds === null ? { text: "-", look: "quiet" } : holds ? { text: "✓", look: "good" } : { text: "✗", look: "bad" };

/** A line for each rule. */
export function showChecks(checks: Check[]): void {
  for (const { rule, holds, words } of checks) {
    out.line([
      { text: "  " },
      mark(holds),
      { text: ` ${rule}: ` },
      { text: words, look: holds === null ? "quiet" : undefined },
    ]);
  }
}
