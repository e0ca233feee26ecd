import { stepNotes, stepRuleText, verdictGroups } from "schedscope/words/quotas";
import type { QueueStep, QueueStepAnswer } from "../../engine/types";
import { NodeLink } from "../../ui/object-link";
import { VerdictGroups } from "./pod-verdicts";

interface Props {
  atStep: QueueStepAnswer | null;
  /** the queue before the step; null where it is not asked for or not known */
  before: QueueStepAnswer | null;
  step: QueueStep | null;
}

/** What a step hangs on, and, if it evicts pods, why these; nothing where there is nothing to say. */
export function StepWhy({ atStep, before, step }: Props) {
  if (atStep === null || step === null || atStep.step !== step.step) return null;
  const notes = stepNotes(step, atStep).map(({ words }) => <p key={words}>{words}</p>);
  if (atStep.verdicts === null || before?.step !== atStep.step - 1)
    return notes.length === 0 ? null : <div class="step-why">{notes}</div>;
  const { pod, priority, victims } = step;
  const groups = verdictGroups(atStep.verdicts, { victims, reprieved: [] });
  return (
    <div class="step-why evictions">
      <h3>Evictions on {step.node !== null && <NodeLink node={step.node} />}</h3>
      <p class="chart-words">{stepRuleText(step, before.quotas)}</p>
      {notes}
      <VerdictGroups key={step.step} groups={groups} evictor={{ pod, priority, quotas: before.quotas }} />
    </div>
  );
}
