import { useSignal } from "@preact/signals";
import { allCaveats } from "schedscope/words/pod-caveats";
import { integer } from "schedscope/words/number";
import {
  beginText,
  maxSteps,
  outcomeName,
  queueText,
  quotasSentence,
  podRequestText,
  stepText,
  verdictSentence,
  whyTitle,
} from "schedscope/words/quotas";
import type { SimulatePodAnswer, QueueAnswer, QueueStep, QueueStepAnswer, QuotasAnswer } from "../engine/types";
import card from "../styles/card.css?inline";
import pods from "../styles/pods.css?inline";
import bars from "../styles/quota-bars.css?inline";
import verdict from "../styles/quota-verdict.css?inline";
import quotas from "../styles/quotas.css?inline";
import spread from "../styles/spread.css?inline";
import { StepAnnouncement } from "../ui/announcement";
import { Bars } from "../views/quotas/bars";
import { CycleNotes } from "../views/pods/cycle-notes";
import { BulletPatterns } from "../views/quotas/bullet-bar";
import { PodVerdicts } from "../views/quotas/pod-verdicts";
import { QuotaDiagnostics } from "../views/quotas/quota-diagnostics";
import { Loans } from "../views/quotas/loans";
import { StepBars } from "../views/quotas/step-bars";
import { StepWhy } from "../views/quotas/step-why";
import { NodeVerdicts } from "../views/quotas/node-verdicts";
import { Reasons } from "../views/quotas/reasons";
import { useAnswerEvent, useEmbed } from "./embed";
import { Answer, Part, Problem, StepControl } from "./parts";
import { PodPicker } from "./pod-picker";
import type { EmbedSession } from "./session";
import { useChosenPod, useQuestion } from "./use-question";
import { fullName } from "schedscope/words/object-name";

/** Nodes of a cycle that are listed. */
const mostNodes = 20;

export const styles = [card, spread, pods, quotas, bars, verdict];

/** Elastic quotas, the scheduling cycle of a pod with its reasons, and the queue step by step. */
export function View({ session }: { session: EmbedSession }) {
  const { choice } = useEmbed();
  const chosen = useChosenPod(session);
  // The attribute `step` selects the queue, the attribute `pod` the pod.
  const isQueue = choice.step.value !== null;
  const pod = isQueue && choice.pod.value === null ? null : chosen.pod;
  const { answer: report, error } = useQuestion(session, "quotas", {});
  const found = useQuestion(session, "simulatePod", pod === null ? null : { pod, limit: mostNodes });
  const cycle = found.answer;
  const waits = cycle?.outcome === "Unschedulable" && cycle.quota !== null;
  const cross = useQuestion(session, "evictAcrossNodes", waits ? { pod: cycle.pod } : null).answer;
  const playing = useQueue(
    session,
    chosen.pending > 0 && (isQueue || choice.pod.value === null) ? chosen.pending : null,
  );
  useAnswerEvent(
    report && { view: "quotas", quotas: report, cycle, queue: playing?.queue ?? null, step: playing?.taken ?? null },
  );
  if (report === null) return <Problem>{error}</Problem>;
  if (report.quotas.length === 0 && chosen.pods.length === 0)
    return <p class="embed-answer embed-answer-line">The input has no ElasticQuota.</p>;
  return (
    <div class="quotas">
      <BulletPatterns />
      <PodPicker chosen={chosen} />
      {chosen.isMissing && <Problem>The input has no pod “{choice.pod.value}”.</Problem>}
      {found.answer === null && pod !== null && <Problem>{found.error}</Problem>}
      <Answer
        phrases={cycle === null ? quotasSentence(report) : verdictSentence(cycle, cross)}
        caveats={allCaveats(cycle ?? report)}
        answer={cycle ?? report}
      >
        {cycle !== null && <CycleNotes cycle={cycle} />}
      </Answer>
      {isQueue && playing !== null && <Queue report={report} played={playing} />}
      {report.quotas.length > 0 && <Bars report={report} cycle={cycle} />}
      {cycle !== null && <Cycle session={session} cycle={cycle} cross={cross} />}
      {report.quotas.length > 0 && (
        <div class="quota-sides">
          <Loans report={report} />
          <QuotaDiagnostics report={report} />
        </div>
      )}
      {!isQueue && playing !== null && <Queue report={report} played={playing} />}
    </div>
  );
}

type Crossed = Parameters<typeof Reasons>[0]["cross"];

