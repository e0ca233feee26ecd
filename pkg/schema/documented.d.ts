// Generated from the Rust types by `cargo xtask types`.

/** A request of a pod above what any node can give; amounts in milli-CPU or base units. */
export type AboveEveryNode = {
  /** The name of the resource. */
  resource: string;
  /** The amount that must be free on a node. */
  request: number;
  /** The most that a node can give. */
  most: number;
};

/**
 * Why a family of edits is not searched. `off`: the caller disabled it. `nothing`: the text has nothing that it
 * could edit. `not-needed`: what it edits does not prevent the wanted result. `cel`: CEL expressions of the
 * placement would have to be evaluated again. `cel-fails`: a CEL expression prevents the wanted result, and
 * expressions are not edited. `deleting`: the wanted cluster is being deleted, and a hub no longer selects it.
 * `gone`: the input lacks a recorded cluster, and no edit adds clusters.
 * `never-asks`: no agent or event of the timeline requests resources for the VM, so no edit helps.
 */
export type Absence = "off" | "nothing" | "not-needed" | "cel" | "cel-fails" | "deleting" | "gone" | "never-asks";

/** Amounts by resource: `cpu` in milli-CPU, others in base units (bytes, devices). `null`: no limit. */
export type AmountMap = Record<string, number | null>;

/**
 * Why a generator makes nothing, or what is assumed. `config-map-missing`: the input lacks the `ConfigMap`; a
 * usual one is assumed. `config-map-kind`: the `ConfigMap` names other objects than `placementdecisions`.
 * `config-map-keys`: its `statusListKey` is not `decisions`, or its `matchKey` is not `clusterName`: no cluster
 * matches.
 */
export type ApplicationProblem = "config-map-missing" | "config-map-kind" | "config-map-keys";

/** The texts of `spec.template`; empty where they are absent. */
export type ApplicationTexts = {
  /** `metadata.name`. */
  name: string;
  /** `spec.destination.name`. */
  cluster: string;
  /** `spec.destination.server`. */
  server: string;
  /** `spec.destination.namespace`. */
  namespace: string;
};

/** The version of Kubernetes that an answer assumes, and where it comes from. */
export type AssumedVersion = {
  /** The version: the answer is that of its kube-scheduler. */
  version: KubernetesVersion;
  /** Where it comes from. */
  source: VersionSource;
  /** The version that nodes report, if it is not modelled; `version` is the nearest. Absent: it is modelled. */
  capped?: string;
};

/** A volume of a pod that can be attached to one node only, and is attached to another one than the pod's. */
export type AttachedElsewhere = {
  /** The pod that does not start. */
  pod: NamespacedName;
  /** Its node. */
  node: string;
  /** The `PersistentVolume`. */
  volume: string;
  /** The `VolumeAttachment`. */
  attachment: string;
  /** The node that the volume is attached to. */
  attachedTo: string;
  /** The first pod there that uses the volume; `null`: the input has none. */
  usedBy: NamespacedName | null;
};

/**
 * The limits that a best-effort pod counts with. `allocatable`: all that the node can give, because nothing keeps the
 * pod from using it; `nothing`: 0; or a fixed amount of every resource.
 */
export type BestEffort =
  | "allocatable"
  | "nothing"
  | {
      /** The amount, in milli-CPU or base units. */
      amount: number;
    };

/** A `PodDisruptionBudget` that never allows a disruption, or several of the same pods. */
export type BlockingBudget = {
  /** A node with pods that it guards; a cordoned one if there is one. */
  node: string;
  /** Whether the node is cordoned. */
  cordoned: boolean;
  /** The number of nodes with such pods. */
  nodes: number;
  /** The budgets, and why; the pods are those that they guard on all nodes. */
  block: EvictionBlock;
};

/** A pod that gets a node. */
export type BoundPod = {
  /** The pod. */
  pod: NamespacedName;
  /** The node. */
  node: string;
  /**
   * The volumes that its node depends on and that the answer does not know; the following steps hold its room on the
   * node. Absent: none.
   */
  volumes?: VolumeName[];
  /** What Kubernetes leaves open about its volumes. Absent: nothing. */
  volumeTies?: VolumeTiesAnswer;
};

/**
 * The clusters that a placement may choose from. `sets`: those of bound cluster sets, as on the hub. `given`:
 * all clusters, also those being deleted. `auto`: as `sets` if the text has any cluster set or binding, else
 * all clusters.
 */
export type CandidateMode = "auto" | "sets" | "given";

/**
 * Why a cluster is a candidate or not. `all-clusters`: the input has neither sets nor bindings, so that all clusters
 * are candidates; `in-set`: an eligible cluster set contains it; `given`: the option `candidates` is `given`. Not a
 * candidate: `no-set`: no eligible cluster set contains it; `deleting`: it is being deleted.
 */
export type CandidateReason = "all-clusters" | "in-set" | "no-set" | "deleting" | "given";

/** Whether a cluster is a candidate of the placement, and why. */
export type CandidateStatus = {
  /** Whether the cluster is a candidate. */
  is: boolean;
  /** The reason. */
  why: CandidateReason;
  /** The eligible cluster sets that contain the cluster, sorted by name. */
  sets: string[];
};

/**
 * The budget of CEL's cost that was exceeded on a cluster. `expression`: 1,000,000 for one expression.
 * `predicate`: 10,000,000 for all expressions of one predicate, in the order of the text.
 */
export type CelBudget = "expression" | "predicate";

/** Edits of the input that bring about together what is wanted. */
export type Change = {
  /** The edits. */
  edits: ChangeEdit[];
  /** What they cost. */
  cost: ChangeCost;
  /** Whether the input with these edits was decided again and meets the want; always `true`. */
  verified: boolean;
  /** The clusters that they add to the selection, by name; at most `limit`. */
  added: string[];
  /** The clusters that they remove from it, by name; at most `limit`. */
  removed: string[];
  /** How many are added; absent where `added` has all. */
  addedTotal?: number;
  /** How many are removed; absent where `removed` has all. */
  removedTotal?: number;
  /** How many other changes of the same families and steps bring it about, too; counted up to 20. */
  asCheap: number;
  /** The other placements of the input whose decision changes with them; empty: none, or a pod was asked about. */
  others: OtherPlacement[];
  /** How many other placements were not decided again: they have CEL expressions, or there are too many. */
  othersUnknown: number;
  /** How the cycle of the pod ends with them; `null` unless a pod was asked about. */
  cycle: CycleAfter | null;
  /** The pods that the edits remove, or that the pod evicts, and that their controllers recreate. Absent if empty. */
  madeAnew?: PodMadeAnew[];
  /** The pods that the edits remove and that are terminating anyway. Absent if empty. */
  terminating?: NamespacedName[];
  /** How the timeline runs with them; `null` unless a timeline was asked about. */
  run: RunAfter | null;
  /** The result of the other profile for the edited input, if it does not meet the want; absent if it does. */
  otherProfile?: ChangeInOtherProfile;
  /**
   * Whether the decision does not last: once the hub has recorded it, it decides otherwise, because a negative
   * weight of `Steady` works against what is recorded. Absent where it lasts.
   */
  alternates?: boolean;
  /**
   * The Applications that Argo CD creates if the edits empty the decision, by each generator that reads it; absent
   * if a cluster is selected, or if nothing reads the decision.
   */
  applications?: DecisionApplications[];
};

/**
 * The smallest changes of the input after which something comes out. Each was made in the input, which was then
 * decided again by the ordinary engine.
 */
export type ChangeAnswer = {
  /** What was asked about. */
  object: ObjectName;
  /** Whether the want is already met; then `changes` is empty. */
  met: boolean;
  /**
   * Whether the recorded decision is wanted: the changes are what can have differed when the hub decided. Absent if
   * something else is wanted.
   */
  recorded?: boolean;
  /**
   * If the want of a pod is already met: what it depends on, for the node of the pod depends on volumes that the
   * answer does not know. Absent: it does not.
   */
  volumeDependence?: VolumeDependence;
  /**
   * The cheapest change of every family of edits that has one, cheapest first; where the input cannot take it as it
   * is written, also the cheapest that it can. If no single family has one: the cheapest pair of each two families.
   */
  changes: Change[];
  /** The families of edits that were tried, and why others were not. */
  space: SearchedFamily[];
  /**
   * Whether the space was searched whole: every single candidate, and, where none does it, every pair of them.
   * `true` without changes: nothing in this space brings it about, but more edits together may.
   */
  complete: boolean;
  /** What keeps the pod from nodes and no edit of the search changes. Absent: nothing. */
  outside?: OutsideSpace[];
  /**
   * How many candidates were made together at most: 1, or 2 where no single one does it, or 3, of weights, where no
   * two weights do it that are changed by 3 together at most, or `several`.
   */
  depth: number;
  /** How many edits were combined at most, one for each obstacle of a cluster. Absent: no more than two. */
  several?: number;
  /** How far all weights were changed together, in sum. Absent: they were not. */
  weightsTo?: number;
  /** Why the search ended before its end; `null`: it did not. */
  stopped: "steps" | null;
  /** The number of decisions that the search made. */
  steps: number;
};

/**
 * What a change costs. Changes are compared by what they displace, how natural they are, the number of edits, the
 * step, and the names of the objects. A misspelt name put right comes before all others; a negative weight, or an
 * object that is removed, after all others.
 */
export type ChangeCost = {
  /**
   * How much the edits displace that is not displaced without them: clusters that the decision no longer selects,
   * pods that are evicted or removed, VMs that move, are on no node, or are removed.
   */
  displaced: number;
  /** The number of edits. */
  edits: number;
  /** The families of the edits, in the order of `space`. */
  families: Family[];
  /** How far the edits go together: the differences of numbers; of amounts, the shares of the old values. */
  step: number;
};

/** An edit of one field of an object, or of a whole object. */
export type ChangeEdit = {
  /** What it changes. */
  family: Family;
  /** The object. */
  object: ObjectName;
  /** The owner whose pod template is to be edited. Absent: the object itself is. */
  templateOf?: ObjectName;
  /** The `LimitRange` that gives a new pod the amount in `from`. Absent: none. */
  limitRange?: NamespacedName;
  /** The path of the field, such as `spec.numberOfClusters`; empty: the object itself. */
  path: string;
  /** The keys and indices of the path; empty: the object itself. */
  keys: (string | number)[];
  /** The value before; `null`: the input does not have the field, or the object. */
  old: string | number | boolean | object | null;
  /** The value after; `null`: the field, or the object, is removed. */
  new: string | number | boolean | object | null;
  /** What the path does not name, such as the prioritizer of a weight; empty: nothing. */
  subject: string;
  /** The number of new pods that a raised `ResourceQuota` lets through; absent: one, or another edit. */
  pods?: number;
  /** The node that an added one is like; absent: it adds none. */
  like?: NodeLike;
  /** The number in force before; `null`: none, or the edit does not change a number. */
  from: Integer | null;
  /** The number in force after; `null`: none, or the edit does not change a number. */
  to: Integer | null;
  /**
   * The edits of the input as it is, which keep comments and layout. Edits of one object stand together at the first
   * of them; behind those of the first object that is removed, one for each timeline that says something of what is
   * removed. Empty otherwise: the input cannot take it as it is written; `range` tells where to make it.
   */
  textEdits: TextEdit[];
  /** Whether the input can take it as it is written. */
  writable: boolean;
  /** The range of the field, or of its nearest parent; `null`: the object is new. */
  range: TextRange | null;
};

/** The result of the other profile for an edited input. */
export type ChangeInOtherProfile = {
  /** The other profile. */
  profile: Profile;
  /** The status of the placement; `null` if a pod was asked about. */
  status: SchedulerStatusCode | null;
  /** The message of that status. */
  message: string;
  /** The number of clusters that it selects; `null` if a pod was asked about. */
  selected: number | null;
  /** How the cycle of the pod ends; `null` if a placement was asked about. */
  cycle: CycleAfter | null;
};

/** Options of `change`. `limit` of the options of `decide` is the maximum number of changes, and of names in each. */
export interface ChangeOptions extends DecideOptions {
  /** The wanted result. */
  want: Want;
  /** The version of Kubernetes. Default: the newest that nodes report; else 1.36. */
  kubernetesVersion?: KubernetesVersion | undefined;
  /**
   * The families of edits that are tried. Default: all but `taint`, `allocatable`, `score` and `decision`; if
   * the recorded decision is wanted, these and `weight`, `label`, `claim` and `release`.
   */
  families?: Family[] | undefined;
  /**
   * The timeline of autoscaled VMs that is meant. Default: the first of the
   * input.
   */
  timeline?: NamedObject | undefined;
  /** The name of a variant of the timeline. Default: none. */
  variant?: string | undefined;
  /** The maximum number of decisions that the search makes. Default: `20000`. */
  maxSteps?: number | undefined;
}

/** The changes that a search in progress has found. */
export type ChangesSoFarAnswer = {
  /** The changes with which the answer will begin, cheapest first. */
  changes: Change[];
};

/** A claim with the volume that it gets. */
export type ClaimVolume = {
  /** The name of the `PersistentVolumeClaim`. */
  claim: NamespacedName;
  /** The name of the `PersistentVolume`; of equal ones, the first one of the input. */
  volume: string;
};

/** The number of clusters after each step of a decision. */
export type ClusterCounts = {
  /** All clusters of the input. */
  all: number;
  /** The clusters that the placement may choose from. */
  candidates: number;
  /** The candidates that pass all filters, selected ones included. */
  feasible: number;
  /** The selected clusters. */
  selected: number;
};

/** Options of `clusterIndex`. */
export interface ClusterIndexOptions {
  /** The name of the cluster. */
  name: string;
}

/** The label keys and cluster claims of the clusters in a text. */
export type ClusterKeysAnswer = {
  /** The keys of labels, most frequent first, then by name; at most 100. */
  labels: KeyUse[];
  /** The names of cluster claims, most frequent first, then by name; at most 100. */
  claims: KeyUse[];
};

/** Options of `clusterNames`. */
export interface ClusterNamesOptions {
  /** The indices of the clusters in the input, from 0. */
  clusters: number[];
}

/**
 * The order of the rows. `rank`: feasible clusters by rank, then filtered, then excluded ones, both by name.
 * `name`: all clusters by name.
 */
export type ClusterOrder = "rank" | "name";

/** One row of the table of clusters. */
export type ClusterRow = {
  /** The index of the cluster in the input, from 0. */
  cluster: number;
  /** The name of the cluster. */
  name: string;
  /** Where the cluster ended up. */
  state: ClusterState;
  /** The rank among the feasible clusters, from 1; `null` if the cluster has none. */
  rank: number | null;
  /** The sum of all weighted scores; `null` if the cluster is not feasible or nothing was scored. */
  total: Integer | null;
  /** The scores, -100 to 100, in the order of the prioritizers whose weight is not 0; `null` for a missing score. */
  scores: (Integer | null)[];
  /**
   * The spread score, -100 to 100, of the step that picked the cluster, else of the last step; not part of `total`.
   * Absent without a run of spread, and for a cluster that is blocked in that step.
   */
  spread?: number;
  /** Why the cluster is not selected; `null` if it is selected or nothing was decided. */
  reason: NotSelectedReason | null;
};

/** One cluster in a run of spread. */
export type ClusterSpread = {
  /** The values of the topology keys, in the order of the terms, up to the first missing one. */
  values: string[];
  /** The step that picked the cluster, from 1; `null` if none did. */
  picked: number | null;
  /**
   * The cluster in the step that picked it, else in the last step; `null` without steps, or if the cluster lacks
   * the key of a hard term.
   */
  numbers: SpreadCandidate | null;
};

/**
 * Where a cluster ended up. `excluded`: it is not a candidate, or nothing was decided. `filtered`: a candidate
 * that a filter removed. `feasible`: it passed all filters and is not selected. `selected`: the decision
 * contains it.
 */
export type ClusterState = "excluded" | "filtered" | "feasible" | "selected";

/** A page of the table of clusters. */
export type ClustersAnswer = {
  /** The number of rows that match `find`; without `find` of all. */
  total: number;
  /** The rows from `offset`, at most `limit` of them. */
  rows: ClusterRow[];
};

/** Options of `clusters`. */
export interface ClustersOptions {
  /**
   * The order of the rows. `rank`: feasible clusters by rank, then filtered, then excluded ones, both by
   * name. `name`: all clusters by name. Default: `"rank"`.
   */
  order?: ClusterOrder | undefined;
  /** How many clusters to skip. Default: `0`. */
  offset?: number | undefined;
  /** The maximum number of clusters to list. Default: all. */
  limit?: number | undefined;
  /**
   * Only clusters whose name contains this, or, with a `=`, one of whose labels does. With at least three
   * letters also: their state begins with it; or their reason does, or a taint, a key, a value or a cluster set
   * in it contains it. Case does not matter.
   */
  find?: string | undefined;
}

/**
 * What the input records of pods and quotas, against what the schedulers decide now. Each pod is asked about alone, as
 * if it were pending and all others stayed. The scheduler decided in another state of the cluster than this one.
 */
export type CompareRecordedAnswer = {
  /**
   * Whether the scheduler and the quota controller would write now what the input records. It does
   * not matter if another node scores higher for a pod. `null`: nothing is recorded.
   */
  same: boolean | null;
  /** The number of pods on nodes of the input that were asked about. */
  asked: number;
  /** The number of them whose node is one of those with the highest score. */
  sameNode: number;
  /** The number of them that are admitted and fit their node, and for which another node scores higher. */
  elsewhere: number;
  /** The number of them that fit their node, and that their quota would not admit. */
  rejected: number;
  /** The number of them that do not fit their node. */
  misfits: number;
  /** The number of pods on nodes that the input does not have: nothing can be told of them. */
  onUnknownNodes: number;
  /** The number of pods on nodes that are terminating: they are not asked about. */
  terminating: number;
  /** The number of mirrors of static pods, which no scheduler places: they are not asked about. */
  mirrors: number;
  /** The number of pods whose `spec.nodeName` no scheduler set: they are not asked about. */
  unscheduled: number;
  /**
   * A page of the pods that differ: those that do not fit, those that are not admitted, those for which another node
   * scores higher; of one kind in the order of the input.
   */
  pods: RecordedPodAnswer[];
  /** The number of nominated pods that wait. */
  nominated: number;
  /** The number of them whose nomination does not hold: they are `lost` or `moved`. */
  lost: number;
  /** The nominated pods, at most 100: those whose nomination does not hold come first. */
  nominations: NominationAnswer[];
  /** The number of quotas with `status.used`. */
  quotasRecorded: number;
  /** Those of them whose `status.used` is not what their controller would write for the pods of the input. */
  quotas: RecordedQuotaAnswer[];
  /** The number of pending pods that kube-scheduler could not place, by their condition or an event. */
  unschedulable: number;
};

/** Options of `compareRecorded`. */
export interface CompareRecordedOptions {
  /** The scheduler to reproduce. Default: `"auto"`. */
  profile?: ProfileChoice | undefined;
  /** The version of Kubernetes. Default: the newest that nodes report; else 1.36. */
  kubernetesVersion?: KubernetesVersion | undefined;
  /** How many of the pods that differ to skip. Default: `0`. */
  offset?: number | undefined;
  /** The maximum number of pods that differ to list. Default: `100`. */
  limit?: number | undefined;
}

/** What the disruption controller would write into the status of a `PodDisruptionBudget` for the pods of the input. */
export type ComputedDisruptions = {
  /** How many disruptions the budget allows. */
  disruptionsAllowed: number;
  /** How many of its pods are ready. */
  currentHealthy: number;
  /** How many of them must be ready. */
  desiredHealthy: number;
  /**
   * How many pods are expected: of an integer `minAvailable` all pods that it selects, else the replicas that the
   * controllers of these pods want.
   */
  expectedPods: number;
  /** How many of the ready pods have no condition `Ready`: they are bound, and count as ready. */
  assumedReady: number;
  /** The controllers that the input lacks: each counts as many replicas as it has pods. */
  assumedReplicas: ObjectName[];
};

/** A condition of the placement's status, as the hub would write it. */
export type Condition = {
  /** The type: `PlacementMisconfigured` or `PlacementSatisfied`. */
  type: string;
  /** Whether the condition holds. */
  status: ConditionStatus;
  /** The reason, one word in camel case, as on the hub. */
  reason: string;
  /** The message, as on the hub. */
  message: string;
};

/** The status of a condition. */
export type ConditionStatus = "True" | "False";

/** A running pod that a quota's controller counts. */
export type CountedPodAnswer = {
  /** The pod. */
  pod: NamespacedName;
  /** The amounts that it counts of the resources that differ, as quantities. */
  amounts: TextMap;
};

/** How a pod's cycle ends. */
export type CycleAfter = {
  /** The outcome, as in `simulatePod`. */
  outcome: "Schedulable" | "Preempt" | "Unschedulable" | "Gated" | "Error";
  /** The node that the pod is bound to or nominated for; `null` if it waits. */
  node: string | null;
  /** The pods that it evicts, most important first. */
  victims: NamespacedName[];
  /** The victims that are already terminating: they go regardless of the pod. Absent if empty. */
  terminating?: NamespacedName[];
  /** The other victims without an owner: nothing recreates them. */
  bare: NamespacedName[];
  /** How many of the evictions violate a `PodDisruptionBudget`. */
  budgetViolations: number;
  /** The rule of its `ElasticQuota` that rejects it before any node is asked; `null`: none does. */
  rejectedBy: "OverMax" | "OverAggregatedMin" | null;
  /** Whether a `ResourceQuota` refuses it: it is not created. */
  refused: boolean;
  /** Whether the node depends on the pod's volumes that the answer does not know. Absent: it does not. */
  onVolumes?: boolean;
};

/** A decision in short. The question `clusters` lists its clusters, `explainCluster` explains one of them. */
export type DecideAnswer = {
  /** The decided placement. */
  placement: ObjectName;
  /** The scheduler to reproduce. */
  profile: Profile;
  /** The status of the scheduler; `Success` if it did not run, `Error` if no decision is defined. */
  status: SchedulerStatus;
  /** Whether all clusters are candidates because the input has neither sets nor bindings. */
  allClustersConsidered: boolean;
  /** The bindings in the placement's namespace whose cluster set exists, sorted by name. */
  validBindings: string[];
  /** The bound cluster sets that the placement may choose from, sorted by name. */
  eligibleClusterSets: string[];
  /**
   * The names of the selected clusters, best first; with spread in the order of the picks. At most `limit` of
   * them; `clusterCounts.selected` is the number of all.
   */
  selected: string[];
  /** The number of clusters after each step. */
  clusterCounts: ClusterCounts;
  /** How many more clusters are wanted than are selected. */
  unscheduled: Integer;
  /** The number of wanted clusters; `null`: all. */
  numberOfClusters: Integer | null;
  /** The filters that ran, in order. */
  filters: FilterSummary[];
  /**
   * The mode of the prioritizer policy: `Additive` (also if none is written) or `Exact`; any other text is
   * misconfigured.
   */
  mode: string;
  /** All built-in prioritizers of the profile, also with weight 0, and all configured ones, in a stable order. */
  prioritizers: PrioritizerSummary[];
  /** The spread constraints of the placement, also if the profile ignores them. */
  spreadConstraints: SpreadConstraintSummary[];
  /** The run of spread; `null` without constraints, in a profile that ignores them, or if nothing was scored. */
  spread: SpreadSummary | null;
  /**
   * The conditions of the placement's status: `PlacementMisconfigured` and `PlacementSatisfied`; empty if the
   * hub changes nothing.
   */
  conditions: Condition[];
  /** The decision groups, in order. */
  decisionGroups: DecisionGroupStatus[];
  /** The names of the recorded `PlacementDecision`s that the hub would delete, sorted. */
  deletedPlacementDecisions: string[];
  /** When the hub decides again because a toleration ends, RFC 3339. `null`: none ends. */
  requeueTime: string | null;
  /** Notes on the decision: what may surprise. */
  notes: DecisionNote[];
  /** How the decision ended. */
  outcome: DecisionOutcome;
  /** Why the hub leaves the placement alone; `null` unless `outcome` is `skipped`. */
  skipReason: SkipReason | null;
  /** The path of the faulty field in the placement; `null` unless `outcome` is `invalid`. */
  invalidPath: string | null;
  /** The fault of that field; `null` unless `outcome` is `invalid`. */
  problem: PlacementProblem | null;
  /** The error that the hub ends with; empty without one, and if `outcome` is `invalid`. */
  error: string;
  /** What the other profile decides; absent if it decides the same, unless this is a preview. */
  otherProfile?: OtherProfile;
  /**
   * The decision against what a hub has recorded in the input; absent if nothing is recorded, or if nothing was
   * scheduled.
   */
  recorded?: RecordedComparison;
  /**
   * The recorded decision that stays in force, because the hub leaves the placement alone or stops before it
   * schedules; absent if something was decided, or nothing is recorded.
   */
  kept?: KeptDecision;
  /** The Applications that Argo CD creates from the decision; absent if no `ApplicationSet` of the input reads it. */
  applications?: DecisionApplications[];
};

/** Options of `decide` and `report`. */
export interface DecideOptions {
  /** The placement: its name, or its index from 0. Default: the only one. */
  placement?: number | NamedObject | undefined;
  /** The time of the decision, RFC 3339: tolerations end and scores expire. Default: the time of the call. */
  now?: string | Date | undefined;
  /**
   * The scheduler to reproduce. `Upstream`: the released one; `Proposal`: the preview of the design documents;
   * `auto`: the released one, unless the Placement uses what only a design document has (`spreadPolicy`,
   * `configurations[].name`, `ResourceRatio…`). Default: `"auto"`.
   */
  profile?: ProfileChoice | undefined;
  /**
   * The clusters that the placement may choose from. `auto`: those of cluster sets if the input has any; `sets`:
   * always those of sets; `given`: every cluster. Default: `"auto"`.
   */
  candidates?: CandidateMode | undefined;
  /**
   * What if: weights by prioritizer, such as `{ Steady: 3 }`. Valid on a hub: -10 to 10; other 32-bit values are
   * computed with. Default: the weights of the input.
   */
  weights?: Record<string, number> | undefined;
  /** What if: the number of clusters, or all (`null`). Default: the number of the input. */
  numberOfClusters?: number | null | undefined;
  /**
   * What if: max skews by topology key or index of the constraint, such as `{ zone: 2 }`. Default: those of the
   * input.
   */
  maxSkews?: Record<string, number> | undefined;
  /** The maximum number of names in `selected`. `report` lists all. Default: `100`. */
  limit?: number | undefined;
}

/**
 * The Applications that Argo CD creates from a decision, by one `clusterDecisionResource` generator of an
 * `ApplicationSet` in the namespace of the placement: one for each of `clusters` and each of `elements`.
 */
export type DecisionApplications = {
  /** The `ApplicationSet`. */
  applicationSet: ObjectName;
  /** The name of the `ConfigMap` that says how decisions are read. */
  configMap: NamespacedName;
  /** Why the generator makes nothing, or what is assumed; `null`: all is known. */
  problem: ApplicationProblem | null;
  /** Where the generator stands. */
  inside: GeneratorPlace;
  /**
   * What is not modelled: the names of the other generators in its `matrix` or `merge`, and
   * `matchExpressions`.
   */
  notModelled: string[];
  /** The texts of an Application, with parameters in them. */
  template: ApplicationTexts;
  /** Whether the texts are Go templates: `spec.goTemplate`. */
  goTemplate: boolean;
  /** `values`: pairs of name and text, which templates read as `values.<name>`. */
  values: [string, string][];
  /** The elements of a `list` generator in the same `matrix`, as such pairs; empty without one. */
  elements: [string, string][][];
  /** After how many seconds Argo CD reads the decision again. */
  requeueAfterSeconds: Integer;
  /** Whether the resources of a deleted Application stay: `syncPolicy.preserveResourcesOnDeletion`. */
  preservesResources: boolean;
  /** `syncPolicy.applicationsSync`: with `create-only` and `create-update`, Argo CD deletes no Application. */
  policy: string;
  /** Whether the input has no Secret that registers a cluster with Argo CD, so that one for each cluster is assumed. */
  assumesSecrets: boolean;
  /**
   * The clusters of the decision that Argo CD has no Secret for, in the order of the decision: it ignores them. At
   * most `limit` of them, or 10.
   */
  withoutSecret: string[];
  /** The number of all of them. */
  withoutSecretCount: number;
  /**
   * The clusters of the decision that the generator reads, in the order of the decision, without those that Argo CD
   * has no Secret for; at most `limit` of them, or 10.
   */
  clusters: string[];
  /** The number of all of them. */
  clusterCount: number;
  /** The recorded clusters that the decision no longer has, by name; at most `limit` of them, or 10. */
  gone: string[];
  /** The number of all of them. */
  goneCount: number;
};

/**
 * A form of `PlacementDecision`s. `ocm`: of `cluster.open-cluster-management.io`, as every hub writes them.
 * `multicluster`: of `multicluster.x-k8s.io`, by SIG Multicluster (KEP-5313).
 */
export type DecisionForm = "ocm" | "multicluster";

/** How the recorded decisions of SIG Multicluster's form differ from those of OCM's. */
export type DecisionFormDifference = {
  /** The clusters that are only in OCM's, by name. */
  onlyOcm: string[];
  /** The clusters that are only in SIG Multicluster's, by name. */
  onlyMulticluster: string[];
};

/** A decision group, as the placement's status lists it. */
export type DecisionGroupStatus = {
  /** The index of the group, from 0. */
  decisionGroupIndex: number;
  /** The name of the group; empty for clusters that no named group takes. */
  decisionGroupName: string;
  /** The names of the group's `PlacementDecision`s. */
  decisions: string[];
  /** The number of clusters in the group. */
  clusterCount: number;
};

/**
 * A part of the placement that has no effect on the decision about these clusters. The codes are stable.
 *
 * - `term-without-weight`: a soft constraint while the weight of `Spread` is 0, and no hard one after it
 * - `same-for-all`: a configured prioritizer gives all feasible clusters the same score
 * - `max-skew-unused`: the max skew of a hard constraint blocks no cluster in any step
 * - `toleration-unused`: no cluster of the input has a taint that the toleration matches
 * - `predicates-match-all`: the predicates match all candidates
 * - `number-above-feasible`: more clusters are wanted than are feasible
 */
export type DecisionHint = {
  /** The path in the placement that the hint is about; `null` for what is not written there. */
  path: string | null;
} & (
  | {
      code: "term-without-weight";
      /** The topology key of the constraint. */
      topologyKey: string;
    }
  | {
      code: "same-for-all";
      /** The name of the prioritizer. */
      prioritizer: string;
      /** The score; `null` if no cluster has one, which counts as 0. */
      score: Integer | null;
      /** The number of feasible clusters. */
      clusters: number;
    }
  | {
      code: "max-skew-unused";
      /** The topology key of the constraint. */
      topologyKey: string;
      /** The max skew. */
      maxSkew: number;
      /** The largest skew that a step began with, at least 1 and below the max skew. */
      worstSkew: number;
    }
  | {
      code: "toleration-unused";
      /** The index of the toleration in `spec.tolerations`. */
      toleration: number;
    }
  | {
      code: "predicates-match-all";
      /** The number of predicates, of which one has to match. */
      predicates: number;
      /** The number of candidates. */
      clusters: number;
    }
  | {
      code: "number-above-feasible";
      /** The number of wanted clusters. */
      numberOfClusters: Integer;
      /** The number of feasible clusters, at least 1. */
      feasible: number;
    }
);

