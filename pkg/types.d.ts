// Made from the Rust types; to make it anew: cargo xtask types

/**
 * Amounts by resource name: cpu in milli-CPU, the rest in base units (bytes, pieces). `null`: no
 * limit.
 */
export type AmountMap = Record<string, number | null>;

/**
 * What a pod counts that neither asks for anything nor is limited: `allocatable`, all that the node can
 * give, for nothing keeps it from that; `nothing`; or so much of every resource.
 */
export type BestEffort =
  | "allocatable"
  | "nothing"
  | {
      /** How much, in milli-CPU and base units. */
      amount: number;
    };

/**
 * Which clusters a placement may choose from: those of bound cluster `sets`, as on the hub; those that are
 * `given`, all of them, deleted ones too; `auto`: by sets where the text has any set or binding, else
 * all clusters.
 */
export type CandidateMode = "auto" | "sets" | "given";

/** Why a cluster is a candidate, or not. */
export type CandidateReason = "all-clusters" | "in-set" | "no-set" | "deleting" | "given";

/** Whether a cluster is a candidate. */
export type CandidateStatus = {
  /** Whether it is. */
  is: boolean;
  /** Why. */
  why: CandidateReason;
  /** The eligible sets that it is in, sorted. */
  sets: Array<string>;
};

/** How many clusters each step of a decision left. */
export type ClusterCounts = {
  /** The clusters of the text. */
  all: number;
  /** Those that the placement may choose from. */
  candidates: number;
  /** Those of the candidates that pass the filters. */
  feasible: number;
  /** Those of the feasible clusters that are selected. */
  selected: number;
};

/**
 * Everything about one cluster in a decision: whether it may be chosen, which predicates and taints stand
 * against it, how it scores, and how far it is from being selected.
 */
export type ClusterExplanation = {
  /** Where the cluster stands in the text. */
  range: TextRange;
  /** Index of the cluster in the text. */
  cluster: number;
  /** Its name. */
  name: string;
  /** What became of it. */
  state: ClusterState;
  /** Whether it is a candidate, and why. */
  candidate: CandidateStatus;
  /** The predicates, `ORed`; empty where the placement has none or the cluster is no candidate. */
  predicates: Array<PredicateResult>;
  /**
   * The taints, also where a predicate dropped the cluster already; empty where it is no
   * candidate.
   */
  taints: Array<TaintResult>;
  /** The active prioritizers; empty where the cluster is not feasible or nothing was scored. */
  scores: Array<ScoreTerm>;
  /** The weighted sum. */
  total: Integer | null;
  /** From 1, among the feasible clusters. */
  rank: number | null;
  /** Its part in the run of spread; null where there was none or it is not feasible. */
  spread: ClusterSpread | null;
  /**
   * For a feasible cluster that was not selected, without spread: distance to the last selected
   * one.
   */
  gap: ScoreGap | null;
  /** Why it is not selected; null where it is or nothing was decided. */
  reason: NotSelectedReason | null;
};

/** Which cluster. */
export interface ClusterIndexOptions {
  /** Its name. */
  name: string;
}

/** The keys that the clusters of a text have. */
export type ClusterKeys = {
  /** Keys of labels, most frequent first, then by name; at most 100. */
  labels: Array<KeyUse>;
  /** Names of cluster claims, likewise. */
  claims: Array<KeyUse>;
};

/** Which clusters. */
export interface ClusterNamesOptions {
  /** Their indices. */
  clusters: number[];
}

/** The order of the table. */
export type ClusterOrder = "rank" | "name";

/** One line of the table. */
export type ClusterRow = {
  /** Index of the cluster in the text. */
  cluster: number;
  /** Its name. */
  name: string;
  /** What became of it. */
  state: ClusterState;
  /** From 1, among the feasible clusters. */
  rank: number | null;
  /** The weighted sum of its scores. */
  total: Integer | null;
  /** Its scores, parallel to the prioritizers whose weight is not 0; null where it has none. */
  scores: Array<Integer | null>;
  /** Why it is not selected; null where it is or nothing was decided. */
  reason: NotSelectedReason | null;
};

/** A page of the table of clusters. */
export type ClusterRowPage = {
  /** How many rows there are in all, or match what was searched for. */
  total: number;
  /** Those that were asked for. */
  rows: Array<ClusterRow>;
};

/** A cluster with its total. */
export type ClusterScore = {
  /** Its name. */
  clusterName: string;
  /** Its total. */
  score: number;
};

/** One cluster in a run of spread. */
export type ClusterSpread = {
  /** The values of the topology keys, up to the first that is missing. */
  values: Array<string>;
  /** The step in which it was picked, from 1; null where it was not. */
  picked: number | null;
  /**
   * The cluster in the step of its pick, or in the last one; null where there was no step or it
   * lacks the key of a hard term.
   */
  numbers: SpreadCandidate | null;
};

/**
 * What became of a cluster: `excluded`: no candidate, or nothing was decided; `filtered`: a candidate that
 * a predicate or a taint dropped; `feasible`: passed the filters, and others are better; `selected`.
 */
export type ClusterState = "excluded" | "filtered" | "feasible" | "selected";

/** Which part of the table of clusters. */
export interface ClustersOptions {
  /**
   * The order of the table: feasible clusters by `rank`, then filtered, then excluded ones, both by
   * name; or all by `name`. Default: `"rank"`.
   */
  order?: ClusterOrder | undefined;
  /** How many clusters are passed over. Default: `0`. */
  offset?: number | undefined;
  /** How many clusters are listed at most. Default: all. */
  limit?: number | undefined;
  /** Only those whose name contains this, or whose state begins with it (three letters at least). */
  find?: string | undefined;
}

/** A condition of the placement's status, as the hub would write it. */
export type Condition = {
  /** `PlacementMisconfigured` or `PlacementSatisfied`. */
  type: string;
  /** Whether it holds. */
  status: ConditionStatus;
  /** One word in camel case. */
  reason: string;
  /** Upstream's sentence. */
  message: string;
};

/** `True` or `False` of a condition. */
export type ConditionStatus = "True" | "False";

/**
 * The body of `/debug/placements/<namespace>/<name>` (ocm 00f84c32b), without the copy of the
 * placement; empty lists are left out, as there.
 *
 * Clusters stand in the order of their names, in the last filter in the order of their rank (the
 * hub sorts that list in place). The hub's own order of the others, and of prioritizers, is
 * random. Where nothing is touched this is empty, though the hub would score even then.
 */
export type DebugResult = {
  /** What each filter left, after all filters before it. */
  filteredPipelineResults?: Array<FilterResult>;
  /** What each prioritizer scored. */
  prioritizeResults?: Array<PrioritizerResult>;
  /** The totals, best first. */
  aggregatedScores?: Array<ClusterScore>;
  /** The hub's error: why there is nothing. */
  error?: string;
};

/** What is to be decided: which placement, at what time, by which scheduler, and what if. */
export interface DecideOptions {
  /**
   * Which placement: its index in `Reading.placements`, from 0, or its name, `namespace/name` or
   * `name`. Default: the only one there is.
   */
  placement?: number | string | undefined;
  /**
   * The clock, RFC 3339, such as `2025-06-01T12:00:00Z`: taints are tolerated for a time, and
   * scores expire. Needed in JSON; in JavaScript the time of the call where it is absent.
   */
  now?: string | Date | undefined;
  /** Which scheduler answers. Default: `"Proposal"`. */
  profile?: Profile | undefined;
  /** Which clusters the placement may choose from. Default: `"auto"`. */
  candidates?: CandidateMode | undefined;
  /**
   * What if: weights by prioritizer, such as `{ Steady: 3 }`, over what the text says. The hub
   * allows -10 to 10; other values of 32 bits are computed with. Default: as the text says.
   */
  weights?: Record<string, number> | undefined;
  /** What if: how many clusters are wanted; `null`: all. Default: as many as the text says. */
  numberOfClusters?: number | null | undefined;
  /** How many names of selected clusters `selected` lists at most. `report` lists all. Default: `100`. */
  limit?: number | undefined;
}

/** A decision group, as the placement's status describes it. */
export type DecisionGroupStatus = {
  /** The group's index over all chunks, from 0. */
  decisionGroupIndex: number;
  /** The group's name; empty for the clusters that no named group holds. */
  decisionGroupName: string;
  /** The names of its `PlacementDecision`s. */
  decisions: Array<string>;
  /** How many clusters it holds. */
  clusterCount: number;
};

/** The labels of a `DecisionObject`. */
export type DecisionLabels = {
  /** The group's index over all chunks, from 0. */
  "cluster.open-cluster-management.io/decision-group-index": string;
  /** The group's name; empty for leftovers. */
  "cluster.open-cluster-management.io/decision-group-name": string;
  /** The placement's name. */
  "cluster.open-cluster-management.io/placement": string;
};

/** Something about a decision that may surprise. */
export type DecisionNote = {
  /** The field it is about, in the placement; null where there is none. */
  path: string | null;
} & (
  | { code: "all-clusters-considered" }
  | { code: "spread-ignored" }
  | { code: "spread-without-terms" }
  | { code: "spread-without-weight" }
  | { code: "spread-packs" }
  | {
      code: "spread-max-skew-ignored";
      /** The topology key of the constraint. */
      topologyKey: string;
    }
  | {
      code: "spread-soft-key-bars";
      /** The topology key of the soft constraint. */
      topologyKey: string;
      /** How many feasible clusters lack that key, and no key before it. */
      clusters: number;
      /** The topology key of the hard constraint. */
      hardTopologyKey: string;
    }
  | { code: "spread-counts-anew" }
  | {
      code: "spread-lone-domain";
      /** The topology key of the constraint. */
      topologyKey: string;
    }
  | {
      code: "spread-pinned";
      /** The topology key of the constraint. */
      topologyKey: string;
      /** The values of the topology keys down to the domain. */
      values: Array<string>;
      /** How many clusters of the domain are selected: all that it has. */
      selected: number;
      /** How many clusters a sibling can have at most. */
      most: number;
    }
  | {
      code: "addon-score-expired";
      /** The prioritizer. */
      prioritizer: string;
      /** Of how many clusters the score has expired. */
      clusters: number;
    }
  | { code: "cel-not-evaluated" }
  | { code: "group-cel-ignored" }
);

/** A `PlacementDecision` as the hub would write it. */
export type DecisionObject = {
  /** `metadata.name`: `<placement>-decision-<k>`, k from 1 over all groups. */
  name: string;
  /** `metadata.namespace`: the placement's. */
  namespace: string;
  /** `metadata.labels`. */
  labels: DecisionLabels;
  /** `status.decisions[].clusterName`, sorted by name, at most 100. */
  clusterNames: Array<string>;
};

/**
 * What became of the pass as a whole: `scheduled`: the scheduler ran, `status` says how it ended; `skipped`:
 * nothing is touched; `sync-error`: the hub stops with an error before it schedules; `invalid`: no decision is
 * defined.
 */
export type DecisionOutcome =
  | { type: "scheduled" }
  | {
      type: "skipped";
      /** Why. */
      reason: SkipReason;
    }
  | {
      type: "sync-error";
      /** The hub's text. */
      message: string;
    }
  | {
      type: "invalid";
      /** The field at fault, in the placement. */
      path: string;
      /** Its fault. */
      problem: PlacementProblem;
    };

/**
 * Everything about a decision but the explanations of single clusters.
 *
 * Numbers keep all digits; lists are sorted by name unless they say otherwise. Memory: O(clusters
 * x prioritizers).
 */
