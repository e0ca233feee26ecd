// Generated from the Rust types by `cargo xtask types`.

export type AboveEveryNode = {
  resource: string;
  request: number;
  most: number;
};

/** Why a family of edits is not searched. */
export type Absence = "off" | "nothing" | "not-needed" | "cel" | "cel-fails" | "deleting" | "gone" | "never-asks";

/** Amounts by resource: `cpu` in milli-CPU, others in base units (bytes, devices). */
export type AmountMap = Record<string, number | null>;

/** Why a generator makes nothing, or what is assumed. */
export type ApplicationProblem = "config-map-missing" | "config-map-kind" | "config-map-keys";

export type ApplicationTexts = {
  name: string;
  cluster: string;
  server: string;
  namespace: string;
};

export type AssumedVersion = {
  version: KubernetesVersion;
  source: VersionSource;
  /** The version that nodes report, if it is not modelled; `version` is the nearest. Absent: it is modelled. */
  capped?: string;
};

export type AttachedElsewhere = {
  pod: NamespacedName;
  node: string;
  volume: string;
  attachment: string;
  attachedTo: string;
  /** The first pod there that uses the volume; `null`: the input has none. */
  usedBy: NamespacedName | null;
};

/** The limits that a best-effort pod counts with. */
export type BestEffort =
  | "allocatable"
  | "nothing"
  | {
      amount: number;
    };

export type BlockingBudget = {
  node: string;
  cordoned: boolean;
  nodes: number;
  block: EvictionBlock;
};

export type BoundPod = {
  pod: NamespacedName;
  node: string;
  volumes?: VolumeName[];
  volumeTies?: VolumeTiesAnswer;
};

/** The clusters that a placement may choose from. */
export type CandidateMode = "auto" | "sets" | "given";

/** Why a cluster is a candidate or not. */
export type CandidateReason = "all-clusters" | "in-set" | "no-set" | "deleting" | "given";

export type CandidateStatus = {
  is: boolean;
  why: CandidateReason;
  sets: string[];
};

/** The budget of CEL's cost that was exceeded on a cluster. */
export type CelBudget = "expression" | "predicate";

export type Change = {
  edits: ChangeEdit[];
  cost: ChangeCost;
  verified: boolean;
  added: string[];
  removed: string[];
  /** Absent where `added` has all. */
  addedTotal?: number;
  /** Absent where `removed` has all. */
  removedTotal?: number;
  asCheap: number;
  others: OtherPlacement[];
  othersUnknown: number;
  /** `null` unless a pod was asked about. */
  cycle: CycleAfter | null;
  madeAnew?: PodMadeAnew[];
  terminating?: NamespacedName[];
  /** `null` unless a timeline was asked about. */
  run: RunAfter | null;
  /** Absent if it does. */
  otherProfile?: ChangeInOtherProfile;
  /** Absent where it lasts. */
  alternates?: boolean;
  /** Absent if a cluster is selected, or if nothing reads the decision. */
  applications?: DecisionApplications[];
};

/** The smallest changes of the input after which something comes out. */
export type ChangeAnswer = {
  object: ObjectName;
  met: boolean;
  /** Absent if something else is wanted. */
  recorded?: boolean;
  volumeDependence?: VolumeDependence;
  changes: Change[];
  space: SearchedFamily[];
  complete: boolean;
  outside?: OutsideSpace[];
  depth: number;
  /** How many edits were combined at most, one for each obstacle of a cluster. Absent: no more than two. */
  several?: number;
  /** How far all weights were changed together, in sum. Absent: they were not. */
  weightsTo?: number;
  /** Why the search ended before its end; `null`: it did not. */
  stopped: "steps" | null;
  steps: number;
};

export type ChangeCost = {
  displaced: number;
  edits: number;
  families: Family[];
  step: number;
};

export type ChangeEdit = {
  family: Family;
  object: ObjectName;
  /** The owner whose pod template is to be edited. Absent: the object itself is. */
  templateOf?: ObjectName;
  limitRange?: NamespacedName;
  path: string;
  keys: (string | number)[];
  /** The value before; `null`: the input does not have the field, or the object. */
  old: string | number | boolean | object | null;
  /** The value after; `null`: the field, or the object, is removed. */
  new: string | number | boolean | object | null;
  subject: string;
  /** The number of new pods that a raised `ResourceQuota` lets through; absent: one, or another edit. */
  pods?: number;
  /** The node that an added one is like; absent: it adds none. */
  like?: NodeLike;
  /** The number in force before; `null`: none, or the edit does not change a number. */
  from: Integer | null;
  /** The number in force after; `null`: none, or the edit does not change a number. */
  to: Integer | null;
  textEdits: TextEdit[];
  writable: boolean;
  /** The range of the field, or of its nearest parent; `null`: the object is new. */
  range: TextRange | null;
};

export type ChangeInOtherProfile = {
  profile: Profile;
  /** `null` if a pod was asked about. */
  status: SchedulerStatusCode | null;
  message: string;
  /** `null` if a pod was asked about. */
  selected: number | null;
  /** `null` if a placement was asked about. */
  cycle: CycleAfter | null;
};

/** Options of `change`. */
export interface ChangeOptions extends DecideOptions {
  /** The wanted result. */
  want: Want;
  /** The version of Kubernetes. Default: the newest that nodes report; else 1.36. */
  kubernetesVersion?: KubernetesVersion | undefined;
  /**
   * The families of edits that are tried. Default: all but `taint`, `allocatable`, `score` and `decision`; if the
   * recorded decision is wanted, these and `weight`, `label`, `claim` and `release`.
   */
  families?: Family[] | undefined;
  /** The timeline of autoscaled VMs that is meant. Default: the first of the input. */
  timeline?: NamedObject | undefined;
  /** The name of a variant of the timeline. Default: none. */
  variant?: string | undefined;
  /** The maximum number of decisions that the search makes. Default: `20000`. */
  maxSteps?: number | undefined;
}

/** The changes that a search in progress has found. */
export type ChangesSoFarAnswer = {
  changes: Change[];
};

export type ClaimVolume = {
  claim: NamespacedName;
  volume: string;
};

export type ClusterCounts = {
  all: number;
  candidates: number;
  feasible: number;
  selected: number;
};

/** Options of `clusterIndex`. */
export interface ClusterIndexOptions {
  /** The name of the cluster. */
  name: string;
}

/** The label keys and cluster claims of the clusters in a text. */
export type ClusterKeysAnswer = {
  labels: KeyUse[];
  claims: KeyUse[];
};

/** Options of `clusterNames`. */
export interface ClusterNamesOptions {
  /** The indices of the clusters in the input, from 0. */
  clusters: number[];
}

/** The order of the rows. */
export type ClusterOrder = "rank" | "name";

export type ClusterRow = {
  cluster: number;
  name: string;
  state: ClusterState;
  /** `null` if the cluster has none. */
  rank: number | null;
  /** `null` if the cluster is not feasible or nothing was scored. */
  total: Integer | null;
  /** `null` for a missing score. */
  scores: (Integer | null)[];
  /** Absent without a run of spread, and for a cluster that is blocked in that step. */
  spread?: number;
  /** `null` if it is selected or nothing was decided. */
  reason: NotSelectedReason | null;
};

export type ClusterSpread = {
  values: string[];
  /** `null` if none did. */
  picked: number | null;
  /** `null` without steps, or if the cluster lacks the key of a hard term. */
  numbers: SpreadCandidate | null;
};

/** Where a cluster ended up. */
export type ClusterState = "excluded" | "filtered" | "feasible" | "selected";

/** A page of the table of clusters. */
export type ClustersAnswer = {
  total: number;
  rows: ClusterRow[];
};

/** Options of `clusters`. */
export interface ClustersOptions {
  /** The order of the rows. Default: `"rank"`. */
  order?: ClusterOrder | undefined;
  /** How many clusters to skip. Default: `0`. */
  offset?: number | undefined;
  /** The maximum number of clusters to list. Default: all. */
  limit?: number | undefined;
  /** Only clusters whose name contains this, or, with a `=`, one of whose labels does. */
  find?: string | undefined;
}

