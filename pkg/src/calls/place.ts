// The clusters that a Placement selects, and how it spreads them.
import type {
  ExplainClusterAnswer,
  ClusterState,
  DecideOptions,
  DecisionHint,
  DecisionApplications,
  DecisionNote,
  DecideAnswer,
  Finding,
  PlacementProblem,
  NotSelectedReason,
  ClusterRow,
  SpreadCandidate,
  SpreadConstraintSummary,
  SpreadDomain,
  SpreadEnd,
  SpreadStepAnswer,
  SpreadSummary,
  SpreadTermSummary,
} from "../../types.js";
import { SchedscopeError, taken } from "../error.js";
import { fewSteps } from "../difference/wants.js";
import { QUESTIONS } from "../questions/table.js";
import type { Scenario } from "../scenario.js";
import type { Caveat } from "../words/caveat.js";
import { dataOf, findingsOf } from "../words/finding.js";
import { allCaveats } from "../words/pod-caveats.js";
import { lostKind } from "../words/incomplete.js";
import { hubCommandLine } from "../words/kubectl.js";
import {
  type MadeApplication,
  applicationNotes,
  applicationsText,
  madeApplications,
} from "../words/placement/applications.js";
import { caveats } from "../words/placement/caveat.js";
import { hintText } from "../words/placement/hint.js";
import { noteText, problemText } from "../words/placement/note.js";
import { unknownPrioritizers } from "../words/placement/prioritizer.js";
import { reasonText } from "../words/placement/why.js";
import type { WorkOptions } from "../work.js";
import type { WithMessage } from "./answers.js";
import { type CallContext, call, type ManifestFindings } from "./call.js";
import type { IncompleteManifest, Manifests } from "./manifests.js";
import { changesAsked, type WouldChange, wouldChange } from "./would-change.js";

/** Options of `place` and `spread`. */
export interface PlaceOptions extends DecisionOptions, WorkOptions {
  /**
   * Whether the explanation of each cluster that is not selected has `wouldChange`: the cheapest edits of the manifests
   * that select it, each decided again. Up to 300 decisions a cluster. Default: `true` for clusters that `explain`
   * names, `false` where it is `true`.
   */
  wouldChange?: boolean | undefined;
}

/** Options of a decision. */
export interface DecisionOptions extends Omit<DecideOptions, "limit"> {
  /** The names of the clusters to explain in full; `true`: all clusters. Default: none. */
  explain?: readonly string[] | true | undefined;
}

/** A decision about one Placement. */
export interface Decision extends Omit<DecideAnswer, "problem" | "selected" | "notes" | "applications"> {
  /** The fault of the Placement; `null` unless `outcome` is `invalid`. */
  problem: WithMessage<PlacementProblem> | null;
  /** The time of the decision, RFC 3339. */
  now: string;
  /** The names of all selected clusters, best first; with spread in the order of the picks. */
  selected: string[];
  /** All clusters: feasible ones by rank, then filtered, then excluded ones, both by name. */
  clusters: DecidedCluster[];
  /** The explanations of the clusters that the option `explain` names, in its order. */
  explanations: ClusterDetails[];
  /** Notes on the decision: what may surprise. */
  notes: WithMessage<DecisionNote>[];
  /** What of the Placement has no effect on the decision. */
  hints: WithMessage<DecisionHint>[];
  /** What to know before you believe the decision, or in addition to it. Ranges are those of all manifests together. */
  findings: Finding[];
  /** What must be known before the decision is believed, as sentences; their data is beside them. */
  caveats: Caveat[];
  /** What Argo CD makes of the decision; absent if no ApplicationSet of the manifests reads it. */
  applications?: ApplicationsInWords[];
  /** What of the manifests could not be read, so that the decision lacks it; absent if they are whole. */
  incomplete?: IncompleteManifest[];
}

/** What Argo CD makes of a decision by one generator of an ApplicationSet. */
export interface ApplicationsInWords extends WithMessage<DecisionApplications> {
  /** The Applications, in the order of the decision. */
  made: MadeApplication[];
  /** Notes, each in lower case without a full stop. */
  notes: string[];
}

/** One cluster of a decision. */
export interface DecidedCluster {
  /** The name of the cluster. */
  name: string;
  /**
   * `selected`; `feasible`: it passed all filters and is not selected; `filtered`: a predicate or a taint keeps it
   * out; `excluded`: it is not a candidate, or nothing was decided.
   */
  state: ClusterState;
  /** The rank among the feasible clusters, from 1; `null` if the cluster has none. */
  rank: number | null;
  /** The sum of its weighted scores; `null` if it is not feasible or nothing was scored. */
  total: number | null;
  /**
   * The scores by prioritizer, -100 to 100, before their weight; only of prioritizers whose weight is not 0. `null`: no
   * score.
   */
  scores: Record<string, number | null>;
  /** Why the cluster is not selected, as data; `null` if it is selected or nothing was decided. */
  reason: NotSelectedReason | null;
  /** The reason in words; `null` if `reason` is. */
  why: string | null;
}