export type DecisionReport = {
  /** The placement that was decided. */
  placement: ObjectName;
  /** Which scheduler answered. */
  profile: Profile;
  /** The clock, RFC 3339. */
  now: string;
  /** What became of the pass. */
  outcome: DecisionReportOutcome;
  /** Why nothing is touched, where that is so. */
  skipReason: SkipReason | null;
  /** The field at fault, where no decision is defined. */
  invalidPath: string | null;
  /** The fault of that field; null where a decision is defined. */
  problem: PlacementProblem | null;
  /** The error with which the hub's pass ends; empty where it ends well or no decision is defined. */
  error: string;
  /** Neither sets nor bindings are given: all clusters were considered. */
  allClustersConsidered: boolean;
  /** The bindings in the placement's namespace whose set exists. */
  validBindings: Array<string>;
  /** Those of them that the placement wants. */
  eligibleClusterSets: Array<string>;
  /** The clusters that the placement may choose from. */
  candidates: Array<string>;
  /** How the scheduler ended; null where it did not run. */
  status: SchedulerStatus | null;
  /** What each filter left. */
  filterResults: Array<FilterResult>;
  /** What each prioritizer scored, sorted by name, then weight. */
  prioritizerResults: Array<PrioritizerResult>;
  /** The totals. */
  scores: ScoreMap;
  /** The feasible clusters, best first. */
  feasible: Array<string>;
  /** The selected clusters, best first. */
  selected: Array<string>;
  /** How many are wanted beyond those. */
  unscheduled: number;
  /** When a toleration of a selected cluster ends next, RFC 3339. */
  requeueTime: string | null;
  /** How many clusters each step left. */
  clusterCounts: ClusterCounts;
  /** The decision groups. */
  decisionGroups: Array<DecisionGroupStatus>;
  /** The objects as the hub would write them. */
  placementDecisions: Array<DecisionObject>;
  /** The names of existing objects that would be deleted. */
  deletedPlacementDecisions: Array<string>;
  /** `PlacementMisconfigured`, `PlacementSatisfied`. */
  conditions: Array<Condition>;
  /** The run of spread; null where there was none. */
  spread: SpreadReport | null;
  /** What must be said aloud. */
  notes: Array<DecisionNote>;
};

/** `DecisionOutcome` in one word. */
export type DecisionReportOutcome = "scheduled" | "skipped" | "sync-error" | "invalid";

/** A decision in short. `rows` gives the clusters, `explain` everything about one of them. */
export type DecisionSummary = {
  /** The placement that was decided. */
  placement: ObjectName;
  /** Which scheduler answered. */
  profile: Profile;
  /** What became of the pass. */
  outcome: DecisionOutcome;
  /**
   * How the scheduler ended; `Success` where it did not run, `Error` where no decision is
   * defined.
   */
  status: SchedulerStatus;
  /** Neither sets nor bindings are given: all clusters were considered. */
  allClustersConsidered: boolean;
  /** The bindings in the placement's namespace whose set exists, sorted. */
  validBindings: Array<string>;
  /** Those of them that the placement wants, sorted. */
  eligibleClusterSets: Array<string>;
  /**
   * The names of the selected clusters, best first (with spread: in the order of the picks); at most as many as
   * the option `limit` allows, `clusterCounts.selected` counts all.
   */
  selected: Array<string>;
  /** How many clusters each step left. */
  clusterCounts: ClusterCounts;
  /** How many more are wanted than are selected. */
  unscheduled: Integer;
  /** `numberOfClusters` in force; null: all. */
  numberOfClusters: Integer | null;
  /** The filters that ran, in order. */
  filters: Array<FilterSummary>;
  /**
   * The mode of the prioritizer policy: `Additive` where none is written, `Exact`, or another text
   * as it stands, which is misconfigured.
   */
  mode: string;
  /** Every built-in of the profile (weight 0: off) and every configured one, in a stable order. */
  prioritizers: Array<PrioritizerSummary>;
  /** The spread constraints as the placement has them, also where the profile ignores them. */
  spreadConstraints: Array<SpreadConstraintSummary>;
  /**
   * The run of spread; null where there are no constraints, the profile ignores them, or nothing
   * was scored.
   */
  spread: SpreadSummary | null;
  /** `PlacementMisconfigured`, `PlacementSatisfied`; empty where nothing is touched. */
  conditions: Array<Condition>;
  /** The decision groups. */
  decisionGroups: Array<DecisionGroupStatus>;
  /** The names of existing `PlacementDecision`s that would be deleted, sorted. */
  deletedPlacementDecisions: Array<string>;
  /** When a toleration of a selected cluster ends next, RFC 3339. */
  requeueTime: string | null;
  /** What about this decision may surprise. */
  notes: Array<DecisionNote>;
};

/** One finding about a text. Findings never stand for a refusal: every object that is fine is used. */
export type Diagnostic = {
  /** How much it matters. */
  severity: Severity;
  /** Its stable code; the sentence may change. */
  code: DiagnosticCode;
  /** One sentence in lower case without a full stop; what the user typed stands in backticks. */
  message: string;
  /** The object it is about, where one is known. */
  object: ObjectName | null;
  /**
   * The field's path in Kubernetes notation, as `spec.predicates[0].requiredClusterSelector`;
   * empty where it is about the whole document.
   */
  path: string;
  /** Where in the text; empty where it is about a place between characters. */
  range: TextRange;
};

/** The stable code of a diagnostic. Programs may match on it; the sentence may change. */
export type DiagnosticCode =
  | "syntax"
  | "duplicate-key"
  | "duplicate-object"
  | "wrong-type"
  | "missing-field"
  | "out-of-range"
  | "invalid-value"
  | "unknown-field"
  | "invalid-quantity"
  | "invalid-expression"
  | "invalid-time"
  | "unknown-kind"
  | "unknown-version"
  | "unknown-object"
  | "not-an-object"
  | "too-deep"
  | "too-large"
  | "alias-budget";

/** A domain after the run. */
export type DomainReport = {
  /** The values of the topology keys down to its level. */
  values: Array<string>;
  /** Selected clusters in it. */
  selected: number;
  /** Eligible clusters in it. */
  eligible: number;
  /** The smallest count among its siblings, itself included. */
  lowest: number;
  /** The largest. */
  highest: number;
};

/** Whether evicting on several nodes would make room. */
export type EvictAcrossNodesAnswer = {
  /** The pod, as `namespace/name`. */
  pod: string;
  /** Whether it would. */
  possible: boolean;
  /**
   * Why not: `policy` (`preemptionPolicy: Never`), `no-quota` (without quotas only the pods of one
   * node matter), `no-victims` (nobody may be evicted), `no-room` (no node would have room),
   * `quota` (a quota would still say no), `budget` (not found in bounded time); null where it would.
   */
  reason: "policy" | "no-quota" | "no-victims" | "no-room" | "quota" | "budget" | null;
  /** Where the pod would go. */
  node: string | null;
  /** Whom to evict, most important first. */
  victims: Array<NodeVictim>;
  /** Whether no smaller set does it. Where the search ran out of its budget, false. */
  smallest: boolean;
  /** How many victims violate a disruption budget. */
  numPDBViolations: number;
};

/** Which pod is to get room. */
export interface EvictAcrossNodesOptions {
  /** The pod, as `namespace/name`. */
  pod: string;
}

/** A toleration that held for a taint until its seconds were over. */
export type ExpiredToleration = {
  /** Its index in the placement. */
  toleration: number;
  /** When it ended, RFC 3339; null where the taint has no `timeAdded`, from which the seconds count. */
  ended: string | null;
};

/** Which cluster. */
export interface ExplainClusterOptions {
  /** The cluster, by its name or its index. */
  cluster: number | string;
}

/** One node for one pod, and what becomes of the pods on it. */
export type ExplainNodeAnswer = {
  /** The pod, as `namespace/name`. */
  pod: string;
  /** The node. */
  node: string;
  /** Whether the pod fits as things are; null where the node was not asked. */
  fits: boolean | null;
  /** Why it does not fit. */
  misfit: MisfitAnswer | null;
  /** What comes of evicting others, tried here even where the scheduler would not. */
  dryRun: NodeDryRunAnswer;
  /** Whether the scheduler tries it, too. */
  tried: boolean;
  /**
   * The pods on the node in the order of the walk: those that are never to be evicted and those
   * that are considered least important first, then the verdicts.
   */
  pods: Array<PodVerdict>;
};

/** Which node is explained for which pod. */
export interface ExplainNodeOptions {
  /** The pod, as `namespace/name`. */
  pod: string;
  /** The node's name. */
  node: string;
  /** Which scheduler answers. Default: `"Proposal"`. */
  profile?: Profile | undefined;
}

/** A filter of clusters. */
export type FilterName = "Predicate" | "TaintToleration";

/** What a chain of filters left. */
export type FilterResult = {
  /** The filters up to this one, comma separated. */
  name: string;
  /** The clusters that are left. */
  filteredClusters: Array<string>;
};

/** What one filter left. */
export type FilterSummary = {
  /** `Predicate` or `TaintToleration`. */
  name: string;
  /** How many clusters came in. */
  before: number;
  /** How many went on. */
  after: number;
};

/** Whether preemption could help. */
export type FitCode = "Unschedulable" | "UnschedulableAndUnresolvable";

/**
 * An integer of 64 bits, written as a number wherever it goes.
 *
 * JavaScript's numbers hold integers up to 2^53 exactly. Scores are that small unless a hub's
 * arithmetic overflowed; beyond, the nearest double is written, so that a table still shows it.
 * (Reports are JSON texts and keep every digit.)
 */
export type Integer = number;

/** How many clusters have a key. */
export type KeyUse = {
  /** The key. */
  key: string;
  /** How many clusters have it. */
  clusters: number;
};

/** How often a kind stands in a text. */
export type KindCount = {
  /** The kind, as written. */
  kind: string;
  /** How many objects. */
  count: number;
};

/** A quota with the pods that are counted. */
export type LedgerEntry = {
  /** The UIDs of the pods that are counted, sorted. */
  podUIDs: Array<string>;
  /** The namespace that it governs. */
  namespace: string;
  /** Its name. */
  name: string;
  /** What its live bound pods are charged. */
  used: AmountMap;
  /** What it is entitled to. */
  min: AmountMap;
  /** What it may borrow up to. */
  max: AmountMap;
  /** Whether it uses more than its minimum. */
  usedOverMin: boolean;
};

/** A part of one quota's minimum that another one uses. */
export type Loan = {
  /** The resource. */
  resource: string;
  /** The namespace of the quota that lends; null where more is used than all minimums together. */
  lender: string | null;
  /** The namespace of the quota that borrows. */
  borrower: string;
  /** How much: milli-CPU, or base units. */
  amount: number;
};

/** Which fields of which object. */
export interface LocateAllOptions {
  /** The object. */
  object: ObjectName;
  /** The fields' paths. */
  paths: string[];
}

/** Which field of which object. */
export interface LocateOptions {
  /** The object. */
  object: ObjectName;
  /** The field's path in Kubernetes notation, such as `spec.predicates[0]`. Default: the whole object. */
  path?: string | undefined;
}

/** Why a pod does not fit a node. */
export type MisfitAnswer = {
  /** Whether preemption could help. */
  code: FitCode;
  /** The plugin of Kubernetes that says so. */
  plugin: string;
  /** Kubernetes' own words. */
  reasons: Array<string>;
  /** What there is too little of, where it is that. */
  shortages: Array<ShortageAnswer>;
  /** The taint that is not tolerated, as `key=value:effect`; null where it is not that. */
  taint: string | null;
};

/** How many nodes do not fit for one reason. */
export type MisfitCount = {
  /** Kubernetes' own words. */
  reason: string;
  /** How many nodes. */
  nodes: number;
};

