import { useSignal } from "@preact/signals";
import { beginText, maxSteps, outcomeName, queueText, scarceFirst, stepText } from "schedscope/words/quotas";
import { useAnswer } from "../../session/asked";
import { profile } from "../../session/question";
import type { QuotasAnswer } from "../../engine/types";
import { StepSaid } from "../../ui/said";
import { Scrubber } from "../../ui/scrubber";
import { MomentBars } from "./moment-bars";
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
  const moment = useAnswer(
    "queueStep",
    queue === null ? null : { queue: options, step, offset: from.value, limit: nodePage },
  ).answer;
  const taken = useAnswer("queue", step === 0 ? null : { ...options, offset: step - 1, limit: 1 });
  const answered = moment?.step ?? step;
  const shown = taken.answer?.steps[0]?.index === answered - 1 ? (taken.answer.steps[0] ?? null) : null;
  if (queue === null) return null;
  const words = answered === 0 ? beginText(moment?.unboundTotal ?? 0) : shown === null ? "" : stepText(shown);
  return (
    <section class="queue" aria-labelledby="queue-title">
      <div class="section-head">
        <h2 id="queue-title">Queue</h2>
        <span class="quiet">{queueText(queue)}</span>
      </div>
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
          <StepSaid words={words} of="queue" isSilent={() => queuePlaying.peek()} />
          <div class="queue-columns">
            <QueueSteps steps={steps} step={step} options={options} />
            <div class="step-words">
              <p class="step-sentence">{words}</p>
              {moment !== null && <MomentBars moment={moment} report={report} step={shown} />}
            </div>
            {moment !== null && (
              <Placed
                moment={moment}
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