/** The labels of a `DecisionObject`. */
export type DecisionLabels = {
  /** The index of the decision group, from 0. */
  "cluster.open-cluster-management.io/decision-group-index": string;
  /** The name of the decision group; empty for clusters that no named group takes. */
  "cluster.open-cluster-management.io/decision-group-name": string;
  /** The name of the placement. */
  "cluster.open-cluster-management.io/placement": string;
};

/**
 * A note on a decision: something that may surprise. The codes are stable.
 *
 * - `all-clusters-considered`: the input has neither sets nor bindings: all clusters are candidates
 * - `spread-ignored`: the released hub ignores spread constraints
 * - `spread-without-terms`: `Spread` has a weight, but the placement has no spread constraints
 * - `spread-without-weight`: spread has no effect: its weight is 0 and no constraint is hard
 * - `spread-packs`: the weight of `Spread` is negative: it packs clusters into few domains
 * - `spread-max-skew-ignored`: the max skew of a `ScheduleAnyway` constraint has no effect
 * - `spread-soft-key-bars`: feasible clusters lack the key of a soft constraint, so that a hard one after it
 *   excludes them
 * - `spread-counts-anew`: spread does not count the clusters of the recorded decisions: it selects from scratch
 * - `spread-lone-domain`: a hard constraint has no effect because its domains have no siblings
 * - `spread-pinned`: a domain without further clusters keeps its siblings from getting more
 * - `addon-score-expired`: scores of an add-on have expired and count as 0
 * - `cel-not-evaluated`: a CEL expression of the placement was not evaluated
 * - `group-cel-ignored`: CEL in the selector of a decision group has no effect
 * - `foreign-decision`: another scheduler wrote a `PlacementDecision` of the placement: it counts for nothing
 * - `scores-ignored`: the released hub ignores `sortBy` and `scoreRateLimit`, and writes no scores
 * - `scores-unchanged`, `scores-written`, `scores-wait`: whether the hub would write the scores of the decisions now,
 *   because they changed, and if the rate limit lets it
 */
export type DecisionNote = {
  /** The path in the placement that the note is about; `null` if it is not about a field. */
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
      /** The number of feasible clusters that lack this key, but no key of an earlier constraint. */
      clusters: number;
      /** The topology key of the hard constraint after it. */
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
      /** The values of the topology keys from the first level to the domain. */
      values: string[];
      /** The number of selected clusters in the domain: all that it has. */
      selected: number;
      /** The largest number of clusters that a sibling can have. */
      most: number;
    }
  | {
      code: "addon-score-expired";
      /** The name of the prioritizer. */
      prioritizer: string;
      /** The number of clusters whose score has expired. */
      clusters: number;
      /** Whether no feasible cluster has a score that has not expired, and scores choose among them. */
      all: boolean;
    }
  | { code: "cel-not-evaluated" }
  | {
      code: "hub-taint";
      /** The taint, as `key=value:effect`. */
      taint: string;
      /** Whether the hub adds or removes it. */
      upkeep: HubUpkeep;
      /** The clusters, by name; at most 10. */
      clusters: string[];
      /** The number of all of them. */
      count: number;
    }
  | { code: "group-cel-ignored" }
  | { code: "foreign-decision" }
  | { code: "scores-ignored" }
  | { code: "scores-unchanged" }
  | { code: "scores-written" }
  | {
      code: "scores-wait";
      /** When the rate limit ends. */
      until: string;
    }
);

/** A `PlacementDecision` as the hub would write it. */
export type DecisionObject = {
  /** `metadata.name`: `<placement>-decision-<k>`, k from 1 over all groups. */
  name: string;
  /** `metadata.namespace`: the namespace of the placement. */
  namespace: string;
  /** `metadata.labels`. */
  labels: DecisionLabels;
  /**
   * `status.decisions[].clusterName`: at most 100 names, in the order of `spec.sortBy`: by name, if it does not
   * say `Score`.
   */
  clusterNames: string[];
  /** `status.decisions[].score` of each; present in the profile `Proposal` for a placement that uses scores. */
  scores?: Integer[];
};

/**
 * How a decision ended. `scheduled`: the scheduler ran, see `status`. `skipped`: the hub leaves the placement alone.
 * `sync-error`: the hub stops with an error before it schedules. `invalid`: the placement has a fault for which no
 * decision is defined.
 */
export type DecisionOutcome = "scheduled" | "skipped" | "sync-error" | "invalid";

/** Options of `decisionsYaml`. */
export interface DecisionsYamlOptions {
  /** The form of the objects. Default: `"ocm"`. */
  form?: DecisionForm | undefined;
}

/** The scores of the default profile of kube-scheduler. */
export type DefaultProfileAnswer = {
  /** The plugins that score nodes; their order is that of the scores of a node. */
  plugins: ProfilePluginAnswer[];
  /** The node that the pod goes to; `null` if it fits no node, or no node is scored (`scoring-fails` in `notes`). */
  choice: NodeChoice | null;
  /** The only nodes that kube-scheduler looks at: the nominated one, or those of its node affinity. `null`: all. */
  onlyNodes: string[] | null;
};

/** A request that containers of a new pod have by default of a `LimitRange`. */
export type DefaultRequest = {
  /** The `LimitRange`. */
  limitRange: NamespacedName;
  /** The resource. */
  resource: string;
  /** The request of each of the containers: milli-CPU, or base units. */
  amount: number;
  /** The number of containers without a request of their own, init containers included. */
  containers: number;
};

/** A pod that has a node and waits for a volume that one node can have at a time ("Multi-Attach error"). */
export type DetachedPod = {
  /** The pod. */
  pod: NamespacedName;
  /** Its node. */
  node: string;
  /** The claim. */
  claim: NamespacedName;
  /** A pod that uses the claim on another node, with it. */
  by: RolloutPod;
};

/** One finding about a text. Valid objects are used despite findings about others. */
export type Diagnostic = {
  /** The severity of the finding. */
  severity: Severity;
  /** The code of the finding; stable, unlike `message`. */
  code: DiagnosticCode;
  /** One sentence in lower case, without a full stop; words of the text are in backticks. */
  message: string;
  /** The object that the finding is about; `null` if it is not known. */
  object: ObjectName | null;
  /**
   * The path of the field, such as `spec.predicates[0].requiredClusterSelector`; empty if the finding is about
   * the whole document.
   */
  path: string;
  /** The range in the text; empty if the finding is about a position between characters. */
  range: TextRange;
  /** The name that was probably meant; absent if none is near. */
  suggestion?: string;
  /** Where the object of a `duplicate-object` is also defined. */
  duplicate?: TextRange;
};

/**
 * The code of a diagnostic; stable. Programs may match on it, not on the message.
 *
 * - `syntax`: the text is not well-formed YAML or JSON
 * - `duplicate-key`: a mapping has a key twice; the last one counts
 * - `duplicate-object`: an object is defined twice; the last one counts
 * - `wrong-type`: a field has a value of another type; it is treated as absent
 * - `placeholder`: a field has a text that is still to be filled in, such as `<region>`, or a template
 * - `missing-field`: a required field is missing
 * - `out-of-range`, `invalid-value`: the CRD does not allow the value
 * - `unknown-field`: the kind does not have this field, but one with a similar name
 * - `invalid-quantity`, `invalid-time`: the text is not a Kubernetes quantity, or not an RFC 3339 time
 * - `invalid-expression`: a CEL expression does not compile: its placement is misconfigured
 * - `unknown-kind`, `unknown-version`: schedscope does not use objects of this kind, or of this `apiVersion`
 * - `unknown-object`: a field names an object that the text does not have
 * - `not-an-object`: a document is not a Kubernetes object
 * - `partial-list`: a list is one page of several
 * - `left-out`: a line or a comment stands for what somebody left out
 * - `too-deep`, `too-large`, `alias-budget`: the nesting, the size, or the expanded aliases exceed a limit
 */
export type DiagnosticCode =
  | "syntax"
  | "duplicate-key"
  | "duplicate-object"
  | "wrong-type"
  | "placeholder"
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
  | "partial-list"
  | "left-out"
  | "too-deep"
  | "too-large"
  | "alias-budget";

/** A topology domain after the run. */
export type DomainReport = {
  /** The values of the topology keys from the first level to the domain. */
  values: string[];
  /** The number of selected clusters in it. */
  selected: number;
  /** The number of eligible clusters in it, selected ones included. */
  eligible: number;
  /** The smallest count of its siblings, its own included. */
  lowest: number;
  /** The largest count of its siblings, its own included. */
  highest: number;
};

/** A node that is drained: its pods are evicted, and the queue is scheduled to its end. */
export type DrainAnswer = {
  /** The node. */
  node: string;
  /** The number of live pods on it. */
  podsTotal: number;
  /** The number of pods that are evicted and that their controllers create anew. */
  evicted: number;
  /** The number of evicted pods that are on another node at the end. */
  landed: number;
  /** The number of them whose node depends on volumes that the answer does not know. Absent: none. */
  volumeDependent?: number;
  /**
   * The number of evicted pods that are on this very node again at the end: they tolerate its cordon, or their
   * template names it in `spec.nodeName`, and a kubelet ignores cordons. Absent: none.
   */
  returned?: number;
  /** The number of evicted pods that wait at the end, with those that were not tried. */
  waiting: number;
  /**
   * The number of them that were not tried, because the queue was ended before their turn: `stopped`,
   * `repeats`.
   */
  untried: number;
  /**
   * The number of pods without an owner: they are deleted and do not come back, and `kubectl drain` refuses without
   * `--force`. They are not evicted in the sense of the numbers above.
   */
  deleted: number;
  /**
   * Why the drain never completes; empty: each eviction is allowed sooner or later. The pods that are never evicted
   * are counted and listed as if they were.
   */
  blocks: EvictionBlock[];
  /**
   * The `PodDisruptionBudget`s that the drain waits for: they refuse an eviction, and allow no disruption until more
   * of their pods are ready. Without those of `blocks`. Absent if empty.
   */
  waits?: EvictionWait[];
  /**
   * The number of evictions and deletions that violate a `PodDisruptionBudget`: the API server refuses them until it
   * allows them, some for ever (`blocks`). No budget guards a pod whose phase is `Pending`, or which is not ready
   * where `unhealthyPodEvictionPolicy` or enough healthy pods allow that.
   */
  violating: number;
  /**
   * The number of evictions and deletions of pods that several `PodDisruptionBudget`s select: the API server refuses
   * them, whatever the budgets allow.
   */
  withSeveralBudgets: number;
  /**
   * The number of pods that are evicted or deleted and have an `emptyDir`, whose data is lost: `kubectl drain`
   * refuses without `--delete-emptydir-data`.
   */
  withEmptyDir: number;
  /** The flags that `kubectl drain` needs for this node. */
  flags: DrainFlag[];
  /** The number of `PodDisruptionBudget`s of the input, which `violating` is counted by. */
  budgets: number;
  /** What keeps a cluster autoscaler with its default flags from removing the node. Absent: nothing. */
  scaleDown?: ScaleDownAnswer;
  /**
   * A page of the pods: the evicted ones in the order of the queue, then the deleted ones, then the others in the
   * order of the input.
   */
  pods: DrainedPodAnswer[];
  /**
   * The first 100 pods of other nodes that are elsewhere at the end, and pending ones, where that is otherwise
   * without the drain: first those of `othersLost`, then the others, in the order of the input.
   */
  others: MovedPod[];
  /** The number of all of them. */
  othersTotal: number;
  /** The number of them that were on a node; the others were pending. */
  othersMoved: number;
  /** The number of them that were on a node and end on none: pods of this node or pending ones preempt them. */
  othersLost: number;
  /** Whether 100,000 steps ended the queue. */
  stopped: boolean;
  /** The steps that would repeat forever, which ended the queue; `null`: none. */
  repeats: QueueRepetition | null;
};

/**
 * A flag without which `kubectl drain` refuses the node. A `DaemonSet` owns a pod of it, a pod that goes has an
 * `emptyDir`, a pod has no controller.
 */
export type DrainFlag = "--ignore-daemonsets" | "--delete-emptydir-data" | "--force";

/** Options of `drain`. */
export interface DrainOptions {
  /** The node. */
  node: string;
  /** The scheduler to reproduce. Default: `"auto"`. */
  profile?: ProfileChoice | undefined;
  /** The version of Kubernetes. Default: the newest that nodes report; else 1.36. */
  kubernetesVersion?: KubernetesVersion | undefined;
  /** How many pods of the node to skip. Default: `0`. */
  offset?: number | undefined;
  /** The maximum number of pods of the node to list. Default: `100`. */
  limit?: number | undefined;
}

/** A pod of a drained node. */
export type DrainedPodAnswer = {
  /** The pod. */
  pod: NamespacedName;
  /** The priority of the pod. */
  priority: number;
  /**
   * `evicted`: it waits in the queue. `daemon-set`: a `DaemonSet` owns it, and it stays. `mirror`: it is the mirror
   * of a static pod, and stays. `terminating`: it goes, and nothing waits for it. `deleted`: no controller owns it,
   * and it does not come back.
   */
  kind: "evicted" | "daemon-set" | "mirror" | "terminating" | "deleted";
  /** Whether its eviction violates a `PodDisruptionBudget`, if the pods are evicted in the order of this list. */
  violatesBudget: boolean;
  /** Whether several `PodDisruptionBudget`s select it, so that the API server refuses its eviction. */
  severalBudgets: boolean;
  /** Whether its eviction is never allowed: it is in `blocks` of the answer. */
  neverEvicted: boolean;
  /** Whether it has an `emptyDir`, whose data is lost where the pod goes. */
  emptyDir: boolean;
  /** The node that it is on at the end; `null`: none. */
  node: string | null;
  /** If it is evicted and waits: the volume that keeps it from every other node, whatever else does. Absent: none. */
  volume?: VolumeMisfitAnswer;
  /** Why the API server refuses the pod that its controller creates in its place; absent if it does not. */
  resourceQuota?: ResourceQuotaAnswer;
  /** Why the kubelet of the node that its template names in `spec.nodeName` rejects the new pod; absent if none does. */
  kubelet?: KubeletRejectionAnswer;
  /**
   * Whether it waits at the end without having been tried, because the queue was ended before its turn, or because a
   * `StatefulSet` creates it once an earlier pod is Running and Ready.
   */
  untried: boolean;
  /** Its last turn in the queue; `null`: it had none. */
  step: QueueStep | null;
};

/** A workload of which some pods have an earlier template. */
export type DueRollout = {
  /** The workload. */
  object: ObjectName;
  /** The number of its pods that have an earlier template. */
  old: number;
  /** The number of its pods that have the current one. */
  new: number;
  /** The number of these that are on nodes and not ready. */
  unready: number;
};

/** A namespace that is being deleted. */
export type EndingNamespace = {
  /** The name of the namespace. */
  namespace: string;
};

/** Whether evictions on several nodes make room for a pod. */
export type EvictAcrossNodesAnswer = {
  /** The pod. */
  pod: NamespacedName;
  /** Whether evictions were found that make room. */
  possible: boolean;
  /**
   * Why none were found: `policy` (`preemptionPolicy: Never`), `no-quota` (the pod has no quota: only evictions
   * on one node matter then), `no-victims` (no pod may be evicted), `no-room` (no node would have room), `quota`
   * (a quota would still reject the pod), `budget` (the search reached its limit of steps); `null` if
   * `possible`.
   */
  reason: "policy" | "no-quota" | "no-victims" | "no-room" | "quota" | "budget" | null;
  /** The node that the pod would go to; `null` unless `possible`. */
  node: string | null;
  /** The pods to evict, most important first. */
  victims: NodeVictim[];
  /** Whether no smaller set of victims makes room; `false` if the search for one reached its limit of steps. */
  smallest: boolean;
  /** The number of victims whose eviction violates a disruption budget. */
  numPDBViolations: number;
};

/** Options of `evictAcrossNodes`. */
export interface EvictAcrossNodesOptions {
  /** The pod. */
  pod: NamedObject;
  /** The scheduler to reproduce. It tells whether a resource that `max` does not name is 0. Default: `"auto"`. */
  profile?: ProfileChoice | undefined;
  /** The version of Kubernetes. Default: the newest that nodes report; else 1.36. */
  kubernetesVersion?: KubernetesVersion | undefined;
}

/**
 * `PodDisruptionBudget`s that never allow pods of the node to be evicted, as long as their spec and the replicas of
 * the pods' controllers stay the same. The codes are stable.
 *
 * - `several-budgets`: more than one budget selects each of the pods, which the eviction API does not support
 * - `no-bound`: the budget has neither `minAvailable` nor `maxUnavailable`
 * - `none-unavailable`: its `maxUnavailable` is 0
 * - `all-needed`: as many pods must be ready as can be ready at the same time
 * - `no-replicas`: no pod is expected, because its pods have no controllers, or these want 0 replicas
 * - `no-scale`: a controller of its pods has no scale, which the bound needs
 * - `not-replaced`: more of its pods leave for good than it allows to be unavailable
 */
export type EvictionBlock = {
  /** The budgets. */
  budgets: NamespacedName[];
  /** The number of pods of the node that are never evicted. */
  pods: number;
  /** The first of them in the order in which they would leave. */
  pod: NamespacedName;
  /**
   * Whether `unhealthyPodEvictionPolicy: AlwaysAllow` of its one budget would let the pod go, which is not ready.
   * Absent: it would not.
   */
  unready?: boolean;
} & (
  | { why: "several-budgets" }
  | { why: "no-bound" }
  | {
      why: "none-unavailable";
      /** The bound. */
      bound: string;
    }
  | {
      why: "all-needed";
      /** The bound. */
      bound: string;
      /** How many pods must be ready. */
      desired: number;
      /** How many can be ready at the same time. */
      available: number;
    }
  | {
      why: "no-replicas";
      /** The bound. */
      bound: string;
      /** Whether a controller owns one of its pods; then it wants no replica. */
      hasController: boolean;
    }
  | {
      why: "no-scale";
      /** The bound. */
      bound: string;
      /** The controller. */
      owner: ObjectName;
    }
  | {
      why: "not-replaced";
      /** How many disruptions the budget allows once all of its pods are ready. */
      allowed: number;
      /** How many of its pods on the node leave for good. */
      lost: number;
    }
);

/** What decides between the chosen node and the next one. */
export type EvictionChoice = {
  /**
   * `violations`: fewer victims violate a `PodDisruptionBudget`. `highest-priority`: the highest priority of a
   * victim is lower. `priority-sum`: the sum of the priorities is lower, each with 2^31 added. `victims`: fewer pods
   * are evicted. `start`: the victims with the highest priority started later.
   */
  by: "violations" | "highest-priority" | "priority-sum" | "victims" | "start";
  /** The next node. */
  other: string;
  /** The number that is compared, on the chosen node; `null`: the time of the start. */
  value: number | null;
  /** The same on the next node. */
  otherValue: number | null;
};

/** A `PodDisruptionBudget` that allows no disruption now. */
export type EvictionWait = {
  /** The budget. */
  budget: NamespacedName;
  /** The number of pods of the node whose eviction it refuses. */
  pods: number;
  /**
   * How many more of its pods must be ready before it allows another eviction. 0: the numbers of its status do not
   * say.
   */
  needed: number;
  /** The first 10 of its pods that are not ready, in the order of the input. */
  unready: NamespacedName[];
  /** The number of all of them. */
  unreadyTotal: number;
};

/** An exact number, `part / whole`. */
export type ExactNumber = {
  /** The numerator. */
  part: Integer;
  /** The denominator, at least 1. */
  whole: Integer;
  /** The nearest double. */
  value: number;
};

/** A cluster that is removed, and the one that replaces it. */
export type Exchange = {
  /** The cluster that is removed. */
  removed: string;
  /** The cluster that is added. */
  added: string;
};

/** A toleration that tolerated a taint until its `tolerationSeconds` were over. */
export type ExpiredToleration = {
  /** The index of the toleration in `spec.tolerations`. */
  toleration: number;
  /** When it ended, RFC 3339; `null` if the taint has no `timeAdded` to count from. */
  ended: string | null;
};

/** One cluster in a decision, with its distance to the selected ones. */
export type ExplainClusterAnswer = {
  /** The range of the cluster in the text. */
  range: TextRange;
  /** The index of the cluster in the input, from 0. */
  cluster: number;
  /** The name of the cluster. */
  name: string;
  /** Where the cluster ended up. */
  state: ClusterState;
  /** Whether the cluster is a candidate, and why. */
  candidate: CandidateStatus;
  /** The predicates, of which one has to match; empty if the placement has none or the cluster is excluded. */
  predicates: PredicateResult[];
  /** The taints, also if no predicate matches; empty if the cluster is excluded. */
  taints: TaintResult[];
  /** The prioritizers whose weight is not 0; empty if the cluster is not feasible or nothing was scored. */
  scores: ScoreTerm[];
  /** The sum of all products; `null` if the cluster is not feasible or nothing was scored. */
  total: Integer | null;
  /** The rank among the feasible clusters, from 1; `null` if the cluster has none. */
  rank: number | null;
  /** The cluster in the run of spread; `null` without a run, or if the cluster is not feasible. */
  spread: ClusterSpread | null;
  /** The distance to the last selected cluster; `null` if it is selected or not feasible, and with spread. */
  gap: ScoreGap | null;
  /** Why the cluster is not selected; `null` if it is selected or nothing was decided. */
  reason: NotSelectedReason | null;
};

/** Options of `explainCluster`. */
export interface ExplainClusterOptions {
  /** The cluster: its name, or its index in the input, from 0. */
  cluster: number | string;
}

/** One node for one pod: whether it fits, and the verdict of preemption on each pod. */
export type ExplainNodeAnswer = {
  /** The preemptor. */
  pod: NamespacedName;
  /** The name of the node. */
  node: string;
  /** Whether the pod fits without evictions. `null`: its gates or its quota hold it back. */
  fits: boolean | null;
  /** Why the preemptor does not fit; `null` if it fits or is held back. */
  misfit: MisfitAnswer | null;
  /** The result of preemption on this node, also if the scheduler would not try it. */
  dryRun: NodeDryRunAnswer;
  /** Whether the scheduler tries preemption on this node. */
  tried: boolean;
  /**
   * The pods of the node in the order of their verdicts: first protected and considered pods, least important
   * first, then reprieved pods and victims.
   */
  pods: PodVerdict[];
};

/** Options of `explainNode`. */
export interface ExplainNodeOptions {
  /** The preemptor. */
  pod: NamedObject;
  /** The name of the node. */
  node: string;
  /** The scheduler to reproduce. Default: `"auto"`. */
  profile?: ProfileChoice | undefined;
  /** The version of Kubernetes. Default: the newest that nodes report; else 1.36. */
  kubernetesVersion?: KubernetesVersion | undefined;
}

/**
 * What an edit changes. `name`: a misspelt word of a placement or pod is corrected. `weight`: the weight of a
 * prioritizer. `count`: `numberOfClusters`. `skew`: a spread constraint. `toleration`: a toleration is
 * added. `label`, `claim`: a label or a claim of a cluster or node. `predicate`: a requirement of a predicate, or
 * of a pod's `nodeSelector` or node affinity. `set`: a cluster set, its binding, or an entry of `clusterSets`.
 * `request`: requests and limits of a pod. `quota`: min or max of an `ElasticQuota`, or hard of a `ResourceQuota`.
 * `volume`: the class of a claim, the binding mode or `allowedTopologies` of a `StorageClass`, or the limit of
 * attached volumes of a `CSINode`. `priority`: the priority of a pod. `release`: another cluster, pod or VM is
 * removed. `node`: a node is added, or uncordoned. `vmConfig`: the config of the VM plugin, or the bounds of a VM.
 * `taint`: a taint of a cluster, or its availability. `allocatable`: an allocatable amount of a cluster. `score`:
 * a score that an add-on reports. `decision`: a recorded decision of another placement. These four are tried if
 * the recorded decision is wanted, or if they are named.
 */
export type Family =
  | "name"
  | "weight"
  | "count"
  | "skew"
  | "toleration"
  | "label"
  | "claim"
  | "predicate"
  | "set"
  | "request"
  | "quota"
  | "volume"
  | "priority"
  | "release"
  | "node"
  | "vmConfig"
  | "taint"
  | "allocatable"
  | "score"
  | "decision";

/** A fault of Kubernetes. */
export type Fault = "nsSelector" | "spreadDryRun" | "portSet" | "leastPodLevel" | "readWriteOncePod";

/** A fault of Kubernetes that decides something in a cycle, and the cycle without it. */
export type FaultAnswer = {
  /**
   * `nsSelector`: a `namespaceSelector` of the pod that an empty set of labels satisfies covers every namespace.
   * `spreadDryRun`: preemption takes pods out of the counts of a spread constraint that were never counted.
   * `portSet`: evicting one of two pods with the same port frees the port.
   * `leastPodLevel`: the score for free resources ignores what the pod requests as a whole.
   */
  fault: "nsSelector" | "spreadDryRun" | "portSet" | "leastPodLevel" | "readWriteOncePod";
  /** The nodes whose filter result or evictions would be others without the fault, in the order of the input. */
  nodes: string[];
  /** How the cycle would end without the fault. */
  outcome: "Schedulable" | "Preempt" | "Unschedulable" | "Gated" | "Error";
  /** The node that the pod would be bound to or nominated for; `null` if it would wait. */
  node: string | null;
  /** The pods that it would evict from that node, most important first. */
  victims: NamespacedName[];
};

/** A filter of clusters. `Predicate`: the placement's predicates; `TaintToleration`: the clusters' taints. */
export type FilterName = "Predicate" | "TaintToleration";

/** The clusters that pass a chain of filters. */
export type FilterResult = {
  /** The names of the filters up to this one, separated by commas. */
  name: string;
  /** The names of the clusters that pass. */
  filteredClusters: string[];
};

/** One filter and how many clusters pass it. */
export type FilterSummary = {
  /** The name of the filter: `Predicate` or `TaintToleration`. */
  name: string;
  /** The number of clusters before the filter. */
  before: number;
  /** The number of clusters that pass it. */
  after: number;
};

/** The objects that a name can mean. */
export type FindAnswer = {
  /**
   * The objects with this name, by kind, each kind in the order of the input: at most 100. Pods include those that
   * workloads have yet to create.
   */
  objects: FoundObject[];
  /** If there is none: at most three objects whose names begin with this one, or differ from it by a letter or two. */
  near: FoundObject[];
};

/** Options of `find`. */
export interface FindOptions {
  /**
   * The name of the object: `name`, `namespace/name`, `kind/name` or `kind/namespace/name`. A kind is written as
   * kubectl takes it, such as `po`, `deployments.apps` or `Deployment`. A `CronJob` means the newest of its
   * Jobs, if the input has one.
   */
  name: string;
  /** Only objects of this namespace, and objects without one. */
  namespace?: string | undefined;
}

/** What to know before you believe an answer, or in addition to it. */
export type Finding = {
  /** Whether it comes before or after the answer. */
  at: FindingPlace;
  /**
   * How bad it is. `error`: the answer lacks an input, or depends on an object that the API server rejects.
   * `warning`: the input is most likely not what its author meant, or the answer does not use all of it. `info`: the
   * answer assumes something, or explains a number.
   */
  severity: Severity;
} & (
  | {
      code: "incomplete-text";
      /** The part of the input that cannot be read: the answer lacks it. At most 100. */
      data: IncompleteText;
    }
  | {
      code: "invalid-field";
      /**
       * An invalid field that the answer depends on: the API server rejects its object, or kube-scheduler does not
       * start with the configuration. At most 10.
       */
      data: RefusedField;
    }
  | {
      code: "ending-namespace";
      /**
       * The namespace, in which controllers create no pods. Where the answer is about all pods as they are, or about
       * one; at most 10.
       */
      data: EndingNamespace;
    }
  | {
      code: "recorded-failure";
      /** The workload and its condition. Where the answer is about all pods as they are, or about one; at most 10. */
      data: RecordedFailure;
    }
  | {
      code: "missing-input";
      /**
       * The object, or all objects of a kind, that the answer depends on and the input lacks. At most 10 for each
       * reason.
       */
      data: MissingInput;
    }
  | {
      code: "cel-skipped";
      /**
       * The CEL expression that was not evaluated on the most clusters, because it takes too many steps on all
       * together. They count as not matching; the hub evaluates it there.
       */
      data: SkippedCel;
    }
  | {
      code: "quota-fault";
      /**
       * The fault of a quota, which makes an answer about quotas doubtful: another quota of its namespace displaces
       * it, or its `max` is below its `min`. At most 10.
       */
      data: QuotaDiagnostic;
    }
  | {
      code: "misspelt-field";
      /** The misspelt or misplaced field of an object that the answer rests on: it is ignored. At most 10. */
      data: RefusedField;
    }
  | {
      code: "misspelt-requirement";
      /**
       * The key or value of a predicate that no candidate cluster has, and that differs little from one that a
       * candidate has. At most 10.
       */
      data: MisspeltRequirement;
    }
  | {
      code: "unknown-score";
      /** The score that a prioritizer names and no `AddOnPlacementScore` of that name has: it counts 0. At most 10. */
      data: UnknownScore;
    }
  | {
      code: "verdict-differs";
      /**
       * What kube-scheduler recorded of a pod that it could not place, and that `simulatePod` places or evicts
       * others for. At most 20; of `compareRecorded` 200.
       */
      data: RecordedVerdict;
    }
  | {
      code: "other-scheduler";
      /**
       * The scheduler that pods of the answer name and that the input has no profile for: the answer is as by the
       * default profile. At most 10. An answer with `schedulerName` or `schedulerNames` has only the one of VMs.
       */
      data: SchedulerPods;
    }
  | {
      code: "node-not-ready";
      /**
       * The node that a pod gets or fits, and that is not ready, with no taint that says so: kube-scheduler reads
       * taints only. At most 10.
       */
      data: UnreadyNode;
    }
  | {
      code: "event-pods";
      /** The pod that an event names and the input, which has others, lacks: it counts as deleted. At most 10. */
      data: NamespacedName;
    }
  | {
      code: "attached-elsewhere";
      /** The volume that is attached to another node than the one of its pod, which does not start. At most 10. */
      data: AttachedElsewhere;
    }
  | {
      code: "rollout-due";
      /**
       * The workload of which some pods have an earlier template, where the answer is about all pods as they are. At
       * most 10.
       */
      data: DueRollout;
    }
  | {
      code: "budget-blocks";
      /**
       * The budget, and a node with pods that it guards: a drain of it never completes. Where the answer is about
       * all pods as they are; at most 10, those of cordoned nodes first.
       */
      data: BlockingBudget;
    }
  | {
      code: "not-modelled";
      /** What is in the pods, or changes them, and is not modelled: it can change the answer. */
      data: NotLookedAt;
    }
  | {
      code: "unknown-class";
      /**
       * The `PriorityClass` that the pod names and the input lacks, where it has no priority of its own: that is
       * taken as 0.
       */
      data: UnknownClass;
    }
  | {
      code: "default-request";
      /**
       * The request that containers of the pod have by default of a `LimitRange`: the API server writes it into new
       * pods.
       */
      data: DefaultRequest;
    }
  | {
      code: "ordered-set";
      /**
       * The `StatefulSet` whose pods its controller creates one after another; of an answer about one pod, the set
       * that creates others before it. At most 10.
       */
      data: OrderedSet;
    }
  | {
      code: "idle-selector";
      /** The selector that selects no pod of the input, or only pods other than the one that has it. At most 10. */
      data: IdleSelector;
    }
  | {
      code: "vm-model";
      /** What the answer models, and a config of today's plugin, which it does not. */
      data: VmModel;
    }
  | {
      code: "vm-label";
      /** The VMs that migrate in the run, and lack the label without which no VM migrates since July 2024. */
      data: UnlabelledVms;
    }
  | {
      code: "assumed-input";
      /**
       * The object, or all objects of a kind, of which the answer assumes that there are none, or what is computed
       * in their place.
       */
      data: MissingInput;
    }
  | {
      code: "assumed-storage";
      /** The kind, of which the answer assumes that there are none. */
      data: MissingInput;
    }
  | {
      code: "not-looked-at";
      /** What else of the input is not modelled and can change the answer. */
      data: NotLookedAt;
    }
  | {
      code: "quotas-as-before";
      /** `CapacityScheduling` panics with the assumed version of Kubernetes. */
      data: QuotasAsBefore;
    }
  | {
      code: "later-change";
      /** The change, and what of the input it concerns. At most 10. */
      data: LaterChange;
    }
);

