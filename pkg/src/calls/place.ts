// Which clusters a Placement selects, and how it spreads them.
import type {
  CandidateMode,
  ClusterExplanation,
  ClusterState,
  DecideOptions,
  DecisionNote,
  DecisionSummary,
  ObjectName,
  DecisionOutcome,
  Profile,
  NotSelectedReason,
  ClusterRow,
  SpreadCandidate,
  SpreadConstraintSummary,
  SpreadDomain,
  SpreadEnd,
  SpreadStep,
  SpreadSummary,
  SpreadTermSummary,
} from "../../types.js";
import { SchedscopeError } from "../error.js";
import type { Scenario } from "../scenario.js";
import { noteText, problemText } from "../words/placement/note.js";
import { unknownPrioritizers } from "../words/placement/prioritizer.js";
import { reasonText } from "../words/placement/why.js";
import type { WorkOptions } from "../work.js";
import { type CallContext, type Findings, call } from "./call.js";
import type { Manifests } from "./manifests.js";

/** How `place` and `spread` are asked. */
export interface PlaceOptions extends PlaceQuestion, WorkOptions {}

/** How a Placement is decided. */
export interface PlaceQuestion {
  /**
   * Which Placement, as `namespace/name`, `name`, or its index among those of the manifests.
   * Default: the only one there is.
   */
  placement?: string | number | undefined;
  /** The clock: taints are tolerated for a time, and scores expire. RFC 3339. Default: now. */
  now?: string | Date | undefined;
  /**
   * Which scheduler answers: `Upstream`, as the hub does today, or `Proposal`, with what the design
   * documents ask for, such as spread. Default: `Proposal`.
   */
  profile?: Profile | undefined;
  /**
   * Which clusters may be chosen: those of bound cluster `sets`, those that are `given`, or `auto`: all where the
   * manifests have neither sets nor bindings. Default: `auto`.
   */
  candidates?: CandidateMode | undefined;
  /**
   * What if: weights by prioritizer, such as `{ Steady: 3 }`, over what the Placement says. The hub allows -10 to 10;
   * other values of 32 bits are computed with. A prioritizer that there is not is `invalid-argument`.
   */
  weights?: Record<string, number> | undefined;
  /** What if: how many clusters are wanted; `null`: all. Default: what the Placement says. */
  numberOfClusters?: number | null | undefined;
  /** The names of the clusters that are explained in full; `true`: all. Default: none. */
  explain?: readonly string[] | true | undefined;
}

/** A decision about one Placement. */
export interface Decision extends Omit<DecisionSummary, "placement" | "outcome" | "selected" | "notes"> {
  /** Whether something was decided; `no-placement`: the manifests have no Placement. */
  outcome: PlaceOutcome;
  /** What the manifests lack; empty where nothing is missing. */
  missing: MissingInput[];
  /** The Placement that was decided; `null` only where there is none. */
  placement: ObjectName | null;
  /** The clock that was decided by, RFC 3339. */
  now: string;
  /** The names of all selected clusters, best first. */
  selected: string[];
  /** All clusters: feasible ones by rank, then filtered, then excluded ones, both by name. */
  clusters: ClusterResult[];
  /** The clusters that `explain` names, in its order. */
  explanations: ClusterDetails[];
  /** What about this decision may surprise. */
  notes: DecisionNoteResult[];
}

/** Something about a decision that may surprise, with its sentence. */
export type DecisionNoteResult = DecisionNote & {
  /** One sentence in lower case without a full stop. */
  message: string;
};

/** The outcome of a decision; `no-placement`: the manifests have no Placement. */
export type PlaceOutcome =
  | Exclude<DecisionOutcome, { type: "invalid" }>
  | (Extract<DecisionOutcome, { type: "invalid" }> & {
      /** The problem in words. */
      message: string;
    })
  | { type: "no-placement" };

/** A kind of object that a decision needs and the manifests do not hold. */
export interface MissingInput {
  /** The kind. */
  kind: "Placement" | "ManagedCluster";
  /** The command that prints the objects. */
  command: string;
}

/** What became of one cluster. */
export interface ClusterResult {
  /** Its name. */
  name: string;
  /**
   * `selected`; `feasible`: passed the filters, and others are better; `filtered`: by a predicate or a taint;
   * `excluded`: may not be chosen, or nothing was decided.
   */
  state: ClusterState;
  /** From 1, among the feasible clusters; `null` where it is none. */
  rank: number | null;
  /** The weighted sum of its scores; `null` where it has none. */
  total: number | null;
  /** Its scores by prioritizer, from -100 to 100, before they are weighted; only those with a weight. */
  scores: Record<string, number | null>;
  /** Why it is not selected, for programs; `null` where it is. */
  reason: NotSelectedReason | null;
  /** The same in words. */
  why: string | null;
}

