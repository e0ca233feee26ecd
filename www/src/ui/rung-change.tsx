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
