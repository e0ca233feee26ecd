import type { ComponentProps } from "preact";
import { useRef } from "preact/hooks";

type Attributes = "aria-label" | "class" | "max" | "min" | "placeholder" | "step" | "style" | "title";

interface Props extends Pick<ComponentProps<"input">, Attributes> {
  /** the number in force; null: none */
  value: number | null;
  /** whether a number can be set */
  accepts(value: number): boolean;
  /** a number that can be set was typed; more digits may follow */
  onSet?(value: number): void;
  /**
   * Enter was pressed or the field was left. `typed` is NaN where no number is in the field. What is returned is put
   * there; without it, the number in force replaces one that cannot be set.
   */
  onDone?(typed: number): number | undefined;
}

/** A number to type. What is half typed stays, whatever is answered meanwhile. */
export function NumberField({ value, accepts, onSet, onDone, ...rest }: Props) {
  const draft = useRef<string | null>(null);
  return (
    <input
      {...rest}
      type="number"
      value={draft.current ?? value ?? ""}
      onInput={(event) => {
        const { value: text, valueAsNumber: typed } = event.currentTarget;
        draft.current = text;
        if (accepts(typed)) onSet?.(typed);
      }}
      onChange={(event) => {
        const { currentTarget: input } = event;
        const typed = input.valueAsNumber;
        draft.current = null;
        const inForce = onDone?.(typed) ?? (accepts(typed) ? undefined : value);
        if (inForce !== undefined) input.value = inForce === null ? "" : String(inForce);
      }}
      onBlur={() => {
        draft.current = null;
      }}
    />
  );
}
