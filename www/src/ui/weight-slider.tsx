import type { ComponentChildren } from "preact";

interface Props {
  /** what is weighed, in full */
  of: string;
  /** what it is called here */
  label: ComponentChildren;
  value: number;
  min: number;
  /** the largest that may be typed, and where the slider ends */
  most: number;
  end: number;
  /** the weight where nobody sets one; a double click on the slider brings it back */
  usual: number;
  /** where the weight comes from */
  foot: ComponentChildren;
  onSet(weight: number): void;
  /** the control was let go */
  onEnd?: () => void;
}

/** A weight as a number and as a slider with a tick at the usual one. */
export function WeightSlider({ of, label, value, min, most, end, usual, foot, onSet, onEnd }: Props) {
  const isWeight = (weight: number): boolean => Number.isInteger(weight) && weight >= min && weight <= most;
  const set = (event: Event): void => {
    const weight = (event.currentTarget as HTMLInputElement).valueAsNumber;
    if (isWeight(weight)) onSet(weight);
  };
  const settle = (event: Event): void => {
    const input = event.currentTarget as HTMLInputElement;
    onEnd?.();
    // What cannot be set does not stay on show.
    if (!isWeight(input.valueAsNumber)) input.value = String(value);
  };
  return (
    <div class={`control ${value === 0 ? "off" : ""}`}>
      <div class="control-head">
        <span class="control-name" title={of}>
          {label}
        </span>
        <input
          type="number"
          class="value"
          min={min}
          max={most}
          step={1}
          value={value}
          aria-label={`Weight of ${of}`}
          onInput={set}
          onChange={settle}
        />
      </div>
      <div class="track">
        <span class="default-tick" style={{ "--at": (usual - min) / (end - min) }} />
        <input
          type="range"
          min={min}
          max={end}
          step={1}
          value={value}
          aria-label={`Weight of ${of}, slider`}
          onInput={set}
          onChange={settle}
          onDblClick={() => {
            onSet(usual);
            onEnd?.();
          }}
        />
      </div>
      <div class="control-foot">{foot}</div>
    </div>
  );
}
