// Made from the Rust types; to make it anew: UPDATE_TYPES=1 cargo test --lib types

/**
 * Whether a cluster is a candidate.
 */
export type Candidacy = { 
/**
 * Whether it is.
 */
is: boolean, 
/**
 * Why.
 */
why: CandidacyReason, 
/**
 * The eligible sets that it is in, sorted.
 */
sets: Array<string>, };

/**
 * Why a cluster is a candidate, or not.
 */
export type CandidacyReason = "all-clusters" | "in-set" | "no-set" | "deleting" | "given";

/**
 * Which clusters a placement may choose from.
 */
export type CandidateMode = "auto" | "sets" | "given";

/**
 * A [`ClusterExplanation`] with the cluster's place in the text.
 */
export type ClusterExplanation = { 
/**
 * Where the cluster stands.
 */
range: Range, 
/**
 * Index of the cluster in the text.
 */
cluster: number, 
/**
 * Its name.
 */
name: string, 
/**
 * What became of it.
 */
state: ClusterState, 
/**
 * Whether it is a candidate, and why.
 */
candidate: Candidacy, 
/**
 * The predicates, `ORed`; empty where the placement has none or the cluster is no candidate.
 */
predicates: Array<PredicateResult>, 
/**
 * The taints, also where a predicate dropped the cluster already; empty where it is no
 * candidate.
 */
taints: Array<TaintResult>, 
/**
 * The active prioritizers; empty where the cluster is not feasible or nothing was scored.
 */
scores: Array<ScoreTerm>, 
/**
 * The weighted sum.
 */
total: Integer | null, 
/**
 * From 1, among the feasible clusters.
 */
rank: number | null, 
/**
 * Its part in the run of spread; null where there was none or it is not feasible.
 */
spread: ClusterSpread | null, 
/**
 * For a feasible cluster that was not selected, without spread: distance to the last selected
 * one.
 */
gap: Gap | null, 
/**
 * Why it is not selected; null where it is or nothing was decided.
 */
reason: Reason | null, };

/**
 * The keys that the clusters of a text have.
 */
export type ClusterKeys = { 
/**
 * Keys of labels, most frequent first, then by name; at most 100.
 */
labels: Array<KeyUse>, 
/**
 * Names of cluster claims, likewise.
 */
claims: Array<KeyUse>, };

/**
 * One cluster in a run of spread.
 */
export type ClusterSpread = { 
/**
 * The values of the topology keys, up to the first that is missing.
 */
values: Array<string>, 
/**
 * The step in which it was picked, from 1; null where it was not.
 */
picked: number | null, 
/**
 * The cluster in the step of its pick, or in the last one; null where there was no step or it
 * lacks the key of a hard term.
 */
numbers: SpreadCandidate | null, };

/**
 * What became of a cluster.
 */
export type ClusterState = "excluded" | "filtered" | "feasible" | "selected";

/**
 * The stable code of a diagnostic. Programs may match on it; the sentence may change.
 */
export type Code = "syntax" | "duplicate-key" | "duplicate-object" | "wrong-type" | "missing-field" | "out-of-range" | "invalid-value" | "unknown-field" | "invalid-quantity" | "invalid-expression" | "invalid-time" | "unknown-kind" | "unknown-version" | "unknown-object" | "not-an-object" | "too-deep" | "too-large" | "alias-budget";

/**
 * A condition of the placement's status, as the hub would write it.
 */
export type Condition = { 
/**
 * `PlacementMisconfigured` or `PlacementSatisfied`.
 */
type: string, 
/**
 * Whether it holds.
 */
status: ConditionStatus, 
/**
 * One word in camel case.
 */
reason: string, 
/**
 * Upstream's sentence.
 */
message: string, };

/**
 * `True` or `False` of a condition.
 */
export type ConditionStatus = "True" | "False";

/**
 * [`Options`] as they come from JavaScript or JSON.
 */
export type DecideOptions = { 
/**
 * Index among the placements that were read.
 */
placement: number, 
/**
 * The clock, RFC 3339.
 */
now: string, 
/**
 * Which scheduler answers; default `Proposal`.
 */
profile?: Profile, 
/**
 * Which clusters the placement may choose from; default `auto`.
 */
candidates?: CandidateMode, 
/**
 * What if: weights by prioritizer name, over what the text says.
 */
weights?: Record<string, number>, 
/**
 * What if: absent: what the text says; null: all clusters.
 */
numberOfClusters?: Wanted, };

