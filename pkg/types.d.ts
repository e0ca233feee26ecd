// The data that goes into the package and comes out of it.

export type Profile = "Upstream" | "Proposal";
export type Severity = "error" | "warning" | "info" | "hint";
/** line and column from 1, offset from 0; UTF-16 code units in JavaScript */
export interface Position { line: number; column: number; offset: number }
export interface Range { start: Position; end: Position }
export interface ObjectName { kind: string; namespace: string; name: string }
export interface Diagnostic {
  severity: Severity; code: string; message: string;
  object: ObjectName | null; path: string; range: Range;
}

/** What a text holds. */
export interface Reading {
  revision: number;
  /** documents and list items; and how many of them the last change read anew */
  documents: number; reread: number;
  /** objects by kind, as read (unknown kinds too), most frequent first, then by name */
  kinds: { kind: string; count: number }[];
  placements: { index: number; namespace: string; name: string; range: Range }[];
  /** in text order, at most 1000 */
  diagnostics: Diagnostic[];
  /** all of them, also those beyond the first 1000 */
  counts: { error: number; warning: number; info: number; hint: number };
}

export interface DecideOptions {
  /** index in Reading.placements */
  placement: number;
  /** the clock, RFC 3339 */
  now: string;
  profile?: Profile;                       // default Proposal
  /** auto: by sets where the text has any set or binding, else all clusters; sets: always by sets;
   *  given: every cluster goes straight to the filters, nothing else is looked at */
  candidates?: "auto" | "sets" | "given";  // default auto
  /** what-if: weights by prioritizer name, over what the text says */
  weights?: Record<string, number>;
  numberOfClusters?: number | null;        // absent: what the text says; null: all
}

export type Outcome =
  | { type: "scheduled" }
  | { type: "skipped"; reason: "deleting" | "scheduling-disabled" }
  | { type: "sync-error"; message: string }
  | { type: "invalid"; path: string; message: string };   // no decision is defined, e.g. numberOfClusters < 0

export interface Status { code: "Success" | "Warning" | "Misconfigured" | "Error"; plugin: string; message: string }

export interface PrioritizerSummary {
  name: string;            // Steady, Balance, ResourceAllocatableCPU, AddOn/<resource>/<score>, ...
  weight: number;          // in force
  defaultWeight: number;   // when not configured, in this mode and profile
  /** default: not in the text; configured: the text says so; override: DecideOptions.weights says so */
  source: "default" | "configured" | "override";
  /** where the text sets the weight: "spec.prioritizerPolicy.configurations[2]"; null where it does not */
  path: string | null;
  /** smallest and largest score over the feasible clusters; null where the weight is 0 or nothing is feasible */
  min: number | null; max: number | null;
}

export interface Condition { type: string; status: "True" | "False"; reason: string; message: string }
export interface GroupSummary { index: number; name: string; clusters: number; decisions: string[] }

export interface DecisionSummary {
  placement: ObjectName;
  profile: Profile;
  outcome: Outcome;
  status: Status;
  /** no set and no binding in the text: all clusters were considered */
  allClustersConsidered: boolean;
  validBindings: string[]; eligibleClusterSets: string[];
  clusters: number; candidates: number; feasible: number; selected: number; unscheduled: number;
  wanted: number | null;   // numberOfClusters in force
  filters: { name: string; before: number; after: number }[];   // Predicate, TaintToleration
  /** every built-in of the profile (weight 0: off) and every configured one, in a stable order */
  prioritizers: PrioritizerSummary[];
  conditions: Condition[];
  groups: GroupSummary[];
  deletedDecisions: string[];
  requeueTime: string | null;
  /** things the answer must say aloud; stable codes, e.g. "all-clusters-considered", "spread-ignored", "addon-score-expired" */
  notes: { code: string; message: string; path: string | null }[];
}

export type ClusterState = "selected" | "feasible" | "filtered" | "excluded"; // excluded: no candidate

export type Reason =
  | { type: "deleting" }
  | { type: "no-set" }                                  // in no eligible set
  | { type: "predicate"; message: string }              // the failing requirement in words made from data
  | { type: "taint"; message: string }
  | { type: "not-reached"; gap: number };               // feasible, ranked below the cut: points missing

/** One line of the table. `scores` runs parallel to the prioritizers whose weight is not 0. */
export interface Row {
  cluster: number;         // index of the cluster in the text
  name: string;
  state: ClusterState;
  rank: number | null;     // from 1, of feasible clusters
  total: number | null;
  scores: (number | null)[];
  reason: Reason | null;
}

export interface RequirementResult {
  /** "label" | "claim" | "cel" */
  on: string;
  key: string; operator: string; values: string[];
  /** the cluster's value; null where it has none */
  actual: string | null;
  holds: boolean;
  path: string;            // in the placement, e.g. spec.predicates[0].requiredClusterSelector.labelSelector.matchLabels.env
}
export interface TaintResult {
  key: string; value: string; effect: string; path: string;       // path in the cluster
  tolerated: boolean;
  /** index of the toleration that holds, or null */
  toleration: number | null;
  expires: string | null;
  /** per toleration that does not hold, why: "key" | "value" | "effect" | "expired" */
  rejected: { toleration: number; why: string }[];
}
export interface ScoreTerm { name: string; raw: number | null; weight: number; product: number; note: string | null }

export interface ClusterExplanation {
  cluster: number; name: string; state: ClusterState; range: Range;
  candidate: { is: boolean; why: "all-clusters" | "in-set" | "no-set" | "deleting" | "given"; sets: string[] };
  /** ORed; each ANDs its requirements; empty where the placement has none or the cluster is no candidate */
  predicates: { matches: boolean; requirements: RequirementResult[]; path: string }[];
  taints: TaintResult[];
  scores: ScoreTerm[];     // of feasible clusters
  total: number | null; rank: number | null;
  /** for a feasible cluster that was not selected: distance to the last selected one */
  gap: { to: string; total: number; terms: { name: string; difference: number }[] } | null;
  reason: Reason | null;
}

export interface TextEdit { from: number; to: number; insert: string }   // UTF-16 offsets
