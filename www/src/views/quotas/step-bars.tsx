import { bulletOf, scarceFirst } from "schedscope/words/quotas";
import type { QueueStepAnswer, QueueStep, QuotasAnswer } from "../../engine/types";
import { BulletKey, ResourceBars } from "./bars";

/** quotas whose bars are on show */
const mostQuotas = 12;

interface StepBarsProps {
  atStep: QueueStepAnswer;
  report: QuotasAnswer;
  step: QueueStep | null;
}

/** The quotas after a step. */
export function StepBars({ atStep, report, step }: StepBarsProps) {
  const named = new Set([step?.pod, ...(step?.victims ?? [])].map((pod) => pod?.namespace));
  const quotas = atStep.quotas.filter(({ namespace }, i) => i < mostQuotas || named.has(namespace));
  return (
    <>
      <div class="resource-groups compact">
        {scarceFirst(report.resources).map((resource) => (
          <ResourceBars
            key={resource}
            resource={resource}
            title={`queue-bars-${resource}`}
            rows={quotas.map((quota) => ({
              quota,
              bullet: bulletOf(quota, resource),
              isOwn: quota.namespace === step?.pod.namespace,
            }))}
          />
        ))}
      </div>
      {quotas.length > 0 && <BulletKey withPod={false} lends={false} />}
    </>
  );
}
