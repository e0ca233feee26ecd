// Questions about nodes, pods, quotas and VMs.
import type {
  AssumedVersion,
  DrainAnswer,
  DrainOptions,
  EvictAcrossNodesAnswer,
  EvictAcrossNodesOptions,
  ExplainNodeAnswer,
  ExplainNodeOptions,
  Finding,
  MoreAnswer,
  MoreOptions,
  PodNote,
  QueueAnswer,
  QueueOptions,
  QuotaDiagnostic,
  QuotasAnswer,
  QuotasOptions,
  RolloutAnswer,
  RolloutOptions,
  ScoreNodesAnswer,
  ScoreNodesOptions,
  SimulatePodAnswer,
  SimulatePodOptions,
  VmCandidate,
  VmOverBudget,
  VmProblem,
  VmRequestExplanation,
  VmStep,
  VmStepAnswer,
  VmStepOptions,
  VmTimelineAnswer,
  VmTimelineOptions,
} from "../../types.js";
import { fewSteps, isLeftOut, noTime, wantOfPod, wantOfVm } from "../difference/wants.js";
import { SchedscopeError } from "../error.js";
import { QUESTIONS } from "../questions.js";
import type { Scenario } from "../scenario.js";
import type { Caveat } from "../words/caveat.js";
import { allCaveats } from "../words/pod-caveats.js";
import { podNoteText } from "../words/nodes/note.js";
import { counted } from "../words/number.js";
import { quotaDiagnosticText } from "../words/quotas/diagnostic.js";
import { excessText, vmProblemText } from "../words/vms/problem.js";
import type { WorkOptions } from "../work.js";
import { ask, type Ending, lost } from "./ask.js";
import { type ManifestFindings, call, own } from "./call.js";
import type { InputText, InputDiagnostic, Manifests } from "./manifests.js";
import type { WithChanges, WouldChange } from "./would-change.js";

/** The page of a long list, for functions of one call. */
export interface CallPage {
  /** The maximum number of rows to list; the answer has the number of all. Default: 10,000. */
  limit?: number;
}

/** What every answer has beside its data. */
export interface CallFindings extends ManifestFindings {
  /** What to know before you believe the answer, or in addition to it. Ranges are those of all manifests together. */
  findings: Finding[];
  /** The version of Kubernetes that an answer about pods assumes. Absent: the answer is not about pods. */
  kubernetesVersion?: AssumedVersion;
  /** What you must know before you believe the answer, as sentences with their data. */
  caveats: Caveat[];
}

/** Options of `scoreNodes`. */
export interface ScoreNodesCallOptions extends Omit<ScoreNodesOptions, "limit">, CallPage, WithChanges, WorkOptions {}

/** The answer of `scoreNodes`. */
export interface ScoreNodesCallAnswer extends Omit<ScoreNodesAnswer, "notes">, CallFindings {
  /** Notes on the pod or the nodes that the scores do not show. */
  notes: PodNoteWithMessage[];
  /**
   * For a pod that fits no node, or that a ResourceQuota rejects: the changes that would schedule it, or spare the pods
   * that it evicts. `null` if it fits a node and is not rejected, or evicts no pod. Absent without `wouldChange`.
   */
  wouldChange?: WouldChange | null;
}

/** A note on a pod or the nodes, with its sentence. */
export type PodNoteWithMessage = PodNote & {
  /** The note as a sentence, in lower case without a full stop. */
  message: string;
};

/** Options of `simulatePod`. */
export interface SimulatePodCallOptions extends Omit<SimulatePodOptions, "limit">, CallPage, WithChanges, WorkOptions {}

/** The answer of `simulatePod`. */
export interface SimulatePodCallAnswer extends SimulatePodAnswer, CallFindings {
  /**
   * The changes that would schedule the pod, or spare the pods that it evicts; `null` if it gets a node and evicts no
   * pod. Absent without the option `wouldChange`.
   */
  wouldChange?: WouldChange | null;
}

