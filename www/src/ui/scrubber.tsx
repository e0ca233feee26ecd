import type { Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { integer } from "schedscope/words/number";
import { NumberField } from "./number-field";
import { ArrowButton } from "./arrow-button";

/** How long a step is on show while a run plays, in milliseconds, and how many are shown at most. */
const pace = (): number => (matchMedia("(prefers-reduced-motion: reduce)").matches ? 1500 : 700);
const mostPlayed = 60;

interface Props {
  steps: number;
  /** the step that is asked for */
  step: number;
  /** the step that was answered; another one may be asked for already */
  shown: number;
  /** the step as it is said */
  valueText: string;
  playing: Signal<boolean>;
  onStep(step: number): void;
}

/** Moves through the steps of a run: buttons, a slider with its keys, a number; Space plays. */
export function Scrubber({ steps, step, shown, valueText, playing, onStep }: Props) {
  const go = (to: number): void => onStep(Math.min(steps, Math.max(0, to)));
  const play = (): void => {
    if (!playing.peek() && step >= steps) go(0);
    playing.value = !playing.peek();
  };
  const isPlaying = playing.value;
  useEffect(() => {
    if (!isPlaying || shown !== step) return;
    if (step >= steps) {
      playing.value = false;
      return;
    }
    const stride = Math.max(1, Math.ceil(steps / mostPlayed));
    const timer = setTimeout(() => go(step + stride), pace());
    return () => clearTimeout(timer);
  }, [isPlaying, shown, step, steps]);
  useEffect(
    () => () => {
      playing.value = false;
    },
    [],
  );
  return (
    <div class="scrubber">
      <button
        type="button"
        class="plain play"
        aria-label={isPlaying ? "Pause" : "Play"}
        title="Space"
        disabled={steps === 0}
        onClick={play}
      >
        <span aria-hidden="true">{isPlaying ? "❚❚" : "▶"}</span>
      </button>
      <ArrowButton of="Step" way="back" disabled={step === 0} onClick={() => go(step - 1)} />
      <div class="track">
        <input
          type="range"
          min={0}
          max={steps}
          step={1}
          value={step}
          disabled={steps === 0}
          aria-label="Step"
          aria-valuetext={valueText}
          onInput={(event) => {
            playing.value = false;
            go(event.currentTarget.valueAsNumber);
          }}
          onKeyDown={(event) => {
            if (event.key !== " ") return;
            event.preventDefault();
            play();
          }}
        />
      </div>
      <ArrowButton of="Step" way="forward" disabled={step >= steps} onClick={() => go(step + 1)} />
      <label class="step-number">
        <NumberField
          min={0}
          max={steps}
          value={step}
          style={{ "--digits": String(steps).length }}
          aria-label="Number of the step"
          accepts={Number.isInteger}
          onDone={(typed) => {
            // Beyond the end is the end.
            const wanted = Number.isInteger(typed) ? Math.min(steps, Math.max(0, typed)) : step;
            go(wanted);
            return wanted;
          }}
        />{" "}
        of {integer(steps)}
      </label>
    </div>
  );
}