/**
 * A decision in short; details are asked for one by one.
 */
export type DecisionSummary = { 
/**
 * The placement that was decided.
 */
placement: ObjectName, 
/**
 * Which scheduler answered.
 */
profile: Profile, 
/**
 * What became of the pass.
 */
outcome: Outcome, 
/**
 * How the scheduler ended; `Success` where it did not run, `Error` where no decision is
 * defined.
 */
status: Status, 
/**
 * Neither sets nor bindings are given: all clusters were considered.
 */
allClustersConsidered: boolean, 
/**
 * The bindings in the placement's namespace whose set exists, sorted.
 */
validBindings: Array<string>, 
/**
 * Those of them that the placement wants, sorted.
 */
eligibleClusterSets: Array<string>, 
/**
 * How many clusters the text holds.
 */
clusters: number, 
/**
 * How many of them the placement may choose from.
 */
candidates: number, 
/**
 * How many of those passed the filters.
 */
feasible: number, 
/**
 * How many of those are selected.
 */
selected: number, 
/**
 * How many are wanted beyond those.
 */
unscheduled: Integer, 
/**
 * `numberOfClusters` in force; null: all.
 */
wanted: Integer | null, 
/**
 * The filters that ran, in order.
 */
filters: Array<FilterSummary>, 
/**
 * The mode of the prioritizer policy: `Additive` where none is written, `Exact`, or another text
 * as it stands, which is misconfigured.
 */
mode: string, 
/**
 * Every built-in of the profile (weight 0: off) and every configured one, in a stable order.
 */
prioritizers: Array<PrioritizerSummary>, 
/**
 * The spread constraints as the placement has them, also where the profile ignores them.
 */
spreadConstraints: Array<SpreadConstraintSummary>, 
/**
 * The run of spread; null where there are no constraints, the profile ignores them, or nothing
 * was scored.
 */
spread: SpreadSummary | null, 
/**
 * `PlacementMisconfigured`, `PlacementSatisfied`; empty where nothing is touched.
 */
conditions: Array<Condition>, 
/**
 * The decision groups.
 */
groups: Array<GroupSummary>, 
/**
 * The names of existing `PlacementDecision`s that would be deleted, sorted.
 */
deletedDecisions: Array<string>, 
/**
 * When a toleration of a selected cluster ends next, RFC 3339.
 */
requeueTime: string | null, 
/**
 * What must be said aloud.
 */
notes: Array<Note>, };

/**
 * One finding about a text.
 */
export type Diagnostic = { 
/**
 * How much it matters.
 */
severity: Severity, 
/**
 * Its stable code.
 */
code: Code, 
/**
 * One sentence in lower case without a full stop; what the user typed stands in backticks.
 */
message: string, 
/**
 * The object it is about, where one is known.
 */
object: ObjectName | null, 
/**
 * The field's path in Kubernetes notation, as `spec.predicates[0].requiredClusterSelector`;
 * empty where it is about the whole document.
 */
path: string, 
/**
 * Where in the text.
 */
range: Range, };

/**
 * What one filter left.
 */
export type FilterSummary = { 
/**
 * `Predicate` or `TaintToleration`.
 */
name: string, 
/**
 * How many clusters came in.
 */
before: number, 
/**
 * How many went on.
 */
after: number, };

/**
 * How far a cluster is from the last selected one.
 */
export type Gap = { 
/**
 * The last selected cluster.
 */
to: string, 
/**
 * By how much its total is larger; 0 where only the name decided.
 */
total: Integer, 
/**
 * The same, prioritizer by prioritizer.
 */
terms: Array<GapTerm>, };

/**
 * One prioritizer's part in a [`Gap`].
 */
export type GapTerm = { 
/**
 * The prioritizer.
 */
name: string, 
/**
 * By how much the last selected cluster's product is larger.
 */
difference: Integer, };

/**
 * A decision group of the placement's status.
 */
export type GroupSummary = { 
/**
 * The group's index over all chunks, from 0.
 */
index: number, 
/**
 * The group's name; empty for leftovers.
 */
name: string, 
/**
 * How many clusters it holds.
 */
clusters: number, 
/**
 * The names of its `PlacementDecision`s.
 */
decisions: Array<string>, };

