import { useSignal } from "@preact/signals";
import { beginText, bulletOf, namespaceOf, outcomeName, queueText, scarceFirst, stepText } from "schedscope/words/quotas";
import { useAnswer } from "../../app/asked";
import { profile } from "../../app/question";
import type { QueueMoment, QueueStep, QuotaReport } from "../../engine/types";
import { StepSaid } from "../../ui/said";
import { Scrubber } from "../../ui/scrubber";
import { Key, ResourceBars } from "./bars";
import { nodePage, Placed } from "./placed";
import { QueueSteps } from "./queue-steps";
import { queuePlaying, queueStep } from "./state";

/** quotas whose bars are on show */
const mostQuotas = 12;

/** Pods that evict each other in turn would do so for ever; a queue without them is much shorter than this. */
const mostSteps = (pending: number): number => Math.min(100_000, Math.max(2000, 20 * pending));

/** All pending pods scheduled one after another, a step at a time. */
export function Queue({ report, pending }: { report: QuotaReport; pending: number }) {
  const options = { profile: profile.value, mostSteps: mostSteps(pending) };
  const from = useSignal(0);
  const nodesTotal = useAnswer("nodes", { limit: 1 }).answer?.all ?? 0;
  const { answer: queue } = useAnswer("queue", { ...options, limit: 1 });
  const steps = queue?.stepsTotal ?? 0;
  const step = Math.min(queueStep.value ?? steps, steps);
  const moment = useAnswer("queueMoment", queue === null ? null : { queue: options, step, offset: from.value, limit: nodePage }).answer;
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
            valueText={step === 0 ? "before the first step" : `step ${step} of ${steps}${shown === null ? "" : `, ${shown.pod} ${outcomeName(shown.outcome)}`}`}
            playing={queuePlaying}
            // The end stays the end when the queue changes.
            onStep={(to) => (queueStep.value = to === steps ? null : to)}
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

interface MomentProps {
  moment: QueueMoment;
  report: QuotaReport;
  step: QueueStep | null;
}

/** The quotas after a step. */
function MomentBars({ moment, report, step }: MomentProps) {
  const named = new Set([step?.namespace, ...(step?.victims ?? []).map(namespaceOf)]);
  const quotas = moment.quotas.filter(({ namespace }, i) => i < mostQuotas || named.has(namespace));
  return (
    <>
      <div class="resource-groups compact">
        {scarceFirst(report.resources).map((resource) => (
          <ResourceBars
            key={resource}
            resource={resource}
            title={`queue-bars-${resource}`}
            rows={quotas.map((quota) => ({ quota, bullet: bulletOf(quota, resource), isOwn: quota.namespace === step?.namespace }))}
          />
        ))}
      </div>
      <Key withPod={false} lends={false} />
    </>
  );
}
