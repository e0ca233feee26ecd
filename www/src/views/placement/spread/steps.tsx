import { endText } from "schedscope/words/spread";
import type { ShownDecision } from "../../../engine/protocol";
import type { SpreadOnShow } from "../../../engine/spread";
import type { SpreadStepAnswer } from "../../../engine/types";
import { openCluster, spreadStep } from "../../../session/question";
import { playing } from "../../../session/spread";
import { StepAnnouncement } from "../../../ui/announcement";
import { Scrubber } from "../../../ui/scrubber";
import { spreadStepText, StepSentences } from "./step-sentences";
import { Section } from "../../../ui/section";

interface Props {
  decision: ShownDecision;
  atStep: SpreadOnShow;
}

/** The end stays the end when the run changes. */
export const goTo = (step: number, steps: number): void => {
  spreadStep.value = step === steps ? null : step;
};

/** The run of spread, a step at a time. */
export function Steps({ decision, atStep }: Props) {
  const steps = decision.summary.spread?.steps ?? 0;
  const { picked } = atStep;
  const go = (step: number): void => goTo(step, steps);
  return (
    <Section class="steps" id="steps-title" title="Steps" words={endText(decision.summary)}>
      <Run steps={steps} shown={atStep.step} picked={picked} onStep={go} />
      <StepAnnouncement
        words={spreadStepText(decision, atStep)}
        of="step"
        isSilent={() => playing.peek() || spreadStep.peek() === null}
      />
      <div class="step-words">
        <StepSentences decision={decision} atStep={atStep} onCluster={(name) => (openCluster.value = name)} />
      </div>
    </Section>
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
  picked: SpreadStepAnswer | null;
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