/**
 * An integer of 64 bits, written as a number wherever it goes.
 *
 * JavaScript's numbers hold integers up to 2^53 exactly. Scores are that small unless a hub's
 * arithmetic overflowed; beyond, the nearest double is written, so that a table still shows it.
 * (Reports are JSON texts and keep every digit.)
 */
export type Integer = number;

/**
 * How many clusters have a key.
 */
export type KeyUse = { 
/**
 * The key.
 */
key: string, 
/**
 * How many clusters have it.
 */
clusters: number, };

/**
 * How often a kind stands in a text.
 */
export type KindCount = { 
/**
 * The kind, as written.
 */
kind: string, 
/**
 * How many objects.
 */
count: number, };

/**
 * Something the answer must say aloud.
 */
export type Note = { 
/**
 * A stable code.
 */
code: NoteCode, 
/**
 * One sentence in lower case without a full stop.
 */
message: string, 
/**
 * The field it is about, in the placement; null where there is none.
 */
path: string | null, };

/**
 * What a [`Note`] says.
 */
export type NoteCode = "all-clusters-considered" | "spread-ignored" | "spread-without-terms" | "spread-without-weight" | "spread-packs" | "spread-max-skew-ignored" | "spread-soft-key-bars" | "spread-counts-anew" | "spread-lone-domain" | "spread-pinned" | "addon-score-expired" | "cel-not-evaluated" | "group-cel-ignored";

/**
 * The name of an object as a person would say it.
 */
export type ObjectName = { 
/**
 * The kind, as written.
 */
kind: string, 
/**
 * The namespace; empty for cluster-scoped objects or where none is given.
 */
namespace: string, 
/**
 * The name; empty where none is given.
 */
name: string, };

/**
 * What became of the pass as a whole.
 */
export type Outcome = { "type": "scheduled" } | { "type": "skipped", 
/**
 * Why.
 */
reason: SkipReason, } | { "type": "sync-error", 
/**
 * The hub's text.
 */
message: string, } | { "type": "invalid", 
/**
 * The field at fault, in the placement.
 */
path: string, 
/**
 * What is wrong with it.
 */
message: string, };

/**
 * A placement to choose.
 */
export type PlacementEntry = { 
/**
 * What [`DecideOptions::placement`] calls it.
 */
index: number, 
/**
 * `metadata.namespace`; empty where none is given.
 */
namespace: string, 
/**
 * `metadata.name`.
 */
name: string, 
/**
 * Where it stands.
 */
range: Range, };

/**
 * A place in a text.
 *
 * The unit of `column` and `offset` is the caller's: bytes of UTF-8 in Rust, UTF-16 code units
 * in JavaScript.
 */
export type Position = { 
/**
 * The line, from 1. Lines end at `\n`, `\r\n` or a lone `\r`.
 */
line: number, 
/**
 * The column, from 1, in code units of the caller's encoding.
 */
column: number, 
/**
 * Code units from the start of the text, from 0.
 */
offset: number, };

/**
 * One predicate: all of its requirements must hold.
 */
export type PredicateResult = { 
/**
 * Whether all hold. False where the predicate is misconfigured.
 */
matches: boolean, 
/**
 * In the order of the text: labels, claims, CEL.
 */
requirements: Array<RequirementResult>, 
/**
 * The field in the placement.
 */
path: string, };

/**
 * One prioritizer of a decision.
 */
export type PrioritizerSummary = { 
/**
 * `Steady`, `Balance`, `ResourceAllocatableCPU`, `AddOn/<resource>/<score>`, ...
 */
name: string, 
/**
 * The weight in force; valid in [-10, 10], other values are computed with as they stand.
 */
weight: number, 
/**
 * The weight where nothing is configured, in this mode and profile.
 */
defaultWeight: number, 
/**
 * Who set the weight.
 */
source: Source, 
/**
 * Where the placement sets the weight; null where it does not.
 */
path: string | null, 
/**
 * The smallest score over the feasible clusters; null where the weight is 0 or no cluster has
 * a score.
 */
min: Integer | null, 
/**
 * The largest, likewise.
 */
max: Integer | null, };

/**
 * Which scheduler answers.
 */
export type Profile = "Upstream" | "Proposal";

/**
 * A half-open range of a text.
 */
export type Range = { 
/**
 * The first code unit.
 */
start: Position, 
/**
 * Just behind the last code unit.
 */
end: Position, };