/** What came of evicting others on a node. */
export type NodeDryRunAnswer = {
  /**
   * `candidate`: evictions make room. `no-victims`: nobody on it may be evicted. `misfit`: even
   * without all whom it may evict the pod does not fit. `quota`: even without them a quota says
   * no. `error`: upstream fails here. `contradiction`: where upstream fails, a quota says no.
   */
  outcome: "candidate" | "no-victims" | "misfit" | "quota" | "error" | "contradiction";
  /** `Success`, `Unschedulable`, `UnschedulableAndUnresolvable` or `Error`, as upstream says. */
  code: string;
  /** Why, in upstream's words; empty for candidates, and for a contradiction, of which upstream has none. */
  reasons: Array<string>;
  /** The victim even without which a quota is exceeded; null where there is no contradiction. */
  contradictedBy: string | null;
  /** Why the pod does not fit even so. */
  misfit: MisfitAnswer | null;
  /** What the quota says even so. */
  rejection: QuotaRejectionAnswer | null;
  /** Whom to evict, most important first, as `namespace/name`. */
  victims: Array<string>;
  /** Who was considered and may stay, in the order in which they were. */
  reprieved: Array<string>;
  /** How many victims violate a disruption budget. */
  numPDBViolations: number;
};

/** A node with what is on it. */
export type NodeEntry = {
  /** Its name. */
  name: string;
  /** Whether it is cordoned. */
  unschedulable: boolean;
  /** Its taints, as `key=value:effect`. */
  taints: Array<string>;
  /** How many live pods are on it. */
  pods: number;
  /** How many it can hold. */
  allowedPods: number;
  /** How many pods on it have neither requests nor limits. */
  bestEffort: number;
  /** How many pods on it have a container without a limit of cpu or memory. */
  unbounded: number;
  /** Each resource that it has or that is asked of it. */
  resources: Array<NodeResourceUse>;
};

/** A node that some scorer picks, with what the pod would make of it. */
export type NodePick = {
  /** The node. */
  node: string;
  /** Who picks it. */
  scorers: string[];
  /** Requests and limits on it, without the pod and with it. */
  resources: Array<ResourceAnswer>;
};

/** One resource of a node: milli-CPU, or base units. */
export type NodeResourceUse = {
  /** The resource. */
  name: string;
  /** What the node can give. */
  allocatable: number;
  /** What the pods on it ask for. */
  requests: number;
  /** What they may use at most; those without requests and limits count all of the node. */
  limits: number;
};

/** One node for one pod. */
export type NodeRow = {
  /** Its place in the text, from 0. */
  index: number;
  /** Its name. */
  name: string;
  /** How many live pods are on it. */
  pods: number;
  /** How many it can hold. */
  allowedPods: number;
  /** Why the pod does not fit; null where it does. */
  misfit: MisfitAnswer | null;
  /** The resources that are scored. */
  resources: Array<ResourceAnswer>;
  /** The score of each scorer that applies, in their order; null where the pod does not fit. */
  raw: Array<number | null>;
  /** The same from 0 to 100, where the scorer normalises. */
  normalized: Array<number | null>;
  /** The limit-aware sum without the cut of integer division; null where the pod does not fit. */
  exact: number | null;
  /** The same from 0 to 100. */
  normalizedExact: number | null;
};

/** What one node says. */
export type NodeVerdict = {
  /** Its name. */
  node: string;
  /**
   * Whether the pod fits as things are; null where the node was not asked, for the quota rejected
   * the pod or its nominated node fits.
   */
  fits: boolean | null;
  /** Why it does not fit. */
  misfit: MisfitAnswer | null;
  /** What came of evicting others; null where that was not tried. */
  dryRun: NodeDryRunAnswer | null;
};

/** A pod that would be evicted. */
export type NodeVictim = {
  /** The pod, as `namespace/name`. */
  pod: string;
  /** Where it is. */
  node: string;
  /** Its priority. */
  priority: number;
};

/** A page of the nodes, in the order of the text. */
export type NodesAnswer = {
  /** How many there are. */
  all: number;
  /** All nodes together. */
  total: Array<NodeResourceUse>;
  /** The page. */
  nodes: Array<NodeEntry>;
};

/** Which nodes are listed. */
export interface NodesOptions {
  /** How many nodes are passed over. Default: `0`. */
  offset?: number | undefined;
  /** How many nodes are listed at most. Default: `100`. */
  limit?: number | undefined;
}

/** Why a feasible cluster was not picked. */
export type NotSelected = {
  /** Why. */
  reason: SpreadReportReason;
  /** The hard term at fault. */
  term?: number;
  /** The term whose topology key is missing. */
  missingTerm?: number;
  /** The final score in the last step, where it was a candidate there. */
  final?: number;
};

/** Why a cluster is not selected. */
export type NotSelectedReason =
  | { type: "deleting" }
  | { type: "no-set" }
  | {
      type: "predicate";
      /** The first requirement that does not hold. */
      requirement: RequirementResult;
      /** How many other predicates the placement has; none of them matches either. */
      others: number;
    }
  | {
      type: "taint";
      /** Its key. */
      key: string;
      /** Its value. */
      value: string;
      /** Its effect. */
      effect: string;
      /** The field in the cluster. */
      path: string;
      /** The toleration that held for it and has expired; null where there is none. */
      expired: ExpiredToleration | null;
    }
  | {
      type: "misconfigured";
      /** The filter. */
      filter: FilterName;
      /** Upstream's text. */
      message: string;
    }
  | {
      type: "not-reached";
      /**
       * How many points it lacks to the last selected one; 0 where only the name decided or
       * none was wanted.
       */
      gap: Integer;
    }
  | {
      type: "missing-topology-key";
      /** The first `DoNotSchedule` term at whose level it has no domain, from 0. */
      term: number;
      /** The term whose topology key it lacks; may be a softer one before. */
      missingTerm: number;
    }
  | {
      type: "max-skew";
      /** The first term that blocks it, from 0. */
      term: number;
    }
  | {
      type: "not-picked";
      /** By how much the last pick's final score is larger; null where it was no candidate then. */
      gap: Integer | null;
      /** The term that blocked it in the last step, from 0; null where none did. */
      blockedBy: number | null;
    };

/** How many clusters a placement wants. */
export interface NumberOfClustersEditOptions {
  /** The placement, by its name or its index. Default: the only one there is. */
  placement?: number | string | undefined;
  /** How many; `null`: all. */
  numberOfClusters: number | null;
}

/** Which object: its kind, its namespace and its name. */
export type ObjectName = {
  /** The kind, as written. */
  kind: string;
  /** The namespace; empty for cluster-scoped objects or where none is given. */
  namespace: string;
  /** The name; empty where none is given. */
  name: string;
};

/** A placement to choose. */
export type PlacementEntry = {
  /** What `DecideOptions::placement` calls it. */
  index: number;
  /** `metadata.namespace`; empty where none is given. */
  namespace: string;
  /** `metadata.name`. */
  name: string;
  /** Where it stands. */
  range: TextRange;
};

/** A fault of a placement for which no decision is defined; its code is stable. */
export type PlacementProblem =
  | {
      code: "negative-number-of-clusters";
      /** `numberOfClusters`. */
      numberOfClusters: Integer;
    }
  | { code: "cel-not-evaluated" }
  | {
      code: "too-many-spread-constraints";
      /** How many there are. */
      count: number;
      /** How many are allowed. */
      most: number;
    }
  | {
      code: "max-skew-too-small";
      /** The max skew. */
      maxSkew: number;
    };

/** A pod. */
export type PodEntry = {
  /** The pod, as `namespace/name`. */
  pod: string;
  /** The object that it stands in: itself, or its workload. */
  object: ObjectName;
  /** Its priority. */
  priority: number;
  /** `pending`, `bound` or `finished`. */
  state: "pending" | "bound" | "finished";
  /** Its node, known or not; null where it has none. */
  node: string | null;
  /** The node that is kept free for it; null where none is. */
  nominated: string | null;
  /** Whether it is on its way out. */
  terminating: boolean;
  /** What must be free on a node. */
  requests: AmountMap;
  /** What it may use at most; a container without a limit adds 0. */
  limits: AmountMap;
  /** Whether a container has no limit of cpu or memory. */
  unbounded: boolean;
  /** Whether it has neither requests nor limits. */
  bestEffort: boolean;
};

/** Something about a pod or the nodes that scores do not show; the codes are stable. */
export type PodNote =
  | {
      code: "best-effort";
      /** The amount that it counts. */
      counts: BestEffort;
    }
  | { code: "unbounded-pod" }
  | {
      code: "unbounded-pods";
      /** How many pods. */
      pods: number;
    }
  | {
      code: "resource-left-out";
      /** The resource. */
      resource: string;
      /** How many nodes have none. */
      without: number;
      /** How many nodes there are. */
      nodes: number;
    };

/** Which pods. */
export type PodState = "all" | "pending" | "bound" | "finished";

/** What preemption says of one pod of a node. */
export type PodVerdict = {
  /** The pod, as `namespace/name`. */
  pod: string;
  /** Its priority. */
  priority: number;
  /** What its quota is charged for it. */
  charge: AmountMap;
  /**
   * `victim`, `reprieved`, `considered` (the node was of no use before it was decided) or
   * `protected` (it was never to be evicted).
   */
  verdict: "victim" | "reprieved" | "considered" | "protected";
  /**
   * Why it is protected: `priority`, `other-namespace`, `own-namespace`, `within-min`, `no-quota`
   * or `quota`; null where it is not.
   */
  protection: "priority" | "other-namespace" | "own-namespace" | "within-min" | "no-quota" | "quota" | null;
  /** What its namespace used at that moment; null where it has no quota. */
  used: AmountMap | null;
  /** What there is too little of with it; null where it is no victim for that. */
  misfit: MisfitAnswer | null;
  /** What the quota says with it; null where it is no victim for that. */
  rejection: QuotaRejectionAnswer | null;
  /** Whether its eviction violates a disruption budget. */
  violatesPDB: boolean;
};

/** A page of the pods, in the order of the text, those of workloads behind the others. */
export type PodsAnswer = {
  /** How many there are in all. */
  all: number;
  /** How many wait for a node. */
  pending: number;
  /** How many are on a node. */
  bound: number;
  /** How many succeeded or failed. */
  finished: number;
  /** How many are as asked for. */
  found: number;
  /** The page. */
  pods: Array<PodEntry>;
};

/** Which pods are listed. */
export interface PodsOptions {
  /** Which pods. Default: `"all"`. */
  state?: PodState | undefined;
  /** Only those whose `namespace/name` holds this text. */
  find?: string | undefined;
  /** Only those on this node. */
  node?: string | undefined;
  /** How many pods are passed over. Default: `0`. */
  offset?: number | undefined;
  /** How many pods are listed at most. Default: `100`. */
  limit?: number | undefined;
}

/** One predicate: all of its requirements must hold. */
export type PredicateResult = {
  /** Whether all hold. False where the predicate is misconfigured. */
  matches: boolean;
  /** In the order of the text: labels, claims, CEL. */
  requirements: Array<RequirementResult>;
  /** The field in the placement. */
  path: string;
};

/** An attempt to evict others. */
export type PreemptionAnswer = {
  /** Whether it was tried. */
  eligible: boolean;
  /**
   * Why not: `policy` (`preemptionPolicy: Never`) or `terminating` (a pod on the nominated node
   * is on its way out); null where it was.
   */
  ineligibleReason: "policy" | "terminating" | null;
  /** The pod that is terminating; null otherwise. */
  terminating: string | null;
  /** How many nodes were tried. */
  tried: number;
  /** On how many of them evictions make room. */
  candidates: number;
  /** The candidates that cost the least, by name: the first one is chosen. At most ten. */
  chosenAnyOf: Array<string>;
};