/** Everything about one cluster: predicates, taints, scores and their terms, distance to the selected ones. */
export interface ClusterDetails extends Omit<ClusterExplanation, "range" | "cluster"> {
  /** The reason in words; `null` where there is none. */
  why: string | null;
}

/** What `place` answers. */
export interface PlaceResult extends Findings {
  /** Always there: its `outcome` says whether something was decided. */
  decision: Decision;
}

/** What `spread` answers. */
export interface SpreadResult extends PlaceResult {
  /** How the clusters were picked, one by one. Its `end` says where nothing was spread. */
  run: SpreadRun;
}

/** A run of spread. */
export interface SpreadRun extends Omit<SpreadSummary, "steps" | "terms" | "end"> {
  /**
   * Why no more clusters were picked. Nothing was spread, and all lists are empty, where it is `no-constraints`:
   * the Placement has none; `not-in-profile`: the profile does not know spread constraints; `not-scored`: no
   * cluster was scored, or nothing was decided.
   */
  end: SpreadEnd | "no-constraints" | "not-in-profile" | "not-scored";
  /** The constraints, the most important first, and how they were kept. */
  terms: SpreadTerm[];
  /** The picks, in order. */
  steps: SpreadPick[];
  /** The topology domains after the last pick, at most 10,000. */
  domains: SpreadDomain[];
  /** How many there are. */
  domainsTotal: number;
}

/** A spread constraint in a run. */
export interface SpreadTerm extends SpreadConstraintSummary, SpreadTermSummary {
  /** The skew before the first pick and after each. */
  skews: number[];
}

/** One pick. */
export interface SpreadPick extends Omit<SpreadStep, "picked" | "runnerUp"> {
  /** The cluster that was picked. */
  picked: SpreadNumbers;
  /** The one that would have been next; `null` where there was none. */
  runnerUp: SpreadNumbers | null;
}

/** What a cluster's pick was decided by. */
export type SpreadNumbers = Omit<SpreadCandidate, "cluster">;

/**
 * Decides which clusters a Placement of Open Cluster Management selects, and says why.
 *
 * @param manifests ManagedClusters and a Placement; whatever there is of PlacementDecisions, ManagedClusterSets,
 *   ManagedClusterSetBindings and AddOnPlacementScores
 * @throws {SchedscopeError} `invalid-argument`, `invalid-now`, `no-such-placement`, `ambiguous-placement`,
 *   `no-such-cluster`, `cel-not-loaded`, `not-loaded`; never for what is wrong with the manifests
 * @example
 * const { decision, diagnostics } = await place(text);
 * console.log(decision.selected); // ["cluster2", "cluster7"]
 * @example
 * const { decision } = await place([placement, ...clusters], { numberOfClusters: 3, explain: ["cluster7"] });
 * console.log(decision.clusters.find(({ name }) => name === "cluster7")?.why);
 */
export async function place(manifests: Manifests, options: PlaceOptions = {}): Promise<PlaceResult> {
  return call("place", manifests, options, PLACE, async (asked) => ({
    decision: await decide("place", asked, options),
  }));
}

/**
 * Decides a Placement as `place` does, and tells its run of spread, pick by pick.
 *
 * @param manifests as `place` takes them; the Placement has a `spreadPolicy`
 * @throws {SchedscopeError} as `place`
 * @example
 * const { run } = await spread(text);
 * for (const { step, picked } of run.steps) console.log(step, picked.name, picked.values);
 */
export async function spread(manifests: Manifests, options: PlaceOptions = {}): Promise<SpreadResult> {
  return call("spread", manifests, options, PLACE, async (asked) => {
    const decision = await decide("spread", asked, options);
    return { decision, run: await spreadRun(asked, decision) };
  });
}

const PLACE = ["placement", "now", "profile", "candidates", "weights", "numberOfClusters", "explain"];
/** So many rows, steps and explanations are one part of the work. */
const [ROWS, STEPS, EXPLAINED] = [500, 50, 20];
const MOST_DOMAINS = 10_000;
/** As many names as there are. */
const ALL = 2 ** 32 - 1;