/**
 * Whether a finding comes before or after the answer. `before`: it can make the answer wrong. `beside`: the
 * answer's own sentence says it. `after`: it adds to the answer.
 */
export type FindingPlace = "before" | "beside" | "after";

/** What every answer to a question about the input has besides its own fields. */
export type Findings = {
  /** What to know before you believe the answer, or in addition to it, in the order in which it is shown. */
  findings: Finding[];
  /** The version of Kubernetes that is assumed. Absent: the answer is not about pods. */
  kubernetesVersion?: AssumedVersion;
};

/**
 * Whether preemption could help. `Unschedulable`: evictions might make room; `UnschedulableAndUnresolvable`: they
 * cannot.
 */
export type FitCode = "Unschedulable" | "UnschedulableAndUnresolvable";

/** An object that a name can mean. */
export type FoundObject = {
  /** The kind. */
  kind: string;
  /** The namespace; empty for objects without one. */
  namespace: string;
  /** The name. */
  name: string;
  /** The range of the object in the input; of a pod that is not created yet, that of its workload. */
  range: TextRange;
  /** Why it creates no pods, if it is a workload that could; absent: it creates them. */
  resting?: RestCause;
};

/** Where a generator stands: `alone`, or inside of a `matrix` or a `merge` generator. */
export type GeneratorPlace = "alone" | "matrix" | "merge";

/** A decision group and its size. */
export type GroupSize = {
  /** Its name; empty for groups without one. */
  name: string;
  /** Its number of clusters. */
  clusters: number;
  /** Their names, at most as many as `added` lists; empty where the recorded decisions do not tell the groups. */
  members: string[];
};

/**
 * The steps of a queue that could have another result; `queueStep` explains each. Separately, `ties` counts the bound
 * pods that could be on other nodes.
 */
export type HangingStepsAnswer = {
  /** The last step that was examined, from 1. At most 1,000 cycles are repeated, over 10,000 nodes in total. */
  lookedUntil: number;
  /**
   * The steps that depend on a fault of Kubernetes, ascending: in profile `Upstream`, the steps with another result
   * without the fault; in `Proposal`, the steps with another result in the released scheduler.
   */
  faults: number[];
  /**
   * The steps with another result in the other profile, if the default profile picks the nodes, ascending: because
   * of faults, or of a missing key of a `max`, which the profiles read differently. Later steps may differ, too.
   */
  otherProfile: number[];
  /** The steps whose evictions depend on the order of equal pods or nodes, ascending. */
  evictions: number[];
};

/** What the hub does with a taint of `ManagedClusterConditionAvailable`. */
export type HubUpkeep = "added" | "removed";

/** The least number of nodes for identical pods. */
export type IdenticalPodsBound = {
  /** The first of these pods. */
  pod: NamespacedName;
  /** The number of them that need new nodes. */
  pods: number;
  /** The number of them that fit a new node without other pods, by its room, host ports and pod anti-affinity. */
  onOne: number;
  /** The least number of nodes. */
  nodes: number;
};

/**
 * A selector that selects no pod of the input, or, of a spread constraint or anti-affinity, other pods and not the pod
 * that has it.
 */
export type IdleSelector = {
  /** What it selects pods for. */
  selects: SelectorUse;
  /** The object with the selector. */
  object: ObjectName;
  /** The path of the selector. */
  path: string;
  /** The range of the selector; of one that is absent, that of its parent. */
  range: TextRange | null;
  /** Whether the object lacks the selector. */
  isAbsent: boolean;
  /** Whether it matches other pods, and only not the pod that has it. */
  matchesOthers: boolean;
  /** The namespaces that its term names. */
  namespaces: string[];
  /** A namespace with pods that it would match, where it does not look; `null`: none. */
  elsewhere: string | null;
  /** The labels of the pod that has it, as `key=value`; empty for a `PodDisruptionBudget` and a `Service`. */
  labels: string[];
  /** The label that was probably meant; `null`: no label differs little. */
  near: NearLabel | null;
};

/**
 * Why a text is incomplete. `ends`: the text ends inside an object, which does not count. `list-ends`: a list has
 * no end, so the text was cut off in or behind its last object, which counts as far as it goes. `unreadable`: a
 * document or an item of a list cannot be read and does not count. `mixed`: an object stands twice with different
 * UIDs, so that the text has objects of two clusters, or of one at two times. `no-kind`: an object has no `kind`
 * and does not count. `wrong-version`: an object's `apiVersion` does not have its kind, and it does not count.
 * `page`: a list is one page of several, of which the others are not in the text. `left-out`: a line or a comment
 * stands for what somebody left out, such as `# ... (12 more)`.
 */
export type IncompleteReason =
  | "ends"
  | "list-ends"
  | "unreadable"
  | "mixed"
  | "no-kind"
  | "wrong-version"
  | "page"
  | "left-out";

/** A place at which a text is incomplete: answers about the text lack what stands there. */
export type IncompleteText = {
  /** Why the text is incomplete. */
  why: IncompleteReason;
  /**
   * The object that is lost, or that the text may end in; `null` if the text does not tell. Its name is empty if
   * only the kind is known, and its kind is empty if it has none. Of a page,
   * the kind of its items.
   */
  object: ObjectName | null;
  /** What is wrong, in lower case without a full stop. */
  fault: string;
  /** Where it is wrong. */
  range: TextRange;
};

/**
 * A 64-bit integer.
 *
 * JavaScript's numbers are exact up to 2^53. Scores stay below that unless the arithmetic of the hub overflows;
 * beyond it, the nearest double is written. (A report as JSON text keeps every digit.)
 */
export type Integer = number;

/** A recorded decision that stays in force. */
export type KeptDecision = {
  /** All its clusters that are in the input, by name. */
  clusters: string[];
  /** Whether the input has all its `PlacementDecision`s, as far as it tells. */
  isWhole: boolean;
};

/** The number of clusters that have a key. */
export type KeyUse = {
  /** The key of the label, or the name of the cluster claim. */
  key: string;
  /** The number of clusters that have it. */
  clusters: number;
};

/** The number of objects of one kind. */
export type KindCount = {
  /** The kind, as written. */
  kind: string;
  /** The number of objects. */
  count: number;
};

/** A pod that a kubelet rejects. */
export type KubeletRejectedPod = {
  /** The pod. */
  pod: NamespacedName;
  /** Why. */
  kubelet: KubeletRejectionAnswer;
};

/**
 * Why the kubelet of the node that a pod names in `spec.nodeName` does not take it. The pod fails, and its controller
 * creates another one, which fails too.
 */
export type KubeletRejectionAnswer = {
  /** The node that the pod names. */
  node: string;
  /** What the kubelet writes into `status.reason`, such as `OutOfcpu`. `null`: the input does not have the node. */
  reason: string | null;
  /**
   * Whether the pod is critical and lacks that resource alone: the kubelet evicts other pods for it, which is not
   * modelled, and rejects it only where they do not make room. The pod holds nothing in any answer. Absent: no.
   */
  evicts?: boolean;
  /** The resource that is short, where `pods` is the number of pods; absent for other reasons. */
  shortage?: ShortageAnswer;
  /** The taint with the effect `NoExecute`, as `key=value:effect`; absent for other reasons. */
  taint?: string;
  /** The host port that another pod has; absent for other reasons. */
  port?: number;
};

/** A minor release of Kubernetes whose kube-scheduler is modelled. */
export type KubernetesVersion = "1.35" | "1.36" | "1.37";

/** Why a volume does not serve a claim. */
export type LackOfVolume = {
  /** The reason. */
  why:
    | "capacity"
    | "access-modes"
    | "volume-mode"
    | "class"
    | "selector"
    | "node"
    | "attributes-class"
    | "phase"
    | "released"
    | "claim-ref"
    | "deleting"
    | "taken";
  /**
   * What the volume has: its capacity, access modes, volume mode, class, the terms of its node affinity (as in
   * `topology`), or the claim that it is reserved for. Empty: none, or not of this reason.
   */
  has: string[];
  /** What the claim asks for, likewise. */
  wanted: string[];
};

/** Something of the input that a later release of Kubernetes reads otherwise. */
export type LaterChange = {
  /** The change. */
  change: LaterChangeKind;
  /** The release, such as `1.38`. */
  version: string;
  /** The object with the field. */
  object: ObjectName;
  /** The path of the field. */
  path: string;
  /** The range of the field; `null` if the input does not have it. */
  range: TextRange | null;
};

/**
 * A change of Kubernetes 1.38 (alpha). `empty-spread-selector`: a topology spread constraint with
 * `labelSelector: {}` counts all pods of the namespace; before, none. `empty-budget-selector`: preemption applies
 * a `PodDisruptionBudget` with `selector: {}` to every pod of its namespace; before, to none.
 */
export type LaterChangeKind = "empty-spread-selector" | "empty-budget-selector";

/** The limits on all nodes. */
export type LimitsOnNodes = {
  /** By how much the limits exceed the nodes, summed over the nodes that they exceed. */
  overSubscription: OverSubscription;
  /** The number of nodes on which the limits of cpu or memory exceed the allocatable. */
  nodesOverSubscribed: number;
  /** The node with the largest ratio of limits to allocatable. `null`: none is over it. */
  worst: WorstNode | null;
};

/** An amount of one resource that one quota borrows from another. */
export type Loan = {
  /** The name of the resource. */
  resource: string;
  /** The namespace of the lending quota; `null` for use beyond the sum of all mins. */
  lender: string | null;
  /** The namespace of the borrowing quota. */
  borrower: string;
  /** The amount, in milli-CPU or base units. */
  amount: number;
};

/** Options of `locateAll`. */
export interface LocateAllOptions {
  /** The object: its kind, namespace and name. */
  object: ObjectName;
  /** The paths of the fields, such as `spec.predicates[0]`. */
  paths: string[];
}

/** Options of `locate`. */
export interface LocateOptions {
  /** The object: its kind, namespace and name. */
  object: ObjectName;
  /** The path of the field, such as `spec.predicates[0]`. Default: the whole object. */
  path?: string | undefined;
}

/** The decision without some clusters. */
export type Loss = {
  /** What is lost: a cluster, or the value of a label. */
  name: string;
  /** The number of clusters that are lost. */
  clusters: number;
  /** The selected clusters among them, by name; at most `limit`. */
  lost: string[];
  /** The number of selected clusters among them. */
  lostCount: number;
  /** The number of selected clusters afterwards. */
  selected: number;
  /** The number of wanted clusters without a place afterwards. */
  unscheduled: Integer;
  /** The clusters that are added, by name; at most `limit`. */
  added: string[];
  /** The clusters that still exist and are removed from the selection, by name; at most `limit`. */
  removed: string[];
  /** The number of clusters that are added or removed. */
  moved: number;
  /** The skew of each spread constraint afterwards; empty without a run of spread. */
  skews: number[];
};

/** A workload that loses pods. */
export type LostWorkload = {
  /** The workload; of a pod without a controller the pod. */
  workload: ObjectName;
  /** The number of its pods that leave the nodes, and of those that are preempted on others and end on no node. */
  pods: number;
  /** The number of them that are on no node at the end. */
  lost: number;
};

/** Options of `matchClusters`. */
export interface MatchClustersOptions {
  /** A name, a glob such as `eu-*`, or a label selector as `kubectl get -l` takes it. */
  pattern: string;
}

/** Why a pod does not fit a node. */
export type MisfitAnswer = {
  /** Whether preemption could help. */
  code: FitCode;
  /** The name of the filter plugin of Kubernetes that rejects the node. */
  plugin: string;
  /** The messages of Kubernetes. */
  reasons: string[];
  /** The resources that are short; empty if the node lacks none. */
  shortages: ShortageAnswer[];
  /**
   * The pods that are nominated for the node and go before the pod: room is held for them.
   * Empty where that does not matter for a shortage.
   */
  heldFor: NamespacedName[];
  /** The amounts that are held for them, which are parts of `used`. */
  held: AmountMap;
  /** The taint that the pod does not tolerate, as `key=value:effect`; `null` for other reasons. */
  taint: string | null;
  /** The port of the node that the pod wants and another pod has; `null` for other reasons. */
  port: PortConflictAnswer | null;
  /** The topology spread constraint that the node would break; `null` for other reasons. */
  spread: SpreadMisfitAnswer | null;
  /** The term of pod affinity or anti-affinity that does not hold; `null` for other reasons. */
  podAffinity: PodAffinityMisfitAnswer | null;
  /**
   * The first label that the pod's `nodeSelector` asks for and the node does not have; `null` for other reasons,
   * also where node affinity rejects the node.
   */
  selector: SelectorMisfitAnswer | null;
  /** The first requirement of the pod's required node affinity that the node does not meet. Absent for other reasons. */
  nodeAffinity?: NodeAffinityMisfitAnswer;
  /** Why the volumes of the pod keep it away. Absent for other reasons. */
  volumes?: VolumeMisfitAnswer;
};

/** The number of nodes that do not fit for one reason. */
export type MisfitCount = {
  /** The message of Kubernetes. */
  reason: string;
  /** The number of nodes. */
  nodes: number;
};

/** An object, or all objects of a kind, that the answer depends on and the input lacks. */
export type MissingInput = {
  /**
   * The kind of the object; of `workload-pods`, the workload whose pods are missing, of `quota-pods`, the quota, of
   * `set-clusters`, the set.
   */
  kind: string;
  /** Its namespace; empty if it has none, or if objects of several namespaces are meant. */
  namespace: string;
  /** Its name; empty if all objects of the kind are meant. */
  name: string;
  /** Why it matters. */
  why: MissingReason;
  /** Whether nothing in the input says that the object exists: the answer is right if it does not. */
  assumed: boolean;
  /**
   * Whether the pods, as they are, wait with the object, too. What changes of them do may depend on it. Absent: it
   * can change the answer.
   */
  cannotHelp?: boolean;
  /** How many pods of the workload are missing; only of `workload-pods`. Of `set-clusters`, how many clusters. */
  pods?: number;
  /** What the status of the quota counts; only of `quota-pods`. */
  used?: UseInStatus;
  /** The VMs of that name in other namespaces, or the set of a similar name. */
  near?: ObjectName[];
  /** What is computed instead of the status of a budget; only of `budget-status`. */
  computed?: ComputedDisruptions;
  /** The command that prints it. */
  command: string;
};

/**
 * Why an object matters to the answer. `placements` (of the package only): without one nothing is decided.
 * `clusters`: without clusters nothing can be selected. `no-sets`: sets and bindings decide which clusters are
 * candidates; all are considered instead. `set-wanted`: `spec.clusterSets` names the set. `set-bound`: a binding
 * of the namespace names the set. `not-bound`: without a binding in the namespace of the placement, no cluster of
 * the set is a candidate. `scores`: a prioritizer reads the scores, which count as 0 instead. `some-scores`: so do
 * those of some feasible clusters. `set-clusters`: the status of a set counts more clusters than the input has of
 * it. `cel-scores`: a CEL expression reads the scores. `recorded`: the placement's status or its recorded
 * decisions name the object. `history`: `Balance` counts the decisions of all placements.
 *
 * To pods and VMs: `nodes`: without nodes no pod is placed. `allocatable`: the node has neither
 * `status.allocatable` nor `status.capacity`, which every kubelet writes: its amounts count as 0 instead.
 * `allocatable-pods`: they lack `pods`, so that no pod fits. `bound-node`: pods of the input are on the node,
 * whose amounts do not count. `other-nodes`: kube-scheduler has tried more nodes for a pending pod than the input
 * has. `all-pods`: kubelets run on the nodes, or kube-scheduler has tried them, and no pod of the input is in a
 * namespace of the cluster itself, so that the input does not have all pods: those that it lacks take room, too.
 * `workload-pods`: the status of the workload that is named counts more pods than the input has of it.
 * `quota-pods`: `status.used` of the `ElasticQuota` counts more than the pods of the input.
 * `one-namespace`: all stored pods of the input are in one namespace; pods of other namespaces may be missing.
 * `priority-class`: a pod names the class; its own priority counts, or 0. `default-class`: a new pod has a
 * priority and no class, which the API server takes only from a class that is the global default.
 * `runtime-class`: the API server adds to a new pod what its class says. `volumes`: pods have claims, and the
 * input has no claim, or none of the volumes or classes that claims name; such a volume keeps no pod from a node
 * here. `free-volumes`: a claim waits for its pod, and the input has no `PersistentVolume` that could serve it.
 * `volume-limits`: the input has no `CSINode`; no number of attached volumes is too large here.
 * `storage-capacity`: a volume is made for a claim, and the input has no `CSIDriver`, so that no storage is too
 * small here, or none of the `CSIStorageCapacity`s that its driver reports, so that all is.
 * `namespace-labels`: a `namespaceSelector` needs the labels of namespaces; they count as without labels
 * instead. `owner`: the default profile spreads a pod by the selector of its owner.
 * `budgets`: disruption budgets decide which pods preemption evicts. `budget-status`: no controller has written
 * the status of the budget, which guards a pod or decides the node or the victims; it is computed instead.
 * `vm`: a pod runs the VM; it is left out instead.
 * `agent-vm`: an agent of the timeline acts for this VM, which the input lacks; the agent is ignored.
 * `vm-config`: the config of the VM plugin; a typical one is assumed instead.
 *
 * To the use of a decision: `applications`: Argo CD reads decisions as the `ConfigMap` says; the decision itself
 * does not depend on it.
 */
export type MissingReason =
  | "placements"
  | "clusters"
  | "no-sets"
  | "set-wanted"
  | "set-bound"
  | "not-bound"
  | "scores"
  | "some-scores"
  | "cel-scores"
  | "set-clusters"
  | "recorded"
  | "history"
  | "nodes"
  | "allocatable"
  | "allocatable-pods"
  | "bound-node"
  | "other-nodes"
  | "all-pods"
  | "workload-pods"
  | "quota-pods"
  | "one-namespace"
  | "priority-class"
  | "default-class"
  | "runtime-class"
  | "volumes"
  | "free-volumes"
  | "volume-limits"
  | "storage-capacity"
  | "namespace-labels"
  | "owner"
  | "budgets"
  | "budget-status"
  | "vm"
  | "agent-vm"
  | "vm-config"
  | "applications";

/** A key or value of a predicate that no candidate cluster has, and that differs little from one that a candidate has. */
export type MisspeltRequirement = {
  /** The path of the word in the placement. */
  path: string;
  /** What the requirement selects by. */
  on: RequirementSubject;
  /** The key, or `key=value` if candidates have the key. */
  required: string;
  /** The key, or `key=value`, that is probably meant. */
  meant: string;
};

/** Options of `modeEdit`. */
export interface ModeEditOptions {
  /** The placement: its name, or its index from 0. Default: the only one. */
  placement?: number | NamedObject | undefined;
  /** Which weights a prioritizer has that the policy does not name. */
  mode: PrioritizerMode;
}

/**
 * How many more pods fit, bound one after another without evictions. The pods of the input stay where they are, and
 * pending ones wait, unless they are scheduled first.
 *
 * With `like` they are created in rounds. A pod that does not fit is tried again when others of its round are bound.
 * If it fits then neither, no more are created like it, and the rounds go on with the others. `pod`, `daemonSet`,
 * `next`, `kubelet` and `volumes` are then about the one by which the whole rounds end, or the first one.
 */
export type MoreAnswer = {
  /** The pod, or the workload, that the new ones are like. */
  pod: NamespacedName;
  /** The number of new pods that fit, of all that they are like. */
  count: number;
  /** Whether a `DaemonSet` owns the pod: it has one pod on each node and creates no more, whatever the room. */
  daemonSet: boolean;
  /** Whether `most` ended the count: there may be room for more. */
  stopped: boolean;
  /** The nodes that they are bound to, in the order of the input. */
  nodes: NodePods[];
  /** The number of all these nodes. */
  nodesTotal: number;
  /** The cycle of the next one, which is not bound. `null`: `most` ended the count. */
  next: SimulatePodAnswer | null;
  /**
   * Why the kubelet of the node that each new pod names in `spec.nodeName` rejects the next one; absent if none
   * does.
   */
  kubelet?: KubeletRejectionAnswer;
  /**
   * The volumes that decide how many pods like it fit and that the answer does not know; `count` is without them.
   * Absent: there are none.
   */
  volumes?: VolumeName[];
  /** What Kubernetes leaves open about the volumes of a new pod. Absent: nothing. */
  volumeTies?: VolumeTiesAnswer;
  /** The rounds; absent without `like`. */
  rounds?: MoreRounds;
  /** The pending pods of the input; absent without `pendingFirst`. */
  pending?: MorePending;
};

/** What new pods are like. */
export interface MoreLike {
  /** The kind: `Pod`, or that of a workload, such as `Deployment`. */
  kind?: string | undefined;
  /** The namespace. Default: `default`, or that of the only object of this name. */
  namespace?: string | undefined;
  /** The name. */
  name: string;
  /** The number of copies in each round. Default: `1`. */
  copies?: number | undefined;
}

/** Options of `more`: `pod`, `like`, or both. */
export interface MoreOptions {
  /** The pod that the new ones are like. With `like`: one more of these, first, with one copy. */
  pod?: NamedObject | undefined;
  /**
   * The pods and workloads that the new pods are like, at most 20. In each round there are as many copies of
   * each as it says.
   */
  like?: MoreLike[] | undefined;
  /** Whether the queue of all pending pods is scheduled first. They evict others as usual. Default: `false`. */
  pendingFirst?: boolean | undefined;
  /** The scheduler to reproduce. Default: `"auto"`. */
  profile?: ProfileChoice | undefined;
  /** The version of Kubernetes. Default: the newest that nodes report; else 1.36. */
  kubernetesVersion?: KubernetesVersion | undefined;
  /** The maximum number of pods to bind. Default: `1000`. */
  most?: number | undefined;
  /** The maximum number of nodes, also of `next`, and of pods to list. Default: `100`. */
  limit?: number | undefined;
}

/** What became of the pending pods of the input, before the first new pod. */
export type MorePending = {
  /** The number of pods that were pending. */
  total: number;
  /** The number of those that got a node. */
  bound: number;
  /** The first of the others, in the order of the input. */
  waiting: NamespacedName[];
  /** The first pods that pending ones evicted and that got no other node, in the order of the input. */
  evicted: NamespacedName[];
  /** The number of all of them. */
  evictedTotal: number;
  /** Whether pods preempt each other for ever, or there were too many steps. */
  endless: boolean;
};

/** New pods in rounds. */
export type MoreRounds = {
  /** The number of rounds of which all pods fit. */
  whole: number;
  /** By which of `shapes` they end, from 0; `null`: `most` ended the count. */
  endedBy: number | null;
  /** What the new pods are like: the option `pod`, if given, then `like`. */
  shapes: MoreShapeAnswer[];
};

/** New pods like one pod, or of one workload. */
export type MoreShapeAnswer = {
  /** The pod or the workload. */
  object: ObjectName;
  /** The number of copies in a round. */
  copies: number;
  /** The number of new pods that fit, also when others do not fit any more. */
  count: number;
  /** Whether a `DaemonSet` owns them. */
  daemonSet: boolean;
  /** The number of nodes that they are bound to. */
  nodesTotal: number;
  /** The cycle of the next one; `null`: `most` ended the count before. */
  next: SimulatePodAnswer | null;
  /** Why the kubelet of the node that they name in `spec.nodeName` rejects the next one; absent if none does. */
  kubelet?: KubeletRejectionAnswer;
  /** The volumes that decide how many fit and that the answer does not know; `count` is without them. Absent: none. */
  volumes?: VolumeName[];
};

/** A pod that is elsewhere after the queue. */
export type MovedPod = {
  /** The pod. */
  pod: NamespacedName;
  /** The priority of the pod. */
  priority: number;
  /** The node that it was on; `null`: it waited. */
  from: string | null;
  /** The node that it is on at the end; `null`: it waits. */
  node: string | null;
  /** The pod that preempts it last; `null`: none does. */
  preemptedBy: NamespacedName | null;
  /** Whether that violates a `PodDisruptionBudget`, counted from the beginning: preemption may. */
  violatesBudget: boolean;
  /** Whether it has no owner, so that nothing creates it anew where it is preempted. */
  bare: boolean;
  /** Why the API server refuses the pod that its controller creates in its place; absent if it does not. */
  resourceQuota?: ResourceQuotaAnswer;
  /**
   * Whether it waits at the end without having been tried, because the queue was ended before its turn, or because a
   * `StatefulSet` creates it once an earlier pod is Running and Ready.
   */
  untried: boolean;
  /** Its last turn in the queue; `null`: it had none. */
  step: QueueStep | null;
};

/**
 * An object of the input; `name` alone: in the namespace `default`, or else the only one. Further fields of an object
 * are ignored.
 */
export type NamedObject = string | NamespacedName;

/** The namespace and the name of an object whose kind is known. */
export type NamespacedName = {
  /** The namespace; empty if none is written. */
  namespace: string;
  /** The name. */
  name: string;
};

/** A label of a pod that differs little from one that a selector requires. */
export type NearLabel = {
  /** What the selector requires, as `key=value`, or `key` where any value will do. */
  required: string;
  /** The label of the pod, as `key=value`. */
  label: string;
};

/** The `PersistentVolume` that lacks least of what a claim asks for. */
export type NearestVolume = {
  /** Its name. */
  volume: string;
  /** What it lacks. */
  lacks: LackOfVolume[];
};

/** What a new node has. */
export type NewNodeRoomAnswer = {
  /** What it can allocate. */
  allocatable: AmountMap;
  /** The number of pods that it can hold. */
  pods: number;
  /** The `DaemonSet`s that run a pod on it. */
  daemonSets: NamespacedName[];
  /** The number of static pods, as on the node of the option `like`; `null` without one. */
  staticPods: number | null;
  /** What these pods request. */
  requested: AmountMap;
};

/** The nodes with the second highest total. */
export type NextChoice = {
  /** The total. */
  total: number;
  /** The nodes, sorted by name, at most `limit` or 10, whichever is more. */
  nodes: string[];
  /** The number of all of them. */
  count: number;
};

/** Why a claim gets no volume on a node. */
export type NoVolume = "selected-node" | "no-provisioner" | "allowed-topologies" | "storage-capacity";

/** A requirement of a pod's required node affinity that a node does not meet. */
export type NodeAffinityMisfitAnswer = {
  /** The key of a label, or `metadata.name`. */
  key: string;
  /** The operator, such as `In`. */
  operator: string;
  /** The values that it is compared with. */
  values: string[];
  /** The value of the node; `null`: it does not have the key. */
  found: string | null;
  /** The number of terms, any of which would do; this is of the first. */
  terms: number;
};

/** The node that kube-scheduler takes of those that a pod fits. */
export type NodeChoice = {
  /** The first by name of the nodes with the highest total. */
  node: string;
  /** The highest total. */
  total: number;
  /**
   * The other nodes with that total, sorted by name, at most `limit` or 9, whichever is more. Kubernetes takes any
   * of them, at random.
   */
  tiedWith: string[];
  /** The number of all other nodes with that total. */
  tied: number;
  /** The nodes behind them; `null` if all nodes that the pod fits have the highest total. */
  next: NextChoice | null;
};

/** The result of trying preemption on one node. */
export type NodeDryRunAnswer = {
  /**
   * `candidate`: evictions make room. `no-victims`: no pod of the node may be evicted. `misfit`: the pod would
   * not fit even without all possible victims. `quota`: a quota would reject the pod even without all possible
   * victims. `error`: upstream ends with an error. `contradiction`: a quota rejects the pod where upstream ends
   * with an error.
   */
  outcome: "candidate" | "no-victims" | "misfit" | "quota" | "error" | "contradiction";
  /** The status code of upstream: `Success`, `Unschedulable`, `UnschedulableAndUnresolvable` or `Error`. */
  code: string;
  /** The messages of upstream; empty for `candidate`, and for `contradiction`, which upstream does not have. */
  reasons: string[];
  /**
   * The victim after whose eviction a quota still rejects the pod; `null` unless `outcome`
   * is `contradiction`.
   */
  contradictedBy: NamespacedName | null;
  /** Why the pod would not fit; `null` unless `outcome` is `misfit`. */
  misfit: MisfitAnswer | null;
  /** Why a quota would reject the pod; `null` unless `outcome` is `quota` or `contradiction`. */
  rejection: QuotaRejectionAnswer | null;
  /** The pods to evict, most important first. */
  victims: NamespacedName[];
  /** The victims that are already terminating: the pod waits for them, and they are not evicted. Absent if empty. */
  terminating?: NamespacedName[];
  /** The pods that could be evicted and stay, in the order in which they were reprieved. */
  reprieved: NamespacedName[];
  /** The number of victims whose eviction violates a disruption budget. */
  numPDBViolations: number;
  /**
   * The pods that other orders of equally important pods would evict or spare. They are looked for on the node of
   * the answer and on the 8 cheapest others; `explainNode` has those of its node.
   */
  ties: TieAnswer[];
};

/** A node and the use of its resources. */
export type NodeEntry = {
  /** The name of the node. */
  name: string;
  /** Whether the node is cordoned. */
  unschedulable: boolean;
  /** The taints of the node, as `key=value:effect`. */
  taints: string[];
  /** The number of live pods on it. */
  pods: number;
  /** The number of pods that it can hold. */
  allowedPods: number;
  /** The number of its pods with neither requests nor limits. */
  bestEffort: number;
  /** The number of its pods with a container without a limit of cpu or memory. */
  unbounded: number;
  /** The resources that it has or that its pods request. */
  resources: NodeResourceUse[];
  /** The first listed node with the same labels, taints that last, and amounts. Absent: it is the first. */
  like?: string;
};

/** The node that an added one is like: options of `nodesNeeded`. */
export type NodeLike = {
  /** Its name. */
  like: string;
  /** The labels in which the added one differs. */
  labels: Record<string, string>;
};

/** The limits on one node. */
export type NodeLimits = {
  /** The name of the node. */
  node: string;
  /** By how much the limits exceed the node before the queue. */
  before: OverSubscription;
  /** The same after it, for each scorer, in their order. */
  after: OverSubscription[];
};

