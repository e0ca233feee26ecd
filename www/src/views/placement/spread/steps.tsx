import { type Signal, useSignal } from "@preact/signals";
import { endText } from "schedscope/words/spread";
import type { ShownDecision } from "../../../engine/protocol";
import type { SpreadOnShow } from "../../../engine/spread";
import { StepAnnouncement } from "../../../ui/announcement";
import { useHost } from "../../../ui/host";
import { Scrubber } from "../../../ui/scrubber";
import { spreadStepText, StepSentences } from "./step-sentences";
import { Section } from "../../../ui/section";

interface Props {
  decision: ShownDecision;
  atStep: SpreadOnShow;
}

/** The end stays the end when the run changes. */
export const stepTo = (step: number, steps: number): number | null => (step === steps ? null : step);

/** The run of spread, a step at a time. */
export function Steps({ decision, atStep }: Props) {
  const { openCluster, spreadStep } = useHost().question;
  const playing = useSignal(false);
  return (
    <Section class="steps" id="steps-title" title="Steps" words={endText(decision.summary)}>
      <Run decision={decision} atStep={atStep} playing={playing} />
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

/** The step on show was answered; another one may be asked for already. */
function Run({ decision, atStep: { step: shown, picked }, playing }: Props & { playing: Signal<boolean> }) {
  const { spreadStep } = useHost().question;
  const steps = decision.summary.spread?.steps ?? 0;
  return (
    <Scrubber
      steps={steps}
      step={Math.min(spreadStep.value ?? steps, steps)}
      shown={shown}
      valueText={picked === null ? "before the first step" : `step ${shown} of ${steps}, ${picked.picked.name}`}
      playing={playing}
      onStep={(step) => (spreadStep.value = stepTo(step, steps))}
    />
  );
}
