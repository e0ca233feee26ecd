import { endText } from "schedscope/words/spread";
import type { Decision } from "../../../engine/protocol";
import type { SpreadOnShow } from "../../../engine/spread";
import type { SpreadStep } from "../../../engine/types";
import { openCluster, spreadStep } from "../../../session/question";
import { playing } from "../../../session/spread";
import { StepSaid } from "../../../ui/said";
import { Scrubber } from "../../../ui/scrubber";
import { Candidates } from "./candidates";
import { momentText, StepWords } from "./step-words";

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
  // The end stays the end when the run changes.
  const go = (step: number): void => {
    spreadStep.value = step === steps ? null : step;
  };
  return (
    <section class="steps" aria-labelledby="steps-title">
      <div class="section-head">
        <h2 id="steps-title">Steps</h2>
        <span class="quiet">{endText(decision.summary)}</span>
      </div>
      <Run steps={steps} shown={moment.step} picked={picked} onStep={go} />
      <StepSaid
        words={momentText(decision, moment)}
        of="step"
        isSilent={() => playing.peek() || spreadStep.peek() === null}
      />
      <div class="steps-columns">
        <StepWords decision={decision} moment={moment} onStep={go} onCluster={(name) => (openCluster.value = name)} />
        {moment.candidates !== null && picked !== null && (
          <Candidates moment={moment} picked={picked} terms={terms} weight={weight} />
        )}
      </div>
    </section>
  );
}

/** `shown`: the step that was answered; another one may be asked for already. */
function Run({
  steps,
  shown,
  picked,
  onStep,
}: {
  steps: number;
  shown: number;
  picked: SpreadStep | null;
  onStep(step: number): void;
}) {
  return (
    <Scrubber
      steps={steps}
      step={Math.min(spreadStep.value ?? steps, steps)}
      shown={shown}
      valueText={picked === null ? "before the first step" : `step ${shown} of ${steps}, ${picked.picked.name}`}
      playing={playing}
      onStep={onStep}
    />
  );
}
