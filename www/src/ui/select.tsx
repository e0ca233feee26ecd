import type { ComponentProps } from "preact";

/** A value, and what it is called where that is something else. */
export type Choice = string | readonly [value: string, name: string];

interface Props<Value extends string> extends Pick<ComponentProps<"select">, "aria-label" | "class" | "title"> {
  value: string;
  choices: readonly Choice[];
  onChoose(value: Value): void;
}

/** One of several; `Value`: those of the choices. */
export function Select<Value extends string = string>({ choices, onChoose, ...rest }: Props<Value>) {
  return (
    <select {...rest} onChange={(event) => onChoose(event.currentTarget.value as Value)}>
      {choices.map((choice) => {
        const [value, name] = typeof choice === "string" ? [choice, choice] : choice;
        return (
          <option key={value} value={value}>
            {name}
          </option>
        );
      })}
    </select>
  );
}

interface PickerProps<Value extends string> extends Props<Value> {
  label: string;
  /** classes of the label */
  look?: string;
}

/** The same with its name before it. */
export const Picker = <Value extends string = string>({ label, look, ...rest }: PickerProps<Value>) => (
  <label class={look}>
    <span class="quiet">{label}</span>
    <Select {...rest} />
  </label>
);