/** Options of `explainNode`. */
export interface ExplainNodeCallOptions extends ExplainNodeOptions, WorkOptions {}

/** The answer of `explainNode`. */
export interface ExplainNodeCallAnswer extends ExplainNodeAnswer, CallFindings {}

/** Options of `evictAcrossNodes`. */
export interface EvictAcrossNodesCallOptions extends EvictAcrossNodesOptions, WorkOptions {}

/** The answer of `evictAcrossNodes`. */
export interface EvictAcrossNodesCallAnswer extends EvictAcrossNodesAnswer, CallFindings {}

/** Options of `drain`. */
export interface DrainCallOptions extends Omit<DrainOptions, "limit">, CallPage, WorkOptions {}

/** The answer of `drain`. */
export interface DrainCallAnswer extends DrainAnswer, CallFindings {}

/** Options of `more`. */
export interface MoreCallOptions extends Omit<MoreOptions, "limit">, CallPage, WorkOptions {}

/** The answer of `more`. */
export interface MoreCallAnswer extends MoreAnswer, CallFindings {}

/** Options of `rollout`. */
export interface RolloutCallOptions extends Omit<RolloutOptions, "limit">, CallPage, WorkOptions {}

/** The answer of `rollout`. */
export interface RolloutCallAnswer extends RolloutAnswer, CallFindings {}

/** Options of `quotas`. */
export interface QuotasCallOptions extends QuotasOptions, WorkOptions {}

/** Options of `queue`. */
export interface QueueCallOptions extends Omit<QueueOptions, "limit">, CallPage, WorkOptions {}

/** The answer of `queue`. */
export interface QueueCallAnswer extends QueueAnswer, CallFindings {}

/** Options of `vmTimeline`. */
export interface VmTimelineCallOptions extends Omit<VmTimelineOptions, "limit">, CallPage, WorkOptions {}

/** The result of `vmTimeline`. */
export interface VmTimelineCallAnswer extends Omit<VmTimelineAnswer, "steps" | "overBudget">, CallFindings {
  /** The matching steps from `offset`, at most `limit` of them. */
  steps: VmEventWithMessage[];
  /** The nodes that were over budget after a start; at most 1,000. */
  overBudget: VmOverBudgetWithMessage[];
}

/** An event of a timeline, with the sentence on its problem. */
export interface VmEventWithMessage extends VmStep {
  /** `problem` as a sentence; `null`: the event has no problem. */
  message: string | null;
}

/** A node over budget, with its sentence. */
export type VmOverBudgetWithMessage = VmOverBudget & {
  /** The amounts as a sentence. */
  message: string;
};

/** Options of `vmStep`. */
export interface VmStepCallOptions extends VmStepOptions, WithChanges, WorkOptions {}

/** The result of `vmStep`. */
export interface VmStepCallAnswer extends Omit<VmStepAnswer, "event" | "request" | "candidates">, CallFindings {
  /** The event. */
  event: VmEventWithMessage;
  /** The explanation of an agent's request; `null`: the event is not a request. */
  request: VmRequestWithMessage | null;
  /** The nodes that were scored if the event looked for one, best first; at most 50. */
  candidates: VmCandidateWithMessage[];
  /**
   * What would keep the VM on its node, or grant its requests; `null`: it does not migrate, and nothing is refused.
   * Absent without the option `wouldChange`.
   */
  wouldChange?: WouldChange | null;
}

/** The explanation of a request, with the sentence on its problem. */
export type VmRequestWithMessage = VmRequestExplanation & {
  /** `problem` as a sentence; `null`: the request was accepted. */
  message: string | null;
};

/** A node that was scored, with the sentence on its problem. */
export interface VmCandidateWithMessage extends VmCandidate {
  /** `problem` as a sentence; `null`: the pod fits. */
  message: string | null;
}

/** A finding about quotas, in terms of the manifests. */
export interface QuotaInputDiagnostic extends Omit<QuotaDiagnostic, "range"> {
  /** The finding as a sentence, in lower case without a full stop. */
  message: string;
  /** The index of the manifest that the finding is about, from 0; `null`: all quotas together. */
  input: number | null;
  /** The range in that text; `null` for a manifest given as an object, and for all quotas together. */
  range: InputDiagnostic["range"];
}

