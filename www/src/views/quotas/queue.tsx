import { useSignal } from "@preact/signals";
import {
  beginText,
  maxSteps,
  outcomeName,
  queueText,
  quotaNotLookedAt,
  scarceFirst,
  stepText,
} from "schedscope/words/quotas";
import { useAnswer } from "../../session/use-answer";
import { profile } from "../../session/question";
import type { QuotasAnswer } from "../../engine/types";
import { StepAnnouncement } from "../../ui/announcement";
import { NotLookedAtNote } from "../../ui/not-looked-at";
import { Scrubber } from "../../ui/scrubber";
import { StepBars } from "./step-bars";
import { nodePage, Placed } from "./placed";
import { QueueSteps } from "./queue-steps";
import { queuePlaying, shownQueueStep } from "./state";

/** All pending pods scheduled one after another, a step at a time. */
export function Queue({ report, pending }: { report: QuotasAnswer; pending: number }) {
  const options = { profile: profile.value, maxSteps: maxSteps(pending) };
  const from = useSignal(0);
  const nodesTotal = useAnswer("nodes", { limit: 1 }).answer?.all ?? 0;
  const { answer: queue } = useAnswer("queue", { ...options, limit: 1 });
  const steps = queue?.stepsTotal ?? 0;
  const step = Math.min(shownQueueStep.value ?? steps, steps);
  const atStep = useAnswer(
    "queueStep",
    queue === null ? null : { queue: options, step, offset: from.value, limit: nodePage },
  ).answer;
  const taken = useAnswer("queue", step === 0 ? null : { ...options, offset: step - 1, limit: 1 });
  const answered = atStep?.step ?? step;
  const shown = taken.answer?.steps[0]?.index === answered - 1 ? (taken.answer.steps[0] ?? null) : null;
  if (queue === null) return null;
  const words =
    answered === 0 ? beginText(atStep?.unboundTotal ?? 0, queue.scorers) : shown === null ? "" : stepText(shown);
  return (
    <section class="queue" aria-labelledby="queue-title">
      <div class="section-head">
        <h2 id="queue-title">Queue</h2>
        <span class="quiet">{queueText(queue)}</span>
      </div>
      <NotLookedAtNote rows={quotaNotLookedAt(queue.notLookedAt)} />
      {steps > 0 && (
        <>
          <Scrubber
            steps={steps}
            step={step}
            shown={answered}
            valueText={
              step === 0
                ? "before the first step"
                : `step ${step} of ${steps}${shown === null ? "" : `, ${shown.pod} ${outcomeName(shown.outcome)}`}`
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
              {atStep !== null && <StepBars atStep={atStep} report={report} step={shown} />}
            </div>
            {atStep !== null && (
              <Placed
                atStep={atStep}
                resources={scarceFirst(report.resources)}
                step={shown}
                nodesTotal={nodesTotal}
                from={from.value}
                onFrom={(to) => (from.value = to)}
              />
            )}
          </div>
        </>
      )}
    </section>
  );
}
