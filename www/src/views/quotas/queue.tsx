import { useSignal } from "@preact/signals";
import { beginText, maxSteps, outcomeName, queueText, scarceFirst, stepText } from "schedscope/words/quotas";
import type { QuotasAnswer } from "../../engine/types";
import { StepAnnouncement } from "../../ui/announcement";
import { viewCaveats, WithCaveats } from "../../ui/caveats";
import { useAnswer, useHost } from "../../ui/host";
import { Quoted } from "../../ui/quoted";
import { Scrubber } from "../../ui/scrubber";
import { inForce, picking } from "../pods/queue-options";
import { QueueScorer } from "../pods/queue-scorer";
import { StepBars } from "./step-bars";
import { StepWhy } from "./step-why";
import { nodePage, Placed } from "./placed";
import { QueueSteps } from "./queue-steps";
import { queuePlaying, shownQueueStep } from "./state";
import { fullName } from "schedscope/words/object-name";
import { Section } from "../../ui/section";

/** All pending pods scheduled one after another, a step at a time. */
export function Queue({ report, pending, nodes }: { report: QuotasAnswer; pending: number; nodes: number }) {
  const options = { profile: useHost().question.profile.value, maxSteps: maxSteps(pending), scorer: picking.value };
  const from = useSignal(0);
  const { answer: queue } = useAnswer("queue", { ...options, limit: 1 });
  const steps = queue?.stepsTotal ?? 0;
  const step = Math.min(shownQueueStep.value ?? steps, steps);
  const atStep = useAnswer(
    "queueStep",
    queue === null ? null : { queue: options, step, offset: from.value, limit: nodePage },
  ).answer;
  // The quotas that the verdicts speak of are those before the step.
  const evicts = atStep !== null && atStep.verdicts !== null;
  const before = useAnswer("queueStep", evicts ? { queue: options, step: atStep.step - 1, limit: 0 } : null).answer;
  const taken = useAnswer("queue", step === 0 ? null : { ...options, offset: step - 1, limit: 1 });
  const answered = atStep?.step ?? step;
  const shown = taken.answer?.steps[0]?.step === answered ? (taken.answer.steps[0] ?? null) : null;
  if (queue === null) return null;
  const words =
    answered === 0 ? beginText(atStep?.unboundTotal ?? 0, inForce.value) : shown === null ? "" : stepText(shown);
  return (
    <Section class="queue" id="queue-title" title="Queue">
      <WithCaveats caveats={viewCaveats(queue)} answer={queue}>
        <p class="queue-words quiet">
          <Quoted text={queueText(queue)} />
        </p>
      </WithCaveats>
      {steps > 0 && (
        <>
          <QueueScorer />
          <Scrubber
            steps={steps}
            step={step}
            shown={answered}
            valueText={
              step === 0
                ? "before the first step"
                : `step ${step} of ${steps}${shown === null ? "" : `, ${fullName(shown.pod)} ${outcomeName(shown)}`}`
            }
            playing={queuePlaying}
            // The end stays the end when the queue changes.
            onStep={(to) => (shownQueueStep.value = to === steps ? null : to)}
          />
          <StepAnnouncement words={words} of="queue" isSilent={() => queuePlaying.peek()} />
          <div class="queue-columns">
            <QueueSteps steps={steps} step={step} options={options} />
            <div class="step-words">
              <p class="step-sentence">{words}</p>
              <StepWhy atStep={atStep} before={before} step={shown} />
              {atStep !== null && <StepBars atStep={atStep} report={report} step={shown} />}
            </div>
            {atStep !== null && (
              <Placed
                atStep={atStep}
                // Where no quota counts anything, nodes are still filled.
                resources={report.resources.length > 0 ? scarceFirst(report.resources) : ["cpu", "memory"]}
                step={shown}
                nodesTotal={nodes}
                from={from.value}
                onFrom={(to) => (from.value = to)}
              />
            )}
          </div>
        </>
      )}
    </Section>
  );
}
