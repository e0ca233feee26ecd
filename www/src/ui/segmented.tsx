interface Choice<Value extends string> {
  value: Value;
  label: string;
  title?: string;
}

interface Props<Value extends string> {
  label: string;
  name: string;
  /** null: none of them */
  chosen: Value | null;
  choices: Choice<Value>[];
  /** the id of what says more about it */
  describedBy?: string | undefined;
  onChoose(value: Value): void;
}

/** A few choices side by side; radio buttons to the keyboard and to assistive technology. */
export function Segmented<Value extends string>({ label, name, chosen, choices, describedBy, onChoose }: Props<Value>) {
  return (
    <fieldset class="segmented" aria-describedby={describedBy}>
      <legend class="unseen">{label}</legend>
      {choices.map(({ value, label: text, title }) => (
        <label key={value} title={title}>
          <input type="radio" name={name} value={value} checked={chosen === value} onChange={() => onChoose(value)} />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