/**
 * What a text holds.
 */
export type Reading = { 
/**
 * Counts changes of the text.
 */
revision: number, 
/**
 * Documents and list items.
 */
documents: number, 
/**
 * How many pieces of the text the last change read.
 */
reread: number, 
/**
 * Objects by kind, most frequent first, then by name; kinds that are not used here too.
 */
kinds: Array<KindCount>, 
/**
 * The placements, in the order of the text.
 */
placements: Array<PlacementEntry>, 
/**
 * In the order of the text, at most 1,000.
 */
diagnostics: Array<Diagnostic>, 
/**
 * How many there are, the ones that are not listed included.
 */
counts: SeverityCounts, };

/**
 * Why a cluster is not selected.
 */
export type Reason = { "type": "deleting" } | { "type": "no-set" } | { "type": "predicate", 
/**
 * The failing requirement in words.
 */
message: string, } | { "type": "taint", 
/**
 * The taint in words.
 */
message: string, } | { "type": "not-reached", 
/**
 * How many points it lacks to the last selected one; 0 where only the name decided or
 * none was wanted.
 */
gap: Integer, } | { "type": "missing-topology-key", 
/**
 * The first `DoNotSchedule` term at whose level it has no domain, from 0.
 */
term: number, 
/**
 * The term whose topology key it lacks; may be a softer one before.
 */
missingTerm: number, } | { "type": "max-skew", 
/**
 * The first term that blocks it, from 0.
 */
term: number, } | { "type": "not-picked", 
/**
 * By how much the last pick's final score is larger; null where it was no candidate then.
 */
gap: Integer | null, 
/**
 * The term that blocked it in the last step, from 0; null where none did.
 */
blockedBy: number | null, };

/**
 * One toleration that does not hold for a taint.
 */
export type RejectedToleration = { 
/**
 * Its index in the placement.
 */
toleration: number, 
/**
 * Why it does not hold.
 */
why: Rejection, };

/**
 * Why a toleration does not hold for a taint.
 */
export type Rejection = "key" | "value" | "effect" | "expired";

/**
 * What a requirement looks at.
 */
export type RequirementOn = "label" | "claim" | "cel";

/**
 * One requirement of a predicate, held against the cluster.
 */
export type RequirementResult = { 
/**
 * What it looks at.
 */
on: RequirementOn, 
/**
 * The label's or claim's key; the expression of CEL.
 */
key: string, 
/**
 * `=` of `matchLabels`; `In`, `NotIn`, `Exists`, `DoesNotExist`; empty for CEL.
 */
operator: string, 
/**
 * The values asked for.
 */
values: Array<string>, 
/**
 * The cluster's value; null where it has none. For CEL `true`, `false` or `error`.
 */
actual: string | null, 
/**
 * The error of a CEL expression; null where there was none.
 */
error: string | null, 
/**
 * Whether it holds.
 */
holds: boolean, 
/**
 * The field in the placement.
 */
path: string, };

/**
 * One line of the table.
 */
export type Row = { 
/**
 * Index of the cluster in the text.
 */
cluster: number, 
/**
 * Its name.
 */
name: string, 
/**
 * What became of it.
 */
state: ClusterState, 
/**
 * From 1, among the feasible clusters.
 */
rank: number | null, 
/**
 * The weighted sum of its scores.
 */
total: Integer | null, 
/**
 * Its scores, parallel to the prioritizers whose weight is not 0; null where it has none.
 */
scores: Array<Integer | null>, 
/**
 * Why it is not selected; null where it is or nothing was decided.
 */
reason: Reason | null, };

/**
 * A page of the table.
 */
export type RowPage = { 
/**
 * How many rows there are in all.
 */
total: number, 
/**
 * Those that were asked for.
 */
rows: Array<Row>, };

/**
 * One prioritizer's part in the total.
 */
export type ScoreTerm = { 
/**
 * The prioritizer.
 */
name: string, 
/**
 * The score; null where there is none, which counts 0.
 */
raw: Integer | null, 
/**
 * The weight in force.
 */
weight: number, 
/**
 * Weight x score.
 */
product: Integer, 
/**
 * What is remarkable about it.
 */
note: string | null, };

/**
 * How much a diagnostic matters.
 */
export type Severity = "error" | "warning" | "info" | "hint";

