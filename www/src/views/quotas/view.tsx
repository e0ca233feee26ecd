import { useEffect, useRef } from "preact/hooks";
import { podsCommandLine, quotasCommandLine } from "schedscope/words/kubectl";
import { type Phrase, plain } from "schedscope/words/phrase";
import { limitAwareText, pickOf } from "schedscope/words/nodes";
import type { BaselineKind } from "schedscope/words/placement";
import {
  isUseRecorded,
  type PodVerdictAgainst,
  type QuotaUseChange,
  quotasSentence,
  quotaUsePhrases,
  recordedChanges,
  usedBy,
  useChanges,
  verdictOf,
  verdictPhrases,
  verdictSentence,
} from "schedscope/words/quotas";
import type { ExplainNodeAnswer, Findings, Profile, SimulatePodAnswer, QuotasAnswer } from "../../engine/types";
import { type ShownBaseline, useAnswer, useHost } from "../../ui/host";
import { viewCaveats } from "../../ui/caveats";
import { askedKind, Baseline } from "../pods/against";
import { chosenPod, useChosenPod } from "../pods/chosen-pod";
import { CycleNotes } from "../pods/cycle-notes";
import { PodPicker } from "../pods/pod-picker";
import { QueueLimits } from "../pods/queue-limits";
import { Bars } from "./bars";
import { useQuotaFindings } from "./findings";
import { BulletPatterns } from "./bullet-bar";
import { QuotaDiagnostics } from "./quota-diagnostics";
import { Loans } from "./loans";
import { Queue } from "./queue";
import { openNode } from "./state";
import { Verdict } from "./verdict";
import { VictimLadder } from "./victim-ladder";
import "../../styles/of-nodes";
import "../../styles/queue-limits.css";
import "../../styles/quotas.css";
import "../../styles/quota-bars.css";
import "../../styles/quota-queue.css";
import { fullName, isSameName } from "schedscope/words/object-name";
import { Nothing } from "../../ui/nothing";
import { Answer } from "../../ui/answer";

/** Elastic quotas: who uses what, what becomes of a pod and why, and the queue step by step. */
export function QuotasView() {
  const {
    answer: { reading },
    question,
    baseline,
    useBeside,
  } = useHost();
  const profile = question.profile.value;
  const chosen = useChosenPod();
  const { answer: report } = useAnswer("quotas", { profile });
  useQuotaFindings(report);
  const nodesTotal = useAnswer("nodes", { limit: 0 }).answer?.all;
  const pod = chosen.pod;
  const isBound = chosen.entry?.state === "bound" && chosen.entry.node !== null;
  const latest = useAnswer("simulatePod", pod === null ? null : { pod, profile });
  const kept = useRef<(SimulatePodAnswer & Findings) | null>(null);
  if (!chosen.lost && latest.answer !== null) kept.current = latest.answer;
  // While the pod is being typed and cannot be read, what was said last stays.
  const broken = chosen.lost || (reading.value?.counts.error ?? 0) > 0;
  const last = broken && kept.current !== null && fullName(kept.current.pod) === pod ? kept.current : null;
  const cycle = pod === null ? null : (latest.answer ?? last);
  const waits = cycle?.outcome === "Unschedulable" && cycle.quota !== null;
  const elsewhere = useAnswer("evictAcrossNodes", waits ? { pod: cycle.pod, profile } : null).answer;
  const cross = waits && elsewhere !== null && isSameName(elsewhere.pod, cycle.pod) ? elsewhere : null;
  const node = cycle?.outcome === "Preempt" ? cycle.node : null;
  const explained = useAnswer(
    "explainNode",
    cycle === null || node === null ? null : { pod: cycle.pod, node, profile },
  ).answer;
  const isOf = explained !== null && explained.node === node && isSameName(explained.pod, cycle?.pod);
  const explanation = isOf ? explained : null;
  const records = pod === null ? report !== null && isUseRecorded(report) : isBound;
  const shown = baseline.of("quotas", records ? (pod === null ? "the recorded use" : "the recorded node") : null);
  const kind = askedKind(shown);
  const besideReport = useBeside("quotas", { profile }, kind).answer;
  const besideCycle = useBeside("simulatePod", pod === null ? null : { pod, profile }, kind);
  if (report === null || chosen.counts === null) return <div class="nothing" aria-busy={reading.value === null} />;
  if (report.quotas.length === 0 && chosen.counts.all === 0) return <NoQuotas />;
  const nodes = nodesTotal ?? 0;
  const before = verdictBefore(cycle, shown.kind, chosen.entry?.node ?? null, besideCycle.answer);
  const difference =
    pod !== null && kind !== null && besideCycle.error !== null
      ? [plain("The other input does not have the pod.")]
      : changePhrases(
          ...([shown.kind, question.podProfile.value, before, cycle] as const),
          pod === null ? usesBefore(shown, report, besideReport) : null,
        );
  const about = cycle ?? report;
  const words = cycle === null ? quotasSentence(report) : verdictSentence(cycle, cross);
  return (
    <div class={`placement quotas ${chosen.lost ? "stale" : ""}`}>
      <BulletPatterns />
      <PodPicker
        chosen={chosen}
        none="No pod: quotas only"
        onChoose={(name) => {
          chosenPod.value = name;
          openNode.value = undefined;
        }}
      />
      <section class="answer-line" aria-label="Answer">
        <Answer
          difference={difference}
          phrases={words}
          caveats={viewCaveats(about)}
          answer={about}
          foot={<Baseline view="quotas" shown={shown} />}
        >
          {chosen.lost && (
            <ul class="notes">
              <li class="error">The input has an error at this pod; this is the last answer before it.</li>
            </ul>
          )}
          {cycle !== null && <LimitAware cycle={cycle} />}
          {cycle !== null && <CycleNotes cycle={cycle} />}
          {cycle !== null && report.quotas.length === 0 && (
            <p class="quiet">The input has no ElasticQuota: only nodes decide.</p>
          )}
        </Answer>
      </section>
      <Stage report={report} cycle={cycle} explanation={explanation} />
      {cycle !== null && <Verdict cycle={cycle} cross={cross} explanation={explanation} />}
      {report.quotas.length > 0 && (
        <section class="quota-sides">
          <Loans report={report} />
          <QuotaDiagnostics report={report} />
        </section>
      )}
      <Queue report={report} pending={chosen.counts.pending} nodes={nodes} />
      <QueueLimits pending={chosen.counts.pending} nodes={nodes} />
    </div>
  );
}