/** The pods when some nodes are gone. */
export type NodeLoss = {
  /** What is lost: a node, or the value of a label. */
  name: string;
  /** The number of nodes that are lost. */
  nodes: number;
  /** The number of live pods on them. */
  podsTotal: number;
  /**
   * The number of them that want another node: pods of a `DaemonSet`, mirrors of static pods, terminating ones and
   * those without an owner end with their node.
   */
  evicted: number;
  /** The number of evicted pods that are on another node at the end. */
  landed: number;
  /** The number of them whose node depends on volumes that the answer does not know. Absent: none. */
  volumeDependent?: number;
  /**
   * The number of evicted pods with a `DoNotSchedule` constraint over a label of these nodes, which count as
   * deleted: while their Node objects remain, such a constraint counts their domains, with fewer pods. Absent: none.
   */
  spreadOverLost?: number;
  /**
   * The number of evicted pods that wait at the end while the Node objects remain, with the taint
   * `node.kubernetes.io/unreachable`. Absent where `spreadOverLost` is.
   */
  waitingInOutage?: number;
  /** The number of evicted pods that wait at the end, with those that were not tried. */
  waiting: number;
  /** The number of them that were not tried, because the queue was ended before their turn: `stopped`. */
  untried: number;
  /** The number of pods without an owner: they are deleted with their node and do not come back. */
  deleted: number;
  /** The number of pods of other nodes that are elsewhere at the end, where that is otherwise than with these nodes. */
  othersMoved: number;
  /** The number of them that end on no node: other pods preempt them. */
  othersLost: number;
  /**
   * The first 100 workloads with pods that leave these nodes or are preempted and end on no node, those first that
   * lose most for good.
   */
  workloads: LostWorkload[];
  /** The number of all of them. */
  workloadsTotal: number;
  /** The pods of these nodes, in the order of the queue. */
  pods: DrainedPodAnswer[];
  /**
   * The first 100 pods of other nodes that are elsewhere at the end, and pending ones, where that is otherwise than
   * with these nodes: first those of `othersLost`, then the others, in the order of the input. With `each` only
   * those of `othersLost`.
   */
  others: MovedPod[];
  /** The number of all of them. */
  othersTotal: number;
  /** Whether the queue was ended before its end, or comes again and again. */
  stopped: boolean;
  /** More nodes with which pods run that wait. Absent: none waits, or more than one loss is asked about. */
  needed?: NodesForLoss;
};

/** A node that one or several scorers pick. */
export type NodePick = {
  /** The name of the node. */
  node: string;
  /** The names of the scorers that pick it. */
  scorers: string[];
  /** The scored resources of the node, without the pod and with it. */
  resources: ResourceAnswer[];
};

/** New pods on a node. */
export type NodePods = {
  /** The node. */
  node: string;
  /** The number of new pods, without those of `DaemonSet`s. */
  pods: number;
};

/** The scores of one node by the default profile. */
export type NodeProfileScores = {
  /** The score by each plugin, from 0 to 100; `null` if the plugin skips the pod or is off. */
  scores: (number | null)[];
  /** The sum of scores times weights. */
  total: number;
};

/** One resource of a node; amounts in milli-CPU or base units. */
export type NodeResourceUse = {
  /** The name of the resource. */
  name: string;
  /** The amount that the node can give to pods. */
  allocatable: number;
  /** The sum of the requests of its pods. */
  requests: number;
  /** The sum of the limits of its pods; a best-effort pod counts with all that the node can give. */
  limits: number;
};

/** One node for one pod. */
export type NodeRow = {
  /** The index of the node in the input, from 0. */
  index: number;
  /** The name of the node. */
  name: string;
  /** The number of live pods on it. */
  pods: number;
  /** The number of pods that it can hold. */
  allowedPods: number;
  /** Why the pod does not fit; `null` if it fits. */
  misfit: MisfitAnswer | null;
  /** The scored resources. */
  resources: ResourceAnswer[];
  /** The raw score of each scorer, in their order; `null` if the scorer does not apply or the pod does not fit. */
  raw: (number | null)[];
  /** The score of each scorer, in their order, from 0 to 100 if the scorer normalises; `null` as for `raw`. */
  normalized: (number | null)[];
  /** The limit-aware raw score without integer truncation; `null` if the pod does not fit. */
  exact: number | null;
  /** The same, normalised to 0 to 100; `null` if the pod does not fit. */
  normalizedExact: number | null;
  /**
   * The scores by the default profile of kube-scheduler; `null` if the pod does not fit, or without the option
   * `defaultProfile`.
   */
  defaultProfile: NodeProfileScores | null;
};

/** Nodes with the same score as the one that is taken, the first by name. Kubernetes takes any of them, at random. */
export type NodeTie = {
  /**
   * Their score: the sum of scores times weights; of a single scorer other than `DefaultProfile`, its score before
   * normalisation.
   */
  total: number;
  /** The other nodes, sorted by name, at most 9. */
  tiedWith: string[];
  /** The number of all other nodes. */
  tied: number;
};

/** One node in a scheduling cycle. */
export type NodeVerdict = {
  /** The name of the node. */
  node: string;
  /** Whether the pod fits without evictions; `null` if the filters did not run on this node. */
  fits: boolean | null;
  /** Why the pod does not fit; `null` if it fits or the filters did not run. */
  misfit: MisfitAnswer | null;
  /** The total by which kube-scheduler's default profile scores the node; `null` unless the pod fits it and others. */
  total: number | null;
  /** The result of preemption on this node; `null` if it was not tried. */
  dryRun: NodeDryRunAnswer | null;
  /** The volumes that claims of the pod get on the node, if it passes `VolumeBinding`. Absent: none. */
  volumes?: NodeVolumesAnswer;
};

/** A pod to evict. */
export type NodeVictim = {
  /** The pod. */
  pod: NamespacedName;
  /** The name of the node that it is on. */
  node: string;
  /** The priority of the pod. */
  priority: number;
};

/** The volumes that the claims of a pod get on a node. */
export type NodeVolumesAnswer = {
  /** The claims that are bound to `PersistentVolume`s of the input. */
  bind: ClaimVolume[];
  /** The claims for which volumes are made there. */
  provision: NamespacedName[];
  /** Those of them that get any one of several volumes. Absent: none. */
  ties?: VolumeTieAnswer[];
  /** Whether the pod may not fit with others of these volumes. Absent: it fits in any case. */
  mayFail?: boolean;
};

/** A page of the nodes, in the order of the input. */
export type NodesAnswer = {
  /** The number of all nodes. */
  all: number;
  /** The resources of all nodes together. */
  total: NodeResourceUse[];
  /**
   * The number of pods on the nodes with neither requests nor limits: as a limit, each counts with all that its node
   * can give.
   */
  bestEffort: number;
  /** The number of nodes with the `labels` of the options; absent without them. */
  found?: number;
  /** The nodes from `offset`, at most `limit` of them. */
  nodes: NodeEntry[];
};

/**
 * Nodes like one that is left, added once the pods wait: of up to 3 shapes the one that leaves the fewest pods
 * waiting, then the one of which the fewest are needed.
 */
export type NodesForLoss = {
  /** The node that they are like. */
  like: string;
  /** How many help. */
  nodes: number;
  /** How many pods of the input still wait with them. */
  waiting: number;
};

/**
 * How many nodes of one shape the pending pods need. On a new node every `DaemonSet` that fits runs its pod first, and
 * static pods run as on the node of the option `like`; then the pods that wait and fit it are bound, in the order of
 * the queue. Each node is full before the next one is added.
 */
export type NodesNeededAnswer = {
  /** The number of nodes. */
  nodes: number;
  /**
   * Why no more are added. `enough`: another one helps no pod. `most`: another one helps, and the option `most` ends
   * the count. `endless`: pods preempt each other for ever, or there are too many steps.
   */
  end: "enough" | "most" | "endless";
  /**
   * The least number of nodes: the largest of `bounds` and of `identical`. Pods of several kinds can make more
   * necessary.
   */
  lowerBound: number;
  /**
   * The least number of nodes by the sums of what the pods request that need them: by each resource, and by the
   * number of pods.
   */
  bounds: NodesNeededBound[];
  /** The least number of nodes for identical pods, if that is more than each of `bounds`. */
  identical?: IdenticalPodsBound;
  /** What a new node has; `null`: none was tried, because no pod waits. */
  room: NewNodeRoomAnswer | null;
  /** The number of pods that get a node that is there already. */
  bound: number;
  /** The number of pods that wait without new nodes, with those that pending pods evict. */
  waiting: number;
  /** The number of pods on the new nodes, without those of `DaemonSet`s. */
  placed: number;
  /** The first new nodes, in the order in which they are added. */
  newNodes: NodePods[];
  /** The first 100 pods that the option `most` leaves waiting and that another node would help. */
  left: NamespacedName[];
  /** The number of all of them. */
  leftTotal: number;
  /** The first pods that no number of such nodes helps. */
  notHelped: NotHelpedPod[];
  /** The number of all of them. */
  notHelpedTotal: number;
  /** How many more pods wait if all new nodes join before the first pod is scheduled. `null`: not decided. */
  moreWaitingAtOnce: number | null;
};

/** The least number of nodes by one resource. */
export type NodesNeededBound = {
  /** The resource, or `pods`. */
  resource: string;
  /** The sum over the pods that need new nodes, in milli-CPU or base units. */
  requested: number;
  /** What one new node has without what `DaemonSet`s and static pods take of it. */
  room: number;
  /** The least number of nodes. */
  nodes: number;
};

/** Options of `nodesNeeded`: `shape`, `like`, or both. */
export interface NodesNeededOptions {
  /**
   * What a new node can allocate, by resource. Without `pods`, 110. With `like`: amounts that the new nodes have
   * instead.
   */
  shape?: Record<string, string> | undefined;
  /**
   * The node that the new ones are like. They have its allocatable amounts, labels, taints, volume limits and
   * static pods, but not its cordon and the taints of a node that cannot run pods.
   */
  like?: string | undefined;
  /**
   * Labels of the new nodes. Without `like`, they also have `kubernetes.io/os` (`linux`) and
   * `kubernetes.io/arch` (`amd64`); `kubernetes.io/hostname` is their name.
   */
  labels?: Record<string, string> | undefined;
  /** Taints of the new nodes, as `key=value:effect` or `key:effect`. */
  taints?: string[] | undefined;
  /** The scheduler to reproduce. Default: `"auto"`. */
  profile?: ProfileChoice | undefined;
  /** The version of Kubernetes. Default: the newest that nodes report; else 1.36. */
  kubernetesVersion?: KubernetesVersion | undefined;
  /** The maximum number of nodes to add. Default: `1000`. */
  most?: number | undefined;
  /** The maximum number of new nodes and of pods to list. Default: `100`. */
  limit?: number | undefined;
}

/** Options of `nodes`. */
export interface NodesOptions {
  /** Only nodes with these labels, as `kubectl get -l` takes them. */
  labels?: string | undefined;
  /** The version of Kubernetes. Default: the newest that nodes report; else 1.36. */
  kubernetesVersion?: KubernetesVersion | undefined;
  /** How many nodes to skip. Default: `0`. */
  offset?: number | undefined;
  /** The maximum number of nodes to list. Default: `100`. */
  limit?: number | undefined;
}

/** A pod that waits and is nominated for a node. */
export type NominationAnswer = {
  /** The pod. */
  pod: NamespacedName;
  /** The priority of the pod. */
  priority: number;
  /** The node that its status names. */
  node: string;
  /**
   * `holds`: it goes there, evicts pods there, or waits for one that is terminating there. `moved`: it goes to
   * another node, or evicts pods there. `lost`: no node takes it. `unknown`: the input does not have the node.
   */
  kind: "lost" | "moved" | "unknown" | "holds";
  /** How its cycle ends. */
  outcome: "Schedulable" | "Preempt" | "Unschedulable" | "Gated" | "Error";
  /** The node that it is bound to or nominated for; `null`: it waits. */
  chosen: string | null;
  /** The pods that it evicts there, most important first. */
  victims: NamespacedName[];
  /** Those of them that are terminating already: the pod waits for them, and nobody evicts them. Absent: none. */
  terminating?: NamespacedName[];
  /** The terminating pod of its node that it waits for; `null`: none. */
  waitsFor: NamespacedName | null;
};

/** A pod that no number of nodes of a shape helps. */
export type NotHelpedPod = {
  /** The pod. */
  pod: NamespacedName;
  /**
   * Why. `misfit`: it does not fit a new node, which has only the pods of `DaemonSet`s and static pods.
   * `other-node`: its affinity names other nodes. `quota`: its `ElasticQuota` rejects it. `resource-quota`: a
   * `ResourceQuota` refuses it. `gates`: scheduling gates hold it back. `stateful-set`: its `StatefulSet` creates it
   * once an earlier pod is on a node. `error`: kube-scheduler fails with an error.
   */
  why: "misfit" | "other-node" | "quota" | "resource-quota" | "gates" | "stateful-set" | "error";
  /** Why it does not fit; `null` unless `misfit`. */
  misfit: MisfitAnswer | null;
  /** Why its `ElasticQuota` rejects it; `null` unless `quota`. */
  rejection: QuotaRejectionAnswer | null;
  /** The `ResourceQuota` that refuses it; `null` unless `resource-quota`. */
  resourceQuota: ResourceQuotaAnswer | null;
  /** Its scheduling gates. */
  gates: string[];
};

/**
 * Why totals are not linear in a weight. `misconfigured`: nothing is scored. `spread`: a run of spread decides,
 * step by step. `overflow`: totals leave 64 bits. `not-feasible`: the cluster is not feasible.
 */
export type NotLinear = "misconfigured" | "spread" | "overflow" | "not-feasible";

/** Something of the input that is not modelled and can change a scheduler's answer, in all objects that have it. */
export type NotLookedAt = {
  /** The first object that has it. */
  object: ObjectName;
  /** The path of the field in that object; empty for the object itself. */
  path: string;
  /** Why it matters. */
  why: NotLookedAtReason;
  /** The plugin of a scheduler's configuration that is not applied; else `null`. */
  plugin: string | null;
  /** The range of the field, or of the object's kind. `null`: it stands at no one place. */
  range: TextRange | null;
  /**
   * The fields that are meant: the path with `[]` for any item of a list and `*` for any end of a key; empty for
   * objects.
   */
  field: string;
  /** Whether it stands in a pod that the answer schedules, or in the workload that makes the pod. */
  own: boolean;
  /** The number of objects that have it. */
  count: number;
  /** The next objects that have it, at most 4. */
  more: ObjectName[];
};

/**
 * Why something of the text is not looked at; stable.
 *
 * - `volumes`: in-tree volumes are translated for a CSI driver, whose limits can keep a pod from nodes
 * - `dynamic-resources`: devices are allocated to claims
 * - `other-scheduler`: the pod is for a scheduler whose configuration is not in the text
 * - `pod-group`: the pods of a group are scheduled together, or not at all
 * - `kueue-quota`: a queue of Kueue decides by its own quotas when pods are made or let go
 * - `volcano-queue`: Volcano's scheduler shares the cluster between its queues, and schedules by groups of pods
 * - `koordinator-quota`: a quota is of Koordinator, whose quotas are a tree with other rules
 * - `scheduler-configuration`: a field of a scheduler's configuration is not applied; plugins that filter, score
 *   or preempt are switched as it says, and weights and arguments of plugins that score are taken
 * - `embedded-configuration`: a scheduler's configuration is in a `ConfigMap`, which is not read
 * - `no-capacity-scheduling`: the profile of a scheduler does not enable `CapacityScheduling`, so that the
 *   scheduler ignores `ElasticQuota`s, and preempts by `DefaultPreemption`; listed if the text has quotas
 * - `default-preemption`: `DefaultPreemption` is enabled with `CapacityScheduling` and evicts regardless of quotas
 * - `node-sampling`: a scheduler with more than 100 nodes stops looking once it has found enough feasible ones
 * - `storage-capacity-scores`: `VolumeBinding` scores nodes by the storage that a pod's new volumes leave, from
 *   Kubernetes 1.37 on; listed if several nodes are scored
 * - `declared-features`: nodes declare features that pods can need
 * - `numa`: a node's room is divided into NUMA zones
 * - `node-autoscaling`: nodes are added and removed
 * - `descheduling`: running pods are evicted
 * - `pods-not-made`: an object makes pods that are not in the text
 * - `autoscaled-replicas`: an autoscaler, not the workload, sets the number of replicas
 * - `namespace-admission`: new pods of the namespace get a node selector or tolerations, or are refused for theirs
 * - `cluster-resource-quota`: pods of several namespaces are counted, and new ones are refused
 * - `admission`: webhooks and policies change or refuse new pods
 * - `hub-features`: a feature gate of the hub changes what its controllers do with placements and cluster sets
 * - `work-rollout-all`, `work-rollout-progressive`, `work-rollout-per-group`: a placement says which clusters are
 *   selected; in which order the work of a `ManifestWorkReplicaSet` changes on them is up to its controller
 * - `vm-settings`: a VM's agent scales it within other bounds or by other rules, or it is migrated
 */
export type NotLookedAtReason =
  | "volumes"
  | "dynamic-resources"
  | "other-scheduler"
  | "pod-group"
  | "kueue-quota"
  | "volcano-queue"
  | "other-quota"
  | "koordinator-quota"
  | "scheduler-configuration"
  | "embedded-configuration"
  | "no-capacity-scheduling"
  | "default-preemption"
  | "node-sampling"
  | "storage-capacity-scores"
  | "declared-features"
  | "numa"
  | "node-autoscaling"
  | "descheduling"
  | "pods-not-made"
  | "autoscaled-replicas"
  | "namespace-admission"
  | "cluster-resource-quota"
  | "admission"
  | "hub-features"
  | "work-rollout-all"
  | "work-rollout-progressive"
  | "work-rollout-per-group"
  | "vm-settings";

/** Why spread did not pick a feasible cluster. */
export type NotSelected = {
  /** The reason. */
  reason: SpreadReportReason;
  /** The index of the hard term that keeps the cluster out, from 0; absent for `NotReached`. */
  term?: number;
  /** The index of the term whose topology key is missing, from 0; absent for other reasons. */
  missingTerm?: number;
  /** The final score of the cluster in the last step; absent if it was not a candidate in it. */
  final?: number;
};

/**
 * Why a cluster is not selected; the types are stable. Not a candidate: `deleting`, `no-set`. Filtered:
 * `predicate`, `taint`, or `misconfigured`, if the filter cannot work. Feasible: `not-reached`. Feasible with
 * spread: `missing-topology-key`; `max-skew`: the run ended because all remaining clusters were blocked;
 * `not-picked`: as many clusters as wanted were picked without it.
 */
export type NotSelectedReason =
  | { type: "deleting" }
  | {
      type: "no-set";
      /** The unmet requirement of the first eligible set with a label selector; absent without such a set. */
      asked?: SetRequirement;
    }
  | {
      type: "predicate";
      /** The first requirement that the cluster does not meet. */
      requirement: RequirementResult;
      /** The number of further predicates; none of them matches either. */
      others: number;
    }
  | {
      type: "taint";
      /** The key of the taint. */
      key: string;
      /** The value of the taint; may be empty. */
      value: string;
      /** The effect of the taint. */
      effect: string;
      /** The path of the taint in the cluster; of one that the hub adds, of the conditions that it follows. */
      path: string;
      /** Whether the input lacks the taint and the hub adds it, because the cluster is not available; absent: no. */
      addedByHub?: boolean;
      /** The toleration that tolerated the taint and has expired; `null` without one. */
      expired: ExpiredToleration | null;
    }
  | {
      type: "misconfigured";
      /** The filter that cannot work. */
      filter: FilterName;
      /** The message of the hub. */
      message: string;
    }
  | {
      type: "not-reached";
      /**
       * The total of the last selected cluster less the total of this one; 0 if only the name decided or no
       * cluster is wanted.
       */
      gap: Integer;
    }
  | {
      type: "missing-topology-key";
      /** The index of the first `DoNotSchedule` term that the cluster has no domain for, from 0. */
      term: number;
      /**
       * The index of the term whose topology key the cluster lacks, from 0; it may be a soft term before the
       * hard one.
       */
      missingTerm: number;
    }
  | {
      type: "max-skew";
      /** The index of the first term that blocks the cluster, from 0. */
      term: number;
    }
  | {
      type: "not-picked";
      /**
       * The final score of the last pick less that of this cluster in the same step; `null` if the cluster was
       * blocked in it.
       */
      gap: Integer | null;
      /** The index of the term that blocked the cluster in the last step, from 0; `null` if none did. */
      blockedBy: number | null;
    };

/** Options of `numberOfClustersEdit`. */
export interface NumberOfClustersEditOptions {
  /** The placement: its name, or its index from 0. Default: the only one. */
  placement?: number | NamedObject | undefined;
  /** The number of wanted clusters; `null`: all. */
  numberOfClusters: number | null;
}

/** An object: its kind, namespace and name. */
export type ObjectName = {
  /** The kind, as written. */
  kind: string;
  /** The namespace; empty for cluster-scoped objects, or if none is written. */
  namespace: string;
  /** The name; empty if none is written. */
  name: string;
};

/**
 * A `StatefulSet` with `podManagementPolicy: OrderedReady` that has more pending pods in an answer than its controller
 * would create: the controller creates a pod only when all earlier pods are Running and Ready.
 */
export type OrderedSet = {
  /** The `StatefulSet`. */
  statefulSet: NamespacedName;
  /** The number of pods that it has still to create. */
  pods: number;
  /** The first of them. */
  first: NamespacedName;
  /**
   * A pod of the set that is pending or terminating, or not Ready: the controller creates the next pod once
   * this one is Running and Ready, or deleted and recreated. `null` without such a pod.
   */
  behind: NamespacedName | null;
  /** Whether that pod is terminating. */
  terminating: boolean;
  /** Whether that pod is on a node and not Ready: no other pod is created, in the answer either. */
  unready: boolean;
  /**
   * Whether the answer creates them one after another, each once the one before is on a node; else all of them are
   * pending.
   */
  inOrder: boolean;
};

/** The node that another order of equally important pods would choose. */
export type OtherChoice = {
  /** The name of the node. */
  node: string;
  /** The pods to evict there, most important first. */
  victims: NamespacedName[];
};

/** The cycle of a pod in the other profile. */
export type OtherCycle = {
  /** The other profile. */
  profile: Profile;
  /** How its cycle ends. */
  outcome: "Schedulable" | "Preempt" | "Unschedulable" | "Gated" | "Error";
  /** The node that the pod is bound to or nominated for; `null` if it waits. */
  node: string | null;
  /** The pods that it evicts from that node, most important first. */
  victims: NamespacedName[];
  /** The victims that are already terminating: the pod waits for them, and they are not evicted. Absent if empty. */
  terminating?: NamespacedName[];
};

/** What the other profile decides for a pod: one answer without the faults of Kubernetes, one with them. */
export type OtherNodeProfile = {
  /** The other profile. */
  profile: Profile;
  /** The number of nodes that the pod fits. */
  feasible: number;
  /** The node that the default profile takes; `null` if the pod fits none, or without the option `defaultProfile`. */
  choice: NodeChoice | null;
  /** The nodes that the pod fits by it and not by this profile, in the order of the input, at most 10. */
  added: string[];
  /** The nodes that the pod fits by this profile and not by it, in the order of the input, at most 10. */
  removed: string[];
  /** The number of all nodes that are added. */
  addedCount: number;
  /** The number of all nodes that are removed. */
  removedCount: number;
  /** The faults by which they differ. */
  because: Fault[];
};

/** A placement that was not asked about, and whose decision changes with the edits. */
export type OtherPlacement = {
  /** The placement. */
  object: ObjectName;
  /** The clusters that are added, by name; at most `limit`. */
  added: string[];
  /** The clusters that are removed, by name; at most `limit`. */
  removed: string[];
  /** How many are added; absent where `added` has all. */
  addedTotal?: number;
  /** How many are removed; absent where `removed` has all. */
  removedTotal?: number;
};

/** The decision of the other profile. */
export type OtherProfile = {
  /** The other profile. */
  profile: Profile;
  /** Whether it decides the same. */
  same: boolean;
  /** The status with which its scheduler ends. */
  status: SchedulerStatusCode;
  /** The message of that status. */
  message: string;
  /** The number of clusters that it selects. */
  selected: number;
  /** The clusters that it selects and this profile does not, by name; at most `limit` of them, or 10. */
  added: string[];
  /** The clusters that this profile selects and it does not, by name; at most `limit` of them, or 10. */
  removed: string[];
  /** The number of all clusters that are added. */
  addedCount: number;
  /** The number of all clusters that are removed. */
  removedCount: number;
  /** What of the placement the profiles treat differently. */
  because: ProfileDifference[];
};

/** What keeps a pod from nodes and is not edited. */
export type OutsideSpace = {
  /**
   * `pod-affinity`: a required term of pod affinity or anti-affinity, of the pod or of another one.
   * `topology-spread`: a topology spread constraint with `DoNotSchedule`. `host-ports`: a port of the node that
   * another pod has. `added-affinity`: node affinity that the profile of its scheduler adds.
   */
  reason: "pod-affinity" | "host-ports" | "volumes" | "added-affinity";
  /** The number of nodes that it excludes for the pod, regardless of other reasons. */
  nodes: number;
};

/** By how much limits exceed what can be allocated; 0 where they do not. */
export type OverSubscription = {
  /** In milli-CPU. */
  cpu: number;
  /** In bytes. */
  memory: number;
};

/** A placement of the text. */
export type PlacementEntry = {
  /** The index of the placement, from 0; the option `placement` takes it. */
  index: number;
  /** `metadata.namespace`; empty if none is written. */
  namespace: string;
  /** `metadata.name`. */
  name: string;
  /** The range of the placement in the text. */
  range: TextRange;
};

/**
 * A fault of a placement for which no decision is defined; the codes are stable. `negative-number-of-clusters`:
 * `numberOfClusters` is below 0. `cel-not-evaluated`: a CEL expression was not evaluated.
 * `too-many-spread-constraints` and `max-skew-too-small` are faults of `spreadPolicy`.
 */
export type PlacementProblem =
  | {
      code: "negative-number-of-clusters";
      /** The value of `numberOfClusters`. */
      numberOfClusters: Integer;
    }
  | { code: "cel-not-evaluated" }
  | {
      code: "too-many-spread-constraints";
      /** The number of spread constraints. */
      count: number;
      /** The largest allowed number. */
      most: number;
    }
  | {
      code: "max-skew-too-small";
      /** The value of `maxSkew`; 1 is the smallest allowed one. */
      maxSkew: number;
    };

/** A required term of pod affinity or anti-affinity that a node does not meet. */
export type PodAffinityMisfitAnswer = {
  /**
   * Whose term it is. `affinity`: the pod wants to be near pods that are not there. `anti-affinity`: the pod wants
   * to be away from a pod that is there. `existing-anti-affinity`: a pod that is there wants to be away from it.
   */
  check: "affinity" | "anti-affinity" | "existing-anti-affinity";
  /** The topology key of the term. */
  key: string;
  /** The value of the node, which names its domain; `null`: the node does not have the key. */
  value: string | null;
  /** The index of the term among the required terms of its owner. */
  term: number;
  /** One pod of the domain that is in the way; `null` for `affinity`. */
  pod: NamespacedName | null;
};

/** A pod. */
export type PodEntry = {
  /** The pod. */
  pod: NamespacedName;
  /** The object in the input: the pod itself, or its workload. */
  object: ObjectName;
  /** The priority of the pod. */
  priority: number;
  /** `pending`: without a node; `bound`: on a node; `finished`: succeeded or failed. */
  state: "pending" | "bound" | "finished";
  /** The name of its node, also if the input does not have that node; `null` without one. */
  node: string | null;
  /** The reason in the status of a pod that failed, such as `Evicted` or `OutOfcpu`; absent without one. */
  reason?: string;
  /** Whether no scheduler chose the node of the pod. Absent: a scheduler did, or the pod has no node. */
  unscheduled?: boolean;
  /**
   * The first container of the pod that waits for the kubelet of its node, init containers first; absent without
   * one, and for pods without a node.
   */
  waiting?: WaitingContainerAnswer;
  /** Why its scheduler could not place it, as the condition `PodScheduled` says; absent where the input has Nodes. */
  schedulerMessage?: string;
  /** The name of the node that it is nominated for; `null` without one. */
  nominated: string | null;
  /** The scheduling gates of the pod, in order; empty: none holds it back. */
  gates: string[];
  /** Whether the API server refuses the pod because it is invalid: no scheduler sees it. */
  invalid: boolean;
  /**
   * The `ResourceQuota` by which the API server refuses the pod, so that no scheduler sees it; absent if none does,
   * and for pods that are stored.
   */
  resourceQuota?: ResourceQuotaAnswer;
  /**
   * The pod that is not Ready and before which the `StatefulSet` does not create this one, so that no scheduler sees
   * it; absent without one.
   */
  behind?: NamespacedName;
  /**
   * Why the kubelet of the node that the pod names in `spec.nodeName` rejects it, so that it fails; absent if none
   * does.
   */
  kubelet?: KubeletRejectionAnswer;
  /** Whether the pod is being deleted. */
  terminating: boolean;
  /**
   * The amounts that must be free on a node; of a pod on a node those that it holds there, which differ where a
   * container was resized in place.
   */
  requests: AmountMap;
  /**
   * The sum of the limits of its containers, of a pod without a node as it counts when it comes to one: the largest
   * init container where that is more, plus overhead. A container without a limit adds 0.
   */
  limits: AmountMap;
  /** Whether a container has no limit of cpu or memory. */
  unbounded: boolean;
  /** Whether the pod has neither requests nor limits. */
  bestEffort: boolean;
};

/** A pod that a change removes and its controller recreates. */
export type PodMadeAnew = {
  /** The pod that goes. */
  pod: NamespacedName;
  /** Its controller. */
  owner: ObjectName;
  /** The node that the new pod gets if it is scheduled first; `null`: it waits. */
  node: string | null;
  /** Whether what is wanted does not last then: the new pod takes the room, or the quota, back. */
  takesBack: boolean;
};

/**
 * A note on a pod or the nodes; the codes are stable. `best-effort`: the pod has neither requests nor limits.
 * `unbounded-pod`: a container of the pod has no limit of a scored resource, which counts as 0; `unbounded-pods`,
 * `best-effort-pods`: of pods on the nodes. `resource-left-out`: nodes without a resource are scored by the others.
 * `filters-off`: the pod's scheduler does not use some filters. `pod-level-limits`: limits of pods as a whole are not
 * counted. `nominated-node-missing`: the input lacks the node that the pod is nominated for. `filtering-fails`:
 * upstream ends with an error when it filters nodes, so that the pod waits. `scoring-fails`: upstream ends with an
 * error before it scores nodes, so that the pod waits.
 */
