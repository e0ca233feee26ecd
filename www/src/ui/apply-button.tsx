interface Props {
  /** what it does, in full */
  words: string;
  /** what it writes, in a few words; by default `Apply` */
  label?: string;
  onApply(): void;
  /** in a row of a grid, which is one place for the keyboard: the card has the button, too */
  isInRow?: boolean;
}

/** Focuses the list that a button is in, or the view. */
function focusNear(button: HTMLElement): void {
  const near = button.parentElement?.closest<HTMLElement>("[tabindex='0'], [role=tabpanel]");
  near?.focus({ preventScroll: true });
}

/** Writes a change into the text. */
export function ApplyButton({ words, label, onApply, isInRow = false }: Props) {
  return (
    <button
      type="button"
      class="apply"
      title={words}
      aria-label={label === undefined ? `Apply: ${words}` : `${label}: ${words}`}
      tabIndex={isInRow ? -1 : undefined}
      onClick={(event) => {
        event.stopPropagation();
        // By the keyboard: the button goes with what it changes, and the focus stays near.
        if (event.detail === 0) focusNear(event.currentTarget);
        onApply();
      }}
    >
      {label === undefined ? "Apply" : <span class="change-words">{label}</span>}
    </button>
  );
}