/** What became of the pod in the baseline; null: there is none, or it is not known. */
function verdictBefore(
  cycle: SimulatePodAnswer | null,
  kind: BaselineKind,
  recorded: string | null,
  beside: SimulatePodAnswer | null,
): PodVerdictAgainst | null {
  if (cycle === null) return null;
  if (kind === "recorded") return recorded === null ? null : { node: recorded, victims: [] };
  return beside !== null && isSameName(beside.pod, cycle.pod) ? verdictOf(beside) : null;
}

function usesBefore(shown: ShownBaseline, report: QuotasAnswer, beside: QuotasAnswer | null): QuotaUseChange[] | null {
  if (shown.kind === "recorded") return recordedChanges(report);
  return beside === null ? null : useChanges(usedBy(beside), usedBy(report));
}

/** The answer as a change: of the pod, or without one of what quotas use. */
function changePhrases(
  kind: BaselineKind,
  profile: Profile,
  before: PodVerdictAgainst | null,
  cycle: SimulatePodAnswer | null,
  uses: QuotaUseChange[] | null,
): Phrase[] {
  if (cycle !== null) return before === null ? [] : verdictPhrases(before, verdictOf(cycle), kind, profile);
  return uses === null ? [] : quotaUsePhrases(uses, kind, profile);
}

interface StageProps {
  report: QuotasAnswer;
  cycle: SimulatePodAnswer | null;
  explanation: ExplainNodeAnswer | null;
}

/** The quotas that decide; beside them whom the pod evicts, and whom it spares. */
function Stage({ report, cycle, explanation }: StageProps) {
  const box = useRef<HTMLDivElement>(null);
  const { cursor } = useHost();
  const quotas = report.quotas.filter(({ name }) => cursor.isIn("ElasticQuota", name)).map(({ name }) => name);
  // The bars are also those of the element, which has no text.
  useEffect(() => {
    for (const row of box.current?.querySelectorAll<HTMLElement>(".bullet-table tbody tr") ?? []) {
      row.classList.toggle("at-cursor", quotas.includes(row.dataset.quota ?? ""));
    }
  });
  const bars = report.quotas.length > 0 && <Bars report={report} cycle={cycle} isFolded />;
  if (cycle?.outcome !== "Preempt" || cycle.node === null)
    return (
      <div ref={box} style={{ display: "contents" }}>
        {bars}
      </div>
    );
  return (
    <div class="stage" ref={box}>
      <div class="stage-main">{bars}</div>
      <div class="stage-side">{explanation !== null && <VictimLadder cycle={cycle} explanation={explanation} />}</div>
    </div>
  );
}

/** What limit-aware scoring makes of the nodes among which the scheduler chooses. */
function LimitAware({ cycle: { pod, choice, outcome } }: { cycle: SimulatePodAnswer }) {
  const { profile } = useHost().question;
  const { answer } = useAnswer(
    "scoreNodes",
    choice === null || outcome !== "Schedulable"
      ? null
      : { pod, scorers: ["LimitAware"], profile: profile.value, limit: 0 },
  );
  if (answer === null || choice === null || !isSameName(answer.pod, pod)) return null;
  const picked = pickOf(answer, "LimitAware");
  return picked === null ? null : <p class="quiet limit-aware">{limitAwareText(choice, picked)}</p>;
}

const NoQuotas = () => (
  <Nothing title="The input has no ElasticQuota." commands={[podsCommandLine, quotasCommandLine]}>
    Paste the output of:
  </Nothing>
);