export type PodNote =
  | {
      code: "scoring-fails";
      /** The error, `running PreScore plugin "NodeAffinity": …`. */
      error: string;
    }
  | {
      code: "filtering-fails";
      /** The error, `running "NodeVolumeLimits" filter plugin: …`. */
      error: string;
    }
  | {
      code: "best-effort";
      /** The limits that the pod counts with. */
      counts: BestEffort;
    }
  | {
      code: "best-effort-pods";
      /** The number of these pods. */
      pods: number;
      /** The limits that each counts with. */
      counts: BestEffort;
    }
  | {
      code: "unbounded-pod";
      /** The scored resources of which a container has no limit. */
      resources: string[];
    }
  | {
      code: "unbounded-pods";
      /** The scored resources of which a container has no limit. */
      resources: string[];
      /** The number of these pods. */
      pods: number;
    }
  | {
      code: "resource-left-out";
      /** The name of the resource. */
      resource: string;
      /** The number of nodes that have none of it. */
      without: number;
      /** The number of all nodes. */
      nodes: number;
    }
  | {
      code: "pod-level-limits";
      /** Whether the pod itself has some. */
      own: boolean;
      /** The number of pods on the nodes that have some. */
      pods: number;
    }
  | {
      code: "nominated-node-missing";
      /** The name of the node. */
      node: string;
    }
  | {
      code: "filters-off";
      /** The profile, by its `schedulerName`. */
      profile: string;
      /** The filters, in the order in which Kubernetes would ask them. */
      filters: string[];
    };

/** The pods to list. `pending`: without a node; `bound`: on a node; `finished`: succeeded or failed. */
export type PodState = "all" | "pending" | "bound" | "finished";

/** The verdict of preemption on one pod of a node. */
export type PodVerdict = {
  /** The pod. */
  pod: NamespacedName;
  /** The priority of the pod. */
  priority: number;
  /** The amounts that its quota counts for the pod. */
  charge: AmountMap;
  /**
   * `victim`: it is evicted. `reprieved`: it could be evicted and stays, because the preemptor fits with it.
   * `considered`: it could be evicted, but evictions on this node do not help. `protected`: it is never a
   * possible victim.
   */
  verdict: "victim" | "reprieved" | "considered" | "protected";
  /**
   * Why the pod is protected. `priority`: its priority is not lower. `other-namespace`: the preemptor is over
   * its min and may evict in its own namespace only. `own-namespace`: the preemptor is within its min and evicts
   * only in other namespaces. `within-min`: its quota is not over its min, or no longer once other pods are
   * gone. `no-quota`: it has no quota and the preemptor has one. `quota`: the other way round. `null`: it is not
   * protected.
   */
  protection: "priority" | "other-namespace" | "own-namespace" | "within-min" | "no-quota" | "quota" | null;
  /** The amounts that its namespace used at the time of the verdict; `null` without a quota. */
  used: AmountMap | null;
  /** Why the preemptor does not fit together with this pod; `null` unless that makes it a victim. */
  misfit: MisfitAnswer | null;
  /** Why a quota rejects the preemptor together with this pod; `null` unless that makes it a victim. */
  rejection: QuotaRejectionAnswer | null;
  /** Whether evicting the pod violates a disruption budget. */
  violatesPDB: boolean;
  /** The `PodDisruptionBudget`s that evicting it violates. */
  violatedPDBs: NamespacedName[];
};

/** A page of the pods, in the order of the input; pods of workloads follow the others. */
export type PodsAnswer = {
  /** The number of all pods. */
  all: number;
  /** The number of pods without a node. */
  pending: number;
  /** The number of pods on a node. */
  bound: number;
  /** The number of pods that succeeded or failed. */
  finished: number;
  /** The number of finished pods that the kubelet of the node rejects that they name. */
  kubeletRejected: number;
  /** The first 100 of them in the order of the input; options do not apply. */
  kubeletRejectedPods: KubeletRejectedPod[];
  /** The number of pods on a node with a container that waits by its status. Pods being deleted do not count. */
  waiting: number;
  /** The first 100 of them in the order of the input; options do not apply. */
  waitingPods: WaitingPod[];
  /** The number of pods that match the options. */
  found: number;
  /** The matching pods from `offset`, at most `limit` of them. */
  pods: PodEntry[];
};

/** Options of `pods`. */
export interface PodsOptions {
  /** Only pods in this state. Default: `"all"`. */
  state?: PodState | undefined;
  /** Only pods whose `namespace/name` contains this text. */
  find?: string | undefined;
  /** Only pods with these labels, as `kubectl get -l` takes them. */
  labels?: string | undefined;
  /** Only pods on this node. */
  node?: string | undefined;
  /** Only pods that this workload owns: its kind, namespace and name. Pods of its `ReplicaSet`s count. */
  workload?: ObjectName | undefined;
  /** The version of Kubernetes. Default: the newest that nodes report; else 1.36. */
  kubernetesVersion?: KubernetesVersion | undefined;
  /** How many pods to skip. Default: `0`. */
  offset?: number | undefined;
  /** The maximum number of pods to list. Default: `100`. */
  limit?: number | undefined;
}

/** A port of the node that the pod wants and another pod has. */
export type PortConflictAnswer = {
  /** The protocol, `TCP` for example. */
  protocol: string;
  /** The port. */
  port: number;
  /** The address that the pod wants; `0.0.0.0` means every address. */
  ip: string;
  /** The address that the other pod has. */
  usedIp: string;
  /** The other pod. */
  pod: NamespacedName;
};

/** One predicate. A cluster matches it if it meets all requirements. */
export type PredicateResult = {
  /** Whether the cluster meets all requirements; `false` if the predicate is misconfigured. */
  matches: boolean;
  /** The requirements in the order of the input: labels, claims, CEL. */
  requirements: RequirementResult[];
  /** The path of the predicate in the placement. */
  path: string;
};