/** The pressure on a node, with both sides of the inequality. */
export type Pressure = {
  /**
   * CPU is at or below its watermark, and memory is below its watermark: nothing else is checked, and the pressure
   * is not too much.
   */
  belowWatermarks: boolean;
  /** The amounts of CPU, in vCPUs. */
  cpu: PressureSide;
  /** The amounts of memory, in slots. */
  memory: PressureSide;
  /** Whether the node is under too much pressure. */
  tooMuchPressure: boolean;
};

/** The inequality `logicalPressure + capacityPressure > pressureAccountedFor + buffer + below` of one resource. */
export type PressureSide = {
  /** The watermark. */
  watermark: number;
  /** The reserved amount. */
  reserved: number;
  /** The reserved amount above the watermark. */
  logicalPressure: number;
  /** The amount that agents asked for and were denied, as far as it counts. */
  capacityPressure: number;
  /** The amount that the migrations under way will free. */
  pressureAccountedFor: number;
  /** The reserved amount that may be unused since a start. */
  buffer: number;
  /** The room below the watermark. */
  below: number;
  /** `logicalPressure + capacityPressure`. */
  left: number;
  /** `pressureAccountedFor + buffer + below`. */
  right: number;
  /** `left > right`. */
  exceeds: boolean;
};

/** What a prioritizer scored. */
export type PrioritizerResult = {
  /** Its name. */
  name: string;
  /** Its weight. */
  weight: number;
  /** The scores, by cluster. */
  scores: ScoreMap;
};

/** One prioritizer of a decision. */
export type PrioritizerSummary = {
  /** `Steady`, `Balance`, `ResourceAllocatableCPU`, `AddOn/<resource>/<score>`, ... */
  name: string;
  /** The weight in force; valid in [-10, 10], other values are computed with as they stand. */
  weight: number;
  /** The weight where nothing is configured, in this mode and profile. */
  defaultWeight: number;
  /** Who set the weight. */
  source: WeightSource;
  /** Where the placement sets the weight; null where it does not. */
  path: string | null;
  /**
   * The smallest score over the feasible clusters; null where the weight is 0 or no cluster has
   * a score.
   */
  min: Integer | null;
  /** The largest, likewise. */
  max: Integer | null;
};

/**
 * Which scheduler answers: `Upstream`, the hub or the scheduler of today, exactly, with its faults; or
 * `Proposal`, the same with what the design documents ask for, and without those faults.
 */
export type Profile = "Upstream" | "Proposal";

/** Which quantity. */
export interface QuantityOptions {
  /** The text, such as `1500m` or `2Gi`. */
  text: string;
}

/** What a quantity says: the double that schedulers compute with, and the canonical text. */
export type QuantityValue = {
  /** The double that schedulers compute with; null where it is not finite, which JSON cannot say. */
  f64: number | null;
  /** Its bits, as 16 hexadecimal digits. */
  bits: string;
  /** The canonical text, such as `1500m`. */
  canonical: string;
};

/** A queue that was played, with a page of its steps. */
export type QueueAnswer = {
  /** How many steps there were. */
  stepsTotal: number;
  /** How many times a pod was bound. */
  bound: number;
  /** How many times a pod evicted others. */
  preemptions: number;
  /** How many pods were evicted, each time counted. */
  evictions: number;
  /** How many pods wait at the end. */
  waiting: number;
  /** Whether it was ended by the number of steps. */
  stopped: boolean;
  /** A page of the steps. */
  steps: Array<QueueStep>;
};

/** A node at one step. */
export type QueueNode = {
  /** Its name. */
  node: string;
  /** What it can give. */
  allocatable: AmountMap;
  /** What the pods on it ask for. */
  requested: AmountMap;
  /** The pods on it, in the order of the text, at most 110. */
  pods: Array<string>;
  /** How many they are. */
  podsTotal: number;
  /** The pods that it is kept free for. */
  nominated: Array<string>;
};

/** How the queue of pending pods is played. */
export interface QueueOptions {
  /** Which scheduler answers. Default: `"Proposal"`. */
  profile?: Profile | undefined;
  /**
   * The scorer that picks among the nodes that fit, by cpu and memory; of equal ones the first by
   * name. Default: `"LeastAllocated"`.
   */
  scorer?: ScorerName | undefined;
  /** At most so many steps. It ends queues in which pods evict each other in turn. Default: `100000`. */
  maxSteps?: number | undefined;
  /** How many steps are passed over. Default: `0`. */
  offset?: number | undefined;
  /** How many steps are listed at most. Default: `100`. */
  limit?: number | undefined;
}

/** One pod's turn. */
export type QueueStep = {
  /** Which step, from 0. */
  index: number;
  /** The pod, as `namespace/name`. */
  pod: string;
  /** Its priority. */
  priority: number;
  /** Its namespace. */
  namespace: string;
  /** `Bound`, `Preempt`, `Unschedulable`, `Error`. */
  outcome: "Bound" | "Preempt" | "Unschedulable" | "Error";
  /** Where it is bound, or nominated; null where it waits. */
  node: string | null;
  /** Whom it evicts, most important first. */
  victims: Array<string>;
  /** What its quota says; null where that admits it. */
  rejection: QuotaRejectionAnswer | null;
  /** Why nodes do not fit, with how many say so; where it waits for a node. */
  misfits: Array<MisfitCount>;
};

/** The nodes and quotas after some steps. */
export type QueueStepAnswer = {
  /** After how many steps. */
  step: number;
  /** The quotas, in the order of the text. */
  quotas: Array<QuotaState>;
  /** A page of the nodes, in the order of the text. */
  nodes: Array<QueueNode>;
  /** The pods that are not bound, in the order of the text, at most a hundred. */
  unbound: Array<string>;
  /** How many they are. */
  unboundTotal: number;
};

/** Which step of the queue. */
export interface QueueStepOptions {
  /** How the queue is played. */
  queue?: QueueOptions | undefined;
  /** After how many steps; 0: before the first. Beyond the last it is the last. */
  step: number;
  /** How many nodes are passed over. Default: `0`. */
  offset?: number | undefined;
  /** How many nodes are listed at most. Default: `100`. */
  limit?: number | undefined;
}

/** A finding about quotas. */
export type QuotaDiagnostic = {
  /** What it is; stable. */
  code: QuotaFindingCode;
  /** How bad it is. */
  severity: Severity;
  /** The object that it is about; null where it is about all quotas. */
  object: ObjectName | null;
  /** The field of that object. */
  path: string;
  /** Where that stands; null where it is about no object. */
  range: TextRange | null;
  /** The resource; null where it is about none. */
  resource: string | null;
  /** What is there: milli-CPU, or base units; null where nothing is compared. */
  found: number | null;
  /** What it is held against. */
  bound: number | null;
};

/** The kind of an event. */
export type QuotaEventKind =
  | "addPod"
  | "updatePod"
  | "deletePod"
  | "reserve"
  | "unreserve"
  | "addElasticQuota"
  | "updateElasticQuota"
  | "deleteElasticQuota";

/** The ledger after each event. */
export type QuotaEventsAnswer = {
  /** One step an event. */
  steps: Array<QuotaStep>;
};

/** The kind of a finding. Its name is stable. */
export type QuotaFindingCode =
  | "several-quotas"
  | "pods-ignored"
  | "max-empty"
  | "max-without-cpu-and-memory"
  | "max-missing-is-zero"
  | "max-below-min"
  | "min-is-zero"
  | "used-above-max"
  | "status-differs"
  | "min-above-capacity"
  | "used-above-min"
  | "request-above-every-node"
  | "request-above-max"
  | "request-above-min";

/** Why a quota rejects a pod: of one resource there would be too much. */
export type QuotaRejectionAnswer = {
  /**
   * `OverMax`: the namespace would use more than its maximum. `OverAggregatedMin`: all namespaces
   * together would use more than the sum of their minimums.
   */
  reason: "OverMax" | "OverAggregatedMin";
  /** The first resource of which there would be too much. */
  resource: string;
  /** What would be used: milli-CPU, or base units. */
  wouldUse: number;
  /** What may be. */
  bound: number;
  /** Upstream's sentence. */
  message: string;
};

/** A quota beside the others. */
export type QuotaRow = {
  /** Whether it is in force: only the first quota of a namespace is. */
  governs: boolean;
  /** How many live bound pods it is charged for. */
  pods: number;
  /** What it uses beyond its minimum, of each resource of which it does. */
  borrowed: AmountMap;
  /** What others use of its minimum. */
  lent: AmountMap;
  /** `status.used` as pasted; null where there is none. No scheduler reads it. */
  statusUsed: TextMap | null;
  /** `status.used` as the quota's controller would write it. */
  statusExpected: TextMap;
  /** The namespace that it governs. */
  namespace: string;
  /** Its name. */
  name: string;
  /** What its live bound pods are charged. */
  used: AmountMap;
  /** What it is entitled to. */
  min: AmountMap;
  /** What it may borrow up to. */
  max: AmountMap;
  /** Whether it uses more than its minimum. */
  usedOverMin: boolean;
};

/** A quota and what its namespace uses. */
export type QuotaState = {
  /** The namespace that it governs. */
  namespace: string;
  /** Its name. */
  name: string;
  /** What its live bound pods are charged. */
  used: AmountMap;
  /** What it is entitled to. */
  min: AmountMap;
  /** What it may borrow up to. */
  max: AmountMap;
  /** Whether it uses more than its minimum. */
  usedOverMin: boolean;
};

/** The ledger after an event. */
export type QuotaStep = {
  /** What `reserve` answers: `Success`; null for other events. */
  code: string | null;
  /** The quotas in force, by namespace. */
  quotas: Array<LedgerEntry>;
};

/** All quotas of a text. */
export type QuotasAnswer = {
  /** The resources that a quota bounds or that its pods are charged. */
  resources: Array<string>;
  /** What all nodes together can give. */
  capacity: AmountMap;
  /** The sum of all minimums: no more can be used by all quotas together. */
  min: AmountMap;
  /** What all quotas together use. */
  used: AmountMap;
  /** How many live bound pods have no quota. */
  podsWithoutQuota: number;
  /** The quotas, in the order of the text. */
  quotas: Array<QuotaRow>;
  /** Who borrows from whom; nobody notes it: shares in proportion. */
  loans: Array<Loan>;
  /** What looks wrong, or is not what people expect. */
  quotaDiagnostics: Array<QuotaDiagnostic>;
};

/** What a text holds, and what is wrong with it. It is never refused: what is fine is used. */
export type Reading = {
  /** Counts changes of the text, from 1. */
  revision: number;
  /** How many documents and list items there are. */
  documents: number;
  /** How many pieces of the text the last change read. */
  reread: number;
  /** Objects by kind, most frequent first, then by name; kinds that are not used here too. */
  kinds: Array<KindCount>;
  /** The placements that can be decided, in the order of the text. */
  placements: Array<PlacementEntry>;
  /** What is wrong with it, in the order of the text, at most 1,000. */
  diagnostics: Array<Diagnostic>;
  /** How many findings there are by severity, the ones that are not listed included. */
  counts: SeverityCounts;
};

/** One toleration that does not hold for a taint. */
export type RejectedToleration = {
  /** Its index in the placement. */
  toleration: number;
  /** Why it does not hold. */
  why: TolerationRejection;
};

/** What a requirement looks at. */
export type RequirementOn = "label" | "claim" | "cel";