/** The explanation of one cluster: predicates, taints, scores, and the distance to the selected clusters. */
export interface ClusterDetails extends Omit<ExplainClusterAnswer, "range" | "cluster"> {
  /** The reason in words; `null` if `reason` is. */
  why: string | null;
  /** What would select it; `null`: it is selected, or nothing is decided. Absent without the option `wouldChange`. */
  wouldChange?: WouldChange | null;
}

/** An answer about one Placement. */
export interface DecisionAnswer extends ManifestFindings {
  /** The decision; its `outcome` tells whether something was decided. */
  decision: Decision;
}

/** The answer of `place`. */
export interface PlaceAnswer extends ManifestFindings {
  /** The decision of the Placement that is named, else of each, in the order of the manifests. */
  decisions: Decision[];
  /** The first of them; `null`: the manifests have no Placement. */
  decision: Decision | null;
  /** What the manifests lack where they have no Placement; else empty: a decision has its own. */
  findings: Finding[];
  /** The same as sentences, and what could not be read. */
  caveats: Caveat[];
}

/** The answer of `spread`. */
export interface SpreadAnswer extends DecisionAnswer {
  /** The run of spread. Its `end` tells if there was none. */
  run: SpreadRun;
}

/** A run of spread: how the clusters were picked, one by one. */
export interface SpreadRun extends Omit<SpreadSummary, "steps" | "terms" | "end"> {
  /**
   * Why the run ended. Without a run, all lists are empty and `end` tells the reason: `no-constraints`: the Placement
   * has no spread constraints; `not-in-profile`: the profile ignores them; `not-scored`: nothing was scored or decided.
   */
  end: SpreadEnd | "no-constraints" | "not-in-profile" | "not-scored";
  /** The constraints, most important first, with their skews. */
  terms: SpreadTerm[];
  /** The steps, in order. Each picks one cluster. */
  steps: SpreadPick[];
  /** The first 10,000 topology domains after the last step. */
  domains: SpreadDomain[];
  /** The number of all topology domains. */
  domainsTotal: number;
}

/** A spread constraint and its term in a run. */
export interface SpreadTerm extends SpreadConstraintSummary, SpreadTermSummary {
  /** The skew before the first step and after each step. */
  skews: number[];
}

/** One step of spread. */
export interface SpreadPick extends Omit<SpreadStepAnswer, "picked" | "runnerUp"> {
  /** The picked cluster. */
  picked: SpreadNumbers;
  /** The best of the other candidates of this step; `null` if there was none. */
  runnerUp: SpreadNumbers | null;
}

/** The scores of a cluster in a step of spread. */
export type SpreadNumbers = Omit<SpreadCandidate, "cluster">;

/**
 * Decides which clusters Placements of Open Cluster Management select, and says why. Without the option `placement` all
 * of the manifests are decided, each by itself.
 *
 * @param manifests ManagedClusters and a Placement; optionally PlacementDecisions, ManagedClusterSets,
 *   ManagedClusterSetBindings and AddOnPlacementScores
 * @throws {SchedscopeError} `invalid-argument`, `invalid-now`, `no-such-placement`, `ambiguous-placement`,
 *   `no-such-cluster`, `cel-not-loaded`, `not-loaded`; never for faults of the manifests
 * @example
 * const { decisions, diagnostics } = await place(text);
 * for (const { placement, selected } of decisions) console.log(placement.name, selected); // web ["cluster2"]
 * @example
 * const { decision } = await place([placement, ...clusters], { numberOfClusters: 3, explain: ["cluster7"] });
 * console.log(decision?.clusters.find(({ name }) => name === "cluster7")?.why);
 */
export async function place(manifests: Manifests, options: PlaceOptions = {}): Promise<PlaceAnswer> {
  return call("place", manifests, options, PLACE, (asked, given) =>
    decideAll(asked, given, (each) => decide("place", asked, each)),
  );
}

/** The answer about the Placement that is named, else about each, all at the same time. */
export async function decideAll(
  context: CallContext,
  options: PlaceOptions,
  one: (options: PlaceOptions) => Promise<Decision>,
): Promise<Omit<PlaceAnswer, keyof ManifestFindings>> {
  const { placements } = context.scenario.reading();
  const all = options.placement === undefined ? placements.map(({ index }) => index) : [options.placement];
  const now = clock(options.now);
  const decisions: Decision[] = [];
  for (const placement of all) decisions.push(await one({ ...options, now, placement }));
  const [decision = null] = decisions;
  return { decisions, decision, ...(decision === null ? lacking(context) : { findings: [], caveats: [] }) };
}

