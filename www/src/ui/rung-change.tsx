import { ApplyButton } from "./apply-button";

/** The cheapest change at the end of a rung. */
export function RungChange({ words, full, onApply }: { words: string; full: string; onApply: (() => void) | null }) {
  return (
    <span class="change-part" title={full}>
      <span class="change-words">{words}</span>
      {onApply !== null && <ApplyButton words={full} onApply={onApply} />}
    </span>
  );
}

/** CallFindings where nothing was found: an empty place would look as if nothing had been looked for. */
export function NoChange({ isComplete }: { isComplete: boolean }) {
  return isComplete ? (
    <span class="quiet">no small change</span>
  ) : (
    <span class="quiet" title="Not all changes were tried: the command line tries more (schedscope whatif change)">
      none found
    </span>
  );
}