/** One requirement of a predicate, held against the cluster. */
export type RequirementResult = {
  /** What it looks at. */
  on: RequirementOn;
  /** The label's or claim's key; the expression of CEL. */
  key: string;
  /** `=` of `matchLabels`; `In`, `NotIn`, `Exists`, `DoesNotExist`; empty for CEL. */
  operator: string;
  /** The values asked for. */
  values: Array<string>;
  /** The cluster's value; null where it has none. For CEL `true`, `false` or `error`. */
  actual: string | null;
  /** The error of a CEL expression; null where there was none. */
  error: string | null;
  /** Whether it holds. */
  holds: boolean;
  /** The field in the placement. */
  path: string;
};

/** One resource of one node: cpu in milli-CPU, the rest in base units. */
export type ResourceAnswer = {
  /** Its name. */
  name: string;
  /** What the node can give. */
  allocatable: number;
  /** What the pods on it ask for. */
  requested: number;
  /** The limits of the pods on it. */
  existingLimit: number;
  /** What the incoming pod asks for. */
  podRequest: number;
  /** The limit of the incoming pod. */
  podLimit: number;
  /** The limit-aware score; null where the node has none of it. */
  score: number | null;
};

/** How the run ended, in upstream's words. */
export type SchedulerStatus = {
  /** How it ended. */
  code: SchedulerStatusCode;
  /** The plugin that ended it; empty for the scheduler itself. */
  plugin: string;
  /** Upstream's text; empty where no decision is defined, which the outcome tells. */
  message: string;
};

/**
 * How the scheduler ended: `Success`; `Warning`: decided, but look at the message; `Misconfigured`: the
 * placement's fault, its decisions are emptied; `Error`: somebody else's fault.
 */
export type SchedulerStatusCode = "Success" | "Warning" | "Misconfigured" | "Error";

/** How far a cluster is from the last selected one. */
export type ScoreGap = {
  /** The last selected cluster. */
  to: string;
  /** By how much its total is larger; 0 where only the name decided. */
  total: Integer;
  /** The same, prioritizer by prioritizer. */
  terms: Array<ScoreGapTerm>;
};

/** One prioritizer's part in a `ScoreGap`. */
export type ScoreGapTerm = {
  /** The prioritizer. */
  name: string;
  /** By how much the last selected cluster's product is larger. */
  difference: Integer;
};

/** Score points by cluster name, sorted by name; an object in JSON. */
export type ScoreMap = Record<string, number>;

/** Which node each scorer would pick for a pod, side by side, and why. */
export type ScoreNodesAnswer = {
  /** The pod, as `namespace/name`. */
  pod: string;
  /** How many nodes there are. */
  nodes: number;
  /** How many the pod fits. */
  feasible: number;
  /** Why it does not fit the others, with how many say so. */
  misfits: Array<MisfitCount>;
  /** The resources that are scored. */
  resources: Array<string>;
  /** What each scorer says, limit-aware first. */
  scorers: Array<ScorerAnswer>;
  /** The nodes that are picked, each once, in the order of the scorers. */
  picks: Array<NodePick>;
  /** What scores do not show. */
  notes: Array<PodNote>;
  /** A page of the nodes, in the order that was asked for. */
  rows: Array<NodeRow>;
};

/** How nodes are scored for a pod. */
export interface ScoreNodesOptions {
  /** The pod, as `namespace/name`. One that is on a node is placed anew. */
  pod: string;
  /** The resources that are scored. Default: `cpu` and `memory` alike. */
  resources?: WeightedResource[] | undefined;
  /**
   * The curve of `RequestedToCapacityRatio`: points of utilisation (0 to 100) and score (0 to 10), by
   * utilisation ascending. Default: `[[0, 0], [100, 10]]`.
   */
  shape?: [utilisation: number, score: number][] | undefined;
  /** What a pod counts that has neither requests nor limits. Default: `"allocatable"`. */
  bestEffort?: BestEffort | undefined;
  /** The scorers to ask. Default: all. */
  scorers?: ScorerName[] | undefined;
  /**
   * By what rows are ordered: the order of the `text`, the `name`, or the score of a scorer, best
   * first. Default: `"text"`.
   */
  order?: "text" | "name" | ScorerName | undefined;
  /** How many rows are passed over. Default: `0`. */
  offset?: number | undefined;
  /** How many rows are given at most. Default: `100`. */
  limit?: number | undefined;
}

/** A remark on a score. */
export type ScoreNote = "step-by-step" | "expired" | "no-score";

/** One prioritizer's part in the total. */
export type ScoreTerm = {
  /** The prioritizer. */
  name: string;
  /** The score; null where there is none, which counts 0. */
  raw: Integer | null;
  /** The weight in force. */
  weight: number;
  /** Weight x score. */
  product: Integer;
  /** A remark on the score; null where there is none. */
  note: ScoreNote | null;
};

/** What one scorer says. */
export type ScorerAnswer = {
  /** Its name, as Kubernetes and its plugins spell it. */
  name: ScorerName;
  /** Whether the rule applies to the pod. */
  applies: boolean;
  /** Whether scores are normalised to 0 to 100. */
  normalizes: boolean;
  /**
   * The nodes with the best score, by name, as many as rows but at least ten: the first one is
   * picked.
   */
  best: Array<string>;
  /** How many they are. */
  bestCount: number;
  /** Those with the best score before normalisation. */
  bestByRaw: Array<string>;
  /**
   * Those with the best score without the cut of integer division; null for scorers that have no
   * such score.
   */
  bestByExact: Array<string> | null;
};

/** A scorer, by the name that Kubernetes and its plugins give it. */
export type ScorerName =
  | "LimitAware"
  | "LeastAllocated"
  | "MostAllocated"
  | "RequestedToCapacityRatio"
  | "BalancedAllocation"
  | "NodeResourcesAllocatableLeast"
  | "NodeResourcesAllocatableMost";

/**
 * How much a diagnostic matters: `error`: the API server would reject the object, or the text cannot be read
 * there; `warning`: accepted, but most likely not what was meant; `info`: worth knowing, nothing to do;
 * `hint`: a suggestion.
 */
export type Severity = "error" | "warning" | "info" | "hint";

/** How many findings there are, by severity. */
export type SeverityCounts = {
  /** Errors. */
  error: number;
  /** Warnings. */
  warning: number;
  /** Infos. */
  info: number;
  /** Hints. */
  hint: number;
};

/** What there is too little of on a node: milli-CPU, or base units. */
export type ShortageAnswer = {
  /** The resource. */
  resource: string;
  /** What the pod asks for. */
  requested: number;
  /** What others hold. */
  used: number;
  /** What the node can give in all. */
  allocatable: number;
};

/** One scheduling cycle: what the quota said, what the nodes said, whom it would evict. */
export type SimulatePodAnswer = {
  /** The pod, as `namespace/name`. */
  pod: string;
  /** Its priority. */
  priority: number;
  /** `Schedulable`, `Preempt`, `Unschedulable`, `Error`. */
  outcome: "Schedulable" | "Preempt" | "Unschedulable" | "Error";
  /** Where it goes, or waits for victims to go; null where it does not. */
  node: string | null;
  /** Whom it evicts there, most important first. */
  victims: Array<string>;
  /** Who was considered there and may stay. */
  reprieved: Array<string>;
  /** What the pod is charged. */
  podRequest: AmountMap;
  /** Its namespace, where that has a quota; null where it has none, and no quota is asked. */
  quota: string | null;
  /** The quotas in force before the cycle, in the order of the text. */
  quotas: Array<QuotaState>;
  /** Whether the namespace with the pod uses more than its minimum; null without a quota. */
  overMinWithPod: boolean | null;
  /** The charge with the nominated pods of the quota; null without one. */
  requestWithNominatedOfQuota: AmountMap | null;
  /** The charge with all nominated pods that count; null without a quota. */
  requestWithNominated: AmountMap | null;
  /** Why the quota rejects the pod; null where it does not. */
  rejection: QuotaRejectionAnswer | null;
  /** Kubernetes' own sentence about the nodes; empty where they were not asked. */
  message: string;
  /** Why nodes do not fit, with how many say so. */
  misfits: Array<MisfitCount>;
  /** How many nodes there are. */
  nodesTotal: number;
  /** How many the pod fits. */
  feasible: number;
  /** What was tried; null where the pod is schedulable. */
  preemption: PreemptionAnswer | null;
  /** A page of the nodes, in the order of the text. */
  nodes: Array<NodeVerdict>;
};

/** Which pod goes through a scheduling cycle. */
export interface SimulatePodOptions {
  /** The pod, as `namespace/name`. One that is on a node is scheduled anew. */
  pod: string;
  /** Which scheduler answers. Default: `"Proposal"`. */
  profile?: Profile | undefined;
  /** How many nodes are passed over. Default: `0`. */
  offset?: number | undefined;
  /** How many nodes are listed at most. Default: `100`. */
  limit?: number | undefined;
}

/**
 * Why a placement is left alone: `deleting`: it is being deleted; `scheduling-disabled`: its annotation
 * says so.
 */
export type SkipReason = "deleting" | "scheduling-disabled";

/** A cluster in a step. */
export type SpreadCandidate = {
  /** Index of the cluster in the text. */
  cluster: number;
  /** Its name. */
  name: string;
  /** The values of the topology keys, up to the first that is missing. */
  values: Array<string>;
  /** The term whose max skew it would have broken; null for a candidate. */
  blockedBy: number | null;
  /** Score per term, 0 to 63; parallel to the constraints, most important first. */
  termScores: Array<number>;
  /** The spread score: the term scores joined, six bits each. */
  raw: Integer;
  /** The spread score among this step's candidates, -100 to 100; null where it is blocked. */
  spread: number | null;
  /** The weighted sum of the other prioritizers. */
  prioritizer: Integer;
  /** Weight x spread + prioritizer; null where it is blocked. Not comparable across steps. */
  final: Integer | null;
};

/** A page of the clusters of a step: candidates, best first, then the blocked ones by name. */
export type SpreadCandidatePage = {
  /** How many there are, blocked ones included. */
  total: number;
  /** Those that were asked for. */
  candidates: Array<SpreadCandidate>;
};

/** Which part of the table of candidates. */
export interface SpreadCandidatesOptions {
  /** The step, from 1. */
  step: number;
  /** How many clusters are passed over. Default: `0`. */
  offset?: number | undefined;
  /** How many clusters are listed at most. Default: all. */
  limit?: number | undefined;
}

/** A spread constraint as the placement has it: one term, most important first. */
export type SpreadConstraintSummary = {
  /** The label or cluster claim whose values are the domains. */
  topologyKey: string;
  /** Which of the two. */
  topologyKeyType: TopologyKeyType;
  /** At least 1. Has no effect on a `ScheduleAnyway` term. */
  maxSkew: number;
  /** Whether the term forbids or only prefers. */
  whenUnsatisfiable: WhenUnsatisfiable;
  /** Where it stands in the placement. */
  path: string;
};

/** A topology domain at a moment of a run. */
export type SpreadDomain = {
  /** The values of the topology keys down to the domain's level; so many as its level plus one. */
  values: Array<string>;
  /** How many selected clusters it holds. */
  count: number;
  /**
   * How many eligible clusters it holds, the selected ones included. 0: all of its clusters were filtered
   * out or lack a hard term's key, so that it is no domain and counts for nothing.
   */
  eligible: number;
  /** Candidates of the placement in it that the filters dropped. */
  filtered: number;
  /** The smallest count among its siblings, itself included. */
  lowest: number;
  /** The largest. */
  highest: number;
};

/** The topology domains at a moment of a run. */
export type SpreadDomains = {
  /** After how many steps. */
  step: number;
  /** How many there are in all. */
  total: number;
  /**
   * Parents before their children, siblings by value; as many as were asked for, upper levels
   * first.
   */
  domains: Array<SpreadDomain>;
};