/** The answer of `quotas`. */
export interface QuotasCallAnswer extends Omit<QuotasAnswer, "quotaDiagnostics">, CallFindings {
  /** The findings about the quotas. */
  quotaDiagnostics: QuotaInputDiagnostic[];
}

/** The answer of `lint`. */
export interface LintAnswer extends ManifestFindings {
  /** Whether there are neither errors nor warnings, about manifests or quotas. */
  ok: boolean;
  /** The findings about the quotas. */
  quotaDiagnostics: QuotaInputDiagnostic[];
}

/**
 * Scores the nodes for a pod with limit-aware scoring and the scorers of Kubernetes; returns the node that each picks.
 * A pod on a node is scheduled as if it were pending.
 *
 * @param manifests Nodes and Pods; workloads count with the pods that they have still to create; Namespaces,
 *   RuntimeClasses, Services and a KubeSchedulerConfiguration where filters and the default profile need them
 * @throws {SchedscopeError} `no-such-pod`, `invalid-argument`
 * @example
 * const { picks, rows } = await scoreNodes(text, { pod: "default/web-0" });
 */
export async function scoreNodes(manifests: Manifests, options: ScoreNodesCallOptions): Promise<ScoreNodesCallAnswer> {
  const answer = await ask("scoreNodes", manifests, options, { change: changeOfScores });
  return { ...answer, notes: answer.notes.map((note) => ({ ...note, message: podNoteText(note) })) };
}

function changeOfScores(
  answer: ScoreNodesAnswer,
  { profile }: ScoreNodesOptions,
  scenario: Scenario,
): ReturnType<NonNullable<Ending<"scoreNodes">["change"]>> {
  const cycle = isLeftOut(answer) ? scenario.simulatePod({ pod: answer.pod, profile, limit: 1 }) : null;
  return { want: cycle && wantOfPod(cycle), profile, now: noTime, maxSteps: fewSteps.pod };
}

/**
 * Runs one scheduling cycle for a pod, as the capacity scheduling plugin does: admission by its elastic quota, the
 * nodes that fit, and preemption.
 *
 * @param manifests Nodes, Pods, ElasticQuotas, ResourceQuotas, PriorityClasses and PodDisruptionBudgets; and as for
 *   `scoreNodes`
 * @throws {SchedscopeError} `no-such-pod`, `invalid-argument`
 * @example
 * const { outcome, node, victims } = await simulatePod(text, { pod: "team-a/api" });
 * @example
 * const { wouldChange } = await simulatePod(text, { pod: "team-a/api", wouldChange: true });
 * console.log(wouldChange?.message);
 */
export function simulatePod(manifests: Manifests, options: SimulatePodCallOptions): Promise<SimulatePodCallAnswer> {
  return ask("simulatePod", manifests, options, {
    change: (cycle, { profile }) => ({ want: wantOfPod(cycle), profile, now: noTime, maxSteps: fewSteps.pod }),
  });
}

/**
 * Returns the verdict of preemption on each pod of a node: victim, reprieved, considered or protected.
 *
 * @param manifests as for `simulatePod`
 * @throws {SchedscopeError} `no-such-pod`, `no-such-node`, `invalid-argument`
 * @example
 * const { pods } = await explainNode(text, { pod: "team-a/api", node: "node-1" });
 * console.log(pods.map(({ pod, verdict, protection }) => `${pod}: ${verdict} ${protection ?? ""}`));
 */
export function explainNode(manifests: Manifests, options: ExplainNodeCallOptions): Promise<ExplainNodeCallAnswer> {
  return ask("explainNode", manifests, options);
}

/**
 * Looks for evictions on several nodes that make room for a pod. No scheduler does this.
 *
 * @param manifests as for `simulatePod`
 * @throws {SchedscopeError} `no-such-pod`, `invalid-argument`
 */