/**
 * Diagnostics by severity.
 */
export type SeverityCounts = { 
/**
 * Errors.
 */
error: number, 
/**
 * Warnings.
 */
warning: number, 
/**
 * Infos.
 */
info: number, 
/**
 * Hints.
 */
hint: number, };

/**
 * Why a placement is left alone.
 */
export type SkipReason = "deleting" | "scheduling-disabled";

/**
 * Where a weight comes from.
 */
export type Source = "default" | "configured" | "override";

/**
 * A cluster in a step.
 */
export type SpreadCandidate = { 
/**
 * Index of the cluster in the text.
 */
cluster: number, 
/**
 * Its name.
 */
name: string, 
/**
 * The values of the topology keys, up to the first that is missing.
 */
values: Array<string>, 
/**
 * The term whose max skew it would have broken; null for a candidate.
 */
blockedBy: number | null, 
/**
 * Score per term, 0 to 63; parallel to the constraints, most important first.
 */
termScores: Array<number>, 
/**
 * The spread score: the term scores joined, six bits each.
 */
raw: Integer, 
/**
 * The spread score among this step's candidates, -100 to 100; null where it is blocked.
 */
spread: number | null, 
/**
 * The weighted sum of the other prioritizers.
 */
prioritizer: Integer, 
/**
 * Weight x spread + prioritizer; null where it is blocked. Not comparable across steps.
 */
final: Integer | null, };

/**
 * A page of the clusters of a step: candidates, best first, then the blocked ones by name.
 */
export type SpreadCandidatePage = { 
/**
 * How many there are, blocked ones included.
 */
total: number, 
/**
 * Those that were asked for.
 */
candidates: Array<SpreadCandidate>, };

/**
 * A spread constraint as the placement has it: one term, most important first.
 */
export type SpreadConstraintSummary = { 
/**
 * The label or cluster claim whose values are the domains.
 */
topologyKey: string, 
/**
 * Which of the two.
 */
topologyKeyType: TopologyKeyType, 
/**
 * At least 1. Has no effect on a `ScheduleAnyway` term.
 */
maxSkew: number, 
/**
 * Whether the term forbids or only prefers.
 */
whenUnsatisfiable: WhenUnsatisfiable, 
/**
 * Where it stands in the placement.
 */
path: string, };

/**
 * A topology domain at a moment of a run.
 */
export type SpreadDomain = { 
/**
 * The values of the topology keys down to the domain's level; so many as its level plus one.
 */
values: Array<string>, 
/**
 * Selected clusters in it.
 */
selected: number, 
/**
 * Eligible clusters in it, the selected ones included. 0: all of its clusters were filtered
 * out or lack a hard term's key, so that it is no domain and counts for nothing.
 */
eligible: number, 
/**
 * Candidates of the placement in it that the filters dropped.
 */
filtered: number, 
/**
 * The smallest count among its siblings, itself included.
 */
lowest: number, 
/**
 * The largest.
 */
highest: number, };

/**
 * The topology domains at a moment of a run.
 */
export type SpreadDomains = { 
/**
 * After how many steps.
 */
step: number, 
/**
 * How many there are in all.
 */
total: number, 
/**
 * Parents before their children, siblings by value; as many as were asked for, upper levels
 * first.
 */
domains: Array<SpreadDomain>, };

/**
 * A change of a placement's spread constraints, to be made in the text.
 */
export type SpreadEdit = { "type": "add", 
/**
 * `topologyKey`.
 */
topologyKey: string, 
/**
 * `topologyKeyType`.
 */
topologyKeyType: TopologyKeyType, 
/**
 * `maxSkew`.
 */
maxSkew: number, 
/**
 * `whenUnsatisfiable`.
 */
whenUnsatisfiable: WhenUnsatisfiable, } | { "type": "remove", 
/**
 * Its index.
 */
index: number, } | { "type": "move", 
/**
 * Its index.
 */
from: number, 
/**
 * Its index afterwards.
 */
to: number, } | { "type": "set", 
/**
 * Its index.
 */
index: number, 
/**
 * `topologyKey`.
 */
topologyKey?: string, 
/**
 * `topologyKeyType`.
 */
topologyKeyType?: TopologyKeyType, 
/**
 * `maxSkew`.
 */
maxSkew?: number, 
/**
 * `whenUnsatisfiable`.
 */
whenUnsatisfiable?: WhenUnsatisfiable, };

