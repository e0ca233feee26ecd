import { ApplyButton } from "./apply-button";

/** The change to offer at the end of a rung. */
export function RungChange({ words, full, onApply }: { words: string; full: string; onApply: (() => void) | null }) {
  return (
    <span class="change-part" title={full}>
      {onApply === null ? (
        <span class="change-words">{words}</span>
      ) : (
        <ApplyButton words={full} label={words} onApply={onApply} />
      )}
    </span>
  );
}

/** Says so where nothing was found: an empty place would look as if nothing had been looked for. */
export function NoChange({ isComplete }: { isComplete: boolean }) {
  return isComplete ? (
    <span class="quiet">no small change</span>
  ) : (
    <span class="quiet" title="Not all changes were tried: the command line tries more (schedscope whatif change)">
      none found
    </span>
  );
}
