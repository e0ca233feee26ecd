interface Props {
  /** what it does, in full */
  words: string;
  onApply(): void;
  /** in a row of a grid, which is one place for the keyboard: the card has the button, too */
  isInRow?: boolean;
}

/** Writes a change into the text. */
export function ApplyButton({ words, onApply, isInRow = false }: Props) {
  return (
    <button
      type="button"
      class="apply"
      title={words}
      aria-label={`Apply: ${words}`}
      tabIndex={isInRow ? -1 : undefined}
      onClick={(event) => {
        event.stopPropagation();
        onApply();
      }}
    >
      Apply
    </button>
  );
}