/** What the input records of pods and quotas, against what the schedulers decide now. */
export type CompareRecordedAnswer = {
  /**
   * Whether the scheduler and the quota controller would write now what the input records. `null`: nothing is
   * recorded.
   */
  same: boolean | null;
  asked: number;
  sameNode: number;
  elsewhere: number;
  rejected: number;
  misfits: number;
  onUnknownNodes: number;
  terminating: number;
  mirrors: number;
  unscheduled: number;
  pods: RecordedPodAnswer[];
  nominated: number;
  lost: number;
  nominations: NominationAnswer[];
  quotasRecorded: number;
  quotas: RecordedQuotaAnswer[];
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

export type ComputedDisruptions = {
  disruptionsAllowed: number;
  currentHealthy: number;
  desiredHealthy: number;
  expectedPods: number;
  assumedReady: number;
  assumedReplicas: ObjectName[];
};

export type Condition = {
  type: string;
  status: ConditionStatus;
  reason: string;
  message: string;
};

/** The status of a condition. */
export type ConditionStatus = "True" | "False";

/** A running pod that a quota's controller counts. */
export type CountedPodAnswer = {
  pod: NamespacedName;
  amounts: TextMap;
};

export type CycleAfter = {
  outcome: "Schedulable" | "Preempt" | "Unschedulable" | "Gated" | "Error";
  /** `null` if it waits. */
  node: string | null;
  victims: NamespacedName[];
  terminating?: NamespacedName[];
  bare: NamespacedName[];
  budgetViolations: number;
  rejectedBy: "OverMax" | "OverAggregatedMin" | null;
  refused: boolean;
  onVolumes?: boolean;
};

/** A decision in short. */
export type DecideAnswer = {
  placement: ObjectName;
  profile: Profile;
  status: SchedulerStatus;
  allClustersConsidered: boolean;
  validBindings: string[];
  eligibleClusterSets: string[];
  selected: string[];
  clusterCounts: ClusterCounts;
  unscheduled: Integer;
  /** The number of wanted clusters; `null`: all. */
  numberOfClusters: Integer | null;
  filters: FilterSummary[];
  mode: string;
  prioritizers: PrioritizerSummary[];
  spreadConstraints: SpreadConstraintSummary[];
  /** `null` without constraints, in a profile that ignores them, or if nothing was scored. */
  spread: SpreadSummary | null;
  conditions: Condition[];
  decisionGroups: DecisionGroupStatus[];
  deletedPlacementDecisions: string[];
  /** When the hub decides again because a toleration ends, RFC 3339. `null`: none ends. */
  requeueTime: string | null;
  notes: DecisionNote[];
  outcome: DecisionOutcome;
  /** `null` unless `outcome` is `skipped`. */
  skipReason: SkipReason | null;
  /** `null` unless `outcome` is `invalid`. */
  invalidPath: string | null;
  /** `null` unless `outcome` is `invalid`. */
  problem: PlacementProblem | null;
  error: string;
  /** Absent if it decides the same, unless this is a preview. */
  otherProfile?: OtherProfile;
  /** Absent if nothing is recorded, or if nothing was scheduled. */
  recorded?: RecordedComparison;
  /** Absent if something was decided, or nothing is recorded. */
  kept?: KeptDecision;
  /** Absent if no `ApplicationSet` of the input reads it. */
  applications?: DecisionApplications[];
};

/** Options of `decide` and `report`. */
export interface DecideOptions {
  /** The placement: its name, or its index from 0. Default: the only one. */
  placement?: number | NamedObject | undefined;
  /** The time of the decision, RFC 3339: tolerations end and scores expire. Default: the time of the call. */
  now?: string | Date | undefined;
  /** The scheduler to reproduce. Default: `"auto"`. */
  profile?: ProfileChoice | undefined;
  /** The clusters that the placement may choose from. Default: `"auto"`. */
  candidates?: CandidateMode | undefined;
  /** What if: weights by prioritizer, such as `{ Steady: 3 }`. Default: the weights of the input. */
  weights?: Record<string, number> | undefined;
  /** What if: the number of clusters, or all (`null`). Default: the number of the input. */
  numberOfClusters?: number | null | undefined;
  /**
   * What if: max skews by topology key or index of the constraint, such as `{ zone: 2 }`. Default: those of the
   * input.
   */
  maxSkews?: Record<string, number> | undefined;
  /** The maximum number of names in `selected`. Default: `100`. */
  limit?: number | undefined;
}

export type DecisionApplications = {
  applicationSet: ObjectName;
  configMap: NamespacedName;
  /** Why the generator makes nothing, or what is assumed; `null`: all is known. */
  problem: ApplicationProblem | null;
  inside: GeneratorPlace;
  notModelled: string[];
  template: ApplicationTexts;
  goTemplate: boolean;
  values: [string, string][];
  elements: [string, string][][];
  requeueAfterSeconds: Integer;
  preservesResources: boolean;
  policy: string;
  assumesSecrets: boolean;
  withoutSecret: string[];
  withoutSecretCount: number;
  clusters: string[];
  clusterCount: number;
  gone: string[];
  goneCount: number;
};

/** A form of `PlacementDecision`s. */
export type DecisionForm = "ocm" | "multicluster";

export type DecisionFormDifference = {
  onlyOcm: string[];
  onlyMulticluster: string[];
};

export type DecisionGroupStatus = {
  decisionGroupIndex: number;
  decisionGroupName: string;
  decisions: string[];
  clusterCount: number;
};

export type DecisionHint = {
  /** `null` for what is not written there. */
  path: string | null;
} & (
  | { code: "term-without-weight"; topologyKey: string }
  | {
      code: "same-for-all";
      prioritizer: string;
      /** `null` if no cluster has one, which counts as 0. */
      score: Integer | null;
      clusters: number;
    }
  | { code: "max-skew-unused"; topologyKey: string; maxSkew: number; worstSkew: number }
  | { code: "toleration-unused"; toleration: number }
  | { code: "predicates-match-all"; predicates: number; clusters: number }
  | { code: "number-above-feasible"; numberOfClusters: Integer; feasible: number }
);

export type DecisionLabels = {
  "cluster.open-cluster-management.io/decision-group-index": string;
  "cluster.open-cluster-management.io/decision-group-name": string;
  "cluster.open-cluster-management.io/placement": string;
};

export type DecisionNote = {
  /** `null` if it is not about a field. */
  path: string | null;
} & (
  | { code: "all-clusters-considered" }
  | { code: "spread-ignored" }
  | { code: "spread-without-terms" }
  | { code: "spread-without-weight" }
  | { code: "spread-packs" }
  | { code: "spread-max-skew-ignored"; topologyKey: string }
  | { code: "spread-soft-key-bars"; topologyKey: string; clusters: number; hardTopologyKey: string }
  | { code: "spread-counts-anew" }
  | { code: "spread-lone-domain"; topologyKey: string }
  | { code: "spread-pinned"; topologyKey: string; values: string[]; selected: number; most: number }
  | { code: "addon-score-expired"; prioritizer: string; clusters: number; all: boolean }
  | { code: "cel-not-evaluated" }
  | { code: "hub-taint"; taint: string; upkeep: HubUpkeep; clusters: string[]; count: number }
  | { code: "group-cel-ignored" }
  | { code: "foreign-decision" }
  | { code: "scores-ignored" }
  | { code: "scores-unchanged" }
  | { code: "scores-written" }
  | { code: "scores-wait"; until: string }
);

export type DecisionObject = {
  name: string;
  namespace: string;
  labels: DecisionLabels;
  clusterNames: string[];
  /** `status.decisions[].score` of each; present in the profile `Proposal` for a placement that uses scores. */
  scores?: Integer[];
};

/** How a decision ended. */
export type DecisionOutcome = "scheduled" | "skipped" | "sync-error" | "invalid";

/** Options of `decisionsYaml`. */
export interface DecisionsYamlOptions {
  /** The form of the objects. Default: `"ocm"`. */
  form?: DecisionForm | undefined;
}

/** The scores of the default profile of kube-scheduler. */
export type DefaultProfileAnswer = {
  plugins: ProfilePluginAnswer[];
  /** `null` if it fits no node, or no node is scored (`scoring-fails` in `notes`). */
  choice: NodeChoice | null;
  /** The only nodes that kube-scheduler looks at: the nominated one, or those of its node affinity. `null`: all. */
  onlyNodes: string[] | null;
};

export type DefaultRequest = {
  limitRange: NamespacedName;
  resource: string;
  amount: number;
  containers: number;
};

export type DetachedPod = {
  pod: NamespacedName;
  node: string;
  claim: NamespacedName;
  by: RolloutPod;
};

export type Diagnostic = {
  severity: Severity;
  code: DiagnosticCode;
  message: string;
  /** `null` if it is not known. */
  object: ObjectName | null;
  path: string;
  range: TextRange;
  /** Absent if none is near. */
  suggestion?: string;
  /** Where the object of a `duplicate-object` is also defined. */
  duplicate?: TextRange;
};

/** The code of a diagnostic; stable. */
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

export type DomainReport = {
  values: string[];
  selected: number;
  eligible: number;
  lowest: number;
  highest: number;
};

/** A node that is drained: its pods are evicted, and the queue is scheduled to its end. */
export type DrainAnswer = {
  node: string;
  podsTotal: number;
  evicted: number;
  landed: number;
  volumeDependent?: number;
  returned?: number;
  waiting: number;
  untried: number;
  deleted: number;
  blocks: EvictionBlock[];
  waits?: EvictionWait[];
  violating: number;
  withSeveralBudgets: number;
  withEmptyDir: number;
  flags: DrainFlag[];
  budgets: number;
  scaleDown?: ScaleDownAnswer;
  pods: DrainedPodAnswer[];
  others: MovedPod[];
  othersTotal: number;
  othersMoved: number;
  othersLost: number;
  stopped: boolean;
  repeats: QueueRepetition | null;
};

/** A flag without which `kubectl drain` refuses the node. */
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
  pod: NamespacedName;
  priority: number;
  kind: "evicted" | "daemon-set" | "mirror" | "terminating" | "deleted";
  violatesBudget: boolean;
  severalBudgets: boolean;
  neverEvicted: boolean;
  emptyDir: boolean;
  node: string | null;
  volume?: VolumeMisfitAnswer;
  /** Absent if it does not. */
  resourceQuota?: ResourceQuotaAnswer;
  /** Absent if none does. */
  kubelet?: KubeletRejectionAnswer;
  untried: boolean;
  /** Its last turn in the queue; `null`: it had none. */
  step: QueueStep | null;
};

export type DueRollout = {
  object: ObjectName;
  old: number;
  new: number;
  unready: number;
};

export type EndingNamespace = {
  namespace: string;
};

/** Whether evictions on several nodes make room for a pod. */
export type EvictAcrossNodesAnswer = {
  pod: NamespacedName;
  possible: boolean;
  /** `null` if `possible`. */
  reason: "policy" | "no-quota" | "no-victims" | "no-room" | "quota" | "budget" | null;
  /** `null` unless `possible`. */
  node: string | null;
  victims: NodeVictim[];
  smallest: boolean;
  numPDBViolations: number;
};

/** Options of `evictAcrossNodes`. */
export interface EvictAcrossNodesOptions {
  /** The pod. */
  pod: NamedObject;
  /** The scheduler to reproduce. Default: `"auto"`. */
  profile?: ProfileChoice | undefined;
  /** The version of Kubernetes. Default: the newest that nodes report; else 1.36. */
  kubernetesVersion?: KubernetesVersion | undefined;
}

export type EvictionBlock = {
  budgets: NamespacedName[];
  pods: number;
  pod: NamespacedName;
  unready?: boolean;
} & (
  | { why: "several-budgets" }
  | { why: "no-bound" }
  | { why: "none-unavailable"; bound: string }
  | { why: "all-needed"; bound: string; desired: number; available: number }
  | { why: "no-replicas"; bound: string; hasController: boolean }
  | { why: "no-scale"; bound: string; owner: ObjectName }
  | { why: "not-replaced"; allowed: number; lost: number }
);

export type EvictionChoice = {
  by: "violations" | "highest-priority" | "priority-sum" | "victims" | "start";
  other: string;
  /** The number that is compared, on the chosen node; `null`: the time of the start. */
  value: number | null;
  /** The same on the next node. */
  otherValue: number | null;
};

export type EvictionWait = {
  budget: NamespacedName;
  pods: number;
  needed: number;
  unready: NamespacedName[];
  unreadyTotal: number;
};

export type ExactNumber = {
  part: Integer;
  whole: Integer;
  value: number;
};

export type Exchange = {
  removed: string;
  added: string;
};

export type ExpiredToleration = {
  toleration: number;
  /** `null` if the taint has no `timeAdded` to count from. */
  ended: string | null;
};

/** One cluster in a decision, with its distance to the selected ones. */
export type ExplainClusterAnswer = {
  range: TextRange;
  cluster: number;
  name: string;
  state: ClusterState;
  candidate: CandidateStatus;
  predicates: PredicateResult[];
  taints: TaintResult[];
  scores: ScoreTerm[];
  /** `null` if the cluster is not feasible or nothing was scored. */
  total: Integer | null;
  /** `null` if the cluster has none. */
  rank: number | null;
  /** `null` without a run, or if the cluster is not feasible. */
  spread: ClusterSpread | null;
  /** `null` if it is selected or not feasible, and with spread. */
  gap: ScoreGap | null;
  /** `null` if it is selected or nothing was decided. */
  reason: NotSelectedReason | null;
};

/** Options of `explainCluster`. */
export interface ExplainClusterOptions {
  /** The cluster: its name, or its index in the input, from 0. */
  cluster: number | string;
}

/** One node for one pod: whether it fits, and the verdict of preemption on each pod. */
export type ExplainNodeAnswer = {
  pod: NamespacedName;
  node: string;
  /** Whether the pod fits without evictions. `null`: its gates or its quota hold it back. */
  fits: boolean | null;
  /** `null` if it fits or is held back. */
  misfit: MisfitAnswer | null;
  dryRun: NodeDryRunAnswer;
  tried: boolean;
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

/** What an edit changes. */
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
  fault: "nsSelector" | "spreadDryRun" | "portSet" | "leastPodLevel" | "readWriteOncePod";
  nodes: string[];
  outcome: "Schedulable" | "Preempt" | "Unschedulable" | "Gated" | "Error";
  /** `null` if it would wait. */
  node: string | null;
  victims: NamespacedName[];
};

/** A filter of clusters. */
export type FilterName = "Predicate" | "TaintToleration";

export type FilterResult = {
  name: string;
  filteredClusters: string[];
};

export type FilterSummary = {
  name: string;
  before: number;
  after: number;
};

/** The objects that a name can mean. */
export type FindAnswer = {
  objects: FoundObject[];
  near: FoundObject[];
};

/** Options of `find`. */
export interface FindOptions {
  /** The name of the object: `name`, `namespace/name`, `kind/name` or `kind/namespace/name`. */
  name: string;
  /** Only objects of this namespace, and objects without one. */
  namespace?: string | undefined;
}

export type Finding = {
  at: FindingPlace;
  severity: Severity;
} & (
  | { code: "incomplete-text"; data: IncompleteText }
  | { code: "invalid-field"; data: RefusedField }
  | { code: "ending-namespace"; data: EndingNamespace }
  | { code: "recorded-failure"; data: RecordedFailure }
  | { code: "missing-input"; data: MissingInput }
  | { code: "cel-skipped"; data: SkippedCel }
  | { code: "quota-fault"; data: QuotaDiagnostic }
  | { code: "misspelt-field"; data: RefusedField }
  | { code: "misspelt-requirement"; data: MisspeltRequirement }
  | { code: "unknown-score"; data: UnknownScore }
  | { code: "verdict-differs"; data: RecordedVerdict }
  | { code: "other-scheduler"; data: SchedulerPods }
  | { code: "node-not-ready"; data: UnreadyNode }
  | { code: "event-pods"; data: NamespacedName }
  | { code: "attached-elsewhere"; data: AttachedElsewhere }
  | { code: "rollout-due"; data: DueRollout }
  | { code: "budget-blocks"; data: BlockingBudget }
  | { code: "not-modelled"; data: NotLookedAt }
  | { code: "unknown-class"; data: UnknownClass }
  | { code: "default-request"; data: DefaultRequest }
  | { code: "ordered-set"; data: OrderedSet }
  | { code: "idle-selector"; data: IdleSelector }
  | { code: "vm-model"; data: VmModel }
  | { code: "vm-label"; data: UnlabelledVms }
  | { code: "assumed-input"; data: MissingInput }
  | { code: "assumed-storage"; data: MissingInput }
  | { code: "not-looked-at"; data: NotLookedAt }
  | { code: "quotas-as-before"; data: QuotasAsBefore }
  | { code: "later-change"; data: LaterChange }
);

/** Whether a finding comes before or after the answer. */
export type FindingPlace = "before" | "beside" | "after";

export type Findings = {
  findings: Finding[];
  /** The version of Kubernetes that is assumed. Absent: the answer is not about pods. */
  kubernetesVersion?: AssumedVersion;
};

/** Whether preemption could help. */
export type FitCode = "Unschedulable" | "UnschedulableAndUnresolvable";

export type FoundObject = {
  kind: string;
  namespace: string;
  name: string;
  range: TextRange;
  /** Why it creates no pods, if it is a workload that could; absent: it creates them. */
  resting?: RestCause;
};

/** Where a generator stands: `alone`, or inside of a `matrix` or a `merge` generator. */
export type GeneratorPlace = "alone" | "matrix" | "merge";

export type GroupSize = {
  name: string;
  clusters: number;
  members: string[];
};

/** The steps of a queue that could have another result; `queueStep` explains each. */
export type HangingStepsAnswer = {
  lookedUntil: number;
  faults: number[];
  otherProfile: number[];
  evictions: number[];
};

/** What the hub does with a taint of `ManagedClusterConditionAvailable`. */
export type HubUpkeep = "added" | "removed";

export type IdenticalPodsBound = {
  pod: NamespacedName;
  pods: number;
  onOne: number;
  nodes: number;
};