async function decide(name: string, { scenario, work }: CallContext, options: PlaceOptions): Promise<Decision> {
  const { placement, now, explain, profile, candidates, weights, numberOfClusters } = options;
  const time = clock(now);
  checkExplain(name, explain);
  if (placement === undefined && scenario.reading().placements.length === 0) {
    return undecided(time, profile ?? "Proposal");
  }
  // JSON has no fields that are undefined.
  const asked = { placement, now: time, profile, candidates, weights, numberOfClusters } as DecideOptions;
  const progress = { signal: options.signal, onProgress: options.onProgress };
  await checkWeights(name, scenario, asked, progress);
  const summary = await scenario.ask("decide", { ...asked, limit: ALL }, progress);
  const { all } = summary.clusterCounts;
  const scored = summary.prioritizers.filter(({ weight }) => weight !== 0);
  const clusters: ClusterResult[] = [];
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
    const { range, cluster: _, ...details } = scenario.explainCluster({ cluster });
    explanations.push({ ...details, why: why(details.reason, summary) });
  }
  work.done("decide", all + explained);
  const { outcome, notes } = summary;
  return {
    ...summary,
    outcome: outcome.type === "invalid" ? { ...outcome, message: problemText(outcome.problem) } : outcome,
    notes: notes.map((note) => ({ ...note, message: noteText(note) })),
    missing: all === 0 ? [missing("ManagedCluster", "kubectl get managedclusters -o yaml")] : [],
    now: time,
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
    const { picked, runnerUp, ...rest } = scenario.spreadStep({ step });
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
): ClusterResult {
  const { name, state, rank, total, reason } = row;
  const scores = Object.fromEntries(scored.map((prioritizer, index) => [prioritizer.name, row.scores[index] ?? null]));
  return { name, state, rank, total, scores, reason, why: why(reason, summary) };
}

const why = (reason: NotSelectedReason | null, summary: Parameters<typeof reasonText>[1]): string | null =>
  reason === null ? null : reasonText(reason, summary);

/** The decision about manifests without a Placement. */
function undecided(now: string, profile: Profile): Decision {
  return {
    outcome: { type: "no-placement" },
    missing: [missing("Placement", "kubectl get placements -A -o yaml")],
    placement: null,
    now,
    profile,
    status: { code: "Success", message: "", plugin: "" },
    allClustersConsidered: false,
    validBindings: [],
    eligibleClusterSets: [],
    unscheduled: 0,
    numberOfClusters: null,
    filters: [],
    mode: "Additive",
    prioritizers: [],
    spreadConstraints: [],
    spread: null,
    conditions: [],
    decisionGroups: [],
    deletedPlacementDecisions: [],
    requeueTime: null,
    notes: [],
    selected: [],
    clusters: [],
    clusterCounts: { all: 0, candidates: 0, feasible: 0, selected: 0 },
    explanations: [],
  };
}

const missing = (kind: MissingInput["kind"], command: string): MissingInput => ({ kind, command });

function clock(now: string | Date | undefined): string {
  if (typeof now === "string") return now;
  const date = now ?? new Date();
  if (!(date instanceof Date))
    throw new SchedscopeError("invalid-argument", "`now` must be a Date or an RFC 3339 text");
  if (Number.isNaN(date.getTime())) throw new SchedscopeError("invalid-now", "`now` is a Date without a time");
  return date.toISOString();
}

/** Refuses weights of prioritizers that do not exist; the engine would ignore them. */
async function checkWeights(name: string, scenario: Scenario, asked: DecideOptions, work: WorkOptions): Promise<void> {
  const { weights, ...plain } = asked;
  // The engine refuses weights that are not an object.
  if (typeof weights !== "object" || weights === null || Array.isArray(weights)) return;
  const names = Object.keys(weights);
  if (unknownPrioritizers(names, []).length === 0) return;
  const known = (await scenario.ask("decide", { ...plain, limit: 0 }, work)).prioritizers.map(
    (prioritizer) => prioritizer.name,
  );
  const [unknown] = unknownPrioritizers(names, known);
  if (unknown === undefined) return;
  throw new SchedscopeError(
    "invalid-argument",
    `${name}.weights: there is no prioritizer \`${unknown}\`, there are ${known.join(", ")}`,
  );
}

function checkExplain(name: string, explain: unknown): void {
  if (explain === undefined || explain === true) return;
  if (Array.isArray(explain) && explain.every((cluster) => typeof cluster === "string")) return;
  throw new SchedscopeError("invalid-argument", `${name}.explain: must be a list of clusters' names or \`true\``);
}