/** The attempt to evict other pods for a pod. */
export type PreemptionAnswer = {
  /** Whether preemption was tried. */
  eligible: boolean;
  /**
   * Why preemption was not tried: `policy` (`preemptionPolicy: Never`), `profile` (the profile of the pod's
   * scheduler switches preemption off), `terminating` (a pod on the nominated node is terminating) or
   * `node-affinity-conflict` (the requirements of a node's name exclude each other); `null` if it was tried.
   */
  ineligibleReason: "policy" | "profile" | "terminating" | "node-affinity-conflict" | "volumes" | null;
  /** That terminating pod; `null` otherwise. */
  terminating: NamespacedName | null;
  /** The number of nodes that preemption was tried on. */
  tried: number;
  /** The number of those nodes on which evictions make room. */
  candidates: number;
  /** The nodes with the cheapest evictions, sorted by name. The first one is chosen. */
  chosenAnyOf: string[];
  /** What decides between the chosen node and the next one; `null`: nothing, or the name. */
  decided: EvictionChoice | null;
  /**
   * The node with another order of equally important pods, with its victims; `null`: none. No text tells in which
   * order a scheduler lists pods.
   */
  otherChoice: OtherChoice | null;
  /** The error of a filter, with which upstream ends. Absent: there is none. */
  error?: string;
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

/** Which weights prioritizers have that the policy of a placement does not name. */
export type PrioritizerMode = "Additive" | "Exact";

/** The scores of one prioritizer. */
export type PrioritizerResult = {
  /** The name of the prioritizer. */
  name: string;
  /** The weight in force, -10 to 10 on a hub. */
  weight: number;
  /** The scores by cluster, -100 to 100, before the weight. */
  scores: ScoreMap;
};

/** One prioritizer of a decision. */
export type PrioritizerSummary = {
  /** The name: `Steady`, `Balance`, `ResourceAllocatableCPU`, `AddOn/<resource>/<score>`, … */
  name: string;
  /** The weight in force. The hub allows -10 to 10; other values are computed with as they are. */
  weight: number;
  /** The weight without a configuration, in this mode and profile. */
  defaultWeight: number;
  /** Whether the weight is the default, configured in the placement, or overridden by the caller. */
  source: WeightSource;
  /** The path of the configuration in the placement; `null` if the placement has none for this prioritizer. */
  path: string | null;
  /**
   * The smallest score of the feasible clusters, at least -100; `null` if the weight is 0 or no cluster has a
   * score.
   */
  min: Integer | null;
  /** The largest score of the feasible clusters, at most 100; `null` as for `min`. */
  max: Integer | null;
};

/** The scheduler to reproduce: `Upstream`: the released one; `Proposal`: the preview of the design documents. */
export type Profile = "Upstream" | "Proposal";

/**
 * The scheduler to reproduce; `auto`: `Upstream`, unless the Placement uses what only a design document has.
 * `Upstream`: the released scheduler, with its faults. `Proposal`: the preview of the design documents, without those
 * faults.
 */
export type ProfileChoice = "auto" | "Upstream" | "Proposal";

/**
 * What a placement uses on which the profiles differ. `spread-policy`: today's hub ignores it. `prioritizer`:
 * today's hub has no such built-in prioritizer. `short-form`: `configurations[].name`, which today's hub does not
 * know. `arithmetic`: scores that are infinite, not a number, or leave 64 bits. `toleration-seconds`: beyond 292
 * years, which today's hub wraps. `group-selector`: an invalid one, before which today's hub still makes groups.
 */
export type ProfileDifference =
  | "spread-policy"
  | "prioritizer"
  | "short-form"
  | "arithmetic"
  | "toleration-seconds"
  | "group-selector";

/** A profile of a `KubeSchedulerConfiguration` of the input that switches filters off. */
export type ProfileFilters = {
  /** The profile, by its `schedulerName`. */
  profile: string;
  /** The filters that are off, in the order in which Kubernetes would ask them: they reject no node. */
  filters: string[];
};

/** A plugin of the default profile that scores nodes. */
export type ProfilePluginAnswer = {
  /** The name of the plugin, as in Kubernetes. */
  name: ScorePlugin;
  /** The weight of its scores; 0: the plugin is off. */
  weight: number;
  /** Whether it skips the pod, or is off: then it adds nothing to any node. */
  skipped: boolean;
};

/**
 * A volume that is provisioned for a claim in a run of a queue. The nodes outside of `allowedTopologies` of its class
 * cannot use it.
 */
export type ProvisionedVolume = {
  /** The node for which it is provisioned. */
  node: string;
  /**
   * `topologyKeys` of the `CSINode`. Nodes with the same values of these labels can use the volume. `null`: the
   * input does not have them.
   */
  topologyKeys: string[] | null;
};

/** The value of a quantity. */
export type QuantityAnswer = {
  /** The 64-bit float that schedulers compute with; `null` if it is infinite, which JSON cannot express. */
  f64: number | null;
  /** The bits of that float, as 16 hexadecimal digits. */
  bits: string;
  /** The canonical form, such as `1500m`. */
  canonical: string;
};

/** Options of `quantity`. */
export interface QuantityOptions {
  /** The quantity, such as `1500m` or `2Gi`. */
  text: string;
}

/** The queue of pending pods after it was scheduled, with a page of its steps. */
export type QueueAnswer = {
  /** The scorers that pick among the nodes that fit; of several, the scores times their weights are summed. */
  scorers: WeightedScorer[];
  /** The number of all steps. */
  stepsTotal: number;
  /** The number of steps that bound a pod. */
  bound: number;
  /**
   * The number of steps that bound a pod to a node by its name, because others had the same score: kube-scheduler
   * picks one of them at random, and what follows may differ.
   */
  ties: number;
  /**
   * The number of steps whose pod may get another node, or change where later pods go, with other volumes of those
   * of which Kubernetes takes any one. Absent: none.
   */
  volumeTies?: number;
  /** The steps that could end otherwise by a fault of Kubernetes, or evict otherwise by an order of equals. */
  hanging: HangingStepsAnswer;
  /** The number of steps in which a pod evicted others. */
  preemptions: number;
  /** The number of evictions; a pod that is evicted twice counts twice. */
  evictions: number;
  /** The number of pods that the queue bound and that are on their node at the end: others were evicted again. */
  boundAtEnd: number;
  /**
   * The number of pods that the queue bound, that are on a node at the end, and whose node depends on volumes that
   * the answer does not know. Absent: none.
   */
  volumeDependent?: number;
  /** The first 10 of them, in the order of the queue. Absent: none. */
  volumeDependentPods?: VolumeDependentPod[];
  /** The number of pods that were evicted, each once. */
  evictedPods: number;
  /** The number of evicted pods without an owner, each once. They wait again, but a cluster would not recreate them. */
  evictedWithoutOwner: number;
  /** The number of pods that wait at the end, with those that were not tried. */
  waiting: number;
  /**
   * The number of them that were not tried, because the queue was ended before their turn (`stopped`, `repeats`), or
   * because a `StatefulSet` creates them once an earlier pod is Running and Ready.
   */
  untried: number;
  /** The first 100 of them, in the order of the queue. */
  untriedPods: NamespacedName[];
  /** The number of pods that scheduling gates hold back: they are never tried. */
  gated: number;
  /** The first 100 of them, in the order of the input. */
  gatedPods: NamespacedName[];
  /** The number of other pending pods that are being deleted: kube-scheduler skips them. */
  deleting: number;
  /** The first 100 of them, in the order of the input. */
  deletingPods: NamespacedName[];
  /** The number of pending pods that the API server refuses because they are invalid: they are never tried. */
  invalid: number;
  /**
   * The number of new pods that a `ResourceQuota` refuses at admission, in the order of the queue: they are never
   * tried. New are replicas that a workload has still to create, and pods without UID and node.
   */
  refused: number;
  /** The first 100 of them, in the order of the queue. */
  refusedPods: RefusedPod[];
  /** The number of pods that name their node and that its kubelet rejects: no scheduler sees them. */
  kubeletRejected: number;
  /** The first 100 of them, in the order of the input. */
  kubeletRejectedPods: KubeletRejectedPod[];
  /**
   * The schedulers other than `default-scheduler` that pending pods name, without those that have a profile in the
   * text; at most 10, in the order of the input. The queue schedules their pods by the default profile.
   */
  schedulerNames: SchedulerPods[];
  /** The scheduler to reproduce. */
  profile: Profile;
  /** Whether `maxSteps` ended the queue. */
  stopped: boolean;
  /** The steps that would repeat forever, which ended the queue; `null`: none. */
  repeats: QueueRepetition | null;
  /** The profiles of pending pods that switch filters off; empty: all filters are asked. */
  filtersOff: ProfileFilters[];
  /** The steps from `offset`, at most `limit` of them. */
  steps: QueueStep[];
};

/**
 * The limits on the nodes before and after the queue, by scorer. A best-effort pod counts with all that its node can
 * give. A resource that a node has none of is left out there.
 */
export type QueueLimitsAnswer = {
  /** The number of all nodes. */
  nodesTotal: number;
  /** The limits before the queue. */
  before: LimitsOnNodes;
  /** The result of each scorer: in the order of the option `scorers`, then the weighted sum. */
  scorers: ScorerLimits[];
  /** A page of the nodes, in the order of the input. */
  nodes: NodeLimits[];
};

/** Options of `queueLimits`. */
export interface QueueLimitsOptions {
  /** The scheduler to reproduce. Default: `"auto"`. */
  profile?: ProfileChoice | undefined;
  /** The version of Kubernetes. Default: the newest that nodes report; else 1.36. */
  kubernetesVersion?: KubernetesVersion | undefined;
  /** The scorers that are compared. Default: `LimitAware`, `DefaultProfile` and `LeastAllocated`. */
  scorers?: QueueScorerName[] | undefined;
  /** Several scorers with their weights, compared as one more scorer. */
  weights?: ScorerWeights | undefined;
  /** The maximum number of steps of each queue. A queue in which pods evict each other for ever ends before it. Default: `100000`. */
  maxSteps?: number | undefined;
  /** How many nodes to skip. Default: `0`. */
  offset?: number | undefined;
  /** The maximum number of nodes to list. Default: `100`. */
  limit?: number | undefined;
}

/** A node after a step of the queue. */
export type QueueNode = {
  /** The name of the node. */
  node: string;
  /** The amounts that the node can give to pods. */
  allocatable: AmountMap;
  /** The sum of the requests of its pods. */
  requested: AmountMap;
  /** The first 110 pods on it, in the order of the input. */
  pods: NamespacedName[];
  /** The number of all pods on it. */
  podsTotal: number;
  /** The pods that are nominated for it. */
  nominated: NamespacedName[];
};

/** Options of `queue`: how the pending pods are scheduled. */
export interface QueueOptions {
  /** The scheduler to reproduce. Default: `"auto"`. */
  profile?: ProfileChoice | undefined;
  /** The version of Kubernetes. Default: the newest that nodes report; else 1.36. */
  kubernetesVersion?: KubernetesVersion | undefined;
  /**
   * What picks among the nodes that fit. `DefaultProfile`: the default profile of kube-scheduler, or the one
   * that the input configures for the pod; or one scorer alone, by cpu and memory. Of nodes with the same score,
   * the first by name is picked; kube-scheduler picks any. Default: `"DefaultProfile"`.
   */
  scorer?: QueueScorerName | undefined;
  /**
   * Several scorers with their weights, instead of `scorer`. Their scores, normalised over the nodes that fit,
   * are multiplied by the weights and summed, as kube-scheduler does.
   */
  weights?: ScorerWeights | undefined;
  /** The maximum number of steps. A queue in which pods evict each other for ever ends before it: `repeats`. Default: `100000`. */
  maxSteps?: number | undefined;
  /** How many steps to skip. Default: `0`. */
  offset?: number | undefined;
  /** The maximum number of steps to list. Default: `100`. */
  limit?: number | undefined;
}

/** Steps of a queue that would come again and again: pods evict each other in turn. */
export type QueueRepetition = {
  /** The first of these steps: from it on, the same steps come again and again. */
  first: number;
  /** The number of these steps. */
  steps: number;
};

/** What picks the nodes of a queue. `DefaultProfile`: all plugins of kube-scheduler's default profile with their weights, or those of the profile that the text configures for the pod; or a scorer by its name in Kubernetes. */
export type QueueScorerName =
  | "DefaultProfile"
  | "LimitAware"
  | "LeastAllocated"
  | "MostAllocated"
  | "RequestedToCapacityRatio"
  | "BalancedAllocation"
  | "NodeResourcesAllocatableLeast"
  | "NodeResourcesAllocatableMost";

/** One step of the queue: a scheduling cycle for one pod. */
export type QueueStep = {
  /** The step, from 1, as `queueStep` takes it. */
  step: number;
  /** The pod. */
  pod: NamespacedName;
  /** The priority of the pod. */
  priority: number;
  /**
   * `Bound`: the pod is bound. `Preempt`: it evicts others and is nominated. `Unschedulable`: it waits. `Error`:
   * upstream ends with an error, before it scores nodes if there is a `message`, else while it looks for victims.
   */
  outcome: "Bound" | "Preempt" | "Unschedulable" | "Error";
  /** The error before nodes are scored. Absent: there is none. */
  message?: string;
  /**
   * The error of a filter while upstream looks for victims, unless it is a fault of the search itself. Absent: there
   * is none.
   */
  evictionError?: string;
  /** The node that the pod is bound to or nominated for; `null` if it waits. */
  node: string | null;
  /** The other nodes with the best score; `null`: none. */
  tie: NodeTie | null;
  /** The pods that it evicts, most important first. */
  victims: NamespacedName[];
  /** The victims that are terminating already: the pod waits for them and does not evict them. Absent: none. */
  terminatingVictims?: NamespacedName[];
  /** How many of them a `PodDisruptionBudget` protects, which preemption may evict all the same. Absent: none. */
  violations?: number;
  /** Why a quota rejects the pod; `null` if none does. */
  rejection: QuotaRejectionAnswer | null;
  /** Why nodes do not fit, with the number of nodes for each reason; empty unless the pod waits for a node. */
  misfits: MisfitCount[];
  /** Why the volumes of the pod keep it from every node, so that no node is filtered. Absent: they do not. */
  volumeRefusal?: VolumeRefusalAnswer;
  /** The only nodes that the affinity of a waiting pod names, sorted. `null`: there are none. */
  nodeNames: string[] | null;
  /** Why the pod may not evict others; `null`: it may, or it does not wait. */
  ineligibleReason: "policy" | "profile" | "terminating" | "node-affinity-conflict" | "volumes" | null;
  /**
   * The pod that is terminating on its nominated node; `null` unless `ineligibleReason` is
   * `terminating`.
   */
  terminating: NamespacedName | null;
  /**
   * If the pod is bound or evicts others: the volumes that its node depends on and that the answer does not know;
   * the following steps hold its room on the node. Absent: none.
   */
  volumes?: VolumeName[];
  /** What Kubernetes leaves open about volumes, if the pod is bound or waits for a node. Absent: nothing. */
  volumeTies?: VolumeTiesAnswer;
  /**
   * If the pod waits for the same reasons as when it was tried before: the first such step since it last waited for
   * others; `null`: it does not.
   */
  sameAs: number | null;
};

/** The nodes, pods and quotas after a step of the queue. */
export type QueueStepAnswer = {
  /** The step; 0: before the first step. */
  step: number;
  /** The quotas, in the order of the input. */
  quotas: QuotaState[];
  /** A page of the nodes, in the order of the input. */
  nodes: QueueNode[];
  /**
   * The first 100 pods without a node, in the order of the input; without those that are
   * refused at admission.
   */
  unbound: NamespacedName[];
  /** The number of all pods without a node, but those that are refused. */
  unboundTotal: number;
  /**
   * The first 100 new pods that a `ResourceQuota` refuses at admission, in the order of the queue, as
   * `namespace/name`: they do not exist in the cluster.
   */
  refused: NamespacedName[];
  /** The number of all of them. */
  refusedTotal: number;
  /** The other nodes with the best score; `null`: none. */
  tie: NodeTie | null;
  /** The verdict on each pod of its node, as of `explainNode`; `null`: the step evicts no pod. */
  verdicts: PodVerdict[] | null;
  /** If the step evicts pods: those of its node that other orders of equally important pods would evict or spare. */
  ties: TieAnswer[];
  /** The node with another order of equally important pods, with its victims; `null`: none. */
  otherChoice: OtherChoice | null;
  /** If the step evicts pods: the nodes where evictions cost the least, sorted by name; upstream takes any of them. */
  chosenAnyOf: string[];
  /**
   * The faults of Kubernetes without which the cycle of the step would go otherwise; none in profile `Proposal`.
   * That of a score only if the default profile picks the nodes.
   */
  faults: FaultAnswer[];
  /**
   * If the default profile picks the nodes: how the scheduler of the other profile would end the cycle of the step,
   * with its faults or without them; absent if that is the same end.
   */
  otherCycle?: OtherCycle;
};

/** Options of `queueStep`. */
export interface QueueStepOptions {
  /** How the queue is scheduled; its `offset` and `limit` have no effect. */
  queue?: QueueOptions | undefined;
  /** The step; 0: before the first step. A number beyond the last step means the last one. */
  step: number;
  /** How many nodes to skip. Default: `0`. */
  offset?: number | undefined;
  /** The maximum number of nodes to list. Default: `100`. */
  limit?: number | undefined;
}

/** A finding about quotas. */
export type QuotaDiagnostic = {
  /** The stable code of the finding. */
  code: QuotaFindingCode;
  /** The severity: `warning` or `info`. */
  severity: Severity;
  /** The object that the finding is about; `null` if it is about all quotas. */
  object: ObjectName | null;
  /** The path of the field in that object; empty if it is about all quotas. */
  path: string;
  /** The range of that field in the input; `null` if it is about all quotas. */
  range: TextRange | null;
  /** The name of the resource; `null` if the finding is not about one. */
  resource: string | null;
  /** The faulty amount, in milli-CPU or base units; `null` if no amounts are compared. */
  found: number | null;
  /** The amount that it is compared with, in milli-CPU or base units; `null` if no amounts are compared. */
  bound: number | null;
  /** The `ResourceQuota` whose `spec.hard` is broken; `null` if the finding is not about one. */
  resourceQuota: NamespacedName | null;
  /** Why the API server refuses the pod; absent if the finding is not about that. */
  refusal?: RefusingKey;
};

/** A resource of which more would be used than a quota allows. */
export type QuotaExcess = {
  /** The resource. */
  resource: string;
  /** The amount that would be used, in milli-CPU or base units. */
  wouldUse: number;
  /** The amount that may be used, in milli-CPU or base units. */
  bound: number;
  /** Whether the max does not list the resource, so that its bound is 0. Absent: not. */
  unlisted?: boolean;
};

/**
 * The code of a finding about quotas; stable.
 *
 * - `several-quotas`: an earlier quota of the namespace is in force instead
 * - `pods-ignored`: `pods` in `min` or `max` has no effect
 * - `max-empty`, `max-without-cpu-and-memory`, `max-missing-is-zero`: a basic resource that `max` does not
 *   name is 0
 * - `max-below-min`: `max` of a resource is below `min`
 * - `min-is-zero`: `min` of a resource is 0: all its use is borrowed
 * - `quota-unused`: the text has pods, but none in the namespace of the quota
 * - `used-above-max`: the namespace uses more than `max`
 * - `status-differs`: `status.used` is not the sum of the charges
 * - `min-above-capacity`: the sum of all mins exceeds the nodes
 * - `min-equals-capacity`: the sum of all mins is all that the nodes have
 * - `used-above-min`: all quotas together use more than the sum of all mins: the plugin admits no pod
 * - `min-above-hard`, `max-above-hard`: `min` or `max` of a resource is above `spec.hard` of a ResourceQuota of
 *   the namespace
 * - `refused-at-admission`: the API server refuses a new pod by a ResourceQuota
 * - `request-above-every-node`, `request-above-max`, `request-above-min`: a pending pod requests more than any
 *   node has, than the `max` of its quota, or than the sum of all mins
 */
export type QuotaFindingCode =
  | "several-quotas"
  | "pods-ignored"
  | "max-empty"
  | "max-without-cpu-and-memory"
  | "max-missing-is-zero"
  | "max-below-min"
  | "min-is-zero"
  | "quota-unused"
  | "used-above-max"
  | "status-differs"
  | "min-above-capacity"
  | "min-equals-capacity"
  | "used-above-min"
  | "min-above-hard"
  | "max-above-hard"
  | "refused-at-admission"
  | "request-above-every-node"
  | "request-above-max"
  | "request-above-min";

/** Why a quota rejects a pod: the use of one resource would exceed a limit. */
export type QuotaRejectionAnswer = {
  /**
   * `OverMax`: the namespace would use more than its max. `OverAggregatedMin`: all namespaces together would use
   * more than the sum of all mins.
   */
  reason: "OverMax" | "OverAggregatedMin";
  /** The first resource whose use would exceed the limit; upstream stops at it. */
  resource: string;
  /** The amount that would be used, in milli-CPU or base units. */
  wouldUse: number;
  /** The amount that may be used, in milli-CPU or base units. */
  bound: number;
  /** Whether the max does not list the resource, so that its bound is 0. Absent: not. */
  unlisted?: boolean;
  /** The other resources whose use would exceed the limit, too. */
  others: QuotaExcess[];
  /** The message of upstream. */
  message: string;
};

/** A quota, its use and its loans. */
export type QuotaRow = {
  /** Whether the quota is in force: only the first quota of a namespace is. */
  governs: boolean;
  /** The number of live bound pods that it counts. */
  pods: number;
  /** The amounts that it uses beyond its min; resources within it are left out. */
  borrowed: AmountMap;
  /** The amounts of its min that other quotas use; resources that it does not lend are left out. */
  lent: AmountMap;
  /** `status.used` of the input, as quantities; `null` if absent. No scheduler reads it. */
  statusUsed: TextMap | null;
  /** `status.used` as the quota's controller would write it. */
  statusExpected: TextMap;
  /** The namespace of the quota. */
  namespace: string;
  /** The name of the quota. */
  name: string;
  /** The sum of the charges of the live bound pods of the namespace. */
  used: AmountMap;
  /** The same once the victims of the answer are evicted; absent if none of them is of this quota. */
  usedAfterEviction?: AmountMap;
  /** The amounts that the namespace is guaranteed. */
  min: AmountMap;
  /** The amounts that the namespace may use at most; `null`: no limit. */
  max: AmountMap;
  /** Whether the namespace uses more than its min of any resource. */
  usedOverMin: boolean;
};

/** A quota and the use of its namespace. */
export type QuotaState = {
  /** The namespace of the quota. */
  namespace: string;
  /** The name of the quota. */
  name: string;
  /** The sum of the charges of the live bound pods of the namespace. */
  used: AmountMap;
  /** The same once the victims of the answer are evicted; absent if none of them is of this quota. */
  usedAfterEviction?: AmountMap;
  /** The amounts that the namespace is guaranteed. */
  min: AmountMap;
  /** The amounts that the namespace may use at most; `null`: no limit. */
  max: AmountMap;
  /** Whether the namespace uses more than its min of any resource. */
  usedOverMin: boolean;
};

/** All elastic quotas of a text: use, loans and findings. */
export type QuotasAnswer = {
  /** The names of the resources that a quota limits or counts. */
  resources: string[];
  /** The amounts that all nodes together can give to pods. */
  capacity: AmountMap;
  /** The sum of all mins: all quotas together may use no more than this. */
  min: AmountMap;
  /** The amounts that all quotas together use. */
  used: AmountMap;
  /** The number of live bound pods without a quota. */
  podsWithoutQuota: number;
  /** The quotas, in the order of the input. */
  quotas: QuotaRow[];
  /** The loans between quotas. No scheduler records the lender: these are proportional shares. */
  loans: Loan[];
  /** Findings about the quotas. */
  quotaDiagnostics: QuotaDiagnostic[];
};

/** `CapacityScheduling` panics with the version of Kubernetes that the answer assumes. */
export type QuotasAsBefore = {
  /** The version that the answer assumes. */
  version: KubernetesVersion;
  /** The latest version with which `CapacityScheduling` works: quotas are answered as with it. */
  quotasOf: KubernetesVersion;
};

/** Options of `quotas`. */
export interface QuotasOptions {
  /** The scheduler to reproduce. It tells how a resource is read that `max` does not name. Default: `"auto"`. */
  profile?: ProfileChoice | undefined;
  /** The version of Kubernetes. Default: the newest that nodes report; else 1.36. */
  kubernetesVersion?: KubernetesVersion | undefined;
}

/** A bound of a `ResourceQuota` that is raised. */
export type RaisedHardAnswer = {
  /** The `ResourceQuota`. */
  quota: NamespacedName;
  /** The key of `spec.hard`. */
  key: string;
  /** The new bound. */
  to: string;
};

/** The rank of one cluster for every real weight of one prioritizer. */
export type RankAnswer = {
  /** The cluster. */
  cluster: string;
  /** The prioritizer. */
  prioritizer: string;
  /** Its weight in force. */
  weight: number;
  /** The rank of the cluster, from 1; `null`: it has none. */
  rank: number | null;
  /** The number of selected clusters. */
  selected: number;
  /** The parts of the weights in which the cluster is selected, in order. */
  selectedOn: WeightRange[];
  /** The best rank that any weight gives; `null`: none. */
  best: RankPiece | null;
  /** The parts of the weights with the rank of each, in order; at most `limit`, those around the weight in force. */
  pieces: RankPiece[];
  /** The number of all parts. */
  count: number;
  /** Why the answer is empty; `null` if it is not. */
  reason: NotLinear | null;
};

/** A part of the weights, with the rank there. */
export type RankPiece = {
  /** The rank, from 1. */
  rank: number;
  /** The lower end; `null` if unbounded. */
  from: WeightBound | null;
  /** The upper end; `null` if unbounded. */
  to: WeightBound | null;
};

/** The content of a text and the findings about it. Faulty objects are reported; all others are used. */
export type ReadingAnswer = {
  /** The number of changes of the text, from 1. */
  revision: number;
  /** The number of documents and list items. */
  documents: number;
  /** The number of pieces that the last change parsed again. */
  reread: number;
  /**
   * The number of objects of each kind, most frequent first, then by name; also of kinds that schedscope does
   * not use.
   */
  kinds: KindCount[];
  /** The placements, in the order of the text. */
  placements: PlacementEntry[];
  /** The first 1,000 findings, in the order of the text. */
  diagnostics: Diagnostic[];
  /** The number of all findings by severity. */
  counts: SeverityCounts;
  /** What of the text could not be read; absent if the text is whole. At most 100 places. */
  incomplete?: IncompleteText[];
};

/** What can explain that a decision differs from the recorded one. */
export type RecordedCause = {
  /** What it is. */
  code: RecordedCauseCode;
  /** The object that changed, expired or is missing; `null` where none is meant. */
  object: ObjectName | null;
  /** When it changed or expired, RFC 3339; `null` where the input does not tell. */
  time: string | null;
  /** The taint, as `key=value:effect`; only of `taint-added`. */
  taint?: string;
};

/**
 * Why a decision can differ from the recorded one. `what-if`: the options change the placement. `missing-input`:
 * the input lacks an object that it names. `number-changed`: for this `numberOfClusters` a hub would record fewer
 * clusters, or would not be satisfied with so few: the number was changed. `misconfigured-then`: the recorded
 * conditions say that the placement was misconfigured, which empties its decision; it no longer is.
 * `other-profile`: the decision of the other profile equals the recorded one. `taint-added`: a recorded cluster
 * has taints without tolerations, all of which were added after the hub recorded its decision, or at a known time
 * where it is not known when that was. `hub-taint`: the hub adds a taint without a toleration to a recorded
 * cluster, which is not available. `toleration-ended`: a toleration for a taint of a recorded cluster has ended
 * since. `changed-since`: an object was changed after the hub recorded its decision. `score-expired`: a score of
 * an add-on has expired since. `steady`: `Steady` scores the recorded clusters, and exchanges them: its weight is
 * negative, or a run of spread depends on it.
 */
export type RecordedCauseCode =
  | "what-if"
  | "number-changed"
  | "misconfigured-then"
  | "missing-input"
  | "other-profile"
  | "taint-added"
  | "hub-taint"
  | "toleration-ended"
  | "changed-since"
  | "score-expired"
  | "steady";

/** A decision compared with what a hub has recorded. */
export type RecordedComparison = {
  /**
   * Whether the recorded decisions and the status are the same as the decision, as far as the input has them;
   * does not include `otherForm`.
   */
  same: boolean;
  /** The number of clusters in the recorded `PlacementDecision`s; `null` if the input lacks one of them. */
  clusters: number | null;
  /**
   * The form of the recorded `PlacementDecision`s that are compared; `null` if the input has none. Where it has
   * both, `ocm`.
   */
  form: DecisionForm | null;
  /**
   * How the decisions of SIG Multicluster's form differ from those of OCM's; absent if they do not, or if the input
   * has only one form.
   */
  otherForm?: DecisionFormDifference;
  /** The clusters that are selected and not recorded, by name; at most `limit` of them, or 10. */
  added: string[];
  /** The clusters that are recorded and not selected, by name; at most `limit` of them, or 10. */
  removed: string[];
  /** The number of all clusters that are selected and not recorded. */
  addedCount: number;
  /** The number of all clusters that are recorded and not selected. */
  removedCount: number;
  /** `status.numberOfSelectedClusters`; `null` if the input does not have it. */
  numberOfSelectedClusters: Integer | null;
  /** The recorded conditions whose status or reason differs. */
  conditions: RecordedConditionDifference[];
  /**
   * The first decision group whose name or clusters differ, where the clusters of all groups together do not;
   * absent if none does.
   */
  group?: RecordedGroupDifference;
  /**
   * When the hub wrote it at the earliest, RFC 3339, by the times in the placement and its decisions; `null` if
   * they have none.
   */
  at: string | null;
  /** What can explain the difference, likeliest first; empty if nothing differs, or if the input does not tell. */
  causes: RecordedCause[];
};

/** A recorded condition that differs from the one of the decision. */
export type RecordedConditionDifference = {
  /** The type: `PlacementMisconfigured` or `PlacementSatisfied`. */
  type: string;
  /** The recorded status. */
  status: string;
  /** The recorded reason. */
  reason: string;
  /** The reason of the decision. */
  decided: string;
};

/** A failure that a controller recorded. */
export type RecordedFailure = {
  /** The workload. */
  object: ObjectName;
  /** The reason, such as `FailedCreate` or `BackoffLimitExceeded`. */
  reason: string;
  /** The message. */
  message: string;
};

/** A recorded decision group that differs from the one of the decision. */
export type RecordedGroupDifference = {
  /** Its index, from 0. */
  index: number;
  /** The recorded one; `null`: the hub has recorded fewer groups. */
  recorded: GroupSize | null;
  /** That of the decision; `null`: it has fewer groups. */
  decided: GroupSize | null;
};

/**
 * Why a pod is on its recorded node: it is scheduled again as if it were pending. Pods that have gone since are not in
 * the input.
 */
export type RecordedNodeAnswer = {
  /** The pod. */
  pod: NamespacedName;
  /** The node that it is on. */
  node: string;
  /** Whether it is the mirror of a static pod: no scheduler placed it. */
  mirror: boolean;
  /** With all other pods. */
  now: RecordedNodeDecision;
  /** Without the pods in `without`; `null`: no pod started later. */
  then: RecordedNodeDecision | null;
  /**
   * The first pods that `then` is without: if its node is not the result now, the fewest found without which it is:
   * one pod that started later, or those that started last. Otherwise, and if none are found, all that started
   * later.
   */
  without: NamespacedName[];
  /** The number of all of them. */
  withoutTotal: number;
  /** The number of pods on nodes that started later (`status.startTime`, or `metadata.creationTimestamp` without it). */
  laterTotal: number;
  /**
   * The number of decisions of the search; 0: it was not necessary. Of more than 500 later pods, the last 500 are
   * tried.
   */
  decisions: number;
  /** The number of pods on nodes of which the input does not tell whether they started later: they stay. */
  untimed: number;
};

/** What the scheduler decides about a pod that is on a node. */
export type RecordedNodeDecision = {
  /**
   * `same`: its node is one of those with the highest total, or the only one that fits. `elsewhere`: another node
   * has a higher total. `rejected`: its node fits, and its quota does not admit it. `misfit`: a filter rejects its
   * node.
   */
  kind: "misfit" | "rejected" | "elsewhere" | "same";
  /** The number of nodes that fit. */
  feasible: number;
  /** 1 plus the number of nodes with a higher total; `null`: it is not scored. */
  rank: number | null;
  /** The number of nodes with the same total, itself included; `null`: likewise. */
  alike: number | null;
  /** Why its node does not fit; `null`: it fits. */
  misfit: MisfitAnswer | null;
  /** Why its quota does not admit it; `null`: it is admitted, or has no quota. */
  rejection: QuotaRejectionAnswer | null;
  /** How its cycle ends. */
  outcome: "Schedulable" | "Preempt" | "Unschedulable" | "Gated" | "Error";
  /** The node that it is bound to or nominated for; `null`: it waits. */
  chosen: string | null;
  /** The totals of its own node and of the chosen one; `null`: not both are scored. */
  scores: RecordedScores | null;
};

/** Options of `recordedNode`. */
export interface RecordedNodeOptions {
  /** The pod, which is on a node. */
  pod: NamedObject;
  /** The scheduler to reproduce. Default: `"auto"`. */
  profile?: ProfileChoice | undefined;
  /** The version of Kubernetes. Default: the newest that nodes report; else 1.36. */
  kubernetesVersion?: KubernetesVersion | undefined;
  /** The maximum number of pods in `without`. Default: `100`. */
  limit?: number | undefined;
}

/** A pod on a node that the scheduler would not put there now. */
export type RecordedPodAnswer = {
  /** The pod. */
  pod: NamespacedName;
  /** The priority of the pod. */
  priority: number;
  /** The node that it is on. */
  node: string;
  /**
   * `misfit`: a filter rejects its node, whether or not its quota admits it. `rejected`: its node fits, and its
   * quota does not admit it. `elsewhere`: it is admitted and fits, and another node scores higher.
   */
  kind: "misfit" | "rejected" | "elsewhere";
  /** Why its node does not fit; `null`: it fits. */
  misfit: MisfitAnswer | null;
  /** Why its quota does not admit it; `null`: it is admitted, or has no quota. */
  rejection: QuotaRejectionAnswer | null;
  /** How its cycle would end if it were pending. */
  outcome: "Schedulable" | "Preempt" | "Unschedulable" | "Gated" | "Error";
  /** The node that it would be bound to or nominated for; `null`: it would wait. */
  chosen: string | null;
  /** The pods that it would evict there, most important first. */
  victims: NamespacedName[];
  /** Those of them that are terminating already: the pod waits for them, and nobody evicts them. Absent: none. */
  terminating?: NamespacedName[];
  /** The totals of its own node and of the chosen one; `null`: not both are scored. */
  scores: RecordedScores | null;
};

/** A quota whose `status.used` is not what its controller would write. */
export type RecordedQuotaAnswer = {
  /** The namespace of the quota. */
  namespace: string;
  /** The name of the quota. */
  name: string;
  /** Whether the quota is in force: only the first quota of a namespace is. */
  governs: boolean;
  /** The resources that differ, by name. */
  resources: RecordedUseAnswer[];
  /**
   * The likeliest cause. `ended-pods`: the status counts `causePods`, which have ended since. `new-pods`: the status
   * does not count `causePods` yet, the ones that started last. `missing-pods`: it counts more than the input has:
   * pods that the input lacks, or that are gone since. `older`: it counts less: it was written before pods started.
   */
  cause: "ended-pods" | "new-pods" | "missing-pods" | "older";
  /** The first 10 pods of the cause. */
  causePods: NamespacedName[];
  /** The number of all of them. */
  causePodsTotal: number;
  /** The 10 running pods of the namespace that count most of the first of these resources. */
  pods: CountedPodAnswer[];
  /** The number of running pods of the namespace, which the controller counts. */
  podsTotal: number;
};

/** The scores of a pod's own node and of the chosen one by a plugin. */
export type RecordedScoreTerm = {
  /** The name of the plugin, as in Kubernetes. */
  plugin: string;
  /** The weight of its scores. */
  weight: number;
  /** The score of the pod's own node, 0 to 100. */
  own: number;
  /** The score of the chosen node, 0 to 100. */
  best: number;
};

/** The totals by which another node than a pod's own would be chosen. */
export type RecordedScores = {
  /** The total of the pod's own node. */
  own: number;
  /** The total of the chosen node. */
  best: number;
  /** The plugins by which they differ, the largest difference of score times weight first. */
  terms: RecordedScoreTerm[];
};

/** A resource of which a quota's status and the pods of the input differ. */
export type RecordedUseAnswer = {
  /** The resource. */
  resource: string;
  /** The amount in `status.used`, as a quantity. */
  recorded: string;
  /** The amount that the quota's controller would write for the pods of the input: what the running ones request. */
  counted: string;
  /** The amount that the scheduler charges, in milli-CPU or base units. `null`: the quota is not in force. */
  charged: number | null;
};

/** What kube-scheduler recorded of a pod that it could not place. */
export type RecordedVerdict = {
  /** The pod; `null`: the one that the answer is about. */
  pod: NamespacedName | null;
  /** The message. */
  message: string;
};

/** A field that no API server takes as it is, or that it does not know. */
export type RefusedField = {
  /** The object. */
  object: ObjectName;
  /** The path of the field, such as `spec.sortBy`. */
  path: string;
  /** The code of its diagnostic. */
  code: DiagnosticCode;
  /** What is wrong with it: the message of its diagnostic. */
  message: string;
  /** The name that was probably meant; absent if none is near. */
  suggestion?: string;
};

/** A new pod that is never tried, because the API server refuses it. */
export type RefusedPod = {
  /** The pod. */
  pod: NamespacedName;
  /** The `ResourceQuota` that refuses it; `used` counts the new pods that were admitted before. */
  resourceQuota: ResourceQuotaAnswer;
};

/** A further key or bound that refuses a pod. */
export type RefusingKey = {
  /** As in `ResourceQuotaAnswer::limits`. */
  limits?: "Container" | "Pod" | "PersistentVolumeClaim";
  /** The namespace of the `ResourceQuota` or `LimitRange`. */
  namespace: string;
  /** The name of the `ResourceQuota` or `LimitRange`. */
  name: string;
  /** The key of `spec.hard`, such as `requests.cpu`; the list and resource of a `LimitRange` in the same form. */
  resource: string;
  /** As in `ResourceQuotaAnswer::volume`. */
  volume?: string;
  /** As in `ResourceQuotaAnswer::rule`. */
  rule: "exceeded" | "must-specify" | "below-min" | "above-max" | "above-limit" | "above-ratio";
  /**
   * The amount that the namespace may use, in milli-CPU or base units; the bound of a `LimitRange`, a ratio in
   * thousandths.
   */
  hard: number;
  /** As in `ResourceQuotaAnswer::used`. */
  used: number;
  /** As in `ResourceQuotaAnswer::from_status`. */
  fromStatus: boolean;
  /** Of it the part of the new pods that are admitted before the pod. */
  new: number;
  /** The amount that the pod or a container asks for, or its ratio; 0 if it names none. */
  requested: number;
};

/** A toleration that does not tolerate a taint. */
export type RejectedToleration = {
  /** The index of the toleration in `spec.tolerations`. */
  toleration: number;
  /** Why the toleration does not tolerate the taint. */
  why: TolerationRejection;
};

/**
 * A whole decision, except for the explanations of single clusters.
 *
 * Numbers keep all digits. Lists of names are sorted unless their field says otherwise. Memory: O(clusters x
 * prioritizers).
 */
export type ReportAnswer = {
  /** The decided placement. */
  placement: ObjectName;
  /** The scheduler to reproduce. */
  profile: Profile;
  /** The time of the decision, RFC 3339. */
  now: string;
  /** Whether all clusters are candidates because the input has neither sets nor bindings. */
  allClustersConsidered: boolean;
  /** The bindings in the placement's namespace whose cluster set exists. */
  validBindings: string[];
  /** The bound cluster sets that the placement may choose from. */
  eligibleClusterSets: string[];
  /** The names of the candidates. */
  candidates: string[];
  /** The status of the scheduler; `null` if it did not run. */
  status: SchedulerStatus | null;
  /** The clusters that pass each filter. */
  filterResults: FilterResult[];
  /** The scores of each prioritizer, sorted by name, then weight. */
  prioritizerResults: PrioritizerResult[];
  /** The totals of the feasible clusters. */
  scores: ScoreMap;
  /** The feasible clusters, best first, selected ones included. */
  feasible: string[];
  /** The selected clusters, best first; with spread in the order of the picks. */
  selected: string[];
  /** How many more clusters are wanted than are selected. */
  unscheduled: number;
  /** When the hub decides again because a toleration ends, RFC 3339. `null`: none ends. */
  requeueTime: string | null;
  /** The number of clusters after each step. */
  clusterCounts: ClusterCounts;
  /** The decision groups, in order. */
  decisionGroups: DecisionGroupStatus[];
  /** The `PlacementDecision`s that the hub would write. */
  placementDecisions: DecisionObject[];
  /** The names of the recorded `PlacementDecision`s that the hub would delete. */
  deletedPlacementDecisions: string[];
  /** The conditions of the placement's status: `PlacementMisconfigured` and `PlacementSatisfied`. */
  conditions: Condition[];
  /** The run of spread; `null` without a run. */
  spread: SpreadReport | null;
  /** Notes on the decision: what may surprise. */
  notes: DecisionNote[];
  /** How the decision ended. */
  outcome: DecisionOutcome;
  /** Why the hub leaves the placement alone; `null` unless `outcome` is `skipped`. */
  skipReason: SkipReason | null;
  /** The path of the faulty field in the placement; `null` unless `outcome` is `invalid`. */
  invalidPath: string | null;
  /** The fault of that field; `null` unless `outcome` is `invalid`. */
  problem: PlacementProblem | null;
  /** The error that the hub ends with; empty without one, and if `outcome` is `invalid`. */
  error: string;
  /** What the other profile decides; absent if it decides the same, unless this is a preview. */
  otherProfile?: OtherProfile;
  /**
   * The decision against what a hub has recorded in the input; absent if nothing is recorded, or if nothing was
   * scheduled.
   */
  recorded?: RecordedComparison;
  /**
   * The recorded decision that stays in force, because the hub leaves the placement alone or stops before it
   * schedules; absent if something was decided, or nothing is recorded.
   */
  kept?: KeptDecision;
  /** The Applications that Argo CD creates from the decision; absent if no `ApplicationSet` of the input reads it. */
  applications?: DecisionApplications[];
};

/** Where a requirement looks. At a `label`, at a cluster `claim`, or at the whole object by `cel`. */
export type RequirementOn = "label" | "claim" | "cel";

/** One requirement of a predicate and whether the cluster meets it. */
export type RequirementResult = {
  /** Where the requirement looks: at a label, at a cluster claim, or at the object by CEL. */
  on: RequirementOn;
  /** The key of the label or claim; for CEL the expression. */
  key: string;
  /** The operator: `=` for `matchLabels`, else `In`, `NotIn`, `Exists` or `DoesNotExist`; empty for CEL. */
  operator: string;
  /** The values that the operator compares with; empty for `Exists`, `DoesNotExist` and CEL. */
  values: string[];
  /**
   * The value that the cluster has; `null` if the key is missing. For CEL `true`, `false` or `error`; `null` if
   * the expression was not evaluated.
   */
  actual: string | null;
  /** The error of the CEL expression; `null` without one. */
  error: string | null;
  /**
   * The budget of cost that the CEL expression exceeds on the cluster (`actual` is `error` then); `null` if it
   * exceeds none.
   */
  overdrawn: CelBudget | null;
  /** Whether the cluster meets the requirement. */
  holds: boolean;
  /** The path of the requirement in the placement. */
  path: string;
};

/** What a requirement of a predicate selects by. */
export type RequirementSubject = "label" | "claim";

/** One resource of one node; amounts in milli-CPU or base units. */
export type ResourceAnswer = {
  /** The name of the resource. */
  name: string;
  /** The amount that the node can give to pods. */
  allocatable: number;
  /** The sum of the requests of the pods on the node. */
  requested: number;
  /** The sum of the limits of the pods on the node. */
  existingLimit: number;
  /** The request of the incoming pod. */
  podRequest: number;
  /** The limit of the incoming pod. */
  podLimit: number;
  /**
   * The limit-aware score of this resource: at most 100, below 0 if the limits exceed the node; `null` if the
   * node has none of it.
   */
  score: number | null;
};

/** The `ResourceQuota` or `LimitRange` by which the API server refuses a new pod. */
export type ResourceQuotaAnswer = {
  /** What the bound of a `LimitRange` is of; absent for a `ResourceQuota`. */
  limits?: "Container" | "Pod" | "PersistentVolumeClaim";
  /** The namespace of the `ResourceQuota` or `LimitRange`. */
  namespace: string;
  /** The name of the `ResourceQuota` or `LimitRange`. */
  name: string;
  /** The key of `spec.hard`, such as `requests.cpu`; the list and resource of a `LimitRange` in the same form. */
  resource: string;
  /** The volume whose claim is refused, in place of the pod; absent: the pod is. */
  volume?: string;
  /**
   * `exceeded`: the namespace would use more than `hard`. `must-specify`: a container, or the pod, does not name the
   * resource. Of a `LimitRange`: `below-min`, `above-max` and `above-ratio` (`maxLimitRequestRatio`);
   * `above-limit`: a request is above the limit that the `LimitRange` sets.
   */
  rule: "exceeded" | "must-specify" | "below-min" | "above-max" | "above-limit" | "above-ratio";
  /**
   * The amount that the namespace may use, in milli-CPU or base units; the bound of a `LimitRange`, a ratio in
   * thousandths.
   */
  hard: number;
  /**
   * The amount that it uses without the pod: `status.used`, or that of the pods of the input; and that of the new
   * pods that are admitted before it, which are those before it in the queue.
   */
  used: number;
  /** Whether `status.used` is the first part; else it is counted from the pods of the input. */
  fromStatus: boolean;
  /** The part of the new pods that are admitted before it. */
  new: number;
  /** The amount that the pod or a container asks for, or its ratio; 0 if it names none. */
  requested: number;
  /** The further keys that refuse the pod, of this `ResourceQuota` and of others. */
  more: RefusingKey[];
};

/** Why a workload creates no pods here. */
export type RestCause = "suspended" | "schedule" | "suspended-schedule" | "nodes";

/**
 * A rollout, step by step. In each step, the controller creates or deletes as many pods as its strategy allows, and
 * the pods that wait are scheduled. A pod that gets a node is available immediately; probes and images are not
 * simulated. A pod of the input that has a node and is not ready stays so.
 */
export type RolloutAnswer = {
  /** The workload. */
  object: ObjectName;
  /**
   * How it ends. `completes`: all old pods that are to be replaced are, and the new ones are on nodes. `stops`: the
   * controller waits for a pod that stays pending. `waits`: it waits for a pod that has a node and is not ready, as
   * the input says. `paused`: the `Deployment` is paused. `on-delete`: nothing
   * happens until the old pods are deleted. `endless`: pods preempt each other endlessly, or there are too many
   * steps.
   */
  end: "completes" | "stops" | "waits" | "paused" | "on-delete" | "endless";
  /**
   * Whether all pods have the template of the workload already, as far as the input tells: a restart is simulated,
   * which replaces them all.
   */
  restart: boolean;
  /** The strategy. */
  strategy: "RollingUpdate" | "Recreate" | "OnDelete";
  /** How many pods there may be above the wanted number; `null`: not a rolling update. */
  maxSurge: number | null;
  /** How many pods of the wanted number may be unavailable; `null`: not a rolling update. */
  maxUnavailable: number | null;
  /** The number of old pods before the first step. */
  old: number;
  /** The number of pods that have the new template before the first step. */
  new: number;
  /** The number of pods with the previous template after `replicas` changed. Absent: it did not change. */
  scaledTo?: number;
  /** The number of old pods at the end: those that wait to be replaced, or that a partition keeps. */
  oldLeft: number;
  /** The number of pods with the new template that are on nodes and can start there, at the end. */
  updated: number;
  /**
   * The number of pods of the workload that get a node which depends on volumes that the answer does not know, and
   * are on it at the end: whether the rollout ends so depends on these volumes. Absent: none.
   */
  volumeDependent?: number;
  /** The first 100 pods of the workload that have no node at the end, new ones first. */
  pending: NamespacedName[];
  /** The number of all of them. */
  pendingTotal: number;
  /**
   * Whether the rollout creates the first of them. Unless it is of a `StatefulSet`, its name here is not the one
   * that it gets.
   */
  pendingCreated: boolean;
  /**
   * The cycle of the first of them at the end; `null`: there is none. `resourceQuota` says so if the API server
   * refuses it.
   */
  blocked: SimulatePodAnswer | null;
  /**
   * The first new pod that has a node and cannot start there: its volume is attached to another node. Absent: there
   * is none.
   */
  detached?: DetachedPod;
  /** The first 100 pods that have a node and are not ready at the end, new ones first. Absent: none. */
  unready?: NamespacedName[];
  /**
   * Changes with which the rollout completes, each rolled out again by itself: at most one of the strategy, and one
   * more node. Empty: it completes, or none of those that were tried helps.
   */
  fixes: RolloutFixAnswer[];
  /** The number of pods that the scheduler evicts for pods of the rollout or for others. Absent: none. */
  evicted?: number;
  /** The number of all steps. */
  stepsTotal: number;
  /** A page of the steps. */
  steps: RolloutStepAnswer[];
};

/** A change with which a rollout completes. */
export type RolloutFixAnswer = {
  /**
   * `no-surge`: `maxSurge: 0` and `maxUnavailable: 1`. `recreate`: the strategy `Recreate`. `uncordon`: `node` is
   * not cordoned any more. `labels`: `node` has the labels of the `nodeSelector` of the template. `no-selector`: the
   * template has no `nodeSelector`. `node`: one more node, with the pods that every `DaemonSet` runs there, and the
   * static pods of the node that it is like. `hard`: `spec.hard` of `ResourceQuota`s is raised. `ready`: the pods
   * that are not ready become ready.
   */
  change: "no-surge" | "recreate" | "uncordon" | "labels" | "no-selector" | "node" | "hard" | "ready";
  /** The node that the further one is like; `null` for other changes. */
  like: string | null;
  /** The node that is uncordoned or labelled; absent for other changes. */
  node?: string;
  /** The bounds that are raised. Absent: none. */
  hard?: RaisedHardAnswer[];
  /** The number of pods whose node depends on volumes that the answer does not know. Absent: none. */
  volumeDependent?: number;
};

/** Options of `rollout`. */
export interface RolloutOptions {
  /** The `Deployment`, `StatefulSet` or `DaemonSet`: its kind, namespace and name. */
  object: ObjectName;
  /** The scheduler to reproduce. Default: `"auto"`. */
  profile?: ProfileChoice | undefined;
  /** The version of Kubernetes. Default: the newest that nodes report; else 1.36. */
  kubernetesVersion?: KubernetesVersion | undefined;
  /** How many steps to skip. Default: `0`. */
  offset?: number | undefined;
  /** The maximum number of steps to list. Default: `100`. */
  limit?: number | undefined;
}

/** A pod with its node. */
export type RolloutPod = {
  /** The pod. */
  pod: NamespacedName;
  /** The node; `null`: none. */
  node: string | null;
};

/** A step of a rollout: what the controller does, then what the scheduler does. */
export type RolloutStepAnswer = {
  /** The number of the step, from 1. */
  step: number;
  /** The new pods that the controller creates. */
  created: NamespacedName[];
  /** The new pods that a `ResourceQuota` refuses. */
  refused: NamespacedName[];
  /** The pods that the controller deletes, with the nodes that they were on. */
  deleted: RolloutPod[];
  /** The pods of the workload that get a node, with it. */
  bound: BoundPod[];
  /** The pods that the scheduler evicts to make room. */
  evicted: NamespacedName[];
};

/** How a timeline of autoscaled VMs runs. */
export type RunAfter = {
  /** The number of migrations. */
  migrations: number;
  /** The number of agents' requests that are not granted as they are. */
  denied: number;
  /** The number of VMs of the input that are not on a node in the end: their agents make no request. */
  unplaced: number;
  /** Whether every start of the scheduler succeeds. */
  starts: boolean;
};

/** What keeps a cluster autoscaler with its default flags from removing a node. */
export type ScaleDownAnswer = {
  /** Whether the node has the annotation `cluster-autoscaler.kubernetes.io/scale-down-disabled: "true"`. */
  disabled: boolean;
  /** The first 100 pods that keep it, in the order of the drain. */
  pods: ScaleDownPod[];
  /** The number of all of them. */
  podsTotal: number;
};

/** A pod that keeps a cluster autoscaler from removing its node. */
export type ScaleDownPod = {
  /** The pod. */
  pod: NamespacedName;
  /**
   * The first rule that applies. `not-replicated`: it has no controller. `kube-system`: it is in that namespace, and
   * no `PodDisruptionBudget` selects it. `not-safe-to-evict`: its annotation
   * `cluster-autoscaler.kubernetes.io/safe-to-evict` is `false`. `local-storage`: it has a `hostPath` volume, or an
   * `emptyDir` that is not in memory. `budget`: a
   * `PodDisruptionBudget` that selects it allows no disruption now.
   */
  why: "not-replicated" | "kube-system" | "not-safe-to-evict" | "local-storage" | "budget";
};

/** A scheduler that pending pods name. */
export type SchedulerPods = {
  /** The `schedulerName`. */
  name: string;
  /** The number of pending pods that name it. */
  pods: number;
};

/** The status that the scheduler of the hub ends with. */
export type SchedulerStatus = {
  /** The status code. */
  code: SchedulerStatusCode;
  /** The plugin that ended the run; empty for the scheduler itself. */
  plugin: string;
  /** The message of the hub; empty if no decision is defined: `outcome` then names the fault. */
  message: string;
  /** The path of the prioritizer's configuration that is at fault; absent if another field is. */
  path?: string;
};

/**
 * The status code of the scheduler. `Success`. `Warning`: decided, and `message` describes a problem.
 * `Misconfigured`: the placement has a fault, and its decisions are emptied. `Error`: another fault.
 */
export type SchedulerStatusCode = "Success" | "Warning" | "Misconfigured" | "Error";

/** A fault of Kubernetes that decides which nodes a pod fits, or which one it gets. */
export type ScoreFaultAnswer = {
  /** The fault, as in `simulatePod`. */
  fault: "nsSelector" | "spreadDryRun" | "portSet" | "leastPodLevel" | "readWriteOncePod";
  /**
   * Whether the answer has the fault, as `Upstream` has; `false`: today's kube-scheduler has it, and this answer of
   * `Proposal` is without it.
   */
  applied: boolean;
  /**
   * The nodes that another filter or none would reject otherwise, without the fault or with it, in the order of the
   * text.
   */
  nodes: string[];
  /**
   * The node that the default profile would take otherwise; `null` if the pod would fit none, or without the option
   * `defaultProfile`.
   */
  choice: NodeChoice | null;
};

/** How far a feasible cluster is below the last selected one. */
export type ScoreGap = {
  /** The name of the last selected cluster. */
  to: string;
  /** The total of that cluster less the total of this one; 0 if only the name decided. */
  total: Integer;
  /** The same difference for each prioritizer. */
  terms: ScoreGapTerm[];
};

/** The part of one prioritizer in a `ScoreGap`. */
export type ScoreGapTerm = {
  /** The name of the prioritizer. */
  name: string;
  /** The product of the last selected cluster less that of this cluster. */
  difference: Integer;
};

/** What a score is computed from, by the kind of its prioritizer. */
export type ScoreInputs =
  | {
      type: "steady";
      /** Whether they have it. */
      recorded: boolean;
    }
  | {
      type: "balance";
      /** The number of entries in the recorded decisions of all other placements that name the cluster. */
      decisions: number;
      /** The largest such number of any cluster, including clusters that are not candidates or do not exist. */
      most: number;
    }
  | {
      type: "resource-allocatable";
      /** The resource. */
      resource: string;
      /** `status.allocatable` of the cluster in base units (cores, bytes); `null` without it or without capacity. */
      allocatable: number | null;
      /** `status.capacity` of the cluster in base units; `null` likewise. Its amount does not matter. */
      capacity: number | null;
      /** The least allocatable of the feasible clusters that report both; `null` if none does. */
      least: number | null;
      /** The most allocatable of these clusters. */
      most: number | null;
    }
  | {
      type: "resource-ratio";
      /** The resource. */
      resource: string;
      /** `status.allocatable` of the cluster in base units (cores, bytes); `null` without it or without capacity. */
      allocatable: number | null;
      /** `status.capacity` of the cluster in base units; `null` likewise. */
      capacity: number | null;
    }
  | {
      type: "add-on";
      /** The `AddOnPlacementScore` of the cluster; `null` if the input does not have it. */
      object: ObjectName | null;
      /** The value in it, in score points; the last one of several; `null` without one. */
      value: number | null;
      /** `status.validUntil`, RFC 3339; `null`: the value does not expire. */
      validUntil: string | null;
      /** When its status was last written, RFC 3339; `null` if its `managedFields` do not tell. */
      updated: string | null;
    }
  | {
      type: "spread";
      /** The step that these numbers are of: the one that picked the cluster, else the last one. */
      step: number;
      /** The raw spread score of the cluster: its term scores joined. */
      raw: Integer;
      /** The smallest raw spread score of the candidates in the step. */
      lowest: Integer;
      /** The largest raw spread score of the candidates in the step. */
      highest: Integer;
    };

/** Score points by cluster, sorted by name. */
export type ScoreMap = Record<string, number>;

/** The node that each scorer would pick for a pod, side by side, with all scores. */
export type ScoreNodesAnswer = {
  /** The pod. */
  pod: NamespacedName;
  /**
   * The `ResourceQuota` that refuses the new pod, before any scheduler sees it; the answer is what follows if it
   * were admitted. `null`: none does.
   */
  resourceQuota: ResourceQuotaAnswer | null;
  /**
   * Why the kubelet of the node that `spec.nodeName` names rejects the pod, which no scheduler sees. Absent: none
   * does.
   */
  kubelet?: KubeletRejectionAnswer;
  /**
   * The scheduling gates of the pod, in order: kube-scheduler does not try it before they are removed, and the
   * answer is what follows then.
   */
  gates: string[];
  /** Whether the pod is being deleted: kube-scheduler skips it, and the answer is what follows if it was not. */
  deleting: boolean;
  /**
   * The scheduler that the pod names; `null` if it names none or `default-scheduler`. Unless `schedulerProfile` is
   * of that name, kube-scheduler does not look at the pod, and the answer is what follows if it did.
   */
  schedulerName: string | null;
  /** The `schedulerName` of the configured profile that scores. `null`: the default profile. */
  schedulerProfile: string | null;
  /** The number of all nodes. */
  nodes: number;
  /** The number of nodes that the pod fits. */
  feasible: number;
  /** Why the pod does not fit the other nodes, with the number of nodes for each reason. */
  misfits: MisfitCount[];
  /** Why the volumes of the pod keep it from every node, so that no node is filtered. Absent: they do not. */
  volumeRefusal?: VolumeRefusalAnswer;
  /**
   * Whether preemption could help, where the pod fits no node: evictions may make room on one, nothing holds the
   * pod back, and its `preemptionPolicy` is not `Never`. `simulatePod` tries it.
   */
  mayPreempt: boolean;
  /** The names of the scored resources. */
  resources: string[];
  /** The result of each scorer, limit-aware scoring first. */
  scorers: ScorerAnswer[];
  /** The picked nodes, in the order of the scorers, each once. */
  picks: NodePick[];
  /**
   * The node that the default profile of kube-scheduler takes, and by which plugins; `null` unless the option
   * `defaultProfile` asks for it.
   */
  defaultProfile: DefaultProfileAnswer | null;
  /**
   * The faults of Kubernetes that decide which nodes the pod fits, or which one the default profile takes: by which
   * `Upstream` and `Proposal` differ here.
   */
  faults: ScoreFaultAnswer[];
  /** What the other profile decides; absent if it decides the same. */
  otherProfile?: OtherNodeProfile;
  /** Notes on the pod or the nodes that the scores do not show. */
  notes: PodNote[];
  /** The nodes from `offset`, at most `limit` of them, in the order of the option `order`. */
  rows: NodeRow[];
  /** The volumes that the node depends on. Absent: the pod has none, or it fits no node. */
  volumeDependence?: VolumeDependence;
  /**
   * What Kubernetes leaves open about the volumes of the pod, on the node that the default profile takes, else the
   * first picked one. Absent: nothing.
   */
  volumeTies?: VolumeTiesAnswer;
};

/** Options of `scoreNodes`. */
export interface ScoreNodesOptions {
  /** The pod. A pod on a node is scheduled as if it were pending. */
  pod: NamedObject;
  /** The resources to score, at most 1,000. Default: `cpu` and `memory`, each with weight 1. */
  resources?: WeightedResource[] | undefined;
  /**
   * The shape of `RequestedToCapacityRatio`: points of utilisation (0 to 100) and score (0 to 10), in ascending
   * order. Default: `[[0, 0], [100, 10]]`.
   */
  shape?: [utilisation: number, score: number][] | undefined;
  /** The limits that a best-effort pod counts with. Default: `"allocatable"`. */
  bestEffort?: BestEffort | undefined;
  /** The scorers to run. Default: all. */
  scorers?: ScorerName[] | undefined;
  /** Whether to score by the default profile of kube-scheduler, too. Default: `false`. */
  defaultProfile?: boolean | undefined;
  /** The scheduler to reproduce. The default profile of `Upstream` has the faults of its version of Kubernetes. Default: `"auto"`. */
  profile?: ProfileChoice | undefined;
  /** The version of Kubernetes. Default: the newest that nodes report; else 1.36. */
  kubernetesVersion?: KubernetesVersion | undefined;
  /**
   * The order of the rows. As in the `text`, by `name`, by the `total` of the default profile, or by the score
   * of a scorer, best first. `total` turns `defaultProfile` on. Default: `"text"`.
   */
  order?: "text" | "name" | "total" | ScorerName | undefined;
  /** How many rows to skip. Default: `0`. */
  offset?: number | undefined;
  /** The maximum number of rows to list. Default: `100`. */
  limit?: number | undefined;
}

/**
 * Why a prioritizer has no ordinary score. `step-by-step`: spread scores the cluster again in each step;
 * `expired`: the score of an add-on has expired and counts as 0; `no-score`: the score is missing and counts as 0.
 */
export type ScoreNote = "step-by-step" | "expired" | "no-score";

/** A plugin of the default profile that scores nodes. */
export type ScorePlugin =
  | "TaintToleration"
  | "NodeAffinity"
  | "PodTopologySpread"
  | "InterPodAffinity"
  | "NodeResourcesFit"
  | "NodeResourcesBalancedAllocation"
  | "ImageLocality";

/** One prioritizer and its part of the total. */
export type ScoreTerm = {
  /** The name of the prioritizer. */
  name: string;
  /** The score, -100 to 100, before its weight; `null` without a score, which counts as 0. */
  raw: Integer | null;
  /** The weight in force, -10 to 10 on a hub. */
  weight: number;
  /** Weight x score. */
  product: Integer;
  /** Why the score is missing or counts as 0; `null` for an ordinary score. */
  note: ScoreNote | null;
  /** What the score is computed from; `null` for spread without a step in which the cluster was eligible. */
  inputs: ScoreInputs | null;
};

/** The result of one scorer. */
export type ScorerAnswer = {
  /** The name of the scorer, as in Kubernetes. */
  name: ScorerName;
  /** Whether the scorer applies to the pod; if not, it picks no node. */
  applies: boolean;
  /** Whether the scorer normalises its scores to 0 to 100. */
  normalizes: boolean;
  /**
   * The nodes with the best score, sorted by name, at most `limit` or 10, whichever is more. The first one is
   * picked.
   */
  best: string[];
  /** The number of all nodes with the best score. */
  bestCount: number;
  /** The nodes with the best score before normalisation. */
  bestByRaw: string[];
  /** The nodes with the best score without integer truncation; `null` for all scorers but `LimitAware`. */
  bestByExact: string[] | null;
};

/** The queue by one scorer, and the limits after it. */
export type ScorerLimits = {
  /** The scorer; several if their weighted sum picks the nodes. */
  scorers: WeightedScorer[];
  /** The number of pods that the queue bound and that are on their node at the end: others were evicted again. */
  bound: number;
  /** The number of evictions; a pod that is evicted twice counts twice. */
  evictions: number;
  /** The number of pods that wait at the end. */
  waiting: number;
  /** Whether `maxSteps` ended the queue. */
  stopped: boolean;
  /** The steps that would repeat forever, which ended the queue; `null`: none. */
  repeats: QueueRepetition | null;
  /** The limits after the queue. */
  after: LimitsOnNodes;
};

/** A scorer, by its name in Kubernetes. */
export type ScorerName =
  | "LimitAware"
  | "LeastAllocated"
  | "MostAllocated"
  | "RequestedToCapacityRatio"
  | "BalancedAllocation"
  | "NodeResourcesAllocatableLeast"
  | "NodeResourcesAllocatableMost";

/**
 * Scorers by their names in Kubernetes, with their weights; 1 to 100 as in Kubernetes. The plugins of the default
 * profile come last: their weights are added to those by `DefaultProfile`.
 */
export interface ScorerWeights {
  /** The sum of all plugins of the pod's profile, each with its weight. */
  DefaultProfile?: number | undefined;
  /** Limit-aware scoring. */
  LimitAware?: number | undefined;
  /** The most left after requests. */
  LeastAllocated?: number | undefined;
  /** The least left after requests. */
  MostAllocated?: number | undefined;
  /** A curve over the requested share, rising from 0 to 100%. */
  RequestedToCapacityRatio?: number | undefined;
  /** Resources requested evenly. */
  BalancedAllocation?: number | undefined;
  /** The smallest nodes first. */
  NodeResourcesAllocatableLeast?: number | undefined;
  /** The largest nodes first. */
  NodeResourcesAllocatableMost?: number | undefined;
  /** The fewest taints with the effect `PreferNoSchedule`. */
  TaintToleration?: number | undefined;
  /** Preferred node affinity. */
  NodeAffinity?: number | undefined;
  /** Topology spread constraints that may be violated. */
  PodTopologySpread?: number | undefined;
  /** Preferred pod affinity and anti-affinity. */
  InterPodAffinity?: number | undefined;
  /** The most left after requests, or the strategy of the pod's profile. */
  NodeResourcesFit?: number | undefined;
  /** Cpu and memory requested evenly, or the resources of the pod's profile. */
  NodeResourcesBalancedAllocation?: number | undefined;
  /** Images that a node has. */
  ImageLocality?: number | undefined;
}

/** A family of edits in a search. */
export type SearchedFamily = {
  /** The family. */
  family: Family;
  /** The number of single changes of this family that may be tried. */
  candidates: number;
  /** Why none is tried; `null`: they are. */
  reason: Absence | null;
};

/** A label that a pod's `nodeSelector` asks for and a node does not have. */
export type SelectorMisfitAnswer = {
  /** The key. */
  key: string;
  /** The value that the pod asks for. */
  wanted: string;
  /** The value of the node; `null`: it does not have the key. */
  found: string | null;
  /** A key of the node that differs only in case; `null` without one. */
  near: string | null;
};

/** What a selector selects pods for. */
export type SelectorUse = "spread" | "affinity" | "anti-affinity" | "budget" | "service";

/** A requirement of a cluster set that a cluster does not meet. */
export type SetRequirement = {
  /** The name of the set. */
  set: string;
  /** The first requirement of its label selector that the cluster does not meet. */
  requirement: RequirementResult;
  /** The number of other eligible sets, which do not contain the cluster either. */
  others: number;
};

/**
 * The severity of a diagnostic. `error`: the API server would reject the object, or the text cannot be read there.
 * `warning`: accepted, but most likely a mistake. `info`: worth knowing, nothing to do. `hint`: a suggestion.
 */
export type Severity = "error" | "warning" | "info" | "hint";

/** The number of findings by severity. */
export type SeverityCounts = {
  /** The number of errors. */
  error: number;
  /** The number of warnings. */
  warning: number;
  /** The number of infos. */
  info: number;
  /** The number of hints. */
  hint: number;
};

/** A resource that is short on a node; amounts in milli-CPU or base units. */
export type ShortageAnswer = {
  /** The name of the resource. */
  resource: string;
  /** The amount that the pod requests. */
  requested: number;
  /**
   * The amount that the pods on the node request, with what is held for nominated ones; for a kubelet the amount of
   * those that it has admitted before.
   */
  used: number;
  /** The amount that the node can give to pods in all. */
  allocatable: number;
};

/** One scheduling cycle for a pod: its quota, its nodes and preemption. */
export type SimulatePodAnswer = {
  /** The pod. */
  pod: NamespacedName;
  /** The priority of the pod. */
  priority: number;
  /**
   * How the cycle ended. `Schedulable`: a node fits. `Preempt`: the pod evicts others and is nominated.
   * `Unschedulable`: the pod waits. `Gated`: scheduling gates hold it back, and it is not tried. `Error`: upstream
   * ends with an error, before it scores nodes if `preemption` is `null`, else while it looks for victims.
   */
  outcome: "Schedulable" | "Preempt" | "Unschedulable" | "Gated" | "Error";
  /** The scheduling gates of the pod, in order; empty unless it is `Gated`. */
  gates: string[];
  /** Whether the pod is being deleted: kube-scheduler skips it, and the answer is what follows if it was not. */
  deleting: boolean;
  /** The scheduler that the pod names; `null` if it names none or `default-scheduler`. */
  schedulerName: string | null;
  /** The `schedulerName` of the configured profile that scores. `null`: the default profile. */
  schedulerProfile: string | null;
  /**
   * The filters that this profile switches off, in the order in which Kubernetes would ask them: they reject no
   * node.
   */
  filtersOff: string[];
  /** The only nodes that are filtered, by the pod's affinity. `null`: all. */
  nodeNames: string[] | null;
  /** The node that the pod is bound to or nominated for; `null` if it waits. */
  node: string | null;
  /**
   * The node that kube-scheduler's default profile scores best, at most 9 others with the same total, and at most 10
   * with the next one; `null` unless the pod fits several nodes. A single one is taken without scoring.
   */
  choice: NodeChoice | null;
  /** The pods that it evicts from that node, most important first. */
  victims: NamespacedName[];
  /** The victims that are terminating already: the pod waits for them and does not evict them. Absent: none. */
  terminating?: NamespacedName[];
  /** The pods of that node that are reprieved: they could be evicted and are kept. */
  reprieved: NamespacedName[];
  /** The amounts that a quota counts for the pod: those of its containers and its overhead. */
  podRequest: AmountMap;
  /**
   * The amounts that must be free on a node: requests of the pod as a whole (`spec.resources`) replace those of its
   * containers, and sidecars run alongside them; its overhead is added.
   */
  fitRequest: AmountMap;
  /** `status.nominatedNodeName`, if the input does not have that node; else `null`. */
  missingNominatedNode: string | null;
  /**
   * The `ElasticQuota` of the pod; `null` if no quota is checked. Then none governs the pod, it is gated, or its
   * node affinity is in conflict with itself (`node-affinity-conflict`).
   */
  quota: NamespacedName | null;
  /** The quotas in force before the cycle, in the order of the input. */
  quotas: QuotaState[];
  /** Whether the namespace would use more than its min with the pod; `null` without a quota. */
  overMinWithPod: boolean | null;
  /**
   * The charge of the pod and of the nominated pods of its quota with the same or a higher priority; `null`
   * without a quota.
   */
  requestWithNominatedOfQuota: AmountMap | null;
  /**
   * The same, and the charge of the nominated pods of quotas that are not over their min; `null` without a
   * quota.
   */
  requestWithNominated: AmountMap | null;
  /**
   * The `ResourceQuota` by which the API server refuses the pod, so that no scheduler sees it; the rest of the
   * answer is what follows if it were admitted. `null` if none does, and for pods that are stored.
   */
  resourceQuota: ResourceQuotaAnswer | null;
  /**
   * Why the kubelet of the node that `spec.nodeName` names rejects the pod, which no scheduler sees. Absent: none
   * does.
   */
  kubelet?: KubeletRejectionAnswer;
  /** Why the volumes of the pod keep it from every node, so that no node is filtered. Absent: they do not. */
  volumeRefusal?: VolumeRefusalAnswer;
  /** Why a quota rejects the pod; `null` if none does. */
  rejection: QuotaRejectionAnswer | null;
  /**
   * The message of Kubernetes, `0/3 nodes are available: …`, or the error before nodes are scored, `running PreScore
   * plugin "NodeAffinity": …`; empty if the pod gets a node or the quota rejects it.
   */
  message: string;
  /** Why nodes do not fit, with the number of nodes for each reason; in the order of the message. */
  misfits: MisfitCount[];
  /**
   * The requests above what any node can give, with which the pod can never run, where the quota rejects the pod, so
   * that no node was filtered. Absent if there are none.
   */
  aboveEveryNode?: AboveEveryNode[];
  /** The number of all nodes. */
  nodesTotal: number;
  /** The number of nodes that fit. */
  feasible: number;
  /** The attempt to evict other pods; `null` if the pod fits a node or is gated. */
  preemption: PreemptionAnswer | null;
  /** The faults of Kubernetes without which the cycle would go otherwise; none in profile `Proposal`. */
  faults: FaultAnswer[];
  /**
   * How the scheduler of the other profile ends, with its faults or without them, where the outcome, the node or the
   * victims are others; absent if they are the same.
   */
  otherCycle?: OtherCycle;
  /** The node that the pod is nominated for, which is tried first. `null`: none, or it is not in the input. */
  nominatedNode: string | null;
  /** A page of the nodes, in the order of the input. */
  nodes: NodeVerdict[];
  /** The volumes that the node depends on. Absent: there are none, or the pod waits in any case. */
  volumeDependence?: VolumeDependence;
  /** What Kubernetes leaves open about the volumes of the pod. Absent: nothing. */
  volumeTies?: VolumeTiesAnswer;
};

/** Options of `simulatePod`. */
export interface SimulatePodOptions {
  /** The pod. A pod on a node is scheduled as if it were pending. */
  pod: NamedObject;
  /** The scheduler to reproduce. Default: `"auto"`. */
  profile?: ProfileChoice | undefined;
  /** The version of Kubernetes. Default: the newest that nodes report; else 1.36. */
  kubernetesVersion?: KubernetesVersion | undefined;
  /** How many nodes to skip. Default: `0`. */
  offset?: number | undefined;
  /** The maximum number of nodes to list. Default: `100`. */
  limit?: number | undefined;
}

/**
 * Why the hub leaves a placement alone. `deleting`: it is being deleted; `scheduling-disabled`: its annotation
 * disables scheduling.
 */
export type SkipReason = "deleting" | "scheduling-disabled";

/** A CEL expression of a placement that was not evaluated on some clusters. */
export type SkippedCel = {
  /** The number of these clusters. */
  clusters: number;
  /** The path of the expression in the placement. */
  path: string;
};

/** A cluster in one step of spread. */
export type SpreadCandidate = {
  /** The index of the cluster in the input, from 0. */
  cluster: number;
  /** The name of the cluster. */
  name: string;
  /** The values of the topology keys, in the order of the terms, up to the first missing one. */
  values: string[];
  /** The index of the term that blocks the cluster in this step, from 0; `null` for a candidate. */
  blockedBy: number | null;
  /** The counts of its domains before the step, one for each of `values`. */
  counts: SpreadCounts[];
  /**
   * The score for each term, 0 to 63, in the order of the constraints: `63 × (highest - count) / (highest -
   * lowest)` of `counts`, rounded down; 0 if these are equal, or without a domain.
   */
  termScores: number[];
  /** The raw spread score: the term scores joined, six bits each. */
  raw: Integer;
  /**
   * The spread score, normalised to -100 to 100 over the candidates of this step; `null` if the cluster is
   * blocked.
   */
  spread: number | null;
  /** The total of the other prioritizers. */
  prioritizer: Integer;
  /** Weight x spread + prioritizer; `null` if the cluster is blocked. Not comparable across steps. */
  final: Integer | null;
};

/** A page of the clusters in a step: candidates, then blocked ones. */
export type SpreadCandidatesAnswer = {
  /** The number of all clusters in the step, blocked ones included. */
  total: number;
  /** The clusters from `offset`, at most `limit` of them. */
  candidates: SpreadCandidate[];
};

/** Options of `spreadCandidates`. */
export interface SpreadCandidatesOptions {
  /** The step, from 1. */
  step: number;
  /** How many clusters to skip. Default: `0`. */
  offset?: number | undefined;
  /** The maximum number of clusters to list. Default: all. */
  limit?: number | undefined;
}

/** A spread constraint of the placement. It is one term of spread; the first is the most important one. */
export type SpreadConstraintSummary = {
  /** The label or cluster claim whose values are the domains. */
  topologyKey: string;
  /** Whether the key is a label or a cluster claim. */
  topologyKeyType: TopologyKeyType;
  /** The max skew, at least 1. It has no effect on a `ScheduleAnyway` term. */
  maxSkew: number;
  /** Whether the term is hard (`DoNotSchedule`) or soft (`ScheduleAnyway`). */
  whenUnsatisfiable: WhenUnsatisfiable;
  /** The path of the constraint in the placement. */
  path: string;
};

/** The count of a domain and the range of its siblings' counts. */
export type SpreadCounts = {
  /** The number of selected clusters in the domain. One more is there after the cluster is picked. */
  count: number;
  /** The smallest count of its siblings, its own included. */
  lowest: number;
  /** The largest count of its siblings, its own included. */
  highest: number;
};

/** A topology domain after a step of spread. */
export type SpreadDomain = {
  /** The values of the topology keys from the first level to the domain: its level plus one of them. */
  values: string[];
  /** The number of selected clusters in it. */
  count: number;
  /**
   * The number of eligible clusters in it, selected ones included. 0: all of its clusters are filtered or lack
   * the key of a hard term; such a domain does not count among its siblings.
   */
  eligible: number;
  /** The number of filtered clusters in it. */
  filtered: number;
  /**
   * The number of clusters in it that a max skew blocked in the step. After the last step of a run that ended as
   * `blocked`: all eligible clusters in it that are not selected.
   */
  blocked: number;
  /** The smallest count of its siblings, its own included. */
  lowest: number;
  /** The largest count of its siblings, its own included. */
  highest: number;
};

/** The topology domains after a step of spread. */
export type SpreadDomainsAnswer = {
  /** The step; 0: before the first step. */
  step: number;
  /** The number of all domains. */
  total: number;
  /**
   * At most `limit` domains, upper levels first if not all are listed. Parents precede their children, siblings
   * are sorted by value.
   */
  domains: SpreadDomain[];
};

/** Options of `spreadDomains`. */
export interface SpreadDomainsOptions {
  /** The step; 0: before the first step. */
  step: number;
  /** The maximum number of domains to list. Default: all. */
  limit?: number | undefined;
}

/**
 * A change of a placement's spread constraints. `add`: one after the others; `remove` one (with the last one, the
 * whole `spreadPolicy`); `move` one with its comments; `set` some of its fields.
 */
export type SpreadEdit =
  | {
      type: "add";
      /** The label or cluster claim whose values are the domains. */
      topologyKey: string;
      /** Whether the key is a label or a cluster claim. */
      topologyKeyType: TopologyKeyType;
      /** The max skew, at least 1. */
      maxSkew: number;
      /** Whether the constraint is hard or soft. */
      whenUnsatisfiable: WhenUnsatisfiable;
    }
  | {
      type: "remove";
      /** The constraint: its topology key, or its index, from 0. */
      constraint: number | string;
    }
  | {
      type: "move";
      /** The constraint: its topology key, or its index, from 0. */
      constraint: number | string;
      /** The index of the constraint after the move, from 0. */
      to: number;
    }
  | {
      type: "set";
      /** The constraint: its topology key, or its index, from 0. */
      constraint: number | string;
      /** The label or cluster claim whose values are the domains. Absent: it stays. */
      topologyKey?: string;
      /** Whether the key is a label or a cluster claim. Absent: it stays. */
      topologyKeyType?: TopologyKeyType;
      /** The max skew, at least 1. Absent: it stays. */
      maxSkew?: number;
      /** Whether the constraint is hard or soft. Absent: it stays. */
      whenUnsatisfiable?: WhenUnsatisfiable;
    };

/** Options of `spreadEdit`. */
export interface SpreadEditOptions {
  /** The placement: its name, or its index from 0. Default: the only one. */
  placement?: number | NamedObject | undefined;
  /** The change of the spread constraints. */
  change: SpreadEdit;
}

/**
 * Why a run of spread ended. `reached`: as many clusters as wanted are selected. `exhausted`: all eligible
 * clusters are selected. `blocked`: every remaining cluster would exceed the max skew of a hard term.
 */
export type SpreadEnd = "reached" | "exhausted" | "blocked";

/** A topology spread constraint that a node would break. */
export type SpreadMisfitAnswer = {
  /** The topology key of the constraint. */
  key: string;
  /** The value of the node, which names its domain; `null`: the node does not have the key. */
  value: string | null;
  /** The number of matching pods in the domain. */
  count: number;
  /** Whether the pod itself matches, so that it would be one more. */
  countsItself: boolean;
  /** The smallest number of matching pods in a domain; 0 if there are fewer than `minDomains`. */
  min: number;
  /**
   * The value of the first domain with that number; `null`: there are fewer domains than `minDomains`, which counts
   * as 0.
   */
  minValue: string | null;
  /** A node of that domain, if the pod tolerates none of the domain; else `null`. */
  minNode: string | null;
  /** Whether `minNode` is cordoned; else it has a taint. */
  minNodeIsCordoned: boolean;
  /** The difference that there would be: `count`, and 1 if `countsItself`, minus `min`. */
  skew: number;
  /** The largest difference that the constraint allows. */
  maxSkew: number;
  /** The number of domains. */
  domains: number;
  /** The number of domains that the constraint asks for. */
  minDomains: number;
};

/** A run of spread as part of a `ReportAnswer`. */
export type SpreadReport = {
  /** The weight of `Spread` in force, -10 to 10 on a hub. */
  weight: number;
  /** The number of feasible clusters with a domain for each hard term. */
  eligible: number;
  /** Why the run ended. */
  end: SpreadEnd;
  /** For each term, the largest difference between the counts of siblings after the run. */
  worstSkewPerTerm: number[];
  /** The steps, in order. */
  steps: StepReport[];
  /** Why the other feasible clusters were not picked, by name of the cluster. */
  notSelected: { [key in string]: NotSelected };
  /** The domains after the run: parents before their children, siblings by value. */
  domains: DomainReport[];
};

/**
 * Why spread did not pick a feasible cluster. `MissingTopologyKey`: it lacks the topology key of a hard term or of
 * a term before one. `MaxSkew`: the run ended because all remaining clusters were blocked. `NotReached`: as many
 * clusters as wanted were picked without it.
 */
export type SpreadReportReason = "MissingTopologyKey" | "MaxSkew" | "NotReached";

/** The skew of each term before the first step of spread and after each step. */
export type SpreadSkewsAnswer = {
  /**
   * For each term, in the order of the constraints, a list: the largest difference between the counts of
   * siblings before the first step, after step 1, after step 2, …
   */
  terms: number[][];
};

/** One step of a run of spread: the picked cluster and the numbers that decided. */
export type SpreadStepAnswer = {
  /** The number of the step, from 1. */
  step: number;
  /** The picked cluster. */
  picked: SpreadCandidate;
  /** The best of the other candidates of this step; `null` without another candidate. */
  runnerUp: SpreadCandidate | null;
  /**
   * The final score of the picked cluster less that of the runner-up; 0 if only the name decided; `null` without
   * a runner-up.
   */
  gap: Integer | null;
  /** The number of clusters that could be picked in this step. */
  candidates: number;
  /** The number of remaining clusters that were blocked. */
  blocked: number;
  /** The number of clusters that each term blocked, in the order of the constraints. */
  blockedBy: number[];
  /** The smallest raw spread score of the candidates. */
  lowest: Integer;
  /** The largest raw spread score of the candidates. */
  highest: Integer;
  /** The domains of the picked cluster, from the first level down. */
  domains: SpreadStepDomain[];
};

/** A domain of the picked cluster, with its count before and after the step. */
export type SpreadStepDomain = {
  /** The values of the topology keys from the first level to this domain. */
  values: string[];
  /** The number of selected clusters in the domain before the step. */
  before: number;
  /** The number of selected clusters in the domain after the step. */
  after: number;
  /** The smallest count of its siblings before the step, its own included. */
  lowest: number;
  /** The largest count of its siblings before the step, its own included. */
  highest: number;
};

/** Options of `spreadStep`. */
export interface SpreadStepOptions {
  /** The step, from 1. */
  step: number;
}

/** A run of spread in short. */
export type SpreadSummary = {
  /** The weight of `Spread` in force, -10 to 10 on a hub. */
  weight: number;
  /** The number of steps. Each picks one cluster. */
  steps: number;
  /** The number of feasible clusters with a domain for each hard term. */
  eligible: number;
  /** Why the run ended. */
  end: SpreadEnd;
  /** The terms, in the order of the constraints. */
  terms: SpreadTermSummary[];
};

/** One term after a run of spread. */
export type SpreadTermSummary = {
  /** The number of domains that the eligible clusters form at the level of this term. */
  domains: number;
  /** The number of feasible clusters without a domain at this level. */
  missing: number;
  /** The largest difference between the counts of siblings after the run; 0 without domains. */
  worstSkew: number;
};

/** How far weights may change before the selected set does. */
export type StabilityAnswer = {
  /** The prioritizers that count, each with the weights that leave the selected set as it is. */
  prioritizers: StablePrioritizer[];
  /** The prioritizer with the least room; `null`: no weight changes anything. */
  narrowest: string | null;
  /** How far all weights may change together; `null` if no weights change the selection. */
  radius: StableRadius | null;
  /** Why the answer is empty; `null` if it is not. */
  reason: NotLinear | null;
};

/** A selected cluster, and the weights of a prioritizer with which it stays. */
export type StableCluster = {
  /** The cluster. */
  cluster: string;
  /** The lower end; `null` if unbounded. */
  from: WeightBound | null;
  /** The upper end; `null` if unbounded. */
  to: WeightBound | null;
};

/** The weights of one prioritizer that leave the selected set as it is. */
export type StablePrioritizer = {
  /** The prioritizer. */
  prioritizer: string;
  /** Its weight. */
  weight: number;
  /** The first exchange below them; `null` without one. */
  below: Exchange | null;
  /** The first exchange above them; `null` without one. */
  above: Exchange | null;
  /** The selected clusters, best first, each with the weights with which it stays selected; at most `limit`. */
  clusters: StableCluster[];
  /** The lower end; `null` if unbounded. */
  from: WeightBound | null;
  /** The upper end; `null` if unbounded. */
  to: WeightBound | null;
};

/** How far all weights may change together: the selection is the same while each weight changes by less than this. */
export type StableRadius = {
  /** The radius. */
  radius: ExactNumber;
  /** The cluster that is removed. */
  removed: string;
  /** The cluster that is added. */
  added: string;
};

/** One step of a run of spread. */
export type StepReport = {
  /** The name of the picked cluster. */
  picked: string;
  /** Its raw spread score: the term scores joined, six bits each. */
  raw: number;
  /** Its spread score, normalised to -100 to 100 over the candidates of the step. */
  spread: number;
  /** The total of its other prioritizers. */
  prioritizer: number;
  /** Weight x spread + prioritizer. */
  final: number;
  /** The number of clusters that could be picked. */
  candidates: number;
  /** The number of remaining clusters that were blocked. */
  blocked: number;
  /**
   * The candidates, best first, then the blocked clusters by name; absent if more than 100 clusters are
   * feasible.
   */
  table?: StepRowReport[];
};

/** A remaining cluster in a step. */
export type StepRowReport = {
  /** The name of the cluster. */
  name: string;
  /** The index of the term that blocks it, from 0; `null` for a candidate. */
  blockedBy: number | null;
  /** Its raw spread score. */
  raw: number;
  /** Its spread score, -100 to 100; `null` if it is blocked. */
  spread: number | null;
  /** Weight x spread + prioritizer; `null` if it is blocked. */
  final: number | null;
};

/** The selection for every value of one parameter. */
export type SweepAnswer = {
  /** The object that has the parameter. */
  object: ObjectName;
  /** The pod whose cycle is swept; `null` for a placement. */
  pod: NamespacedName | null;
  /** What is swept. */
  parameter: SweptParameter;
  /**
   * The prioritizer, the topology key, or the resource; empty for `count`, `priority` and all weights. Of VMs, the
   * field of the config, such as `nodeDefaults.cpu.watermark`.
   */
  subject: string;
  /** The value in force; `null`: all clusters, of a quota: no bound, or all weights. */
  inForce: Integer | null;
  /** The values with one selection or one end of the cycle, side by side, in order. */
  intervals: SweepInterval[];
  /** The cluster that was asked for, at each value. */
  points: SweepPoint[];
  /** The rank of a cluster for every real weight; absent unless it was asked for. */
  rank?: RankAnswer;
  /** How far weights may change; absent unless it was asked for. */
  stability?: StabilityAnswer;
  /**
   * Whether the intervals are complete: all values of a placement were tried, of at most 1,000; of a pod, all
   * critical values, and scores did not choose the node of a request between them; of VMs, all critical values; of
   * real weights, all, unless there is a `reason`.
   */
  complete: boolean;
};

/** Values with one selection, or one end of a cycle. */
export type SweepInterval = {
  /** The first value. */
  from: Integer;
  /** The last value. */
  to: Integer;
  /** The number of selected clusters; of a pod or of VMs 0. */
  selected: number;
  /** How the cycle of the pod ends; `null`: no pod is meant. */
  cycle: CycleAfter | null;
  /**
   * A value with which other nodes have the same total, so that kube-scheduler picks one at random: the one in
   * force, or else the lowest that was tried. Absent: none.
   */
  tiedAt?: Integer;
  /** How the timeline of VMs runs; `null`: none is meant. */
  run: RunAfter | null;
  /** Whether clusters are scored at all; `false`: the placement is misconfigured there. */
  decided: boolean;
  /** The clusters that the values before do not select, by name; at most `limit`. */
  added: string[];
  /** The clusters that only the values before select, by name; at most `limit`. */
  removed: string[];
  /** How many are added; absent where `added` has all. */
  addedTotal?: number;
  /** How many are removed; absent where `removed` has all. */
  removedTotal?: number;
  /** Of VMs, the pods that migrate here, and not with the values before; at most `limit`. Absent if empty. */
  addedPods?: NamespacedName[];
  /** Of VMs, the pods that migrate with the values before, and not here; at most `limit`. Absent if empty. */
  removedPods?: NamespacedName[];
  /** Of VMs, the pods of those that are not on a node at the end; at most `limit`. Absent if empty. */
  unplaced?: NamespacedName[];
};

/**
 * Options of `sweep`: one of `weight`, `count`, `maxSkew`, `stability`; with `pod`, one of `request`, `priority`,
 * `min`, `max`; of VMs, one of `watermark`, `system`, `computeUnit`.
 */
export interface SweepOptions extends DecideOptions {
  /** The prioritizer whose weight is swept, from -10 to 10. */
  weight?: string | undefined;
  /** Whether the number of clusters is swept. Default: `false`. */
  count?: boolean | undefined;
  /** The spread constraint whose max skew is swept: its topology key, or its index, from 0. */
  maxSkew?: number | string | undefined;
  /** The name of a cluster whose rank and total are listed for every value. */
  cluster?: string | undefined;
  /**
   * With `weight`: the name of a cluster whose rank is returned for every real weight, with exact ends, in place
   * of the intervals.
   */
  rank?: string | undefined;
  /**
   * How far weights may change before the selection does: each of them, for each selected cluster, and all
   * together. Default: `false`.
   */
  stability?: boolean | undefined;
  /**
   * The pod whose cycle is run for every value. A pod on a node is scheduled as if it were
   * pending.
   */
  pod?: NamedObject | undefined;
  /** The version of Kubernetes. Default: the newest that nodes report; else 1.36. */
  kubernetesVersion?: KubernetesVersion | undefined;
  /** The resource whose request is swept, of the pod's first container that has one. */
  request?: string | undefined;
  /** Whether the pod's priority is swept. Default: `false`. */
  priority?: boolean | undefined;
  /** The resource of which the min of an `ElasticQuota` is swept. */
  min?: string | undefined;
  /** The resource of which the max of an `ElasticQuota` is swept. */
  max?: string | undefined;
  /** The `ElasticQuota` of `min` and `max`. Default: that of the pod's namespace. */
  quota?: NamedObject | undefined;
  /** The resource whose watermark is swept, in millionths, 1 to 1,000,000. */
  watermark?: SweptResource | undefined;
  /** The resource whose part for the system is swept, from 1 to the largest node. */
  system?: SweptResource | undefined;
  /** The resource whose side of the compute unit is swept, from 1 to the largest VM. */
  computeUnit?: SweptResource | undefined;
  /** The node whose part of the config is meant. Default: `nodeDefaults`, or the first part in force. */
  node?: string | undefined;
  /** The timeline that is meant. Default: the first of the input. */
  timeline?: NamedObject | undefined;
  /** The name of a variant of the timeline. Default: none. */
  variant?: string | undefined;
}

/** A cluster at one value. */
export type SweepPoint = {
  /** The value. */
  value: Integer;
  /** Its rank, from 1; `null`: it has none. */
  rank: number | null;
  /** Its total; `null`: it has none. */
  total: Integer | null;
  /** Whether it is selected. */
  selected: boolean;
};

/**
 * What is swept. `weight`: the weight of a prioritizer, -10 to 10. `count`: the number of clusters, from 0 to the
 * number of feasible ones. `max-skew`: of a spread constraint, from 1 to the number of feasible clusters. Of the
 * cycle of a pod: `request`, `priority`, or `min` or `max` of an `ElasticQuota`, from the least value to the
 * largest that matters; amounts are milli-CPU, bytes, or whole numbers of other resources. Of the config of a run
 * of autoscaled VMs: `watermark` in millionths, `system` in milli-CPU or bytes, `compute-unit` in vCPUs or slots.
 */
export type SweptParameter =
  | "weight"
  | "count"
  | "max-skew"
  | "request"
  | "priority"
  | "min"
  | "max"
  | "watermark"
  | "system"
  | "compute-unit";

/** A resource of autoscaled VMs. */
export type SweptResource = "cpu" | "memory";

/** One taint of the cluster and whether the placement tolerates it. */
export type TaintResult = {
  /** The key of the taint. */
  key: string;
  /** The value of the taint; may be empty. */
  value: string;
  /** The effect of the taint, such as `NoSelect`. */
  effect: string;
  /** The path of the taint in the cluster; of one that the hub adds, of the conditions that it follows. */
  path: string;
  /** What the hub does with the taint; absent: it is kept. */
  byHub?: HubUpkeep;
  /** Whether the taint lets the cluster pass. */
  tolerated: boolean;
  /**
   * The index of the toleration that tolerates the taint; `null` if none does, or if the taint has no effect on
   * this decision.
   */
  toleration: number | null;
  /** When that toleration ends, RFC 3339; `null` if it does not end. */
  expires: string | null;
  /**
   * The tolerations before it that do not tolerate the taint, in the order of the input; all of them if the taint
   * is not tolerated.
   */
  rejected: RejectedToleration[];
};

/** An edit of a text: replaces the UTF-16 code units `[from, to)` by `insert`. (Rust callers choose the unit.) */
export type TextEdit = {
  /** The offset of the first replaced code unit. */
  from: number;
  /** The offset after the last replaced code unit. */
  to: number;
  /** The input to insert. */
  insert: string;
};

/** Texts by name, in the order of the input. */
export type TextMap = Record<string, string>;

/**
 * A position in a text.
 *
 * `column` and `offset` count UTF-16 code units in JavaScript and bytes of UTF-8 in Rust.
 */
export type TextPosition = {
  /** The line, from 1. Lines end at `\n`, `\r\n` or a lone `\r`. */
  line: number;
  /** The column, from 1. */
  column: number;
  /** The offset from the start of the text, from 0. */
  offset: number;
};

/** A range of a text, from `start` up to, but not including, `end`. */
export type TextRange = {
  /** The position of the first character. */
  start: TextPosition;
  /** The position after the last character. */
  end: TextPosition;
};

/**
 * Equally important pods whose order decides and is not in the input. Pods with the same result in every order are not
 * listed. If one of the lists is empty, equal pods of another importance decide.
 */
export type TieAnswer = {
  /** Those that are evicted and would stay in another order. */
  victims: NamespacedName[];
  /** Those that stay and would be evicted in another order. */
  spared: NamespacedName[];
};

/** Options of `timelineEdit`. */
export interface TimelineEditOptions {
  /** The timeline. Default: a new one, at the end of the input. */
  timeline?: NamedObject | undefined;
  /** The event, as in `spec.events`. */
  event: object;
}

/**
 * Why a toleration does not tolerate a taint. Its `key`, `value` or `effect` differs, its `operator` is unknown,
 * or its time is over (`expired`).
 */
export type TolerationRejection = "key" | "value" | "operator" | "effect" | "expired";

/** Whether a topology key is a label (`Label`) or a cluster claim (`Claim`). */
export type TopologyKeyType = "Label" | "Claim";

/** A `PriorityClass` that the pod names and the input lacks. */
export type UnknownClass = {
  /** The name of the class. */
  class: string;
};

/** A score that a prioritizer names, and that no `AddOnPlacementScore` of the name has. */
export type UnknownScore = {
  /** The name of the prioritizer: `AddOn/<addOn>/<score>`. */
  prioritizer: string;
  /** The name of the `AddOnPlacementScore`s, of which the input has at least one. */
  addOn: string;
  /** The name of the score. */
  score: string;
  /** The name of one of their scores that is most likely meant; `null` if none is like it. */
  meant: string | null;
};

/** VMs that migrate in a run, and lack the label without which no VM migrates since July 2024. */
export type UnlabelledVms = {
  /** The label, whose value must be `true`. */
  label: string;
  /** The first VMs; at most 10. */
  vms: NamespacedName[];
  /** The number of all of them. */
  count: number;
};

/** A node that is not ready, with no taint that says so. */
export type UnreadyNode = {
  /** The name of the node. */
  node: string;
};

/** The amount of a resource in `status.used`, and the amount that the pods of the input use. */
export type UseInStatus = {
  /** The resource. */
  resource: string;
  /** The amount of `status.used`, in milli-CPU or base units. */
  status: number;
  /** The charge of the pods of the input, likewise. */
  pods: number;
};

/**
 * Where the assumed version of Kubernetes comes from. `option`: the option `kubernetesVersion`. `nodes`: the
 * newest minor version that nodes report in `status.nodeInfo.kubeletVersion`. `default`: no node reports one.
 */
export type VersionSource = "option" | "nodes" | "default";

/** The resources that the load of a VM needs. */
export type VmAgentState = {
  /** The pod of the VM. */
  pod: NamespacedName;
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
  nodeOverrides: VmNodeOverride[];
};

/** The state of the plugin: all known nodes. */
export type VmDumpAnswer = {
  /** The nodes that the plugin knows, by name. */
  nodes: VmNodeState[];
};

/** The step of a run to dump. */
export interface VmDumpOptions extends VmRunOptions {
  /** The step after which the state is taken; 0 is the start. A number above the last step means the last step. */
  step: number;
}

/** The fill level of a node over time. */
export type VmHeat = {
  /** The node's name. */
  node: string;
  /**
   * The highest ratio of reserved to reservable amount of both resources, in percent, for 120 stretches of equal
   * time; 65,535 if something is reserved and nothing is reservable.
   */
  percent: number[];
};

/** A migration. */
export type VmMigration = {
  /** The pod that leaves. */
  pod: NamespacedName;
  /** The pod that replaces it; `null`: none yet. */
  target: NamespacedName | null;
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
  /** The maximum number of compute units that an agent adds in one request. */
  largestStep?: number | undefined;
  /** The fraction of the capacity pressure that counts. */
  capacityPressureFactor?: number | undefined;
  /** The number of denials in a row after which capacity pressure counts. */
  sustainedRequests?: number | undefined;
}

/**
 * What an answer about autoscaled VMs models: the plugin of the design document of March 2023. The plugin was
 * rewritten in February 2025, without the protocol of agents.
 */
export type VmModel = {
  /** The `ConfigMap` of the rewritten plugin, which no run reads; `null`: none. */
  configMap: ObjectName | null;
  /** The range of its config. */
  range: TextRange | null;
  /** Whether the answer assumes a typical config in its place. */
  assumesConfig: boolean;
};

/** The config of a node. */
export type VmNodeConfig = {
  /** The config of CPU. */
  cpu: VmResourceConfig;
  /** The config of memory. */
  memory: VmResourceConfig;
  /** The compute unit. */
  computeUnit: VmAmount;
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
  nodes: string[];
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
  queue: NamespacedName[];
  /** Whether the node is under too much pressure. */
  tooMuchPressure: boolean;
  /** The pods of VMs, by namespace and name. */
  pods: VmPodState[];
  /** Other pods, by namespace and name. */
  others: VmOtherPod[];
};

/** A pod that is not a VM. */
export type VmOtherPod = {
  /** The pod. */
  pod: NamespacedName;
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

/** A time without a scheduler. Agents keep within their last permits; nothing is scheduled, permitted or migrated. */
export type VmOutage = {
  /** The time of its beginning, in seconds. */
  from: number;
  /** The time when the scheduler is back, in seconds; `null`: it is away until the end. */
  until: number | null;
  /** The step of the latest start that failed; `null`: the timeline stops the scheduler. */
  step: number | null;
  /** Why the scheduler does not start; `null`: the timeline stops it. */
  problem: VmProblem | null;
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
  /** The pod. */
  pod: NamespacedName;
  /** The VM. */
  vm: NamespacedName;
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

/** Why something was refused or had no effect; the codes are stable. */
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
  | {
      code: "fatal-vm";
      /** The pod of the VM. */
      pod: NamespacedName;
      /** The least that the VM may use. */
      min: VmAmount;
      /** The amount that the VM uses. */
      uses: VmAmount;
      /** The most that the VM may use. */
      max: VmAmount;
      /** Whether the VM's memory slots have the plugin's size. */
      slotsFit: boolean;
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
  headBefore: NamespacedName | null;
  /** The head of the queue after; `null`: the queue is empty. */
  headAfter: NamespacedName | null;
  /** The number of pods in the queue after. */
  length: number;
};

/** The explanation of the response to an agent's request. */
export type VmRequestExplanation = {
  /** The pod of the VM. */
  pod: NamespacedName;
  /** The node of the pod; empty: the plugin does not know the pod. */
  node: string;
  /** The amount that the agent asks for. */
  want: VmAmount;
  /** The load averages of 1 and 5 minutes; `null`: the request has no metrics. */
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
  /** The compute unit last sent to the agent; `null`: none yet. */
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
  /** The timeline. Default: the first of the input. */
  timeline?: NamedObject | undefined;
  /** The name of a variant of the timeline. Default: none. */
  variant?: string | undefined;
  /** Ideas of the design document; they replace those of the input. */
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
  underPressure: [number, number][];
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
  /** Whether an agent, a migration or the scheduler caused the step; otherwise the input states it. */
  actor: boolean;
  /** The pod; `null`: none. */
  pod: NamespacedName | null;
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
  /** The path of the event, such as `spec.events[3]`; `null`: the input does not state it. */
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
  candidates: VmCandidate[];
  /** The number of nodes that were scored. */
  totalCandidates: number;
  /** The state of the wanted nodes. */
  nodes: VmNodeState[];
  /** The pressure on these nodes. */
  pressure: VmNodePressure[];
  /** The resources that the loads of VMs on these nodes need. */
  agents: VmAgentState[];
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
export interface VmStepOptions extends VmRunOptions {
  /** The step after which the state is taken; 0 is the start. A number above the last step means the last step. */
  step: number;
  /** The nodes whose state is included, at most 1,000. Default: the node of the step. */
  nodes?: string[] | undefined;
}

/** The run of a timeline. */
export type VmTimelineAnswer = {
  /** The timelines of the input. */
  timelines: VmTimelineName[];
  /** The timeline that was run; `null`: the input has none, and only the start was run. */
  timeline: NamespacedName | null;
  /** The variant that was run; `null`: none. */
  variant: string | null;
  /** The `ConfigMap` with the config; `null`: that of the timeline, or a typical one. */
  configMap: NamespacedName | null;
  /** The input has no config: a typical one is assumed. */
  assumedConfig: boolean;
  /** The config at the start; `null`: it cannot be read. */
  config: VmConfig | null;
  /** The reason why nothing was run; `null`: the timeline was run. */
  notRun: VmProblem | null;
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
  steps: VmStep[];
  /** The final state of nodes, by name; at most 1,000. */
  nodes: VmNodeEnd[];
  /** The number of nodes. */
  nodeCount: number;
  /** The pods of VMs of the input that are not on a node in the end and that no migration replaced; at most 1,000. */
  unplaced: NamespacedName[];
  /** The number of these pods. */
  unplacedCount: number;
  /** The migrations; at most 1,000. */
  migrations: VmMigration[];
  /** The times without a scheduler; at most 1,000. */
  outages: VmOutage[];
  /** The nodes that were over budget after a start; at most 1,000. */
  overBudget: VmOverBudget[];
  /** The fill levels of nodes over time; at most 1,000. */
  heat: VmHeat[];
  /** Whether the run stopped at the maximum number of steps. */
  stopped: boolean;
  /** The amounts over time of the nodes in the option `series`. */
  series: VmSeries[];
};

/** A timeline of the input. */
export type VmTimelineName = {
  /** The timeline. */
  timeline: NamespacedName;
  /** The names of the variants. */
  variants: string[];
};

/** The selection of events, and of the data for charts. */
export interface VmTimelineOptions extends VmRunOptions {
  /** The number of events to skip. Default: `0`. */
  offset?: number | undefined;
  /** The greatest number of events to list. Default: `200`. */
  limit?: number | undefined;
  /** Only events of this pod. */
  pod?: NamedObject | undefined;
  /** Only events of this node. */
  node?: string | undefined;
  /** Only events of this kind. */
  kind?: VmStepKind | undefined;
  /** Only events that follow from this entry of `spec.events`, counted from 0. */
  event?: number | undefined;
  /** The nodes whose amounts over time are included, at most 1,000. Default: none. */
  series?: string[] | undefined;
  /** The greatest number of points of a series, approximately. Default: `2000`. */
  points?: number | undefined;
  /** Whether to include the fill level of nodes over time. Default: if there are more than 40 nodes. */
  heat?: boolean | undefined;
}

/** Counts of requests and migrations. */
export type VmTotals = {
  /** The requests that were accepted. */
  accepted: number;
  /** The accepted requests that got less than they asked for. */
  notInFull: number;
  /** The requests that were answered with 400 or 404. */
  refused: number;
  /** The requests without an answer: the scheduler was away, or the input has no such VM. */
  unanswered: number;
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

/**
 * What an answer that names a node depends on: the nodes pass everything but these volumes, which the answer does not
 * know.
 */
export type VolumeDependence = {
  /** The volumes of the pod, in order. */
  volumes: VolumeName[];
  /**
   * The nodes that pass everything else, in the order of the input, at most 5. Of a pod that evicts others: the
   * nodes where evictions make room; in `scoreNodes` those where they may.
   */
  nodes: string[];
  /** The number of all these nodes. */
  count: number;
};

/** A pod whose node depends on volumes. */
export type VolumeDependentPod = {
  /** The pod. */
  pod: NamespacedName;
  /** The volumes of the pod, in order. */
  volumes: VolumeName[];
  /**
   * The nodes that pass everything else, in the order of the input, at most 5. Of a pod that evicts others: the
   * nodes where evictions make room; in `scoreNodes` those where they may.
   */
  nodes: string[];
  /** The number of all these nodes. */
  count: number;
};

/** The limit of a CSI driver on a node, in volumes. */
export type VolumeLimitAnswer = {
  /** The driver. */
  driver: string;
  /** The number of volumes that it can attach to the node. */
  limit: number;
  /** The number of volumes of pods on the node, and of those that are attached without such a pod. */
  held: number;
  /** The number of volumes that the pod adds. */
  new: number;
  /**
   * The number of those that are attached to the node without a pod that uses them: kube-scheduler counts them
   * twice, in `held` and in `new`. Absent: none.
   */
  twice?: number;
};

/** Why the volumes of a pod keep it from a node. Which fields there are depends on the plugin. */
export type VolumeMisfitAnswer = {
  /** The first `PersistentVolumeClaim` that is in the way. Absent: no single one is. */
  claim?: NamespacedName;
  /** The name of the `PersistentVolume` that the claim is bound to. Absent: it has none. */
  volume?: string;
  /**
   * Where that volume can be used: the terms of its node affinity, of which one has to match, or its labels of
   * zones. Requirements of a term are joined by `and`: `key=value1|value2`, `key NotIn [value]`, `key Exists`.
   * Absent: anywhere, or nowhere.
   */
  topology?: string[];
  /** The class of a claim without a volume. Absent: it has none, or it is bound. */
  storageClass?: string;
  /** Why a claim gets no volume on the node. Absent: it does not wait for its first pod. */
  why?: NoVolume;
  /** The node that the claim names in `volume.kubernetes.io/selected-node`. Absent for other reasons. */
  selectedNode?: string;
  /** Whether the input lacks that node. Absent: it does not. */
  lacksSelected?: boolean;
  /** The volume that lacks least of what the claim asks for on the node. Absent: none is left. */
  nearest?: NearestVolume;
  /** The claims that get any one of several volumes, if with others the pod passes the filters of volumes. */
  ties?: VolumeTieAnswer[];
  /** A pod that uses the disk, or the claim that only one pod may use. Absent for other reasons. */
  pod?: NamespacedName;
  /** The limit of a CSI driver that is exceeded. Absent for other reasons. */
  limit?: VolumeLimitAnswer;
  /** The CSI driver that the node does not have, and that its `CSIDriver` requires. Absent for other reasons. */
  driver?: string;
};

/** A volume of a pod. */
export type VolumeName = {
  /** The name of the volume in the pod. */
  volume: string;
  /** Its `PersistentVolumeClaim`; `null`: the volume stands in the pod. */
  claim: NamespacedName | null;
  /**
   * The kind of which the input has no object, so that the answer does not know the volume; `not-modelled`: volumes
   * of this kind are not modelled; `provisioned`: the volume is provisioned with an earlier pod; `immediate`: it is
   * provisioned before the pod is scheduled.
   */
  lacks: "PersistentVolumeClaim" | "PersistentVolume" | "StorageClass" | "not-modelled" | "provisioned" | "immediate";
  /** If `lacks` is `provisioned`: for which node the volume is provisioned. Absent: it is not. */
  provisioned?: ProvisionedVolume;
};

/** Why the volumes of a pod keep it from every node. */
export type VolumeRefusalAnswer = {
  /** The plugin that refuses the pod. */
  plugin: string;
  /** The message of Kubernetes. */
  reason: string;
  /** The name of the `PersistentVolumeClaim`. */
  claim: NamespacedName;
  /** The class that the claim names. Absent: it names none, or does not exist. */
  storageClass?: string;
  /** The kind of the object that the input lacks: the claim or its volume. Absent: none. */
  lacks?: "PersistentVolumeClaim" | "PersistentVolume" | "StorageClass" | "not-modelled" | "provisioned" | "immediate";
  /** A claim of a similar name, if this one is not in the input. Absent: there is none. */
  near?: string;
  /** Why the claim is not bound. Absent: that is not what keeps the pod from every node. */
  unbound?: "immediate" | "no-class" | "no-default-class" | "empty-class" | "named-volume";
  /**
   * A `Released` `PersistentVolume` that the claim would get if it were available: `claimRef` still names a deleted
   * claim. Absent: there is none.
   */
  released?: string;
  /**
   * The `PersistentVolume` that lacks least of what the claim asks for, or the one that it names. Absent: none is
   * left.
   */
  nearest?: NearestVolume;
};

/**
 * A claim that gets any one of several volumes, in an order that is not defined. The answer takes the first one of the
 * input.
 */
export type VolumeTieAnswer = {
  /** The claim. */
  claim: NamespacedName;
  /**
   * The names of the `PersistentVolume`s, in the order of the input, at most 10. One that is reserved for the claim
   * need not match the node.
   */
  anyOf: string[];
  /** The number of all of them; of volumes that are not reserved at most 100 are looked for. */
  count: number;
  /** Whether a volume may be provisioned for the claim instead. Absent: not. */
  orProvisioned?: boolean;
};

/** What Kubernetes leaves open about the volumes of a pod. */
export type VolumeTiesAnswer = {
  /**
   * The claims that get any one of several volumes on the node of the pod; if none does or it has no node, on the
   * first of `nodes`.
   */
  claims: VolumeTieAnswer[];
  /**
   * The nodes that the pod fits with some of the volumes and not with others, in the order of the input, at most 5.
   * Absent: none.
   */
  nodes?: string[];
  /**
   * Pods that were scheduled before, and whose claims may take volumes that this pod could take: its outcome can
   * depend on which. At most 5. Absent: none.
   */
  after?: NamespacedName[];
};

/** A container that waits for its kubelet, by its status. */
export type WaitingContainerAnswer = {
  /** The container. */
  container: string;
  /** Its `state.waiting.reason`, such as `ImagePullBackOff`; never `PodInitializing`. */
  reason: string;
};

/** A pod on a node with a container that waits. */
export type WaitingPod = {
  /** The pod. */
  pod: NamespacedName;
  /** The first container that waits, init containers first. */
  waiting: WaitingContainerAnswer;
};

/** The wanted result, all parts of it. */
export interface Want {
  /** Clusters to select, by name. */
  selects?: string[] | undefined;
  /** Clusters not to select, by name. */
  drops?: string[] | undefined;
  /** The number of clusters to select. Default: any. */
  count?: number | undefined;
  /**
   * As the input records the decision. The changes are what can have differed when the hub decided. Excludes the
   * others. Default: `false`.
   */
  recorded?: boolean | undefined;
  /**
   * The pod that `admitted`, `on`, `spares` and `evictsNobody` are about. A pod on a node
   * is scheduled as if it were pending. Excludes `selects`, `drops` and `count`.
   */
  pod?: NamedObject | undefined;
  /** The pod gets a node, also by evictions, and no `ResourceQuota` refuses it. Default: `false`. */
  admitted?: boolean | undefined;
  /** As `admitted`, and the node is this one. */
  on?: string | undefined;
  /** The pod does not evict this one. */
  spares?: NamedObject | undefined;
  /** The pod evicts no other. Default: `false`. */
  evictsNobody?: boolean | undefined;
  /**
   * No VM leaves the node of this name, or the VM of this pod does not migrate. A name without a namespace is
   * that of a node. This, `granted` and `starts` exclude the others.
   */
  noMigration?: NamedObject | undefined;
  /** In a timeline, every request of the VM of this pod is granted as it is. */
  granted?: NamedObject | undefined;
  /** In a timeline, every start of the scheduler succeeds. Default: `false`. */
  starts?: boolean | undefined;
}

/** An end of a range of weights. */
export type WeightBound = {
  /** The weight. */
  at: ExactNumber;
  /** Whether the weight itself belongs to the range. */
  included: boolean;
};

/** Options of `weightEdit`. */
export interface WeightEditOptions {
  /** The placement: its name, or its index from 0. Default: the only one. */
  placement?: number | NamedObject | undefined;
  /** The name of the prioritizer, as in the placement. */
  prioritizer: string;
  /** The weight. The hub allows -10 to 10. */
  weight: number;
}

/** A range of weights. */
export type WeightRange = {
  /** The lower end; `null` if unbounded. */
  from: WeightBound | null;
  /** The upper end; `null` if unbounded. */
  to: WeightBound | null;
};

/**
 * The source of a weight. `default`: the default of the mode; `configured`: the placement; `override`: the option
 * `weights`.
 */
export type WeightSource = "default" | "configured" | "override";

/** A resource to score. */
export interface WeightedResource {
  /** The name of the resource. */
  name: string;
  /** The weight of the resource, 1 to 100 as in Kubernetes. Default: `1`. */
  weight?: number | undefined;
}

/** A scorer and its weight. */
export type WeightedScorer = {
  /** The name of the scorer, as in Kubernetes; `DefaultProfile`: all plugins of the pod's profile. */
  name: QueueScorerName | ScorePlugin;
  /** The weight of the scorer. */
  weight: number;
};

/** Whether a spread constraint is hard (`DoNotSchedule`) or soft (`ScheduleAnyway`). */
export type WhenUnsatisfiable = "DoNotSchedule" | "ScheduleAnyway";

/** The decisions without some clusters, worst first. */
export type WithoutAnswer = {
  /** The placement. */
  object: ObjectName;
  /** The number of selected clusters, with all clusters there. */
  selected: number;
  /**
   * The losses: those that leave most wanted clusters without a place first, then those that move most, then by
   * name. At most `limit`.
   */
  losses: Loss[];
  /** The number of all losses. */
  count: number;
};

/**
 * Where pods land when nodes are gone, worst first. Their pods wait in the queue behind the pods of their priority
 * that wait already, and the queue is scheduled to its end.
 */
export type WithoutNodesAnswer = {
  /**
   * The losses: those that leave most pods without a node first (`waiting`, `deleted` and `othersLost`), then those
   * that evict most, then by name.
   */
  losses: NodeLoss[];
  /** The number of all losses. */
  count: number;
};

/** Options of `withoutNodes`: one of `node`, `label` and `each`. */
export interface WithoutNodesOptions {
  /** The name of a node that is gone. */
  node?: string | undefined;
  /** The label of the nodes that are gone, such as `topology.kubernetes.io/zone=a`. */
  label?: string | undefined;
  /**
   * The key of a label, such as `topology.kubernetes.io/zone`: the nodes of each value are gone in turn. `node`:
   * each node.
   */
  each?: string | undefined;
  /** The scheduler to reproduce. Default: `"auto"`. */
  profile?: ProfileChoice | undefined;
  /** The version of Kubernetes. Default: the newest that nodes report; else 1.36. */
  kubernetesVersion?: KubernetesVersion | undefined;
  /** The maximum number of losses, and of pods in each. Default: `100`. */
  limit?: number | undefined;
}

/** Options of `without`: one of `cluster`, `label` and `each`. */
export interface WithoutOptions extends DecideOptions {
  /** The name of a cluster that is gone. */
  cluster?: string | undefined;
  /** The label of the clusters that are gone, such as `region=eu`. */
  label?: string | undefined;
  /** The key of a label: the clusters of each value are gone in turn. `cluster`: each selected cluster. */
  each?: string | undefined;
}

/** The node whose limits exceed it the most. */
export type WorstNode = {
  /** The name of the node. */
  node: string;
  /** The resource. */
  resource: "cpu" | "memory";
  /** The amount that the node can give to pods. */
  allocatable: number;
  /** The sum of the limits of its pods. */
  limits: number;
};