export type IdleSelector = {
  selects: SelectorUse;
  object: ObjectName;
  path: string;
  /** The range of the selector; of one that is absent, that of its parent. */
  range: TextRange | null;
  isAbsent: boolean;
  matchesOthers: boolean;
  namespaces: string[];
  elsewhere: string | null;
  labels: string[];
  /** The label that was probably meant; `null`: no label differs little. */
  near: NearLabel | null;
};

/** Why a text is incomplete. */
export type IncompleteReason =
  | "ends"
  | "list-ends"
  | "unreadable"
  | "mixed"
  | "no-kind"
  | "wrong-version"
  | "page"
  | "left-out";

export type IncompleteText = {
  why: IncompleteReason;
  /** `null` if the text does not tell. */
  object: ObjectName | null;
  fault: string;
  range: TextRange;
};

/** A 64-bit integer. */
export type Integer = number;

export type KeptDecision = {
  clusters: string[];
  isWhole: boolean;
};

export type KeyUse = {
  key: string;
  clusters: number;
};

export type KindCount = {
  kind: string;
  count: number;
};

export type KubeletRejectedPod = {
  pod: NamespacedName;
  kubelet: KubeletRejectionAnswer;
};

/** Why the kubelet of the node that a pod names in `spec.nodeName` does not take it. */
export type KubeletRejectionAnswer = {
  node: string;
  /** What the kubelet writes into `status.reason`, such as `OutOfcpu`. `null`: the input does not have the node. */
  reason: string | null;
  evicts?: boolean;
  shortage?: ShortageAnswer;
  taint?: string;
  port?: number;
};

/** A minor release of Kubernetes whose kube-scheduler is modelled. */
export type KubernetesVersion = "1.35" | "1.36" | "1.37";

export type LackOfVolume = {
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
  has: string[];
  wanted: string[];
};

export type LaterChange = {
  change: LaterChangeKind;
  version: string;
  object: ObjectName;
  path: string;
  /** `null` if the input does not have it. */
  range: TextRange | null;
};

/** A change of Kubernetes 1.38 (alpha). */
export type LaterChangeKind = "empty-spread-selector" | "empty-budget-selector";

export type LimitsOnNodes = {
  overSubscription: OverSubscription;
  nodesOverSubscribed: number;
  /** The node with the largest ratio of limits to allocatable. `null`: none is over it. */
  worst: WorstNode | null;
};

