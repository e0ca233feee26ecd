import type { ComponentChildren } from "preact";
import { NumberField } from "./number-field";

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
  /** the interval in which the answer stays, and where it changes; undefined: not known */
  marks?: { same: { from: number; to: number }; swaps: number[] } | undefined;
  /** attributes that name the parameter that the control changes */
  sweep?: Record<string, string>;
  /** classes: it matters for what is pointed at, or the cursor stands where it is written */
  look?: string;
  onSet(weight: number): void;
  /** the control was let go */
  onEnd?: () => void;
}

/** A weight as a number and as a slider with a tick at the usual one. */
export function WeightSlider({
  of,
  label,
  value,
  min,
  most,
  end,
  usual,
  foot,
  marks,
  sweep,
  look = "",
  onSet,
  onEnd,
}: Props) {
  const isWeight = (weight: number): boolean => Number.isInteger(weight) && weight >= min && weight <= most;
  const at = (weight: number): number => Math.min(1, Math.max(0, (weight - min) / (end - min)));
  return (
    <div {...sweep} class={`control ${value === 0 ? "off" : ""} ${look}`}>
      <div class="control-head">
        <span class="control-name one-line" title={of}>
          {label}
        </span>
        <NumberField
          class="value"
          min={min}
          max={most}
          step={1}
          value={value}
          aria-label={`Weight of ${of}`}
          accepts={isWeight}
          onSet={onSet}
          onDone={() => void onEnd?.()}
        />
      </div>
      <div class="track">
        {marks !== undefined && (
          <>
            <span class="same" style={{ "--from": at(marks.same.from), "--to": at(marks.same.to) }} />
            {marks.swaps.map((weight) => (
              <span key={weight} class="swap" style={{ "--at": at(weight - 0.5) }} />
            ))}
          </>
        )}
        <span class="default-tick" style={{ "--at": at(usual) }} />
        <input
          type="range"
          min={min}
          max={end}
          step={1}
          value={value}
          aria-label={`Weight of ${of}, slider`}
          onInput={(event) => onSet(event.currentTarget.valueAsNumber)}
          onChange={() => onEnd?.()}
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