/** Which topology domains. */
export interface SpreadDomainsOptions {
  /** After how many steps; 0: before the first. */
  step: number;
  /** How many domains are listed at most. Default: all. */
  limit?: number | undefined;
}

/** A change of a placement's spread constraints, to be made in the text. */
export type SpreadEdit =
  | {
      type: "add";
      /** `topologyKey`. */
      topologyKey: string;
      /** `topologyKeyType`. */
      topologyKeyType: TopologyKeyType;
      /** `maxSkew`. */
      maxSkew: number;
      /** `whenUnsatisfiable`. */
      whenUnsatisfiable: WhenUnsatisfiable;
    }
  | {
      type: "remove";
      /** The constraint, by its topology key or its index. */
      constraint: number | string;
    }
  | {
      type: "move";
      /** The constraint, by its topology key or its index. */
      constraint: number | string;
      /** Its index afterwards. */
      to: number;
    }
  | {
      type: "set";
      /** The constraint, by its topology key or its index. */
      constraint: number | string;
      /** `topologyKey`. */
      topologyKey?: string;
      /** `topologyKeyType`. */
      topologyKeyType?: TopologyKeyType;
      /** `maxSkew`. */
      maxSkew?: number;
      /** `whenUnsatisfiable`. */
      whenUnsatisfiable?: WhenUnsatisfiable;
    };

/** Which change of spread constraints. */
export interface SpreadEditOptions {
  /** The placement, by its name or its index. Default: the only one there is. */
  placement?: number | string | undefined;
  /** The change. */
  change: SpreadEdit;
}

/** Why a run of spread stopped. */
export type SpreadEnd = "reached" | "exhausted" | "blocked";

/** A run of spread as part of a `DecisionReport`. */
export type SpreadReport = {
  /** The weight of `Spread`. */
  weight: number;
  /** How many feasible clusters have the topology keys of all hard terms. */
  eligible: number;
  /** Why no more were picked. */
  end: SpreadEnd;
  /** The largest difference between siblings' counts per term, after the run. */
  worstSkewPerTerm: Array<number>;
  /** The picks, in order. */
  steps: Array<StepReport>;
  /** Why the other feasible clusters were not picked, by name. */
  notSelected: { [key in string]: NotSelected };
  /** The domains after the run: parents before their children, siblings by value. */
  domains: Array<DomainReport>;
};

/** Why a feasible cluster was not picked, in a word. */
export type SpreadReportReason = "MissingTopologyKey" | "MaxSkew" | "NotReached";

/** How skewed the selection was after every step. */
export type SpreadSkews = {
  /**
   * Per term, the largest difference between siblings' counts before the first step and after
   * each.
   */
  terms: Array<Array<number>>;
};

/** One step of a run: who was picked, with which numbers. */
export type SpreadStep = {
  /** From 1. */
  step: number;
  /** The cluster that was picked. */
  picked: SpreadCandidate;
  /** The best of the other candidates of this step. */
  runnerUp: SpreadCandidate | null;
  /** By how much the runner-up's final score is smaller; 0 where only the name decided. */
  gap: Integer | null;
  /** How many clusters could have been picked. */
  candidates: number;
  /** How many remaining clusters were blocked. */
  blocked: number;
  /** How many of them by each term; parallel to the constraints. */
  blockedBy: Array<number>;
  /** The smallest spread score over the candidates, before normalisation. */
  lowest: Integer;
  /** The largest. */
  highest: Integer;
  /** The domains of the picked cluster, level by level. */
  domains: Array<SpreadStepDomain>;
};

/** A domain of a picked cluster with its count before and after the step. */
export type SpreadStepDomain = {
  /** The values of the topology keys down to this level. */
  values: Array<string>;
  /** Selected clusters in it before the step. */
  before: number;
  /** And after it. */
  after: number;
  /** The smallest count among the siblings before the step, this domain included. */
  lowest: number;
  /** The largest. */
  highest: number;
};

/** Which step of the run of spread. */
export interface SpreadStepOptions {
  /** The step, from 1. */
  step: number;
}

/** A run of spread in short. */
export type SpreadSummary = {
  /** The weight of `Spread` in force. */
  weight: number;
  /** How many clusters were picked, one a step. */
  steps: number;
  /** How many feasible clusters have the topology keys of all hard terms. */
  eligible: number;
  /** Why no more were picked. */
  end: SpreadEnd;
  /** Parallel to the constraints. */
  terms: Array<SpreadTermSummary>;
};

/** One term of a run of spread. */
export type SpreadTermSummary = {
  /** How many domains the eligible clusters form at this level. */
  domains: number;
  /** How many feasible clusters have no domain at this level. */
  missing: number;
  /** The largest difference between siblings' counts after the run; 0 where there is no domain. */
  worstSkew: number;
};

/** One step. */
export type StepReport = {
  /** Who was picked. */
  picked: string;
  /** Its spread score. */
  raw: number;
  /** The same among the candidates of the step, -100 to 100. */
  spread: number;
  /** The weighted sum of the other prioritizers. */
  prioritizer: number;
  /** Weight x spread + prioritizer. */
  final: number;
  /** How many clusters could have been picked. */
  candidates: number;
  /** How many of the remaining ones were blocked. */
  blocked: number;
  /**
   * Candidates, best first, then the blocked ones by name; only where at most 100 clusters are
   * feasible.
   */
  table?: Array<StepRowReport>;
};

/** A remaining cluster of a step. */
export type StepRowReport = {
  /** Its name. */
  name: string;
  /** The term that blocks it. */
  blockedBy: number | null;
  /** Its spread score. */
  raw: number;
  /** The same among the candidates; null where it is blocked. */
  spread: number | null;
  /** Weight x spread + prioritizer; null where it is blocked. */
  final: number | null;
};

/** One taint of the cluster. */
export type TaintResult = {
  /** Its key. */
  key: string;
  /** Its value. */
  value: string;
  /** Its effect. */
  effect: string;
  /** The field in the cluster. */
  path: string;
  /** Whether it lets the cluster through. */
  tolerated: boolean;
  /** Index of the toleration that holds; null where none does or the taint has no effect here. */
  toleration: number | null;
  /** When that toleration ends, RFC 3339; null where it does not. */
  expires: string | null;
  /** The tolerations that were tried in vain, in order. */
  rejected: Array<RejectedToleration>;
};

/** Replaces the code units `[from, to)` of the text by `insert`. */
export type TextEdit = {
  /** The first code unit that goes. */
  from: number;
  /** Behind the last code unit that goes. */
  to: number;
  /** What comes in their place. */
  insert: string;
};

/** A map of texts, in the order given. */
export type TextMap = Record<string, string>;

/**
 * A place in a text.
 *
 * The unit of `column` and `offset` is the caller's: bytes of UTF-8 in Rust, UTF-16 code units
 * in JavaScript.
 */
export type TextPosition = {
  /** The line, from 1. Lines end at `\n`, `\r\n` or a lone `\r`. */
  line: number;
  /** The column, from 1, in code units of the caller's encoding. */
  column: number;
  /** Code units from the start of the text, from 0. */
  offset: number;
};

/** A part of a text, from `start` up to `end`. */
export type TextRange = {
  /** The first code unit. */
  start: TextPosition;
  /** Just behind the last code unit. */
  end: TextPosition;
};

/** Which event is added to which timeline. */
export interface TimelineEditOptions {
  /** The timeline, as `namespace/name` or `name`. Default: a new one, at the end of the text. */
  timeline?: string | undefined;
  /** The event, as it stands in `spec.events`. */
  event: object;
}

/** Why a toleration does not hold for a taint. */
export type TolerationRejection = "key" | "value" | "operator" | "effect" | "expired";

/** `topologyKeyType`. */
export type TopologyKeyType = "Label" | "Claim";

/** The resources that the load of a VM needs. */
export type VmAgentState = {
  /** The pod of the VM. */
  pod: string;
  /** The needed number of compute units, without noise. */
  units: number;
  /** The needed number of vCPUs: `units` times the vCPUs of the node's compute unit. */
  neededVCPUs: number;
};

/** An amount of both resources: a compute unit, a request, a permit, the use of a VM. */
export type VmAmount = {
  /** Whole vCPUs. */
  vCPUs: number;
  /** Whole memory slots. */
  mem: number;
};

/** A node that was scored for a pod. */
export type VmCandidate = {
  /** The node. */
  node: string;
  /** The code of Filter or Score. */
  code: VmPluginCode;
  /** The reason why the node was refused; `null`: the pod fits. */
  problem: VmProblem | null;
  /** The score, from 0 to 100; `null`: the node was refused. */
  score: number | null;
  /** Whether the node was chosen. */
  chosen: boolean;
};

/** The plugin's config. */
export type VmConfig = {
  /** The size of a memory slot, a quantity. */
  memBlockSize: string;
  /** The name of the plugin's scheduler. */
  schedulerName: string;
  /** Whether migrations start at all. */
  doMigration: boolean;
  /** The config of nodes without an override. */
  nodeDefaults: VmNodeConfig;
  /** The config of some nodes; the first entry that names a node counts. */
  nodeOverrides: Array<VmNodeOverride>;
};

/** The reason why a config cannot be used. */
export type VmConfigProblem = {
  /** The path in the config, such as `nodeDefaults.cpu.watermark`; empty if the problem is not about one field. */
  path: string;
  /** The node that cannot be used with the config; `null`: the config itself is wrong. */
  node: string | null;
  /** Upstream's message. */
  message: string;
};

/** The state of the plugin: all known nodes. */
export type VmDumpAnswer = {
  /** The nodes that the plugin knows, by name. */
  nodes: Array<VmNodeState>;
};

/** The step of a run to dump. */
export interface VmDumpOptions {
  /** The step after which the state is taken; 0 is the start. A number above the last step means the last step. */
  step: number;
  /** The timeline, as `namespace/name` or `name`. Default: the first of the text. */
  timeline?: string | undefined;
  /** The name of a variant of the timeline. Default: none. */
  variant?: string | undefined;
  /** Ideas of the design document; they replace those of the text. */
  mitigations?: VmMitigations | undefined;
}

/** The result of one event. */
export type VmEventResult = {
  /** The reply. */
  res: VmReply;
  /** The nodes that changed, each with its changed pods. */
  d?: { [key in string]: VmNodeDump };
};

/** The results of all events, in the form of the vectors. */
export type VmEventsAnswer = {
  /** The result of the start. */
  start: VmEventResult;
  /** The results, one for each event. */
  out: Array<VmEventResult>;
  /** The state of all known nodes after the last event. */
  final: { [key in string]: VmNodeDump };
  /** The largest reservable vCPUs and memory slots of any known node. */
  max: [number, number];
};

/** A resource of which the pods of a node may use more than the node has. */
export type VmExcess = {
  /** The resource. */
  resource: VmResource;
  /** The amount in use, in vCPUs or slots. */
  used: number;
  /** The amount of the node, in vCPUs or slots. */
  total: number;
};

/** The fill level of a node over time. */
export type VmHeat = {
  /** The node's name. */
  node: string;
  /**
   * The highest ratio of reserved to reservable amount of both resources, in percent, for 120 stretches of equal
   * time; 65,535 if something is reserved and nothing is reservable.
   */
  percent: Array<number>;
};

/** The resources of a node, or the reason why it cannot be used. */
export type VmLimitsAnswer =
  | {
      /** The total, system and watermark, in vCPUs. */
      vCPU: [number, number, number];
      /** The total, system and watermark, in memory slots. */
      memSlots: [number, number, number];
      /** The margin of CPU in milli-CPU, rounded up. */
      marginCPUMilli: number;
      /** The margin of memory in bytes, rounded up. */
      marginMem: number;
    }
  | {
      /** Upstream's message. */
      error: string;
    };

