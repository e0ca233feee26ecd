import { stepRuleText, tieNotes, verdictGroups } from "schedscope/words/quotas";
import type { QueueStep, QueueStepAnswer } from "../../engine/types";
import { NodeLink } from "../../ui/object-link";
import { VerdictGroups } from "./pod-verdicts";

interface Props {
  atStep: QueueStepAnswer | null;
  /** the queue before the step; null where it is not asked for or not known */
  before: QueueStepAnswer | null;
  step: QueueStep | null;
}

/** Why a step evicts these pods of its node and no others; nothing where it evicts none. */
export function StepWhy({ atStep, before, step }: Props) {
  if (atStep === null || atStep.verdicts === null || step === null || before?.step !== atStep.step - 1) return null;
  const { pod, priority, victims } = step;
  const groups = verdictGroups(atStep.verdicts, { victims, reprieved: [] });
  return (
    <div class="step-why evictions">
      <h3>Evictions on {step.node !== null && <NodeLink node={step.node} />}</h3>
      <p class="chart-words">{stepRuleText(step, before.quotas)}</p>
      {tieNotes(atStep.ties, atStep.otherChoice).map(({ words }) => (
        <p key={words}>{words}</p>
      ))}
      <VerdictGroups key={step.step} groups={groups} evictor={{ pod, priority, quotas: before.quotas }} />
    </div>
  );
}