/**
 * Decides a Placement as `place` does, and returns its run of spread, step by step.
 *
 * @param manifests as for `place`; the Placement has a `spreadPolicy`
 * @throws {SchedscopeError} as for `place`
 * @example
 * const { run } = await spread(text);
 * for (const { step, picked } of run.steps) console.log(step, picked.name, picked.values);
 */
export async function spread(manifests: Manifests, options: PlaceOptions = {}): Promise<SpreadAnswer> {
  return call("spread", manifests, options, PLACE, async (asked, given) => {
    const decision = await decide("spread", asked, given);
    return { decision, run: await spreadRun(asked, decision) };
  });
}

/** The options of `place`: those of `decide`, all clusters being listed. */
export const PLACE = [...QUESTIONS.decide.options.filter((name) => name !== "limit"), "explain", "wouldChange"];
/** The numbers of rows, steps and explanations that one part of the work computes. */
const [ROWS, STEPS, EXPLAINED] = [500, 50, 20];
const MOST_DOMAINS = 10_000;
/** A limit above every number of names. */
const ALL = 2 ** 32 - 1;

/** Decides a placement with all its clusters. */
export async function decide(
  name: string,
  { scenario, input, work }: CallContext,
  options: PlaceOptions,
): Promise<Decision> {
  const isAsked = changesAsked(name, options) ?? options.explain !== true;
  const { explain } = options;
  const asked = askedOf(options);
  taken(name, () => checkExplain(name, explain));
  const progress = { signal: options.signal, onProgress: options.onProgress };
  await checkWeights(name, scenario, asked, progress);
  const summary = await scenario.ask("decide", { ...asked, limit: ALL }, progress);
  const { all } = summary.clusterCounts;
  const scored = summary.prioritizers.filter(({ weight }) => weight !== 0);
  const clusters: DecidedCluster[] = [];
  const explained = explain === undefined ? 0 : explain === true ? all : explain.length;
  while (clusters.length < all) {
    await work.part("decide", clusters.length, all + explained);
    const { rows } = scenario.clusters({ offset: clusters.length, limit: ROWS });
    if (rows.length === 0) break;
    for (const row of rows) clusters.push(result(row, scored, summary));
  }
  const explanations: ClusterDetails[] = [];
  for (const cluster of explain === true ? clusters.map((row) => row.name) : (explain ?? [])) {
    if (explanations.length % EXPLAINED === 0) await work.part("decide", all + explanations.length, all + explained);
    const { range, cluster: _, findings: __, ...details } = scenario.explainCluster({ cluster });
    const one: ClusterDetails = { ...details, why: why(details.reason, summary) };
    explanations.push(one);
    if (!isAsked) continue;
    const want = details.state !== "selected" && summary.outcome !== "invalid" ? { selects: [cluster] } : null;
    one.wouldChange = await wouldChange(scenario, want, { ...asked, maxSteps: fewSteps.cluster }, progress);
  }
  work.done("decide", all + explained);
  const { problem, notes, applications, ...rest } = summary;
  const incomplete = dataOf(summary, "incomplete-text");
  const lost = incomplete.map((one) => input.incomplete(one));
  return {
    ...rest,
    ...(lost.length === 0 ? {} : { incomplete: lost }),
    ...(applications === undefined ? {} : { applications: applications.map(withApplications) }),
    problem: problem && { ...problem, message: problemText(problem) },
    notes: notes.map((note) => ({ ...note, message: noteText(note) })),
    hints: scenario.hints().map((hint) => ({ ...hint, message: hintText(hint) })),
    caveats: [...input.incompleteCaveats(incomplete), ...caveats(summary)],
    now: asked.now,
    clusters,
    explanations,
  };
}

async function spreadRun({ scenario, work }: CallContext, decision: Decision): Promise<SpreadRun> {
  if (decision.spread === null) return noRun(decision);
  const { steps: count, terms, ...summary } = decision.spread;
  const skews = scenario.spreadSkews()?.terms ?? [];
  const steps: SpreadPick[] = [];
  for (let step = 1; step <= count; step += 1) {
    if (step % STEPS === 0) await work.part("decide", step, count);
    const { picked, runnerUp, findings: _, ...rest } = scenario.spreadStep({ step });
    steps.push({ ...rest, picked: named(picked), runnerUp: runnerUp === null ? null : named(runnerUp) });
  }
  const { domains, total } = scenario.spreadDomains({ step: count, limit: MOST_DOMAINS });
  return {
    ...summary,
    terms: decision.spreadConstraints.flatMap((constraint, index) => {
      const term = terms[index];
      return term === undefined ? [] : [{ ...constraint, ...term, skews: skews[index] ?? [] }];
    }),
    steps,
    domains,
    domainsTotal: total,
  };
}