export function evictAcrossNodes(
  manifests: Manifests,
  options: EvictAcrossNodesCallOptions,
): Promise<EvictAcrossNodesCallAnswer> {
  return ask("evictAcrossNodes", manifests, options);
}

/**
 * Drains a node on trial: cordons it, evicts its pods and schedules them with those that wait already. Pods of a
 * DaemonSet and mirrors of static pods stay.
 *
 * @param manifests as for `simulatePod`
 * @throws {SchedscopeError} `no-such-node`, `invalid-argument`
 * @example
 * const { pods, waiting } = await drain(text, { node: "node-1" });
 * console.log(pods.map(({ pod, node }) => `${pod}: ${node ?? "waits"}`), waiting);
 */
export function drain(manifests: Manifests, options: DrainCallOptions): Promise<DrainCallAnswer> {
  return ask("drain", manifests, options);
}

/**
 * Counts how many more pods like one fit, bound one after another without evictions, and says what stops the next one.
 *
 * @param manifests as for `simulatePod`
 * @throws {SchedscopeError} `no-such-pod`, `invalid-argument`
 * @example
 * const { count, next } = await more(text, { pod: "team-a/api" });
 * console.log(count, next?.message ?? "and perhaps more");
 */
export function more(manifests: Manifests, options: MoreCallOptions): Promise<MoreCallAnswer> {
  return ask("more", manifests, options);
}

/**
 * Rolls out a Deployment, a StatefulSet or a DaemonSet: which pods its controller creates and deletes step by step, and
 * whether the rollout completes or waits for a pod that stays pending.
 *
 * @param manifests as for `simulatePod`, with the workload
 * @throws {SchedscopeError} `no-such-object`, `invalid-argument`
 * @example
 * const { end, pending } = await rollout(text, { object: { kind: "Deployment", namespace: "shop", name: "web" } });
 * console.log(end, pending);
 */
export function rollout(manifests: Manifests, options: RolloutCallOptions): Promise<RolloutCallAnswer> {
  return ask("rollout", manifests, options);
}

/**
 * Lists all elastic quotas with their use, the loans between them, and findings.
 *
 * @param manifests as for `simulatePod`
 * @example
 * const { loans, quotaDiagnostics } = await quotas(text);
 */
export function quotas(manifests: Manifests, options: QuotasCallOptions = {}): Promise<QuotasCallAnswer> {
  return call("quotas", manifests, options, QUESTIONS.quotas.options, async ({ scenario, input }, given) => {
    const report = await scenario.ask("quotas", own(given));
    const caveats = [...lost(scenario, input), ...allCaveats(report)];
    return { ...report, caveats, quotaDiagnostics: report.quotaDiagnostics.map((lint) => inTermsOf(input, lint)) };
  });
}

/**
 * Schedules the pending pods one after another and lists the steps.
 *
 * @param manifests as for `simulatePod`
 * @throws {SchedscopeError} `invalid-argument`
 * @example
 * const { steps, waiting } = await queue(text, { profile: "Upstream" });
 */
export function queue(manifests: Manifests, options: QueueCallOptions = {}): Promise<QueueCallAnswer> {
  return ask("queue", manifests, options);
}

/**
 * Runs a timeline of autoscaled VMs: lists its steps, the nodes at the end, and their amounts over time. Without a
 * Timeline in the manifests, only the start of the plugin is run.
 *
 * @param manifests Nodes, VirtualMachines, the ConfigMap of the plugin, Pods, a Timeline
 * @throws {SchedscopeError} `no-such-timeline`, `no-such-variant`, `invalid-argument`
 * @example
 * const { steps, migrations, totals } = await vmTimeline(text, { kind: "request" });
 */
export async function vmTimeline(
  manifests: Manifests,
  options: VmTimelineCallOptions = {},
): Promise<VmTimelineCallAnswer> {
  const answer = await ask("vmTimeline", manifests, options);
  return {
    ...answer,
    steps: answer.steps.map(withMessage),
    overBudget: answer.overBudget.map((over) => ({ ...over, message: excessText(over) })),
  };
}

