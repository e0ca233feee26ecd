import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { openCluster, spreadStep } from "../../../app/question";
import { playing } from "../../../app/spread";
import type { Decision } from "../../../engine/protocol";
import type { SpreadOnShow } from "../../../engine/spread";
import type { SpreadConstraintSummary, SpreadStep, SpreadStepDomain } from "../../../engine/types";
import { integer } from "../../../ui/number";
import { Candidates } from "./candidates";
import { SkewLines } from "./skew-line";
import { beginText, blockedText, domainText, endText, isHard, stepText, valueText } from "./words";

/** How long a step is on show while the run plays, in milliseconds, and how many are shown at most. */
const pace = matchMedia("(prefers-reduced-motion: reduce)").matches ? 1500 : 700;
const mostPlayed = 60;

interface Props {
  decision: Decision;
  moment: SpreadOnShow;
}

/** The run of spread, a step at a time. */
export function Steps({ decision, moment }: Props) {
  const { spread, spreadConstraints: terms } = decision.summary;
  const steps = spread?.steps ?? 0;
  const weight = spread?.weight ?? 0;
  const { picked } = moment;
  const words = picked === null ? beginText(spread?.eligible ?? 0) : stepText(picked, weight);
  return (
    <section class="steps" aria-labelledby="steps-title">
      <div class="section-head">
        <h2 id="steps-title">Steps</h2>
        <span class="quiet">{endText(decision.summary)}</span>
      </div>
      <Scrubber steps={steps} shown={moment.step} picked={picked} />
      <Said words={words} />
      <div class="steps-columns">
        <div class="step-words">
          <p>{picked === null ? words : <StepSentence words={words} name={picked.picked.name} />}</p>
          {picked !== null && <p class="quiet">{blockedText(picked, terms)}</p>}
          {picked !== null && <Path domains={picked.domains} terms={terms} />}
          <SkewLines decision={decision} moment={moment} />
        </div>
        {moment.candidates !== null && picked !== null && (
          <Candidates moment={moment} picked={picked} terms={terms} weight={weight} />
        )}
      </div>
    </section>
  );
}

/** The sentence, with the pick's name as the way to its card. */
function StepSentence({ words, name }: { words: string; name: string }) {
  const at = words.indexOf(name);
  return (
    <>
      {words.slice(0, at)}
      <button type="button" class="line-link strong" onClick={() => (openCluster.value = name)}>
        {name}
      </button>
      {words.slice(at + name.length)}
    </>
  );
}

/** Said to those who listen once the step has settled. */
function Said({ words }: { words: string }) {
  const said = useSignal("");
  const first = useSignal(true);
  useEffect(() => {
    // Not before anyone asked for a step.
    if (first.peek()) {
      first.value = false;
      return;
    }
    if (playing.peek() || spreadStep.peek() === null) return;
    const timer = setTimeout(() => (said.value = words), 400);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <p class="unseen" aria-live="polite" data-said="step">
      {said.value}
    </p>
  );
}

/** `shown`: the step that was answered; another one may be asked for already. */
function Scrubber({ steps, shown, picked }: { steps: number; shown: number; picked: SpreadStep | null }) {
  const step = Math.min(spreadStep.value ?? steps, steps);
  const go = (to: number): void => {
    const wanted = Math.min(steps, Math.max(0, to));
    // The end stays the end when the run changes.
    spreadStep.value = wanted === steps ? null : wanted;
  };
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
    const timer = setTimeout(() => go(step + stride), pace);
    return () => clearTimeout(timer);
  }, [isPlaying, shown, step, steps]);
  useEffect(() => () => void (playing.value = false), []);
  return (
    <div class="scrubber">
      <button type="button" class="plain play" aria-label={isPlaying ? "Pause" : "Play"} title="Space" disabled={steps === 0} onClick={play}>
        <span aria-hidden="true">{isPlaying ? "❚❚" : "▶"}</span>
      </button>
      <button type="button" class="plain" aria-label="Step back" disabled={step === 0} onClick={() => go(step - 1)}>
        <span aria-hidden="true">‹</span>
      </button>
      <div class="track">
        <input
          type="range"
          min={0}
          max={steps}
          step={1}
          value={step}
          disabled={steps === 0}
          aria-label="Step"
          aria-valuetext={picked === null ? "before the first step" : `step ${shown} of ${steps}, ${picked.picked.name}`}
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
      <button type="button" class="plain" aria-label="Step forward" disabled={step >= steps} onClick={() => go(step + 1)}>
        <span aria-hidden="true">›</span>
      </button>
      <label class="step-number">
        <input
          type="number"
          min={0}
          max={steps}
          value={step}
          style={{ "--digits": String(steps).length }}
          aria-label="Number of the step"
          onChange={(event) => {
            const { currentTarget: input } = event;
            if (Number.isInteger(input.valueAsNumber)) go(input.valueAsNumber);
            // Beyond the end is the end; what is no number does not stay on show.
            input.value = String(Math.min(steps, spreadStep.peek() ?? steps));
          }}
        />{" "}
        of {integer(steps)}
      </label>
    </div>
  );
}

/** The domains of the pick, before and after. */
function Path({ domains, terms }: { domains: SpreadStepDomain[]; terms: SpreadConstraintSummary[] }) {
  if (domains.length === 0) return null;
  return (
    <table class="plain-table path-table">
      <caption>Domains of the pick</caption>
      <thead>
        <tr>
          <th scope="col">domain</th>
          <th scope="col" class="number">before</th>
          <th scope="col" class="number">after</th>
          <th scope="col">siblings before</th>
        </tr>
      </thead>
      <tbody>
        {domains.map(({ values, before, after, lowest, highest }, level) => {
          const term = terms[level];
          const bound = term && isHard(term) ? `, at most ${integer(lowest + term.maxSkew)}` : "";
          return (
            <tr key={level}>
              <th scope="row" title={domainText(values)}>
                <span class="quiet">{term?.topologyKey}</span> {valueText(values[level] ?? "")}
              </th>
              <td class="number">{integer(before)}</td>
              <td class="number">
                <strong>{integer(after)}</strong>
              </td>
              <td>
                {lowest === highest ? integer(lowest) : `${integer(lowest)} to ${integer(highest)}`}
                <span class="quiet">{bound}</span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