/**
 * Why a run of spread stopped.
 */
export type SpreadEnd = "reached" | "exhausted" | "blocked";

/**
 * How skewed the selection was after every step.
 */
export type SpreadSkews = { 
/**
 * Per term, the largest difference between siblings' counts before the first step and after
 * each.
 */
terms: Array<Array<number>>, };

/**
 * One step of a run: who was picked, with which numbers.
 */
export type SpreadStep = { 
/**
 * From 1.
 */
step: number, 
/**
 * The cluster that was picked.
 */
picked: SpreadCandidate, 
/**
 * The best of the other candidates of this step.
 */
runnerUp: SpreadCandidate | null, 
/**
 * By how much the runner-up's final score is smaller; 0 where only the name decided.
 */
gap: Integer | null, 
/**
 * How many clusters could have been picked.
 */
candidates: number, 
/**
 * How many remaining clusters were blocked.
 */
blocked: number, 
/**
 * How many of them by each term; parallel to the constraints.
 */
blockedBy: Array<number>, 
/**
 * The smallest spread score over the candidates, before normalisation.
 */
lowest: Integer, 
/**
 * The largest.
 */
highest: Integer, 
/**
 * The domains of the picked cluster, level by level.
 */
domains: Array<SpreadStepDomain>, };

/**
 * A domain of a picked cluster with its count before and after the step.
 */
export type SpreadStepDomain = { 
/**
 * The values of the topology keys down to this level.
 */
values: Array<string>, 
/**
 * Selected clusters in it before the step.
 */
before: number, 
/**
 * And after it.
 */
after: number, 
/**
 * The smallest count among the siblings before the step, this domain included.
 */
lowest: number, 
/**
 * The largest.
 */
highest: number, };

/**
 * A run of spread in short.
 */
export type SpreadSummary = { 
/**
 * The weight of `Spread` in force.
 */
weight: number, 
/**
 * How many clusters were picked, one a step.
 */
steps: number, 
/**
 * How many feasible clusters have the topology keys of all hard terms.
 */
eligible: number, 
/**
 * Why no more were picked.
 */
end: SpreadEnd, 
/**
 * Parallel to the constraints.
 */
terms: Array<SpreadTermSummary>, };

/**
 * One term of a run of spread.
 */
export type SpreadTermSummary = { 
/**
 * How many domains the eligible clusters form at this level.
 */
domains: number, 
/**
 * How many feasible clusters have no domain at this level.
 */
missing: number, 
/**
 * The largest difference between siblings' counts after the run; 0 where there is no domain.
 */
worstSkew: number, };

/**
 * How the run ended, in upstream's words.
 */
export type Status = { 
/**
 * How it ended.
 */
code: StatusCode, 
/**
 * The plugin that ended it; empty for the scheduler itself.
 */
plugin: string, 
/**
 * Upstream's text.
 */
message: string, };

/**
 * How a plugin's run ended.
 */
export type StatusCode = "Success" | "Warning" | "Misconfigured" | "Error";

/**
 * One taint of the cluster.
 */
export type TaintResult = { 
/**
 * Its key.
 */
key: string, 
/**
 * Its value.
 */
value: string, 
/**
 * Its effect.
 */
effect: string, 
/**
 * The field in the cluster.
 */
path: string, 
/**
 * Whether it lets the cluster through.
 */
tolerated: boolean, 
/**
 * Index of the toleration that holds; null where none does or the taint has no effect here.
 */
toleration: number | null, 
/**
 * When that toleration ends, RFC 3339; null where it does not.
 */
expires: string | null, 
/**
 * The tolerations that were tried in vain, in order.
 */
rejected: Array<RejectedToleration>, };

/**
 * Replaces the code units `[from, to)` of the text by `insert`.
 */
export type TextEdit = { 
/**
 * The first code unit that goes.
 */
from: number, 
/**
 * Behind the last code unit that goes.
 */
to: number, 
/**
 * What comes in their place.
 */
insert: string, };

/**
 * `topologyKeyType`.
 */
export type TopologyKeyType = "Label" | "Claim";

/**
 * How many clusters are wanted.
 */
export type Wanted = number | null;

/**
 * `whenUnsatisfiable`.
 */
export type WhenUnsatisfiable = "DoNotSchedule" | "ScheduleAnyway";