export type Loan = {
  resource: string;
  /** `null` for use beyond the sum of all mins. */
  lender: string | null;
  borrower: string;
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

export type Loss = {
  name: string;
  clusters: number;
  lost: string[];
  lostCount: number;
  selected: number;
  unscheduled: Integer;
  added: string[];
  removed: string[];
  moved: number;
  skews: number[];
};

export type LostWorkload = {
  workload: ObjectName;
  pods: number;
  lost: number;
};

/** Options of `matchClusters`. */
export interface MatchClustersOptions {
  /** A name, a glob such as `eu-*`, or a label selector as `kubectl get -l` takes it. */
  pattern: string;
}

/** Why a pod does not fit a node. */
export type MisfitAnswer = {
  code: FitCode;
  plugin: string;
  reasons: string[];
  shortages: ShortageAnswer[];
  heldFor: NamespacedName[];
  held: AmountMap;
  taint: string | null;
  port: PortConflictAnswer | null;
  spread: SpreadMisfitAnswer | null;
  podAffinity: PodAffinityMisfitAnswer | null;
  /** `null` for other reasons, also where node affinity rejects the node. */
  selector: SelectorMisfitAnswer | null;
  nodeAffinity?: NodeAffinityMisfitAnswer;
  volumes?: VolumeMisfitAnswer;
};

export type MisfitCount = {
  reason: string;
  nodes: number;
};

export type MissingInput = {
  kind: string;
  namespace: string;
  name: string;
  why: MissingReason;
  assumed: boolean;
  /** Whether the pods, as they are, wait with the object, too. Absent: it can change the answer. */
  cannotHelp?: boolean;
  /** How many pods of the workload are missing; only of `workload-pods`. */
  pods?: number;
  /** What the status of the quota counts; only of `quota-pods`. */
  used?: UseInStatus;
  /** The VMs of that name in other namespaces, or the set of a similar name. */
  near?: ObjectName[];
  /** What is computed instead of the status of a budget; only of `budget-status`. */
  computed?: ComputedDisruptions;
  command: string;
};

/** Why an object matters to the answer. */
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

export type MisspeltRequirement = {
  path: string;
  on: RequirementSubject;
  required: string;
  meant: string;
};

/** Options of `modeEdit`. */
export interface ModeEditOptions {
  /** The placement: its name, or its index from 0. Default: the only one. */
  placement?: number | NamedObject | undefined;
  /** Which weights a prioritizer has that the policy does not name. */
  mode: PrioritizerMode;
}

/** How many more pods fit, bound one after another without evictions. */
export type MoreAnswer = {
  pod: NamespacedName;
  count: number;
  daemonSet: boolean;
  stopped: boolean;
  nodes: NodePods[];
  nodesTotal: number;
  /** The cycle of the next one, which is not bound. `null`: `most` ended the count. */
  next: SimulatePodAnswer | null;
  /** Absent if none does. */
  kubelet?: KubeletRejectionAnswer;
  volumes?: VolumeName[];
  volumeTies?: VolumeTiesAnswer;
  /** Absent without `like`. */
  rounds?: MoreRounds;
  /** Absent without `pendingFirst`. */
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
  /** The pod that the new ones are like. */
  pod?: NamedObject | undefined;
  /** The pods and workloads that the new pods are like, at most 20. */
  like?: MoreLike[] | undefined;
  /** Whether the queue of all pending pods is scheduled first. Default: `false`. */
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

export type MorePending = {
  total: number;
  bound: number;
  waiting: NamespacedName[];
  evicted: NamespacedName[];
  evictedTotal: number;
  endless: boolean;
};

export type MoreRounds = {
  whole: number;
  /** By which of `shapes` they end, from 0; `null`: `most` ended the count. */
  endedBy: number | null;
  shapes: MoreShapeAnswer[];
};

/** New pods like one pod, or of one workload. */
export type MoreShapeAnswer = {
  object: ObjectName;
  copies: number;
  count: number;
  daemonSet: boolean;
  nodesTotal: number;
  /** The cycle of the next one; `null`: `most` ended the count before. */
  next: SimulatePodAnswer | null;
  /** Absent if none does. */
  kubelet?: KubeletRejectionAnswer;
  volumes?: VolumeName[];
};

export type MovedPod = {
  pod: NamespacedName;
  priority: number;
  /** The node that it was on; `null`: it waited. */
  from: string | null;
  /** The node that it is on at the end; `null`: it waits. */
  node: string | null;
  preemptedBy: NamespacedName | null;
  violatesBudget: boolean;
  bare: boolean;
  /** Absent if it does not. */
  resourceQuota?: ResourceQuotaAnswer;
  untried: boolean;
  /** Its last turn in the queue; `null`: it had none. */
  step: QueueStep | null;
};

/** An object of the input; `name` alone: in the namespace `default`, or else the only one. */
export type NamedObject = string | NamespacedName;

export type NamespacedName = {
  namespace: string;
  name: string;
};

export type NearLabel = {
  required: string;
  label: string;
};

export type NearestVolume = {
  volume: string;
  lacks: LackOfVolume[];
};

/** What a new node has. */
export type NewNodeRoomAnswer = {
  allocatable: AmountMap;
  pods: number;
  daemonSets: NamespacedName[];
  staticPods: number | null;
  requested: AmountMap;
};

export type NextChoice = {
  total: number;
  nodes: string[];
  count: number;
};

/** Why a claim gets no volume on a node. */
export type NoVolume = "selected-node" | "no-provisioner" | "allowed-topologies" | "storage-capacity";

/** A requirement of a pod's required node affinity that a node does not meet. */
export type NodeAffinityMisfitAnswer = {
  key: string;
  operator: string;
  values: string[];
  /** The value of the node; `null`: it does not have the key. */
  found: string | null;
  terms: number;
};

export type NodeChoice = {
  node: string;
  total: number;
  tiedWith: string[];
  tied: number;
  /** `null` if all nodes that the pod fits have the highest total. */
  next: NextChoice | null;
};

/** The result of trying preemption on one node. */
export type NodeDryRunAnswer = {
  outcome: "candidate" | "no-victims" | "misfit" | "quota" | "error" | "contradiction";
  code: string;
  reasons: string[];
  /** `null` unless `outcome` is `contradiction`. */
  contradictedBy: NamespacedName | null;
  /** `null` unless `outcome` is `misfit`. */
  misfit: MisfitAnswer | null;
  /** `null` unless `outcome` is `quota` or `contradiction`. */
  rejection: QuotaRejectionAnswer | null;
  victims: NamespacedName[];
  terminating?: NamespacedName[];
  reprieved: NamespacedName[];
  numPDBViolations: number;
  ties: TieAnswer[];
};

export type NodeEntry = {
  name: string;
  unschedulable: boolean;
  taints: string[];
  pods: number;
  allowedPods: number;
  bestEffort: number;
  unbounded: number;
  resources: NodeResourceUse[];
  /** The first listed node with the same labels, taints that last, and amounts. Absent: it is the first. */
  like?: string;
};

export type NodeLike = {
  like: string;
  labels: Record<string, string>;
};

export type NodeLimits = {
  node: string;
  before: OverSubscription;
  after: OverSubscription[];
};

export type NodeLoss = {
  name: string;
  nodes: number;
  podsTotal: number;
  evicted: number;
  landed: number;
  volumeDependent?: number;
  spreadOverLost?: number;
  /** Absent where `spreadOverLost` is. */
  waitingInOutage?: number;
  waiting: number;
  untried: number;
  deleted: number;
  othersMoved: number;
  othersLost: number;
  workloads: LostWorkload[];
  workloadsTotal: number;
  pods: DrainedPodAnswer[];
  others: MovedPod[];
  othersTotal: number;
  stopped: boolean;
  /** More nodes with which pods run that wait. Absent: none waits, or more than one loss is asked about. */
  needed?: NodesForLoss;
};

export type NodePick = {
  node: string;
  scorers: string[];
  resources: ResourceAnswer[];
};

export type NodePods = {
  node: string;
  pods: number;
};

export type NodeProfileScores = {
  /** `null` if the plugin skips the pod or is off. */
  scores: (number | null)[];
  total: number;
};

export type NodeResourceUse = {
  name: string;
  allocatable: number;
  requests: number;
  limits: number;
};

export type NodeRow = {
  index: number;
  name: string;
  pods: number;
  allowedPods: number;
  /** `null` if it fits. */
  misfit: MisfitAnswer | null;
  resources: ResourceAnswer[];
  /** `null` if the scorer does not apply or the pod does not fit. */
  raw: (number | null)[];
  /** `null` as for `raw`. */
  normalized: (number | null)[];
  /** `null` if the pod does not fit. */
  exact: number | null;
  /** `null` if the pod does not fit. */
  normalizedExact: number | null;
  /** `null` if the pod does not fit, or without the option `defaultProfile`. */
  defaultProfile: NodeProfileScores | null;
};

export type NodeTie = {
  total: number;
  tiedWith: string[];
  tied: number;
};

export type NodeVerdict = {
  node: string;
  /** `null` if the filters did not run on this node. */
  fits: boolean | null;
  /** `null` if it fits or the filters did not run. */
  misfit: MisfitAnswer | null;
  /** `null` unless the pod fits it and others. */
  total: number | null;
  /** `null` if it was not tried. */
  dryRun: NodeDryRunAnswer | null;
  volumes?: NodeVolumesAnswer;
};

export type NodeVictim = {
  pod: NamespacedName;
  node: string;
  priority: number;
};

/** The volumes that the claims of a pod get on a node. */
export type NodeVolumesAnswer = {
  bind: ClaimVolume[];
  provision: NamespacedName[];
  ties?: VolumeTieAnswer[];
  /** Whether the pod may not fit with others of these volumes. Absent: it fits in any case. */
  mayFail?: boolean;
};

/** A page of the nodes, in the order of the input. */
export type NodesAnswer = {
  all: number;
  total: NodeResourceUse[];
  bestEffort: number;
  /** Absent without them. */
  found?: number;
  nodes: NodeEntry[];
};

export type NodesForLoss = {
  like: string;
  nodes: number;
  waiting: number;
};

/** How many nodes of one shape the pending pods need. */
export type NodesNeededAnswer = {
  nodes: number;
  end: "enough" | "most" | "endless";
  lowerBound: number;
  bounds: NodesNeededBound[];
  /** The least number of nodes for identical pods, if that is more than each of `bounds`. */
  identical?: IdenticalPodsBound;
  /** What a new node has; `null`: none was tried, because no pod waits. */
  room: NewNodeRoomAnswer | null;
  bound: number;
  waiting: number;
  placed: number;
  newNodes: NodePods[];
  left: NamespacedName[];
  leftTotal: number;
  notHelped: NotHelpedPod[];
  notHelpedTotal: number;
  /** How many more pods wait if all new nodes join before the first pod is scheduled. `null`: not decided. */
  moreWaitingAtOnce: number | null;
};

export type NodesNeededBound = {
  resource: string;
  requested: number;
  room: number;
  nodes: number;
};

/** Options of `nodesNeeded`: `shape`, `like`, or both. */
export interface NodesNeededOptions {
  /** What a new node can allocate, by resource. */
  shape?: Record<string, string> | undefined;
  /** The node that the new ones are like. */
  like?: string | undefined;
  /** Labels of the new nodes. */
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
  pod: NamespacedName;
  priority: number;
  node: string;
  kind: "lost" | "moved" | "unknown" | "holds";
  outcome: "Schedulable" | "Preempt" | "Unschedulable" | "Gated" | "Error";
  /** The node that it is bound to or nominated for; `null`: it waits. */
  chosen: string | null;
  victims: NamespacedName[];
  terminating?: NamespacedName[];
  waitsFor: NamespacedName | null;
};

export type NotHelpedPod = {
  pod: NamespacedName;
  why: "misfit" | "other-node" | "quota" | "resource-quota" | "gates" | "stateful-set" | "error";
  /** `null` unless `misfit`. */
  misfit: MisfitAnswer | null;
  /** `null` unless `quota`. */
  rejection: QuotaRejectionAnswer | null;
  /** `null` unless `resource-quota`. */
  resourceQuota: ResourceQuotaAnswer | null;
  gates: string[];
};

/** Why totals are not linear in a weight. */
export type NotLinear = "misconfigured" | "spread" | "overflow" | "not-feasible";

export type NotLookedAt = {
  object: ObjectName;
  path: string;
  why: NotLookedAtReason;
  /** The plugin of a scheduler's configuration that is not applied; else `null`. */
  plugin: string | null;
  /** The range of the field, or of the object's kind. `null`: it stands at no one place. */
  range: TextRange | null;
  field: string;
  own: boolean;
  count: number;
  more: ObjectName[];
};

/** Why something of the text is not looked at; stable. */
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

export type NotSelected = {
  reason: SpreadReportReason;
  /** Absent for `NotReached`. */
  term?: number;
  missingTerm?: number;
  /** Absent if it was not a candidate in it. */
  final?: number;
};

/** Why a cluster is not selected; the types are stable. */
export type NotSelectedReason =
  | { type: "deleting" }
  | {
      type: "no-set";
      /** Absent without such a set. */
      asked?: SetRequirement;
    }
  | { type: "predicate"; requirement: RequirementResult; others: number }
  | {
      type: "taint";
      key: string;
      value: string;
      effect: string;
      path: string;
      addedByHub?: boolean;
      expired: ExpiredToleration | null;
    }
  | { type: "misconfigured"; filter: FilterName; message: string }
  | { type: "not-reached"; gap: Integer }
  | { type: "missing-topology-key"; term: number; missingTerm: number }
  | { type: "max-skew"; term: number }
  | {
      type: "not-picked";
      /** `null` if the cluster was blocked in it. */
      gap: Integer | null;
      /** `null` if none did. */
      blockedBy: number | null;
    };

/** Options of `numberOfClustersEdit`. */
export interface NumberOfClustersEditOptions {
  /** The placement: its name, or its index from 0. Default: the only one. */
  placement?: number | NamedObject | undefined;
  /** The number of wanted clusters; `null`: all. */
  numberOfClusters: number | null;
}

export type ObjectName = {
  kind: string;
  namespace: string;
  name: string;
};

export type OrderedSet = {
  statefulSet: NamespacedName;
  pods: number;
  first: NamespacedName;
  /** `null` without such a pod. */
  behind: NamespacedName | null;
  terminating: boolean;
  unready: boolean;
  inOrder: boolean;
};

export type OtherChoice = {
  node: string;
  victims: NamespacedName[];
};

export type OtherCycle = {
  profile: Profile;
  outcome: "Schedulable" | "Preempt" | "Unschedulable" | "Gated" | "Error";
  /** `null` if it waits. */
  node: string | null;
  victims: NamespacedName[];
  terminating?: NamespacedName[];
};

export type OtherNodeProfile = {
  profile: Profile;
  feasible: number;
  /** `null` if the pod fits none, or without the option `defaultProfile`. */
  choice: NodeChoice | null;
  added: string[];
  removed: string[];
  addedCount: number;
  removedCount: number;
  because: Fault[];
};

export type OtherPlacement = {
  object: ObjectName;
  added: string[];
  removed: string[];
  /** Absent where `added` has all. */
  addedTotal?: number;
  /** Absent where `removed` has all. */
  removedTotal?: number;
};

export type OtherProfile = {
  profile: Profile;
  same: boolean;
  status: SchedulerStatusCode;
  message: string;
  selected: number;
  added: string[];
  removed: string[];
  addedCount: number;
  removedCount: number;
  because: ProfileDifference[];
};

export type OutsideSpace = {
  reason: "pod-affinity" | "host-ports" | "volumes" | "added-affinity";
  nodes: number;
};

export type OverSubscription = {
  cpu: number;
  memory: number;
};

export type PlacementEntry = {
  index: number;
  namespace: string;
  name: string;
  range: TextRange;
};

/** A fault of a placement for which no decision is defined; the codes are stable. */
export type PlacementProblem =
  | { code: "negative-number-of-clusters"; numberOfClusters: Integer }
  | { code: "cel-not-evaluated" }
  | { code: "too-many-spread-constraints"; count: number; most: number }
  | { code: "max-skew-too-small"; maxSkew: number };

/** A required term of pod affinity or anti-affinity that a node does not meet. */
export type PodAffinityMisfitAnswer = {
  check: "affinity" | "anti-affinity" | "existing-anti-affinity";
  key: string;
  /** The value of the node, which names its domain; `null`: the node does not have the key. */
  value: string | null;
  term: number;
  /** `null` for `affinity`. */
  pod: NamespacedName | null;
};

export type PodEntry = {
  pod: NamespacedName;
  object: ObjectName;
  priority: number;
  state: "pending" | "bound" | "finished";
  node: string | null;
  reason?: string;
  /** Whether no scheduler chose the node of the pod. Absent: a scheduler did, or the pod has no node. */
  unscheduled?: boolean;
  /** Absent without one, and for pods without a node. */
  waiting?: WaitingContainerAnswer;
  /** Absent where the input has Nodes. */
  schedulerMessage?: string;
  nominated: string | null;
  gates: string[];
  invalid: boolean;
  /** Absent if none does, and for pods that are stored. */
  resourceQuota?: ResourceQuotaAnswer;
  behind?: NamespacedName;
  /** Absent if none does. */
  kubelet?: KubeletRejectionAnswer;
  terminating: boolean;
  requests: AmountMap;
  limits: AmountMap;
  unbounded: boolean;
  bestEffort: boolean;
};

export type PodMadeAnew = {
  pod: NamespacedName;
  owner: ObjectName;
  /** The node that the new pod gets if it is scheduled first; `null`: it waits. */
  node: string | null;
  takesBack: boolean;
};

/** A note on a pod or the nodes; the codes are stable. */
export type PodNote =
  | { code: "scoring-fails"; error: string }
  | { code: "filtering-fails"; error: string }
  | { code: "best-effort"; counts: BestEffort }
  | { code: "best-effort-pods"; pods: number; counts: BestEffort }
  | { code: "unbounded-pod"; resources: string[] }
  | { code: "unbounded-pods"; resources: string[]; pods: number }
  | { code: "resource-left-out"; resource: string; without: number; nodes: number }
  | { code: "pod-level-limits"; own: boolean; pods: number }
  | { code: "nominated-node-missing"; node: string }
  | { code: "filters-off"; profile: string; filters: string[] };

/** The pods to list. */
export type PodState = "all" | "pending" | "bound" | "finished";

export type PodVerdict = {
  pod: NamespacedName;
  priority: number;
  charge: AmountMap;
  verdict: "victim" | "reprieved" | "considered" | "protected";
  /** Why the pod is protected. `null`: it is not protected. */
  protection: "priority" | "other-namespace" | "own-namespace" | "within-min" | "no-quota" | "quota" | null;
  /** `null` without a quota. */
  used: AmountMap | null;
  /** `null` unless that makes it a victim. */
  misfit: MisfitAnswer | null;
  /** `null` unless that makes it a victim. */
  rejection: QuotaRejectionAnswer | null;
  violatesPDB: boolean;
  violatedPDBs: NamespacedName[];
};

/** A page of the pods, in the order of the input; pods of workloads follow the others. */
export type PodsAnswer = {
  all: number;
  pending: number;
  bound: number;
  finished: number;
  kubeletRejected: number;
  kubeletRejectedPods: KubeletRejectedPod[];
  waiting: number;
  waitingPods: WaitingPod[];
  found: number;
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
  /** Only pods that this workload owns: its kind, namespace and name. */
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
  protocol: string;
  port: number;
  ip: string;
  usedIp: string;
  pod: NamespacedName;
};

export type PredicateResult = {
  matches: boolean;
  requirements: RequirementResult[];
  path: string;
};

/** The attempt to evict other pods for a pod. */
export type PreemptionAnswer = {
  eligible: boolean;
  /** `null` if it was tried. */
  ineligibleReason: "policy" | "profile" | "terminating" | "node-affinity-conflict" | "volumes" | null;
  /** `null` otherwise. */
  terminating: NamespacedName | null;
  tried: number;
  candidates: number;
  chosenAnyOf: string[];
  /** What decides between the chosen node and the next one; `null`: nothing, or the name. */
  decided: EvictionChoice | null;
  /** The node with another order of equally important pods, with its victims; `null`: none. */
  otherChoice: OtherChoice | null;
  error?: string;
};

export type Pressure = {
  belowWatermarks: boolean;
  cpu: PressureSide;
  memory: PressureSide;
  tooMuchPressure: boolean;
};

export type PressureSide = {
  watermark: number;
  reserved: number;
  logicalPressure: number;
  capacityPressure: number;
  pressureAccountedFor: number;
  buffer: number;
  below: number;
  left: number;
  right: number;
  exceeds: boolean;
};

/** Which weights prioritizers have that the policy of a placement does not name. */
export type PrioritizerMode = "Additive" | "Exact";

export type PrioritizerResult = {
  name: string;
  weight: number;
  scores: ScoreMap;
};

export type PrioritizerSummary = {
  name: string;
  weight: number;
  defaultWeight: number;
  source: WeightSource;
  /** `null` if the placement has none for this prioritizer. */
  path: string | null;
  /** `null` if the weight is 0 or no cluster has a score. */
  min: Integer | null;
  /** `null` as for `min`. */
  max: Integer | null;
};

/** The scheduler to reproduce: `Upstream`: the released one; `Proposal`: the preview of the design documents. */
export type Profile = "Upstream" | "Proposal";

/** The scheduler to reproduce; `auto`: `Upstream`, unless the Placement uses what only a design document has. */
export type ProfileChoice = "auto" | "Upstream" | "Proposal";

/** What a placement uses on which the profiles differ. */
export type ProfileDifference =
  | "spread-policy"
  | "prioritizer"
  | "short-form"
  | "arithmetic"
  | "toleration-seconds"
  | "group-selector";

export type ProfileFilters = {
  profile: string;
  filters: string[];
};

/** A plugin of the default profile that scores nodes. */
export type ProfilePluginAnswer = {
  name: ScorePlugin;
  weight: number;
  skipped: boolean;
};

export type ProvisionedVolume = {
  node: string;
  /** `topologyKeys` of the `CSINode`. `null`: the input does not have them. */
  topologyKeys: string[] | null;
};

/** The value of a quantity. */
export type QuantityAnswer = {
  /** `null` if it is infinite, which JSON cannot express. */
  f64: number | null;
  bits: string;
  canonical: string;
};

/** Options of `quantity`. */
export interface QuantityOptions {
  /** The quantity, such as `1500m` or `2Gi`. */
  text: string;
}

/** The queue of pending pods after it was scheduled, with a page of its steps. */
export type QueueAnswer = {
  scorers: WeightedScorer[];
  stepsTotal: number;
  bound: number;
  ties: number;
  volumeTies?: number;
  hanging: HangingStepsAnswer;
  preemptions: number;
  evictions: number;
  boundAtEnd: number;
  volumeDependent?: number;
  volumeDependentPods?: VolumeDependentPod[];
  evictedPods: number;
  evictedWithoutOwner: number;
  waiting: number;
  untried: number;
  untriedPods: NamespacedName[];
  gated: number;
  gatedPods: NamespacedName[];
  deleting: number;
  deletingPods: NamespacedName[];
  invalid: number;
  refused: number;
  refusedPods: RefusedPod[];
  kubeletRejected: number;
  kubeletRejectedPods: KubeletRejectedPod[];
  schedulerNames: SchedulerPods[];
  profile: Profile;
  stopped: boolean;
  repeats: QueueRepetition | null;
  filtersOff: ProfileFilters[];
  steps: QueueStep[];
};

/** The limits on the nodes before and after the queue, by scorer. */
export type QueueLimitsAnswer = {
  nodesTotal: number;
  before: LimitsOnNodes;
  scorers: ScorerLimits[];
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
  /** The maximum number of steps of each queue. Default: `100000`. */
  maxSteps?: number | undefined;
  /** How many nodes to skip. Default: `0`. */
  offset?: number | undefined;
  /** The maximum number of nodes to list. Default: `100`. */
  limit?: number | undefined;
}

export type QueueNode = {
  node: string;
  allocatable: AmountMap;
  requested: AmountMap;
  pods: NamespacedName[];
  podsTotal: number;
  nominated: NamespacedName[];
};

/** Options of `queue`: how the pending pods are scheduled. */
export interface QueueOptions {
  /** The scheduler to reproduce. Default: `"auto"`. */
  profile?: ProfileChoice | undefined;
  /** The version of Kubernetes. Default: the newest that nodes report; else 1.36. */
  kubernetesVersion?: KubernetesVersion | undefined;
  /** What picks among the nodes that fit. Default: `"DefaultProfile"`. */
  scorer?: QueueScorerName | undefined;
  /** Several scorers with their weights, instead of `scorer`. */
  weights?: ScorerWeights | undefined;
  /** The maximum number of steps. Default: `100000`. */
  maxSteps?: number | undefined;
  /** How many steps to skip. Default: `0`. */
  offset?: number | undefined;
  /** The maximum number of steps to list. Default: `100`. */
  limit?: number | undefined;
}

export type QueueRepetition = {
  first: number;
  steps: number;
};

/** What picks the nodes of a queue. */
export type QueueScorerName =
  | "DefaultProfile"
  | "LimitAware"
  | "LeastAllocated"
  | "MostAllocated"
  | "RequestedToCapacityRatio"
  | "BalancedAllocation"
  | "NodeResourcesAllocatableLeast"
  | "NodeResourcesAllocatableMost";

export type QueueStep = {
  step: number;
  pod: NamespacedName;
  priority: number;
  outcome: "Bound" | "Preempt" | "Unschedulable" | "Error";
  message?: string;
  evictionError?: string;
  /** `null` if it waits. */
  node: string | null;
  tie: NodeTie | null;
  victims: NamespacedName[];
  terminatingVictims?: NamespacedName[];
  violations?: number;
  /** `null` if none does. */
  rejection: QuotaRejectionAnswer | null;
  misfits: MisfitCount[];
  volumeRefusal?: VolumeRefusalAnswer;
  nodeNames: string[] | null;
  /** Why the pod may not evict others; `null`: it may, or it does not wait. */
  ineligibleReason: "policy" | "profile" | "terminating" | "node-affinity-conflict" | "volumes" | null;
  /** `null` unless `ineligibleReason` is `terminating`. */
  terminating: NamespacedName | null;
  volumes?: VolumeName[];
  volumeTies?: VolumeTiesAnswer;
  sameAs: number | null;
};

/** The nodes, pods and quotas after a step of the queue. */
export type QueueStepAnswer = {
  step: number;
  quotas: QuotaState[];
  nodes: QueueNode[];
  unbound: NamespacedName[];
  unboundTotal: number;
  refused: NamespacedName[];
  refusedTotal: number;
  tie: NodeTie | null;
  /** The verdict on each pod of its node, as of `explainNode`; `null`: the step evicts no pod. */
  verdicts: PodVerdict[] | null;
  ties: TieAnswer[];
  otherChoice: OtherChoice | null;
  chosenAnyOf: string[];
  faults: FaultAnswer[];
  /** Absent if that is the same end. */
  otherCycle?: OtherCycle;
};

/** Options of `queueStep`. */
export interface QueueStepOptions {
  /** How the queue is scheduled; its `offset` and `limit` have no effect. */
  queue?: QueueOptions | undefined;
  /** The step; 0: before the first step. */
  step: number;
  /** How many nodes to skip. Default: `0`. */
  offset?: number | undefined;
  /** The maximum number of nodes to list. Default: `100`. */
  limit?: number | undefined;
}

export type QuotaDiagnostic = {
  code: QuotaFindingCode;
  severity: Severity;
  /** `null` if it is about all quotas. */
  object: ObjectName | null;
  path: string;
  /** `null` if it is about all quotas. */
  range: TextRange | null;
  /** `null` if the finding is not about one. */
  resource: string | null;
  /** `null` if no amounts are compared. */
  found: number | null;
  /** `null` if no amounts are compared. */
  bound: number | null;
  /** `null` if the finding is not about one. */
  resourceQuota: NamespacedName | null;
  /** Absent if the finding is not about that. */
  refusal?: RefusingKey;
};

export type QuotaExcess = {
  resource: string;
  wouldUse: number;
  bound: number;
  unlisted?: boolean;
};

/** The code of a finding about quotas; stable. */
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
  reason: "OverMax" | "OverAggregatedMin";
  resource: string;
  wouldUse: number;
  bound: number;
  unlisted?: boolean;
  others: QuotaExcess[];
  message: string;
};

export type QuotaRow = {
  governs: boolean;
  pods: number;
  borrowed: AmountMap;
  lent: AmountMap;
  /** `null` if absent. */
  statusUsed: TextMap | null;
  statusExpected: TextMap;
  namespace: string;
  name: string;
  used: AmountMap;
  /** Absent if none of them is of this quota. */
  usedAfterEviction?: AmountMap;
  min: AmountMap;
  max: AmountMap;
  usedOverMin: boolean;
};

export type QuotaState = {
  namespace: string;
  name: string;
  used: AmountMap;
  /** Absent if none of them is of this quota. */
  usedAfterEviction?: AmountMap;
  min: AmountMap;
  max: AmountMap;
  usedOverMin: boolean;
};

/** All elastic quotas of a text: use, loans and findings. */
export type QuotasAnswer = {
  resources: string[];
  capacity: AmountMap;
  min: AmountMap;
  used: AmountMap;
  podsWithoutQuota: number;
  quotas: QuotaRow[];
  loans: Loan[];
  quotaDiagnostics: QuotaDiagnostic[];
};

export type QuotasAsBefore = {
  version: KubernetesVersion;
  quotasOf: KubernetesVersion;
};

/** Options of `quotas`. */
export interface QuotasOptions {
  /** The scheduler to reproduce. Default: `"auto"`. */
  profile?: ProfileChoice | undefined;
  /** The version of Kubernetes. Default: the newest that nodes report; else 1.36. */
  kubernetesVersion?: KubernetesVersion | undefined;
}

/** A bound of a `ResourceQuota` that is raised. */
export type RaisedHardAnswer = {
  quota: NamespacedName;
  key: string;
  to: string;
};

/** The rank of one cluster for every real weight of one prioritizer. */
export type RankAnswer = {
  cluster: string;
  prioritizer: string;
  weight: number;
  rank: number | null;
  selected: number;
  selectedOn: WeightRange[];
  best: RankPiece | null;
  pieces: RankPiece[];
  count: number;
  /** `null` if it is not. */
  reason: NotLinear | null;
};

export type RankPiece = {
  rank: number;
  /** `null` if unbounded. */
  from: WeightBound | null;
  /** `null` if unbounded. */
  to: WeightBound | null;
};

/** The content of a text and the findings about it. */
export type ReadingAnswer = {
  revision: number;
  documents: number;
  reread: number;
  kinds: KindCount[];
  placements: PlacementEntry[];
  diagnostics: Diagnostic[];
  counts: SeverityCounts;
  /** Absent if the text is whole. */
  incomplete?: IncompleteText[];
};

export type RecordedCause = {
  code: RecordedCauseCode;
  /** `null` where none is meant. */
  object: ObjectName | null;
  /** `null` where the input does not tell. */
  time: string | null;
  /** The taint, as `key=value:effect`; only of `taint-added`. */
  taint?: string;
};

/** Why a decision can differ from the recorded one. */
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

export type RecordedComparison = {
  same: boolean;
  /** `null` if the input lacks one of them. */
  clusters: number | null;
  /** `null` if the input has none. */
  form: DecisionForm | null;
  /** Absent if they do not, or if the input has only one form. */
  otherForm?: DecisionFormDifference;
  added: string[];
  removed: string[];
  addedCount: number;
  removedCount: number;
  /** `null` if the input does not have it. */
  numberOfSelectedClusters: Integer | null;
  conditions: RecordedConditionDifference[];
  /** Absent if none does. */
  group?: RecordedGroupDifference;
  /** `null` if they have none. */
  at: string | null;
  causes: RecordedCause[];
};

export type RecordedConditionDifference = {
  type: string;
  status: string;
  reason: string;
  decided: string;
};

export type RecordedFailure = {
  object: ObjectName;
  reason: string;
  message: string;
};

export type RecordedGroupDifference = {
  index: number;
  /** The recorded one; `null`: the hub has recorded fewer groups. */
  recorded: GroupSize | null;
  /** That of the decision; `null`: it has fewer groups. */
  decided: GroupSize | null;
};

/** Why a pod is on its recorded node: it is scheduled again as if it were pending. */
export type RecordedNodeAnswer = {
  pod: NamespacedName;
  node: string;
  mirror: boolean;
  now: RecordedNodeDecision;
  /** Without the pods in `without`; `null`: no pod started later. */
  then: RecordedNodeDecision | null;
  without: NamespacedName[];
  withoutTotal: number;
  laterTotal: number;
  decisions: number;
  untimed: number;
};

export type RecordedNodeDecision = {
  kind: "misfit" | "rejected" | "elsewhere" | "same";
  feasible: number;
  /** 1 plus the number of nodes with a higher total; `null`: it is not scored. */
  rank: number | null;
  /** The number of nodes with the same total, itself included; `null`: likewise. */
  alike: number | null;
  /** Why its node does not fit; `null`: it fits. */
  misfit: MisfitAnswer | null;
  /** Why its quota does not admit it; `null`: it is admitted, or has no quota. */
  rejection: QuotaRejectionAnswer | null;
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
  pod: NamespacedName;
  priority: number;
  node: string;
  kind: "misfit" | "rejected" | "elsewhere";
  /** Why its node does not fit; `null`: it fits. */
  misfit: MisfitAnswer | null;
  /** Why its quota does not admit it; `null`: it is admitted, or has no quota. */
  rejection: QuotaRejectionAnswer | null;
  outcome: "Schedulable" | "Preempt" | "Unschedulable" | "Gated" | "Error";
  /** The node that it would be bound to or nominated for; `null`: it would wait. */
  chosen: string | null;
  victims: NamespacedName[];
  terminating?: NamespacedName[];
  /** The totals of its own node and of the chosen one; `null`: not both are scored. */
  scores: RecordedScores | null;
};

/** A quota whose `status.used` is not what its controller would write. */
export type RecordedQuotaAnswer = {
  namespace: string;
  name: string;
  governs: boolean;
  resources: RecordedUseAnswer[];
  cause: "ended-pods" | "new-pods" | "missing-pods" | "older";
  causePods: NamespacedName[];
  causePodsTotal: number;
  pods: CountedPodAnswer[];
  podsTotal: number;
};

export type RecordedScoreTerm = {
  plugin: string;
  weight: number;
  own: number;
  best: number;
};

export type RecordedScores = {
  own: number;
  best: number;
  terms: RecordedScoreTerm[];
};

/** A resource of which a quota's status and the pods of the input differ. */
export type RecordedUseAnswer = {
  resource: string;
  recorded: string;
  counted: string;
  /** The amount that the scheduler charges, in milli-CPU or base units. `null`: the quota is not in force. */
  charged: number | null;
};

export type RecordedVerdict = {
  /** The pod; `null`: the one that the answer is about. */
  pod: NamespacedName | null;
  message: string;
};

export type RefusedField = {
  object: ObjectName;
  path: string;
  code: DiagnosticCode;
  message: string;
  /** Absent if none is near. */
  suggestion?: string;
};

export type RefusedPod = {
  pod: NamespacedName;
  resourceQuota: ResourceQuotaAnswer;
};

export type RefusingKey = {
  /** As in `ResourceQuotaAnswer::limits`. */
  limits?: "Container" | "Pod" | "PersistentVolumeClaim";
  namespace: string;
  name: string;
  resource: string;
  /** As in `ResourceQuotaAnswer::volume`. */
  volume?: string;
  rule: "exceeded" | "must-specify" | "below-min" | "above-max" | "above-limit" | "above-ratio";
  hard: number;
  used: number;
  fromStatus: boolean;
  new: number;
  requested: number;
};

export type RejectedToleration = {
  toleration: number;
  why: TolerationRejection;
};

/** A whole decision, except for the explanations of single clusters. */
export type ReportAnswer = {
  placement: ObjectName;
  profile: Profile;
  now: string;
  allClustersConsidered: boolean;
  validBindings: string[];
  eligibleClusterSets: string[];
  candidates: string[];
  /** `null` if it did not run. */
  status: SchedulerStatus | null;
  filterResults: FilterResult[];
  prioritizerResults: PrioritizerResult[];
  scores: ScoreMap;
  feasible: string[];
  selected: string[];
  unscheduled: number;
  /** When the hub decides again because a toleration ends, RFC 3339. `null`: none ends. */
  requeueTime: string | null;
  clusterCounts: ClusterCounts;
  decisionGroups: DecisionGroupStatus[];
  placementDecisions: DecisionObject[];
  deletedPlacementDecisions: string[];
  conditions: Condition[];
  /** `null` without a run. */
  spread: SpreadReport | null;
  notes: DecisionNote[];
  outcome: DecisionOutcome;
  /** `null` unless `outcome` is `skipped`. */
  skipReason: SkipReason | null;
  /** `null` unless `outcome` is `invalid`. */
  invalidPath: string | null;
  /** `null` unless `outcome` is `invalid`. */
  problem: PlacementProblem | null;
  error: string;
  /** Absent if it decides the same, unless this is a preview. */
  otherProfile?: OtherProfile;
  /** Absent if nothing is recorded, or if nothing was scheduled. */
  recorded?: RecordedComparison;
  /** Absent if something was decided, or nothing is recorded. */
  kept?: KeptDecision;
  /** Absent if no `ApplicationSet` of the input reads it. */
  applications?: DecisionApplications[];
};

/** Where a requirement looks. */
export type RequirementOn = "label" | "claim" | "cel";

export type RequirementResult = {
  on: RequirementOn;
  key: string;
  operator: string;
  values: string[];
  /** `null` if the key is missing. */
  actual: string | null;
  error: string | null;
  /** `null` if it exceeds none. */
  overdrawn: CelBudget | null;
  holds: boolean;
  path: string;
};

/** What a requirement of a predicate selects by. */
export type RequirementSubject = "label" | "claim";

/** One resource of one node; amounts in milli-CPU or base units. */
export type ResourceAnswer = {
  name: string;
  allocatable: number;
  requested: number;
  existingLimit: number;
  podRequest: number;
  podLimit: number;
  /** `null` if the node has none of it. */
  score: number | null;
};

/** The `ResourceQuota` or `LimitRange` by which the API server refuses a new pod. */
export type ResourceQuotaAnswer = {
  /** Absent for a `ResourceQuota`. */
  limits?: "Container" | "Pod" | "PersistentVolumeClaim";
  namespace: string;
  name: string;
  resource: string;
  /** The volume whose claim is refused, in place of the pod; absent: the pod is. */
  volume?: string;
  rule: "exceeded" | "must-specify" | "below-min" | "above-max" | "above-limit" | "above-ratio";
  hard: number;
  used: number;
  fromStatus: boolean;
  new: number;
  requested: number;
  more: RefusingKey[];
};

/** Why a workload creates no pods here. */
export type RestCause = "suspended" | "schedule" | "suspended-schedule" | "nodes";

/** A rollout, step by step. */
export type RolloutAnswer = {
  object: ObjectName;
  end: "completes" | "stops" | "waits" | "paused" | "on-delete" | "endless";
  restart: boolean;
  strategy: "RollingUpdate" | "Recreate" | "OnDelete";
  /** How many pods there may be above the wanted number; `null`: not a rolling update. */
  maxSurge: number | null;
  /** How many pods of the wanted number may be unavailable; `null`: not a rolling update. */
  maxUnavailable: number | null;
  old: number;
  new: number;
  /** The number of pods with the previous template after `replicas` changed. Absent: it did not change. */
  scaledTo?: number;
  oldLeft: number;
  updated: number;
  volumeDependent?: number;
  pending: NamespacedName[];
  pendingTotal: number;
  pendingCreated: boolean;
  /** The cycle of the first of them at the end; `null`: there is none. */
  blocked: SimulatePodAnswer | null;
  detached?: DetachedPod;
  unready?: NamespacedName[];
  fixes: RolloutFixAnswer[];
  evicted?: number;
  stepsTotal: number;
  steps: RolloutStepAnswer[];
};

/** A change with which a rollout completes. */
export type RolloutFixAnswer = {
  change: "no-surge" | "recreate" | "uncordon" | "labels" | "no-selector" | "node" | "hard" | "ready";
  /** `null` for other changes. */
  like: string | null;
  /** Absent for other changes. */
  node?: string;
  hard?: RaisedHardAnswer[];
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

export type RolloutPod = {
  pod: NamespacedName;
  node: string | null;
};

/** A step of a rollout: what the controller does, then what the scheduler does. */
export type RolloutStepAnswer = {
  step: number;
  created: NamespacedName[];
  refused: NamespacedName[];
  deleted: RolloutPod[];
  bound: BoundPod[];
  evicted: NamespacedName[];
};

export type RunAfter = {
  migrations: number;
  denied: number;
  unplaced: number;
  starts: boolean;
};

/** What keeps a cluster autoscaler with its default flags from removing a node. */
export type ScaleDownAnswer = {
  disabled: boolean;
  pods: ScaleDownPod[];
  podsTotal: number;
};

export type ScaleDownPod = {
  pod: NamespacedName;
  why: "not-replicated" | "kube-system" | "not-safe-to-evict" | "local-storage" | "budget";
};

export type SchedulerPods = {
  name: string;
  pods: number;
};

export type SchedulerStatus = {
  code: SchedulerStatusCode;
  plugin: string;
  message: string;
  /** Absent if another field is. */
  path?: string;
};

/** The status code of the scheduler. */
export type SchedulerStatusCode = "Success" | "Warning" | "Misconfigured" | "Error";

/** A fault of Kubernetes that decides which nodes a pod fits, or which one it gets. */
export type ScoreFaultAnswer = {
  fault: "nsSelector" | "spreadDryRun" | "portSet" | "leastPodLevel" | "readWriteOncePod";
  applied: boolean;
  nodes: string[];
  /** `null` if the pod would fit none, or without the option `defaultProfile`. */
  choice: NodeChoice | null;
};

export type ScoreGap = {
  to: string;
  total: Integer;
  terms: ScoreGapTerm[];
};

export type ScoreGapTerm = {
  name: string;
  difference: Integer;
};

/** What a score is computed from, by the kind of its prioritizer. */
export type ScoreInputs =
  | { type: "steady"; recorded: boolean }
  | { type: "balance"; decisions: number; most: number }
  | {
      type: "resource-allocatable";
      resource: string;
      /** `null` without it or without capacity. */
      allocatable: number | null;
      /** `null` likewise. */
      capacity: number | null;
      /** `null` if none does. */
      least: number | null;
      /** The most allocatable of these clusters. */
      most: number | null;
    }
  | {
      type: "resource-ratio";
      resource: string;
      /** `null` without it or without capacity. */
      allocatable: number | null;
      /** `null` likewise. */
      capacity: number | null;
    }
  | {
      type: "add-on";
      /** `null` if the input does not have it. */
      object: ObjectName | null;
      value: number | null;
      /** `status.validUntil`, RFC 3339; `null`: the value does not expire. */
      validUntil: string | null;
      /** `null` if its `managedFields` do not tell. */
      updated: string | null;
    }
  | { type: "spread"; step: number; raw: Integer; lowest: Integer; highest: Integer };

/** Score points by cluster, sorted by name. */
export type ScoreMap = Record<string, number>;

/** The node that each scorer would pick for a pod, side by side, with all scores. */
export type ScoreNodesAnswer = {
  pod: NamespacedName;
  resourceQuota: ResourceQuotaAnswer | null;
  kubelet?: KubeletRejectionAnswer;
  gates: string[];
  deleting: boolean;
  /** `null` if it names none or `default-scheduler`. */
  schedulerName: string | null;
  /** The `schedulerName` of the configured profile that scores. `null`: the default profile. */
  schedulerProfile: string | null;
  nodes: number;
  feasible: number;
  misfits: MisfitCount[];
  volumeRefusal?: VolumeRefusalAnswer;
  mayPreempt: boolean;
  resources: string[];
  scorers: ScorerAnswer[];
  picks: NodePick[];
  /** `null` unless the option `defaultProfile` asks for it. */
  defaultProfile: DefaultProfileAnswer | null;
  faults: ScoreFaultAnswer[];
  /** Absent if it decides the same. */
  otherProfile?: OtherNodeProfile;
  notes: PodNote[];
  rows: NodeRow[];
  /** The volumes that the node depends on. Absent: the pod has none, or it fits no node. */
  volumeDependence?: VolumeDependence;
  volumeTies?: VolumeTiesAnswer;
};

/** Options of `scoreNodes`. */
export interface ScoreNodesOptions {
  /** The pod. */
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
  /** The scheduler to reproduce. Default: `"auto"`. */
  profile?: ProfileChoice | undefined;
  /** The version of Kubernetes. Default: the newest that nodes report; else 1.36. */
  kubernetesVersion?: KubernetesVersion | undefined;
  /** The order of the rows. Default: `"text"`. */
  order?: "text" | "name" | "total" | ScorerName | undefined;
  /** How many rows to skip. Default: `0`. */
  offset?: number | undefined;
  /** The maximum number of rows to list. Default: `100`. */
  limit?: number | undefined;
}

/** Why a prioritizer has no ordinary score. */
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

export type ScoreTerm = {
  name: string;
  /** `null` without a score, which counts as 0. */
  raw: Integer | null;
  weight: number;
  product: Integer;
  /** `null` for an ordinary score. */
  note: ScoreNote | null;
  /** `null` for spread without a step in which the cluster was eligible. */
  inputs: ScoreInputs | null;
};

/** The result of one scorer. */
export type ScorerAnswer = {
  name: ScorerName;
  applies: boolean;
  normalizes: boolean;
  best: string[];
  bestCount: number;
  bestByRaw: string[];
  /** `null` for all scorers but `LimitAware`. */
  bestByExact: string[] | null;
};

export type ScorerLimits = {
  scorers: WeightedScorer[];
  bound: number;
  evictions: number;
  waiting: number;
  stopped: boolean;
  repeats: QueueRepetition | null;
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

/** Scorers by their names in Kubernetes, with their weights; 1 to 100 as in Kubernetes. */
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

export type SearchedFamily = {
  family: Family;
  candidates: number;
  /** Why none is tried; `null`: they are. */
  reason: Absence | null;
};

/** A label that a pod's `nodeSelector` asks for and a node does not have. */
export type SelectorMisfitAnswer = {
  key: string;
  wanted: string;
  /** The value of the node; `null`: it does not have the key. */
  found: string | null;
  near: string | null;
};

/** What a selector selects pods for. */
export type SelectorUse = "spread" | "affinity" | "anti-affinity" | "budget" | "service";

export type SetRequirement = {
  set: string;
  requirement: RequirementResult;
  others: number;
};

/** The severity of a diagnostic. */
export type Severity = "error" | "warning" | "info" | "hint";

export type SeverityCounts = {
  error: number;
  warning: number;
  info: number;
  hint: number;
};

/** A resource that is short on a node; amounts in milli-CPU or base units. */
export type ShortageAnswer = {
  resource: string;
  requested: number;
  used: number;
  allocatable: number;
};

/** One scheduling cycle for a pod: its quota, its nodes and preemption. */
export type SimulatePodAnswer = {
  pod: NamespacedName;
  priority: number;
  outcome: "Schedulable" | "Preempt" | "Unschedulable" | "Gated" | "Error";
  gates: string[];
  deleting: boolean;
  /** `null` if it names none or `default-scheduler`. */
  schedulerName: string | null;
  /** The `schedulerName` of the configured profile that scores. `null`: the default profile. */
  schedulerProfile: string | null;
  filtersOff: string[];
  /** The only nodes that are filtered, by the pod's affinity. `null`: all. */
  nodeNames: string[] | null;
  /** `null` if it waits. */
  node: string | null;
  /** `null` unless the pod fits several nodes. */
  choice: NodeChoice | null;
  victims: NamespacedName[];
  terminating?: NamespacedName[];
  reprieved: NamespacedName[];
  podRequest: AmountMap;
  fitRequest: AmountMap;
  /** `status.nominatedNodeName`, if the input does not have that node; else `null`. */
  missingNominatedNode: string | null;
  /** `null` if no quota is checked. */
  quota: NamespacedName | null;
  quotas: QuotaState[];
  /** `null` without a quota. */
  overMinWithPod: boolean | null;
  /** `null` without a quota. */
  requestWithNominatedOfQuota: AmountMap | null;
  /** `null` without a quota. */
  requestWithNominated: AmountMap | null;
  /** `null` if none does, and for pods that are stored. */
  resourceQuota: ResourceQuotaAnswer | null;
  kubelet?: KubeletRejectionAnswer;
  volumeRefusal?: VolumeRefusalAnswer;
  /** `null` if none does. */
  rejection: QuotaRejectionAnswer | null;
  message: string;
  misfits: MisfitCount[];
  /** Absent if there are none. */
  aboveEveryNode?: AboveEveryNode[];
  nodesTotal: number;
  feasible: number;
  /** `null` if the pod fits a node or is gated. */
  preemption: PreemptionAnswer | null;
  faults: FaultAnswer[];
  /** Absent if they are the same. */
  otherCycle?: OtherCycle;
  /** The node that the pod is nominated for, which is tried first. `null`: none, or it is not in the input. */
  nominatedNode: string | null;
  nodes: NodeVerdict[];
  /** The volumes that the node depends on. Absent: there are none, or the pod waits in any case. */
  volumeDependence?: VolumeDependence;
  volumeTies?: VolumeTiesAnswer;
};

/** Options of `simulatePod`. */
export interface SimulatePodOptions {
  /** The pod. */
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

/** Why the hub leaves a placement alone. */
export type SkipReason = "deleting" | "scheduling-disabled";

export type SkippedCel = {
  clusters: number;
  path: string;
};

export type SpreadCandidate = {
  cluster: number;
  name: string;
  values: string[];
  /** `null` for a candidate. */
  blockedBy: number | null;
  counts: SpreadCounts[];
  termScores: number[];
  raw: Integer;
  /** `null` if the cluster is blocked. */
  spread: number | null;
  prioritizer: Integer;
  /** `null` if the cluster is blocked. */
  final: Integer | null;
};

/** A page of the clusters in a step: candidates, then blocked ones. */
export type SpreadCandidatesAnswer = {
  total: number;
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

export type SpreadConstraintSummary = {
  topologyKey: string;
  topologyKeyType: TopologyKeyType;
  maxSkew: number;
  whenUnsatisfiable: WhenUnsatisfiable;
  path: string;
};

export type SpreadCounts = {
  count: number;
  lowest: number;
  highest: number;
};

export type SpreadDomain = {
  values: string[];
  count: number;
  eligible: number;
  filtered: number;
  blocked: number;
  lowest: number;
  highest: number;
};

/** The topology domains after a step of spread. */
export type SpreadDomainsAnswer = {
  step: number;
  total: number;
  domains: SpreadDomain[];
};

/** Options of `spreadDomains`. */
export interface SpreadDomainsOptions {
  /** The step; 0: before the first step. */
  step: number;
  /** The maximum number of domains to list. Default: all. */
  limit?: number | undefined;
}

/** A change of a placement's spread constraints. */
export type SpreadEdit =
  | {
      type: "add";
      topologyKey: string;
      topologyKeyType: TopologyKeyType;
      maxSkew: number;
      whenUnsatisfiable: WhenUnsatisfiable;
    }
  | { type: "remove"; constraint: number | string }
  | { type: "move"; constraint: number | string; to: number }
  | {
      type: "set";
      constraint: number | string;
      topologyKey?: string;
      topologyKeyType?: TopologyKeyType;
      maxSkew?: number;
      whenUnsatisfiable?: WhenUnsatisfiable;
    };

/** Options of `spreadEdit`. */
export interface SpreadEditOptions {
  /** The placement: its name, or its index from 0. Default: the only one. */
  placement?: number | NamedObject | undefined;
  /** The change of the spread constraints. */
  change: SpreadEdit;
}

/** Why a run of spread ended. */
export type SpreadEnd = "reached" | "exhausted" | "blocked";

/** A topology spread constraint that a node would break. */
export type SpreadMisfitAnswer = {
  key: string;
  /** The value of the node, which names its domain; `null`: the node does not have the key. */
  value: string | null;
  count: number;
  countsItself: boolean;
  min: number;
  /**
   * The value of the first domain with that number; `null`: there are fewer domains than `minDomains`, which counts
   * as 0.
   */
  minValue: string | null;
  /** A node of that domain, if the pod tolerates none of the domain; else `null`. */
  minNode: string | null;
  minNodeIsCordoned: boolean;
  skew: number;
  maxSkew: number;
  domains: number;
  minDomains: number;
};

export type SpreadReport = {
  weight: number;
  eligible: number;
  end: SpreadEnd;
  worstSkewPerTerm: number[];
  steps: StepReport[];
  notSelected: { [key in string]: NotSelected };
  domains: DomainReport[];
};

/** Why spread did not pick a feasible cluster. */
export type SpreadReportReason = "MissingTopologyKey" | "MaxSkew" | "NotReached";

/** The skew of each term before the first step of spread and after each step. */
export type SpreadSkewsAnswer = {
  terms: number[][];
};

/** One step of a run of spread: the picked cluster and the numbers that decided. */
export type SpreadStepAnswer = {
  step: number;
  picked: SpreadCandidate;
  /** `null` without another candidate. */
  runnerUp: SpreadCandidate | null;
  /** `null` without a runner-up. */
  gap: Integer | null;
  candidates: number;
  blocked: number;
  blockedBy: number[];
  lowest: Integer;
  highest: Integer;
  domains: SpreadStepDomain[];
};

export type SpreadStepDomain = {
  values: string[];
  before: number;
  after: number;
  lowest: number;
  highest: number;
};

/** Options of `spreadStep`. */
export interface SpreadStepOptions {
  /** The step, from 1. */
  step: number;
}

export type SpreadSummary = {
  weight: number;
  steps: number;
  eligible: number;
  end: SpreadEnd;
  terms: SpreadTermSummary[];
};

export type SpreadTermSummary = {
  domains: number;
  missing: number;
  worstSkew: number;
};

/** How far weights may change before the selected set does. */
export type StabilityAnswer = {
  prioritizers: StablePrioritizer[];
  /** The prioritizer with the least room; `null`: no weight changes anything. */
  narrowest: string | null;
  /** `null` if no weights change the selection. */
  radius: StableRadius | null;
  /** `null` if it is not. */
  reason: NotLinear | null;
};

export type StableCluster = {
  cluster: string;
  /** `null` if unbounded. */
  from: WeightBound | null;
  /** `null` if unbounded. */
  to: WeightBound | null;
};

export type StablePrioritizer = {
  prioritizer: string;
  weight: number;
  below: Exchange | null;
  above: Exchange | null;
  clusters: StableCluster[];
  /** `null` if unbounded. */
  from: WeightBound | null;
  /** `null` if unbounded. */
  to: WeightBound | null;
};

export type StableRadius = {
  radius: ExactNumber;
  removed: string;
  added: string;
};

export type StepReport = {
  picked: string;
  raw: number;
  spread: number;
  prioritizer: number;
  final: number;
  candidates: number;
  blocked: number;
  /** Absent if more than 100 clusters are feasible. */
  table?: StepRowReport[];
};

export type StepRowReport = {
  name: string;
  /** `null` for a candidate. */
  blockedBy: number | null;
  raw: number;
  /** `null` if it is blocked. */
  spread: number | null;
  /** `null` if it is blocked. */
  final: number | null;
};

/** The selection for every value of one parameter. */
export type SweepAnswer = {
  object: ObjectName;
  /** `null` for a placement. */
  pod: NamespacedName | null;
  parameter: SweptParameter;
  subject: string;
  /** The value in force; `null`: all clusters, of a quota: no bound, or all weights. */
  inForce: Integer | null;
  intervals: SweepInterval[];
  points: SweepPoint[];
  /** Absent unless it was asked for. */
  rank?: RankAnswer;
  /** Absent unless it was asked for. */
  stability?: StabilityAnswer;
  complete: boolean;
};

export type SweepInterval = {
  from: Integer;
  to: Integer;
  selected: number;
  /** How the cycle of the pod ends; `null`: no pod is meant. */
  cycle: CycleAfter | null;
  tiedAt?: Integer;
  /** How the timeline of VMs runs; `null`: none is meant. */
  run: RunAfter | null;
  decided: boolean;
  added: string[];
  removed: string[];
  /** Absent where `added` has all. */
  addedTotal?: number;
  /** Absent where `removed` has all. */
  removedTotal?: number;
  addedPods?: NamespacedName[];
  removedPods?: NamespacedName[];
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
   * With `weight`: the name of a cluster whose rank is returned for every real weight, with exact ends, in place of
   * the intervals.
   */
  rank?: string | undefined;
  /**
   * How far weights may change before the selection does: each of them, for each selected cluster, and all together.
   * Default: `false`.
   */
  stability?: boolean | undefined;
  /** The pod whose cycle is run for every value. */
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

export type SweepPoint = {
  value: Integer;
  rank: number | null;
  total: Integer | null;
  selected: boolean;
};

/** What is swept. */
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

export type TaintResult = {
  key: string;
  value: string;
  effect: string;
  path: string;
  /** What the hub does with the taint; absent: it is kept. */
  byHub?: HubUpkeep;
  tolerated: boolean;
  /** `null` if none does, or if the taint has no effect on this decision. */
  toleration: number | null;
  /** `null` if it does not end. */
  expires: string | null;
  rejected: RejectedToleration[];
};

export type TextEdit = {
  from: number;
  to: number;
  insert: string;
};

/** Texts by name, in the order of the input. */
export type TextMap = Record<string, string>;

export type TextPosition = {
  line: number;
  column: number;
  offset: number;
};

export type TextRange = {
  start: TextPosition;
  end: TextPosition;
};

/** Equally important pods whose order decides and is not in the input. */
export type TieAnswer = {
  victims: NamespacedName[];
  spared: NamespacedName[];
};

/** Options of `timelineEdit`. */
export interface TimelineEditOptions {
  /** The timeline. Default: a new one, at the end of the input. */
  timeline?: NamedObject | undefined;
  /** The event, as in `spec.events`. */
  event: object;
}

/** Why a toleration does not tolerate a taint. */
export type TolerationRejection = "key" | "value" | "operator" | "effect" | "expired";

/** Whether a topology key is a label (`Label`) or a cluster claim (`Claim`). */
export type TopologyKeyType = "Label" | "Claim";

export type UnknownClass = {
  class: string;
};

export type UnknownScore = {
  prioritizer: string;
  addOn: string;
  score: string;
  /** `null` if none is like it. */
  meant: string | null;
};

export type UnlabelledVms = {
  label: string;
  vms: NamespacedName[];
  count: number;
};

export type UnreadyNode = {
  node: string;
};

export type UseInStatus = {
  resource: string;
  status: number;
  pods: number;
};

/** Where the assumed version of Kubernetes comes from. */
export type VersionSource = "option" | "nodes" | "default";

export type VmAgentState = {
  pod: NamespacedName;
  units: number;
  neededVCPUs: number;
};

export type VmAmount = {
  vCPUs: number;
  mem: number;
};

export type VmCandidate = {
  node: string;
  code: VmPluginCode;
  /** The reason why the node was refused; `null`: the pod fits. */
  problem: VmProblem | null;
  /** The score, from 0 to 100; `null`: the node was refused. */
  score: number | null;
  chosen: boolean;
};

export type VmConfig = {
  memBlockSize: string;
  schedulerName: string;
  doMigration: boolean;
  nodeDefaults: VmNodeConfig;
  nodeOverrides: VmNodeOverride[];
};

/** The state of the plugin: all known nodes. */
export type VmDumpAnswer = {
  nodes: VmNodeState[];
};

/** The step of a run to dump. */
export interface VmDumpOptions extends VmRunOptions {
  /** The step after which the state is taken; 0 is the start. */
  step: number;
}

export type VmHeat = {
  node: string;
  percent: number[];
};

export type VmMigration = {
  pod: NamespacedName;
  /** The pod that replaces it; `null`: none yet. */
  target: NamespacedName | null;
  from: string;
  /** The node that the pod goes to; `null`: no node had room. */
  to: string | null;
  started: number;
  /** The time of the end, in seconds; `null`: it has not ended. */
  ended: number | null;
  startStep: number;
  /** The step of the end; `null`: it has not ended. */
  endStep: number | null;
  failed: boolean;
};

export type VmMigrationDecision = {
  starts: boolean;
  wasHead: boolean;
  wasTooMuchPressure: boolean;
  forced: boolean;
  already: boolean;
  enabled: boolean;
};

/** Ideas of the design document against over-correction. */
export interface VmMitigations {
  /** The maximum number of compute units that an agent adds in one request. */
  largestStep?: number | undefined;
  /** The fraction of the capacity pressure that counts. */
  capacityPressureFactor?: number | undefined;
  /** The number of denials in a row after which capacity pressure counts. */
  sustainedRequests?: number | undefined;
}

export type VmModel = {
  configMap: ObjectName | null;
  /** The range of its config. */
  range: TextRange | null;
  assumesConfig: boolean;
};

export type VmNodeConfig = {
  cpu: VmResourceConfig;
  memory: VmResourceConfig;
  computeUnit: VmAmount;
};

export type VmNodeEnd = {
  name: string;
  cpu: VmNodeResource;
  memory: VmNodeResource;
  tooMuchPressure: boolean;
  vms: number;
  steps: number;
};

export type VmNodeOverride = {
  nodes: string[];
  config: VmNodeConfig;
};

export type VmNodePressure = {
  node: string;
  belowWatermarks: boolean;
  cpu: PressureSide;
  memory: PressureSide;
  tooMuchPressure: boolean;
};

export type VmNodeResource = {
  total: number;
  system: number;
  watermark: number;
  reserved: number;
  buffer: number;
  capacityPressure: number;
  pressureAccountedFor: number;
};

export type VmNodeState = {
  name: string;
  cpu: VmNodeResource;
  memory: VmNodeResource;
  computeUnit: VmAmount;
  other: VmOthers;
  queue: NamespacedName[];
  tooMuchPressure: boolean;
  pods: VmPodState[];
  others: VmOtherPod[];
};

export type VmOtherPod = {
  pod: NamespacedName;
  cpuMilli: number;
  memoryBytes: number;
};

export type VmOthers = {
  cpuMilli: number;
  memoryBytes: number;
  cpu: number;
  memory: number;
  marginCpuMilli: number;
  marginBytes: number;
};

export type VmOutage = {
  from: number;
  /** The time when the scheduler is back, in seconds; `null`: it is away until the end. */
  until: number | null;
  /** The step of the latest start that failed; `null`: the timeline stops the scheduler. */
  step: number | null;
  /** Why the scheduler does not start; `null`: the timeline stops it. */
  problem: VmProblem | null;
};

export type VmOverBudget = {
  step: number;
  node: string;
  resource: VmResource;
  used: number;
  total: number;
};

/** The rule that decided the permit of a resource. */
export type VmPermitRule = "unchanged" | "decrease" | "in-full" | "in-part" | "nothing-left" | "migration-starts";

/** The code of a plugin point, as the scheduling framework names it. */
export type VmPluginCode = "Success" | "Error" | "Unschedulable" | "UnschedulableAndUnresolvable";

export type VmPodResource = {
  reserved: number;
  buffer: number;
  capacityPressure: number;
};

export type VmPodState = {
  pod: NamespacedName;
  vm: NamespacedName;
  cpu: VmPodResource;
  memory: VmPodResource;
  /** The compute unit last sent to the agent; `null`: none yet. */
  computeUnit: VmAmount | null;
  /** The load averages of 1 and 5 minutes; `null`: no metrics. */
  load: [number, number] | null;
  queueIndex: number;
  migrating: boolean;
  use: VmAmount;
};

/** Why something was refused or had no effect; the codes are stable. */
export type VmProblem =
  | { code: "not-enough-left"; needed: VmAmount; left: VmAmount }
  | { code: "over-reservable"; used: VmAmount; reservable: VmAmount }
  | { code: "use-out-of-bounds" }
  | { code: "already-reserved" }
  | { code: "no-such-node" }
  | { code: "node-limits"; message: string }
  | { code: "slot-size-differs"; expected: string; found: string }
  | { code: "scheduler-differs"; expected: string; found: string }
  | { code: "missing-amount"; container: number; resource: VmResource }
  | {
      code: "config";
      path: string;
      /** The node that cannot be used with the config; `null`: the config itself is wrong. */
      node: string | null;
      message: string;
    }
  | { code: "fatal-vm"; pod: NamespacedName; min: VmAmount; uses: VmAmount; max: VmAmount; slotsFit: boolean }
  | { code: "invalid-protocol" }
  | { code: "unsupported-protocol" }
  | { code: "metrics-needed" }
  | { code: "unknown-pod" }
  | { code: "not-of-vm" }
  | { code: "migrating" }
  | { code: "not-multiple"; computeUnit: VmAmount }
  | { code: "unknown-vm" }
  | { code: "not-migrating" }
  | { code: "no-such-pod" }
  | { code: "already-on-node" }
  | { code: "not-on-node" }
  | { code: "no-vm-on-node" }
  | { code: "no-room" }
  | { code: "scheduler-down" };

export type VmQueueMove = {
  before: number;
  after: number;
  /** The head of the queue before; `null`: the queue was empty. */
  headBefore: NamespacedName | null;
  /** The head of the queue after; `null`: the queue is empty. */
  headAfter: NamespacedName | null;
  length: number;
};

export type VmRequestExplanation = {
  pod: NamespacedName;
  node: string;
  want: VmAmount;
  /** The load averages of 1 and 5 minutes; `null`: the request has no metrics. */
  load: [number, number] | null;
  protocol: number;
  status: number;
  /** The reason why the request was refused; `null`: it was accepted. */
  problem: VmProblem | null;
  /** The amount that the VM may have; `null`: the request was refused. */
  permit: VmAmount | null;
  /** The compute unit that is sent to the agent; `null`: the request was refused. */
  computeUnit: VmAmount | null;
  migrate: boolean;
  /** The compute unit last sent to the agent; `null`: none yet. */
  lastComputeUnit: VmAmount | null;
  /** The permit of CPU; `null`: the request changed no amount. */
  cpu: VmResourcePermit | null;
  /** The permit of memory; `null`: the request changed no amount. */
  memory: VmResourcePermit | null;
  /** The pressure on the node before the request; `null`: the plugin does not know the pod. */
  pressure: Pressure | null;
  migration: VmMigrationDecision;
  queue: VmQueueMove;
};

/** A resource of autoscaled VMs. */
export type VmResource = "cpu" | "memory";

export type VmResourceConfig = {
  watermark: number;
  system: string;
};

export type VmResourcePermit = {
  asked: number;
  before: number;
  permit: number;
  remaining: number;
  increase: number;
  denied: number;
  bufferBefore: number;
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

export type VmSeries = {
  node: string;
  limits: number[][];
  points: number[][];
  underPressure: [number, number][];
  thinned: boolean;
};

export type VmStep = {
  step: number;
  at: number;
  kind: VmStepKind;
  actor: boolean;
  pod: NamespacedName | null;
  node: string | null;
  /** The amount that an agent asks for, or that a VM uses from now on. */
  want: VmAmount | null;
  /** The permitted amount; `null`: the step is not a request, or was refused. */
  permit: VmAmount | null;
  migrate: boolean;
  result: string;
  /** The reason why the step was refused or had no effect; `null`: it was done. */
  problem: VmProblem | null;
  /** The score, from 0 to 100; `null`: the step is not a score. */
  score: number | null;
  ownReading: boolean;
  /** The path of the event, such as `spec.events[3]`; `null`: the input does not state it. */
  path: string | null;
};

/** A step of a run, with the state after it. */
export type VmStepAnswer = {
  step: number;
  at: number;
  event: VmStep;
  /** The explanation of an agent's request; `null`: the event is not a request. */
  request: VmRequestExplanation | null;
  candidates: VmCandidate[];
  totalCandidates: number;
  nodes: VmNodeState[];
  pressure: VmNodePressure[];
  agents: VmAgentState[];
  previous: number | null;
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
  /** The step after which the state is taken; 0 is the start. */
  step: number;
  /** The nodes whose state is included, at most 1,000. Default: the node of the step. */
  nodes?: string[] | undefined;
}

/** The run of a timeline. */
export type VmTimelineAnswer = {
  timelines: VmTimelineName[];
  /** The timeline that was run; `null`: the input has none, and only the start was run. */
  timeline: NamespacedName | null;
  variant: string | null;
  /** The `ConfigMap` with the config; `null`: that of the timeline, or a typical one. */
  configMap: NamespacedName | null;
  assumedConfig: boolean;
  /** The config at the start; `null`: it cannot be read. */
  config: VmConfig | null;
  /** The reason why nothing was run; `null`: the timeline was run. */
  notRun: VmProblem | null;
  mitigations: VmMitigations;
  duration: number;
  stepsTotal: number;
  totals: VmTotals;
  matching: number;
  steps: VmStep[];
  nodes: VmNodeEnd[];
  nodeCount: number;
  unplaced: NamespacedName[];
  unplacedCount: number;
  migrations: VmMigration[];
  outages: VmOutage[];
  overBudget: VmOverBudget[];
  heat: VmHeat[];
  stopped: boolean;
  series: VmSeries[];
};

export type VmTimelineName = {
  timeline: NamespacedName;
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

export type VmTotals = {
  accepted: number;
  notInFull: number;
  refused: number;
  unanswered: number;
  migrations: number;
  failed: number;
  open: number;
  overBudget: number;
  stepsUnderPressure: number;
};

export type VolumeDependence = {
  volumes: VolumeName[];
  nodes: string[];
  count: number;
};

export type VolumeDependentPod = {
  pod: NamespacedName;
  volumes: VolumeName[];
  nodes: string[];
  count: number;
};

/** The limit of a CSI driver on a node, in volumes. */
export type VolumeLimitAnswer = {
  driver: string;
  limit: number;
  held: number;
  new: number;
  twice?: number;
};

/** Why the volumes of a pod keep it from a node. */
export type VolumeMisfitAnswer = {
  /** The first `PersistentVolumeClaim` that is in the way. Absent: no single one is. */
  claim?: NamespacedName;
  volume?: string;
  /**
   * Where that volume can be used: the terms of its node affinity, of which one has to match, or its labels of
   * zones. Absent: anywhere, or nowhere.
   */
  topology?: string[];
  /** The class of a claim without a volume. Absent: it has none, or it is bound. */
  storageClass?: string;
  /** Why a claim gets no volume on the node. Absent: it does not wait for its first pod. */
  why?: NoVolume;
  selectedNode?: string;
  lacksSelected?: boolean;
  /** The volume that lacks least of what the claim asks for on the node. Absent: none is left. */
  nearest?: NearestVolume;
  /** The claims that get any one of several volumes, if with others the pod passes the filters of volumes. */
  ties?: VolumeTieAnswer[];
  pod?: NamespacedName;
  limit?: VolumeLimitAnswer;
  driver?: string;
};

export type VolumeName = {
  volume: string;
  /** Its `PersistentVolumeClaim`; `null`: the volume stands in the pod. */
  claim: NamespacedName | null;
  lacks: "PersistentVolumeClaim" | "PersistentVolume" | "StorageClass" | "not-modelled" | "provisioned" | "immediate";
  provisioned?: ProvisionedVolume;
};

/** Why the volumes of a pod keep it from every node. */
export type VolumeRefusalAnswer = {
  plugin: string;
  reason: string;
  claim: NamespacedName;
  /** The class that the claim names. Absent: it names none, or does not exist. */
  storageClass?: string;
  lacks?: "PersistentVolumeClaim" | "PersistentVolume" | "StorageClass" | "not-modelled" | "provisioned" | "immediate";
  near?: string;
  /** Why the claim is not bound. Absent: that is not what keeps the pod from every node. */
  unbound?: "immediate" | "no-class" | "no-default-class" | "empty-class" | "named-volume";
  released?: string;
  /**
   * The `PersistentVolume` that lacks least of what the claim asks for, or the one that it names. Absent: none is
   * left.
   */
  nearest?: NearestVolume;
};

/** A claim that gets any one of several volumes, in an order that is not defined. */
export type VolumeTieAnswer = {
  claim: NamespacedName;
  anyOf: string[];
  count: number;
  orProvisioned?: boolean;
};

/** What Kubernetes leaves open about the volumes of a pod. */
export type VolumeTiesAnswer = {
  claims: VolumeTieAnswer[];
  nodes?: string[];
  after?: NamespacedName[];
};

/** A container that waits for its kubelet, by its status. */
export type WaitingContainerAnswer = {
  container: string;
  reason: string;
};

export type WaitingPod = {
  pod: NamespacedName;
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
  /** As the input records the decision. Default: `false`. */
  recorded?: boolean | undefined;
  /** The pod that `admitted`, `on`, `spares` and `evictsNobody` are about. */
  pod?: NamedObject | undefined;
  /** The pod gets a node, also by evictions, and no `ResourceQuota` refuses it. Default: `false`. */
  admitted?: boolean | undefined;
  /** As `admitted`, and the node is this one. */
  on?: string | undefined;
  /** The pod does not evict this one. */
  spares?: NamedObject | undefined;
  /** The pod evicts no other. Default: `false`. */
  evictsNobody?: boolean | undefined;
  /** No VM leaves the node of this name, or the VM of this pod does not migrate. */
  noMigration?: NamedObject | undefined;
  /** In a timeline, every request of the VM of this pod is granted as it is. */
  granted?: NamedObject | undefined;
  /** In a timeline, every start of the scheduler succeeds. Default: `false`. */
  starts?: boolean | undefined;
}

export type WeightBound = {
  at: ExactNumber;
  included: boolean;
};

/** Options of `weightEdit`. */
export interface WeightEditOptions {
  /** The placement: its name, or its index from 0. Default: the only one. */
  placement?: number | NamedObject | undefined;
  /** The name of the prioritizer, as in the placement. */
  prioritizer: string;
  /** The weight. */
  weight: number;
}

export type WeightRange = {
  /** `null` if unbounded. */
  from: WeightBound | null;
  /** `null` if unbounded. */
  to: WeightBound | null;
};

/** The source of a weight. */
export type WeightSource = "default" | "configured" | "override";

/** A resource to score. */
export interface WeightedResource {
  /** The name of the resource. */
  name: string;
  /** The weight of the resource, 1 to 100 as in Kubernetes. Default: `1`. */
  weight?: number | undefined;
}

export type WeightedScorer = {
  name: QueueScorerName | ScorePlugin;
  weight: number;
};

/** Whether a spread constraint is hard (`DoNotSchedule`) or soft (`ScheduleAnyway`). */
export type WhenUnsatisfiable = "DoNotSchedule" | "ScheduleAnyway";

/** The decisions without some clusters, worst first. */
export type WithoutAnswer = {
  object: ObjectName;
  selected: number;
  losses: Loss[];
  count: number;
};

/** Where pods land when nodes are gone, worst first. */
export type WithoutNodesAnswer = {
  losses: NodeLoss[];
  count: number;
};

/** Options of `withoutNodes`: one of `node`, `label` and `each`. */
export interface WithoutNodesOptions {
  /** The name of a node that is gone. */
  node?: string | undefined;
  /** The label of the nodes that are gone, such as `topology.kubernetes.io/zone=a`. */
  label?: string | undefined;
  /** The key of a label, such as `topology.kubernetes.io/zone`: the nodes of each value are gone in turn. */
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
  /** The key of a label: the clusters of each value are gone in turn. */
  each?: string | undefined;
}

export type WorstNode = {
  node: string;
  resource: "cpu" | "memory";
  allocatable: number;
  limits: number;
};