/**
 * Explains one step of a timeline of autoscaled VMs: the request and its permit, both sides of the inequality of
 * pressure, the migration queue, and the nodes with their pods.
 *
 * @param manifests as for `vmTimeline`
 * @throws {SchedscopeError} `no-such-timeline`, `no-such-variant`; `invalid-argument`, also for a step that the run
 *   does not have
 * @example
 * const { event, request } = await vmStep(text, { step: 12 });
 */
export async function vmStep(manifests: Manifests, options: VmStepCallOptions): Promise<VmStepCallAnswer> {
  const answer = await ask("vmStep", manifests, options, { check: checkStep, change: changeOfStep });
  return {
    ...answer,
    event: withMessage(answer.event),
    request: answer.request && withMessage(answer.request),
    candidates: answer.candidates.map(withMessage),
  };
}

/** @throws `invalid-argument` for a step that the run does not have */
function checkStep(scenario: Scenario, { step, ...options }: VmStepOptions): void {
  const { stepsTotal, notRun } = scenario.vmTimeline({ ...runOf(options), limit: 0, heat: false });
  if (notRun !== null || step <= stepsTotal) return;
  throw new SchedscopeError(
    "invalid-argument",
    `vmStep.step: there is no step ${step}: the run has ${counted(stepsTotal, "step")}`,
  );
}

/** Ideas of the design document are options of a run, and not a part of the text: no edit is tried under them. */
function changeOfStep(answer: VmStepAnswer, options: VmStepOptions): ReturnType<ChangeOfStep> {
  const { mitigations, ...run } = runOf(options);
  const want = mitigations === undefined ? wantOfVm(answer) : null;
  return { ...run, want, now: noTime, maxSteps: fewSteps.vm };
}

type ChangeOfStep = NonNullable<Ending<"vmStep">["change"]>;

/** What of the options says which run is meant. */
function runOf({ timeline, variant, mitigations }: Omit<VmStepOptions, "step">): Omit<VmStepOptions, "step"> {
  return {
    ...(timeline !== undefined && { timeline }),
    ...(variant !== undefined && { variant }),
    ...(mitigations !== undefined && { mitigations }),
  };
}

/**
 * Lists the findings about manifests: fields that violate their schema, CEL expressions that do not compile, names of
 * objects that do not exist, and quotas that are likely to be mistakes.
 *
 * @param manifests objects of any kind; those of kinds that take no part in scheduling are skipped
 * @throws {SchedscopeError} `invalid-argument`, `cel-not-loaded`
 * @example
 * const { ok, diagnostics } = await lint(text);
 * for (const { range, message } of diagnostics) console.error(`${range?.start.line}: ${message}`);
 */
export function lint(manifests: Manifests, options?: WorkOptions): Promise<LintAnswer> {
  return call("lint", manifests, options, [], async ({ scenario, input }, { signal, onProgress }) => {
    await scenario.loadCel(undefined, { signal, onProgress });
    const { quotaDiagnostics } = await scenario.ask("quotas");
    const { counts } = scenario.reading();
    const isBad = ({ severity }: { severity: string }) => severity === "error" || severity === "warning";
    return {
      ok: counts.error + counts.warning === 0 && !quotaDiagnostics.some(isBad),
      quotaDiagnostics: quotaDiagnostics.map((found) => inTermsOf(input, found)),
    };
  });
}

/** A part of an answer about VMs, with the sentence on its problem. */
const withMessage = <Part extends { problem: VmProblem | null }>(part: Part): Part & { message: string | null } => ({
  ...part,
  message: part.problem === null ? null : vmProblemText(part.problem),
});

function inTermsOf(input: InputText, diagnostic: QuotaDiagnostic): QuotaInputDiagnostic {
  const { range, ...data } = diagnostic;
  const place = range === null ? { input: null, range } : input.place(range);
  return { ...data, message: quotaDiagnosticText(diagnostic), ...place };
}