/** The chosen pod: rule by rule, whom it evicts, node by node. */
function Cycle({ session, cycle, cross }: { session: EmbedSession; cycle: SimulatePodAnswer; cross: Crossed }) {
  const { choice } = useEmbed();
  const evicts = cycle.outcome === "Preempt" ? cycle.node : null;
  const explanation = useQuestion(
    session,
    "explainNode",
    evicts === null ? null : { pod: cycle.pod, node: evicts },
  ).answer;
  const open = choice.node.value;
  return (
    <Part title={whyTitle(cycle)} id="cycle" words={`${fullName(cycle.pod)} requests ${podRequestText(cycle)}`}>
      <Reasons
        cycle={cycle}
        cross={cross}
        explanation={explanation}
        victims={
          explanation !== null && (
            <>
              <h3>Evictions on {explanation.node}</h3>
              <PodVerdicts explanation={explanation} cycle={cycle} />
            </>
          )
        }
      />
      {cycle.nodesTotal > 0 && cycle.outcome !== "Gated" && (
        <div class="block-scroll">
          <NodeVerdicts
            cycle={cycle}
            nodes={cycle.nodes}
            open={open}
            onOpen={choice.readonly.value ? null : (node) => (choice.node.value = node)}
            opened={(node) => <NodePods session={session} cycle={cycle} node={node} />}
          />
        </div>
      )}
      {cycle.nodesTotal > cycle.nodes.length && (
        <p class="quiet">
          the first {integer(cycle.nodes.length)} of {integer(cycle.nodesTotal)} nodes
        </p>
      )}
      {open !== null && !cycle.nodes.some(({ node }) => node === open) && (
        <NodePods session={session} cycle={cycle} node={open} />
      )}
    </Part>
  );
}

/** What becomes of a node's pods. */
function NodePods({ session, cycle, node }: { session: EmbedSession; cycle: SimulatePodAnswer; node: string }) {
  const { answer, error } = useQuestion(session, "explainNode", { pod: cycle.pod, node });
  return answer === null ? <Problem>{error}</Problem> : <PodVerdicts explanation={answer} cycle={cycle} />;
}

interface Played {
  queue: QueueAnswer;
  /** the step on show; 0: before the first */
  step: number;
  /** null before the first */
  taken: QueueStep | null;
  atStep: QueueStepAnswer;
  /** the queue before a step that evicts */
  before: QueueStepAnswer | null;
}

/** The queue at the step on show; null where nobody waits. */
function useQueue(session: EmbedSession, pending: number | null): Played | null {
  const { choice } = useEmbed();
  const options = { profile: choice.profile.value, maxSteps: maxSteps(pending ?? 0) };
  const queue = useQuestion(session, "queue", pending === null ? null : { ...options, limit: 1 }).answer;
  const steps = queue?.stepsTotal ?? 0;
  const step = Math.min(choice.step.value ?? steps, steps);
  const atStep = useQuestion(session, "queueStep", queue === null ? null : { queue: options, step, limit: 1 }).answer;
  const taken = useQuestion(
    session,
    "queue",
    queue === null || step === 0 ? null : { ...options, offset: step - 1, limit: 1 },
  ).answer;
  const evicts = atStep !== null && atStep.verdicts !== null;
  const before = useQuestion(
    session,
    "queueStep",
    evicts ? { queue: options, step: atStep.step - 1, limit: 0 } : null,
  ).answer;
  return queue === null || atStep === null ? null : { queue, step, atStep, before, taken: taken?.steps[0] ?? null };
}

/** All that wait, one after another. */
function Queue({ report, played: { queue, step, taken, atStep, before } }: { report: QuotasAnswer; played: Played }) {
  const playing = useSignal(false);
  const steps = queue.stepsTotal;
  const words = taken === null ? beginText(atStep.unboundTotal, queue.scorers) : stepText(taken);
  return (
    <Part title="Queue" id="queue" words={queueText(queue)}>
      <StepControl
        steps={steps}
        step={step}
        shown={atStep.step}
        valueText={
          taken === null
            ? "before the first step"
            : `step ${step} of ${steps}, ${fullName(taken.pod)} ${outcomeName(taken)}`
        }
        playing={playing}
      />
      <StepAnnouncement words={words} of="queue" isSilent={() => playing.peek()} />
      <p class="step-sentence">{words}</p>
      <StepWhy atStep={atStep} before={before} step={taken} />
      <StepBars atStep={atStep} report={report} step={taken} />
    </Part>
  );
}