/** A migration. */
export type VmMigration = {
  /** The pod that leaves, `namespace/name`. */
  pod: string;
  /** The pod that replaces it; `null`: none yet. */
  target: string | null;
  /** The node that the pod leaves. */
  from: string;
  /** The node that the pod goes to; `null`: no node had room. */
  to: string | null;
  /** The time of the start, in seconds. */
  started: number;
  /** The time of the end, in seconds; `null`: it has not ended. */
  ended: number | null;
  /** The step of the start. */
  startStep: number;
  /** The step of the end; `null`: it has not ended. */
  endStep: number | null;
  /** Whether the migration failed. */
  failed: boolean;
};

/** Whether a migration starts with a request. */
export type VmMigrationDecision = {
  /** Whether the migration starts. */
  starts: boolean;
  /** The pod was the head of the migration queue before the request. */
  wasHead: boolean;
  /** The node was under too much pressure, before the request. */
  wasTooMuchPressure: boolean;
  /** The VM always migrates, and the plugin had its metrics. */
  forced: boolean;
  /** The VM is already migrating. */
  already: boolean;
  /** The config does not disable migrations. */
  enabled: boolean;
};

/** Ideas of the design document against over-correction. A missing field means off. */
export interface VmMitigations {
  /** The greatest number of compute units by which an agent raises its request at once. */
  largestStep?: number | undefined;
  /** The fraction of the capacity pressure that counts. */
  capacityPressureFactor?: number | undefined;
  /** The number of denials in a row after which capacity pressure counts. */
  sustainedRequests?: number | undefined;
}

/** The config of a node. */
export type VmNodeConfig = {
  /** The config of CPU. */
  cpu: VmResourceConfig;
  /** The config of memory. */
  memory: VmResourceConfig;
  /** The compute unit. */
  computeUnit: VmAmount;
};

/**
 * The state of a node. Lists of 7 are total, system, watermark, reserved, buffer, capacity pressure and pressure
 * accounted for.
 */
export type VmNodeDump = {
  /** The amounts of CPU, in vCPUs. */
  cpu: [number, number, number, number, number, number, number];
  /** The amounts of memory, in slots. */
  mem: [number, number, number, number, number, number, number];
  /** The compute unit: vCPUs and memory slots. */
  cu: [number, number];
  /**
   * Pods that are not VMs: requested milli-CPU and bytes, reserved vCPUs and slots, margin in milli-CPU and bytes.
   * Requests and margins are rounded up.
   */
  other: [number, number, number, number, number, number];
  /** The pods in the migration queue, in the order of the heap. */
  mq: Array<string>;
  /** Whether the node is under too much pressure. */
  hot: boolean;
  /** The pods of VMs, by name. */
  pods?: { [key in string]: VmPodDump };
  /** The requests of other pods in milli-CPU and bytes, rounded up, by name. */
  others?: { [key in string]: [number, number] };
  /** The pods that left the node. */
  gone?: Array<string>;
};

/** The final state of a node. */
export type VmNodeEnd = {
  /** The name of the node. */
  name: string;
  /** The amounts of CPU, in vCPUs. */
  cpu: VmNodeResource;
  /** The amounts of memory, in slots. */
  memory: VmNodeResource;
  /** Whether the node is under too much pressure. */
  tooMuchPressure: boolean;
  /** The number of pods of VMs on the node. */
  vms: number;
  /** The number of steps that name the node. */
  steps: number;
};

/** The config of some nodes. */
export type VmNodeOverride = {
  /** The names of the nodes. */
  nodes: Array<string>;
  /** The config of these nodes. */
  config: VmNodeConfig;
};

/** The pressure on a node. */
export type VmNodePressure = {
  /** The node. */
  node: string;
  /**
   * CPU is at or below its watermark, and memory is below its watermark: nothing else is checked, and the pressure
   * is not too much.
   */
  belowWatermarks: boolean;
  /** The amounts of CPU, in vCPUs. */
  cpu: PressureSide;
  /** The amounts of memory, in slots. */
  memory: PressureSide;
  /** Whether the node is under too much pressure. */
  tooMuchPressure: boolean;
};

/** One resource of a node, in vCPUs or slots. */
export type VmNodeResource = {
  /** The amount that the node has. */
  total: number;
  /** The amount that is kept for pods that the plugin does not schedule. */
  system: number;
  /** The watermark: VMs migrate away when more than this is reserved. */
  watermark: number;
  /** The amount that pods may use. */
  reserved: number;
  /** The part of `reserved` that may be unused since a start. */
  buffer: number;
  /** The amount that agents asked for and were denied. */
  capacityPressure: number;
  /** The amount that the migrations under way will free. */
  pressureAccountedFor: number;
};

/** The state of a node. */
export type VmNodeState = {
  /** The name of the node. */
  name: string;
  /** The amounts of CPU, in vCPUs. */
  cpu: VmNodeResource;
  /** The amounts of memory, in slots. */
  memory: VmNodeResource;
  /** The compute unit of the node. */
  computeUnit: VmAmount;
  /** The sums of the pods that are not VMs. */
  other: VmOthers;
  /** The migration queue: a heap by load; the first pod migrates next. */
  queue: Array<string>;
  /** Whether the node is under too much pressure. */
  tooMuchPressure: boolean;
  /** The pods of VMs, by namespace and name. */
  pods: Array<VmPodState>;
  /** Other pods, by namespace and name. */
  others: Array<VmOtherPod>;
};

/** A pod that is not a VM. */
export type VmOtherPod = {
  /** The pod, `namespace/name`. */
  pod: string;
  /** The requested milli-CPU, rounded up. */
  cpuMilli: number;
  /** The requested bytes, rounded up. */
  memoryBytes: number;
};

/** The amounts of a node that its pods other than VMs have. */
export type VmOthers = {
  /** The requested milli-CPU, rounded up. */
  cpuMilli: number;
  /** The requested bytes, rounded up. */
  memoryBytes: number;
  /** The reserved vCPUs. */
  cpu: number;
  /** The reserved memory slots. */
  memory: number;
  /** The milli-CPU that are free for them, rounded up. */
  marginCpuMilli: number;
  /** The bytes that are free for them, rounded up. */
  marginBytes: number;
};

/** A node whose pods may use more than the node has. */
export type VmOverBudget = {
  /** The step of the start that found it. */
  step: number;
  /** The node. */
  node: string;
  /** The resource. */
  resource: VmResource;
  /** The amount in use, in vCPUs or slots. */
  used: number;
  /** The amount of the node, in vCPUs or slots. */
  total: number;
};

/** The rule that decided the permit of a resource. */
export type VmPermitRule = "unchanged" | "decrease" | "in-full" | "in-part" | "nothing-left" | "migration-starts";

/** The code of a plugin point, as the scheduling framework names it. */
export type VmPluginCode = "Success" | "Error" | "Unschedulable" | "UnschedulableAndUnresolvable";

/** The state of a VM's pod. Lists of 3 are reserved, buffer and capacity pressure. */
export type VmPodDump = {
  /** The amounts of CPU, in vCPUs. */
  cpu: [number, number, number];
  /** The amounts of memory, in slots. */
  mem: [number, number, number];
  /** The compute unit last sent to the agent: vCPUs and memory slots; `null`: none yet. */
  cu: [number, number] | null;
  /** The load averages of 1 and 5 minutes; `null`: no metrics. */
  load: [number, number] | null;
  /** The index in the migration queue; -1: not queued. */
  mq: number;
  /** Whether the VM is migrating. */
  mig: boolean;
};

/** One resource of a VM's pod, in vCPUs or slots. */
export type VmPodResource = {
  /** The amount that the pod may use. */
  reserved: number;
  /** The part of `reserved` that may be unused since a start. */
  buffer: number;
  /** The amount that the agent asked for and was denied. */
  capacityPressure: number;
};

/** The pod of a VM. */
export type VmPodState = {
  /** The pod, `namespace/name`. */
  pod: string;
  /** The VM, `namespace/name`. */
  vm: string;
  /** The amounts of CPU, in vCPUs. */
  cpu: VmPodResource;
  /** The amounts of memory, in slots. */
  memory: VmPodResource;
  /** The compute unit last sent to the agent; `null`: none yet. */
  computeUnit: VmAmount | null;
  /** The load averages of 1 and 5 minutes; `null`: no metrics. */
  load: [number, number] | null;
  /** The index in the migration queue; -1: not queued. */
  queueIndex: number;
  /** Whether the VM is migrating away. */
  migrating: boolean;
  /** The amount that the VM uses. */
  use: VmAmount;
};

/** The reason why something was refused or had no effect; the codes are stable. */
export type VmProblem =
  | {
      code: "not-enough-left";
      /** The amount that the pod needs. */
      needed: VmAmount;
      /** The amount that the node has left. */
      left: VmAmount;
    }
  | {
      code: "over-reservable";
      /** The amount that all pods would use. */
      used: VmAmount;
      /** The reservable amount of the node. */
      reservable: VmAmount;
    }
  | { code: "use-out-of-bounds" }
  | { code: "already-reserved" }
  | { code: "no-such-node" }
  | {
      code: "node-limits";
      /** Upstream's message. */
      message: string;
    }
  | {
      code: "slot-size-differs";
      /** The plugin's size, a quantity. */
      expected: string;
      /** The VM's size, a quantity. */
      found: string;
    }
  | {
      code: "scheduler-differs";
      /** The name of the plugin's scheduler. */
      expected: string;
      /** The name of the pod's scheduler. */
      found: string;
    }
  | {
      code: "missing-amount";
      /** The index of the container in its pod, from 0. */
      container: number;
      /** The resource. */
      resource: VmResource;
    }
  | {
      code: "config";
      /** The path in the config, such as `nodeDefaults.cpu.watermark`; empty if the problem is not about one field. */
      path: string;
      /** The node that cannot be used with the config; `null`: the config itself is wrong. */
      node: string | null;
      /** Upstream's message. */
      message: string;
    }
  | { code: "invalid-protocol" }
  | { code: "unsupported-protocol" }
  | { code: "metrics-needed" }
  | { code: "unknown-pod" }
  | { code: "not-of-vm" }
  | { code: "migrating" }
  | {
      code: "not-multiple";
      /** The compute unit that the agent was last sent. */
      computeUnit: VmAmount;
    }
  | { code: "unknown-vm" }
  | { code: "not-migrating" }
  | { code: "no-such-pod" }
  | { code: "already-on-node" }
  | { code: "not-on-node" }
  | { code: "no-vm-on-node" }
  | { code: "no-room" }
  | { code: "scheduler-down" };

/** The index of a pod in the migration queue before and after a request. */
export type VmQueueMove = {
  /** The index before; -1: not queued. */
  before: number;
  /** The index after; -1: not queued. */
  after: number;
  /** The head of the queue before; `null`: the queue was empty. */
  headBefore: string | null;
  /** The head of the queue after; `null`: the queue is empty. */
  headAfter: string | null;
  /** The number of pods in the queue after. */
  length: number;
};

/** The reply to an event. Each field is present only if the event has it. */
export type VmReply = {
  /** The code of a plugin point. */
  code?: VmPluginCode;
  /** The score, from 0 to 100. */
  score?: number;
  /** The HTTP status of the response to an agent. */
  status?: number;
  /** The permitted vCPUs and memory slots. */
  permit?: [number, number];
  /** Whether the VM has to migrate. */
  migrate?: boolean;
  /** The compute unit: vCPUs and memory slots. */
  cu?: [number, number];
  /** `true`: the event was applied. */
  ok?: boolean;
  /** The reason why the event was refused. Vectors have upstream's message here. */
  error?: VmProblem;
  /** The reason why a plugin point refused the pod. Vectors have upstream's message here. */
  msg?: VmProblem;
  /** The nodes whose pods may use more than the node has, by name. Vectors have upstream's message for each. */
  overBudget?: { [key in string]: Array<VmExcess> };
};

