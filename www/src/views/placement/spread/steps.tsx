import { integer } from "schedscope/words/number";
import { beginText, blockedText, domainText, endText, isHard, stepText, valueText } from "schedscope/words/spread";
import { openCluster, spreadStep } from "../../../app/question";
import { playing } from "../../../app/spread";
import type { Decision } from "../../../engine/protocol";
import type { SpreadOnShow } from "../../../engine/spread";
import type { SpreadConstraintSummary, SpreadStep, SpreadStepDomain } from "../../../engine/types";
import { StepSaid } from "../../../ui/said";
import { Scrubber } from "../../../ui/scrubber";
import { Candidates } from "./candidates";
import { SkewLines } from "./skew-line";

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
      <Run steps={steps} shown={moment.step} picked={picked} />
      <StepSaid words={words} of="step" isSilent={() => playing.peek() || spreadStep.peek() === null} />
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

/** `shown`: the step that was answered; another one may be asked for already. */
function Run({ steps, shown, picked }: { steps: number; shown: number; picked: SpreadStep | null }) {
  return (
    <Scrubber
      steps={steps}
      step={Math.min(spreadStep.value ?? steps, steps)}
      shown={shown}
      valueText={picked === null ? "before the first step" : `step ${shown} of ${steps}, ${picked.picked.name}`}
      playing={playing}
      // The end stays the end when the run changes.
      onStep={(step) => (spreadStep.value = step === steps ? null : step)}
    />
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