/** The run of a decision that spread nothing. */
function noRun({ spreadConstraints, profile }: Decision): SpreadRun {
  const end =
    spreadConstraints.length === 0 ? "no-constraints" : profile === "Upstream" ? "not-in-profile" : "not-scored";
  return { weight: 0, eligible: 0, end, terms: [], steps: [], domains: [], domainsTotal: 0 };
}

function named({ cluster: _, ...numbers }: SpreadCandidate): SpreadNumbers {
  return numbers;
}

function result(
  row: ClusterRow,
  scored: readonly { name: string }[],
  summary: Parameters<typeof reasonText>[1],
): DecidedCluster {
  const { name, state, rank, total, reason } = row;
  const scores = Object.fromEntries(scored.map((prioritizer, index) => [prioritizer.name, row.scores[index] ?? null]));
  return { name, state, rank, total, scores, reason, why: why(reason, summary) };
}

const withApplications = (of: DecisionApplications): ApplicationsInWords => ({
  ...of,
  made: madeApplications(of),
  message: applicationsText(of),
  notes: applicationNotes(of),
});

const why = (reason: NotSelectedReason | null, summary: Parameters<typeof reasonText>[1]): string | null =>
  reason === null ? null : reasonText(reason, summary);

/** What must be known of manifests without a Placement. */
export function lacking({
  scenario,
  input,
}: Pick<CallContext, "scenario" | "input">): Pick<PlaceAnswer, "findings" | "caveats"> {
  const of = { kind: "Placement", namespace: "", name: "" };
  const { incomplete = [] } = scenario.reading();
  // One in lines that cannot be read is there, too.
  const line = lostKind(input.text, incomplete, [of.kind]);
  const unread = line === undefined ? incomplete : incomplete.map((one) => ({ ...one, object: one.object ?? of }));
  const missing = findingsOf("missing-input", [
    { ...of, why: "placements" as const, assumed: false, command: hubCommandLine },
  ]);
  return {
    findings: [...findingsOf("incomplete-text", incomplete), ...missing],
    caveats: [
      ...input.incompleteCaveats(incomplete),
      ...allCaveats({ findings: [...findingsOf("incomplete-text", unread), ...missing] }),
    ],
  };
}

/** What is asked of the engine. */
export function askedOf({ explain, wouldChange, signal, onProgress, ...what }: PlaceOptions) {
  return { ...what, now: clock(what.now) } satisfies DecideOptions;
}

/** The time of a decision as the engine takes it. */
export function clock(now: string | Date | undefined): string {
  if (typeof now === "string") return now;
  const date = now ?? new Date();
  if (!(date instanceof Date))
    throw new SchedscopeError("invalid-argument", "`now` must be a Date or an RFC 3339 text");
  if (Number.isNaN(date.getTime())) throw new SchedscopeError("invalid-now", "`now` is a Date without a time");
  return date.toISOString();
}

/** Refuses weights of prioritizers that do not exist: the engine would take the placement for misconfigured. */
export async function checkWeights(
  name: string,
  scenario: Scenario,
  asked: { readonly [Option in keyof DecideOptions | "weight"]?: unknown },
  work: WorkOptions,
): Promise<void> {
  const { weights, weight } = asked;
  // The engine refuses weights that are not an object.
  const isMap = typeof weights === "object" && weights !== null && !Array.isArray(weights);
  const names = [...(isMap ? Object.keys(weights) : []), ...(typeof weight === "string" ? [weight] : [])];
  if (unknownPrioritizers(names, []).length === 0) return;
  // A weight of a prioritizer that only a design document has makes the decision a preview.
  const profile = asked.profile === "Upstream" ? asked.profile : "Proposal";
  const { placement, now, candidates } = asked as DecideOptions;
  const { prioritizers } = await scenario.ask("decide", { placement, now, candidates, profile, limit: 0 }, work);
  const known = prioritizers.map((prioritizer) => prioritizer.name);
  const [unknown] = unknownPrioritizers(names, known);
  if (unknown === undefined) return;
  throw new SchedscopeError(
    "invalid-argument",
    `${name}.${unknown === weight ? "weight" : "weights"}: there is no prioritizer \`${unknown}\`; ` +
      `the prioritizers are ${known.join(", ")}`,
  );
}

function checkExplain(name: string, explain: unknown): void {
  if (explain === undefined || explain === true) return;
  if (Array.isArray(explain) && explain.every((cluster) => typeof cluster === "string")) return;
  throw new SchedscopeError("invalid-argument", `${name}.explain: must be a list of clusters' names or \`true\``);
}
