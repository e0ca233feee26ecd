import type { ComponentProps } from "preact";
import { useRef } from "preact/hooks";

interface Props extends Pick<ComponentProps<"input">, "aria-label" | "class" | "onFocus"> {
  /** id of the texts that are offered */
  list: string;
  /** the text in force */
  value: string;
  /** Enter was pressed or the field was left, with a text that is not empty */
  onDone(typed: string): void;
}

/** A name to type. What is half typed stays, whatever is answered meanwhile; an empty text is none. */
export function TextField({ value, onDone, ...rest }: Props) {
  const draft = useRef<string | null>(null);
  return (
    <input
      {...rest}
      type="text"
      spellcheck={false}
      autocomplete="off"
      autocapitalize="off"
      value={draft.current ?? value}
      onInput={(event) => {
        draft.current = event.currentTarget.value;
      }}
      onChange={(event) => {
        const typed = event.currentTarget.value.trim();
        draft.current = null;
        if (typed === "") event.currentTarget.value = value;
        else onDone(typed);
      }}
      onBlur={() => {
        draft.current = null;
      }}
    />
  );
}
