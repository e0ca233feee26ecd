import type { Signal } from "@preact/signals";

interface Choice<Value extends string> {
  value: Value;
  label: string;
  title?: string;
}

interface Props<Value extends string> {
  label: string;
  name: string;
  chosen: Signal<Value>;
  choices: Choice<Value>[];
}

/** A few choices side by side; radio buttons to the keyboard and to assistive technology. */
export function Segmented<Value extends string>({ label, name, chosen, choices }: Props<Value>) {
  return (
    <fieldset class="segmented">
      <legend class="unseen">{label}</legend>
      {choices.map(({ value, label: text, title }) => (
        <label key={value} title={title}>
          <input
            type="radio"
            name={name}
            value={value}
            checked={chosen.value === value}
            onChange={() => {
              chosen.value = value;
            }}
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