/** The explanation of the response to an agent's request. */
export type VmRequestExplanation = {
  /** The pod of the VM. */
  pod: string;
  /** The node of the pod; empty: the plugin does not know the pod. */
  node: string;
  /** The amount that the agent asks for. */
  want: VmAmount;
  /** The load averages of 1 and 5 minutes in the request; `null`: the request has no metrics. */
  load: [number, number] | null;
  /** The protocol version: 1 is v1.0, 2 is v1.1. */
  protocol: number;
  /** The HTTP status: 200, 400 or 404. */
  status: number;
  /** The reason why the request was refused; `null`: it was accepted. */
  problem: VmProblem | null;
  /** The amount that the VM may have; `null`: the request was refused. */
  permit: VmAmount | null;
  /** The compute unit that is sent to the agent; `null`: the request was refused. */
  computeUnit: VmAmount | null;
  /** Whether the VM has to migrate. */
  migrate: boolean;
  /** The compute unit last sent to the agent, of which the request has to be a multiple; `null`: none yet. */
  lastComputeUnit: VmAmount | null;
  /** The permit of CPU; `null`: the request changed no amount. */
  cpu: VmResourcePermit | null;
  /** The permit of memory; `null`: the request changed no amount. */
  memory: VmResourcePermit | null;
  /** The pressure on the node before the request; `null`: the plugin does not know the pod. */
  pressure: Pressure | null;
  /** The decision whether a migration starts. */
  migration: VmMigrationDecision;
  /** The index in the migration queue. */
  queue: VmQueueMove;
};

/** A resource of autoscaled VMs. */
export type VmResource = "cpu" | "memory";

/** The config of one resource. */
export type VmResourceConfig = {
  /** The watermark, as a fraction of the reservable amount. */
  watermark: number;
  /** The amount that is kept for pods that the plugin does not schedule, a quantity. */
  system: string;
};

/** The permit of one resource of a request. Amounts are in vCPUs or slots. */
export type VmResourcePermit = {
  /** The amount that the agent asks for. */
  asked: number;
  /** The amount that was reserved for the VM before. */
  before: number;
  /** The amount that the VM may have and that is reserved for it from now on. */
  permit: number;
  /** The amount that the node had left before. */
  remaining: number;
  /** The increase of the permit over `before`; 0 if the VM gave back. */
  increase: number;
  /** The part of `asked` that was denied. */
  denied: number;
  /** The part of `before` that counted as buffer since a start; the request ends that. */
  bufferBefore: number;
  /** The rule that decided the permit. */
  rule: VmPermitRule;
};

/** The run that a question is about. */
export interface VmRunOptions {
  /** The timeline, as `namespace/name` or `name`. Default: the first of the text. */
  timeline?: string | undefined;
  /** The name of a variant of the timeline. Default: none. */
  variant?: string | undefined;
  /** Ideas of the design document; they replace those of the text. */
  mitigations?: VmMitigations | undefined;
}

/** The amounts of one node over time. */
export type VmSeries = {
  /** The node's name. */
  node: string;
  /** The limits: step, time in seconds, and from then on total, system and watermark of CPU, then of memory. */
  limits: number[][];
  /**
   * The amounts in order of the steps: step, time in seconds, then of CPU and of memory each: reserved, buffer,
   * capacity pressure, pressure accounted for, and the part of `reserved` that other pods have.
   */
  points: number[][];
  /** The steps during which the node was under too much pressure: first step, and the step after the last. */
  underPressure: Array<[number, number]>;
  /**
   * Whether there were more points than asked for: of each stretch of time, only the last and the highest are
   * listed.
   */
  thinned: boolean;
};

/** A step of a run. */
export type VmStep = {
  /** The number of the step; 0 is the start. */
  step: number;
  /** The time from the start, in seconds. */
  at: number;
  /** The kind. */
  kind: VmStepKind;
  /** Whether an agent, a migration or the scheduler caused the step; otherwise the text states it. */
  actor: boolean;
  /** The pod, `namespace/name`; `null`: none. */
  pod: string | null;
  /** The node; `null`: none. */
  node: string | null;
  /** The amount that an agent asks for, or that a VM uses from now on. */
  want: VmAmount | null;
  /** The permitted amount; `null`: the step is not a request, or was refused. */
  permit: VmAmount | null;
  /** Whether the VM has to migrate. */
  migrate: boolean;
  /** The result: a code of a plugin point, an HTTP status, `ok`, `error`, or `away` while the scheduler is down. */
  result: string;
  /** The reason why the step was refused or had no effect; `null`: it was done. */
  problem: VmProblem | null;
  /** The score, from 0 to 100; `null`: the step is not a score. */
  score: number | null;
  /** Whether upstream never had this step: it follows this project's reading of the design document. */
  ownReading: boolean;
  /** The path of the event in the timeline, such as `spec.events[3]`; `null`: the text does not state it. */
  path: string | null;
};

/** A step of a run, with the state after it. */
export type VmStepAnswer = {
  /** The number of the step; 0 is the start. */
  step: number;
  /** The time from the start, in seconds. */
  at: number;
  /** The event. */
  event: VmStep;
  /** The explanation of an agent's request; `null`: the event is not a request. */
  request: VmRequestExplanation | null;
  /** The nodes that were scored if the event looked for one, best first; at most 50. */
  candidates: Array<VmCandidate>;
  /** The number of nodes that were scored. */
  totalCandidates: number;
  /** The state of the wanted nodes. */
  nodes: Array<VmNodeState>;
  /** The pressure on these nodes. */
  pressure: Array<VmNodePressure>;
  /** The resources that the loads of VMs on these nodes need. */
  agents: Array<VmAgentState>;
  /** The last earlier step that is about the first of these nodes; `null`: none. */
  previous: number | null;
  /** The first later step that is about the first of these nodes; `null`: none. */
  next: number | null;
};

/** The kind of a step. */
export type VmStepKind =
  | "start"
  | "reserve"
  | "unreserve"
  | "filter"
  | "score"
  | "schedule"
  | "request"
  | "use"
  | "delete"
  | "add-node"
  | "config"
  | "migration-failed"
  | "migrate"
  | "load"
  | "restart"
  | "scheduler-down"
  | "migration-reserve"
  | "migration-waits"
  | "migration-done";

/** The step of a run to explain. */
export interface VmStepOptions {
  /** The step after which the state is taken; 0 is the start. A number above the last step means the last step. */
  step: number;
  /** The names of the nodes whose state is included. Default: the node of the step. */
  nodes?: string[] | undefined;
  /** The timeline, as `namespace/name` or `name`. Default: the first of the text. */
  timeline?: string | undefined;
  /** The name of a variant of the timeline. Default: none. */
  variant?: string | undefined;
  /** Ideas of the design document; they replace those of the text. */
  mitigations?: VmMitigations | undefined;
}

/** The run of a timeline. */
export type VmTimelineAnswer = {
  /** The timelines of the text. */
  timelines: Array<VmTimelineName>;
  /** The timeline that was run, `namespace/name`; `null`: the text has none, and only the start was run. */
  timeline: string | null;
  /** The variant that was run; `null`: none. */
  variant: string | null;
  /**
   * The `ConfigMap` with the config, `namespace/name`; `null`: the config is part of the timeline, or a typical one
   * is assumed.
   */
  configMap: string | null;
  /** The text has no config: a typical one is assumed. */
  assumedConfig: boolean;
  /** The config at the start; `null`: it cannot be read. */
  config: VmConfig | null;
  /** The reason why nothing was run; `null`: the timeline was run. */
  notRun: VmConfigProblem | null;
  /** The ideas of the design document that are switched on. */
  mitigations: VmMitigations;
  /** The duration in seconds. */
  duration: number;
  /** The number of steps after the start. */
  stepsTotal: number;
  /** Counts over all steps. */
  totals: VmTotals;
  /** The number of steps that match the options `pod`, `node`, `kind` and `event`. */
  matching: number;
  /** The matching steps from `offset`, at most `limit` of them. */
  steps: Array<VmStep>;
  /** The final state of nodes, by name; at most 1,000. */
  nodes: Array<VmNodeEnd>;
  /** The number of nodes. */
  nodeCount: number;
  /** The pods of VMs of the text that are not on a node in the end and that no migration replaced; at most 1,000. */
  unplaced: Array<string>;
  /** The number of these pods. */
  unplacedCount: number;
  /** The migrations; at most 1,000. */
  migrations: Array<VmMigration>;
  /** The nodes that were over budget after a start; at most 1,000. */
  overBudget: Array<VmOverBudget>;
  /** The fill levels of nodes over time; at most 1,000. */
  heat: Array<VmHeat>;
  /** Whether the run stopped at the maximum number of steps. */
  stopped: boolean;
  /** The amounts over time of the nodes in the option `series`. */
  series: Array<VmSeries>;
};

/** A timeline of the text. */
export type VmTimelineName = {
  /** The timeline, `namespace/name`. */
  key: string;
  /** The names of the variants. */
  variants: Array<string>;
};

/** The selection of events, and of the data for charts. */
export interface VmTimelineOptions {
  /** The number of events to skip. Default: `0`. */
  offset?: number | undefined;
  /** The greatest number of events to list. Default: `200`. */
  limit?: number | undefined;
  /** Only events of this pod, `namespace/name`. */
  pod?: string | undefined;
  /** Only events of this node. */
  node?: string | undefined;
  /** Only events of this kind. */
  kind?: VmStepKind | undefined;
  /** Only events that follow from this entry of `spec.events`, counted from 0. */
  event?: number | undefined;
  /** The nodes whose amounts over time are included. Default: none. */
  series?: string[] | undefined;
  /** The greatest number of points of a series, approximately. Default: `2000`. */
  points?: number | undefined;
  /** Whether to include the fill level of all nodes over time. Default: if there are more than 40 nodes. */
  heat?: boolean | undefined;
  /** The timeline, as `namespace/name` or `name`. Default: the first of the text. */
  timeline?: string | undefined;
  /** The name of a variant of the timeline. Default: none. */
  variant?: string | undefined;
  /** Ideas of the design document; they replace those of the text. */
  mitigations?: VmMitigations | undefined;
}

/** Counts of requests and migrations. */
export type VmTotals = {
  /** The requests that were accepted. */
  accepted: number;
  /** The accepted requests that got less than they asked for. */
  notInFull: number;
  /** The requests that were refused. */
  refused: number;
  /** The migrations that started. */
  migrations: number;
  /** The migrations that failed. */
  failed: number;
  /** The migrations that have not ended. */
  open: number;
  /** The number of times that a start found a resource of a node over budget. */
  overBudget: number;
  /** The steps after which at least one node was under too much pressure. */
  stepsUnderPressure: number;
};

/** Which prioritizer gets which weight. */
export interface WeightEditOptions {
  /** The placement, by its name or its index. Default: the only one there is. */
  placement?: number | string | undefined;
  /** The prioritizer, as the placement calls it. */
  prioritizer: string;
  /** Its weight. The hub allows -10 to 10. */
  weight: number;
}

/** Where a weight comes from. */
export type WeightSource = "default" | "configured" | "override";

/** A resource that is scored. */
export interface WeightedResource {
  /** Its name. */
  name: string;
  /** Its weight, as Kubernetes allows it. Default: `1`. */
  weight?: number | undefined;
}

/** `whenUnsatisfiable`. */
export type WhenUnsatisfiable = "DoNotSchedule" | "ScheduleAnyway";
