// Generated from the table of questions by `cargo xtask types`.
import type {
  ChangeAnswer,
  ChangeOptions,
  ChangesSoFarAnswer,
  ClusterIndexOptions,
  ClusterKeysAnswer,
  ClusterNamesOptions,
  ClustersAnswer,
  ClustersOptions,
  CompareRecordedAnswer,
  CompareRecordedOptions,
  DecideAnswer,
  DecideOptions,
  DecisionHint,
  DecisionsYamlOptions,
  DrainAnswer,
  DrainOptions,
  EvictAcrossNodesAnswer,
  EvictAcrossNodesOptions,
  ExplainClusterAnswer,
  ExplainClusterOptions,
  ExplainNodeAnswer,
  ExplainNodeOptions,
  FindAnswer,
  FindOptions,
  Findings,
  LocateAllOptions,
  LocateOptions,
  MatchClustersOptions,
  ModeEditOptions,
  MoreAnswer,
  MoreOptions,
  NodesAnswer,
  NodesNeededAnswer,
  NodesNeededOptions,
  NodesOptions,
  NumberOfClustersEditOptions,
  PodsAnswer,
  PodsOptions,
  QuantityAnswer,
  QuantityOptions,
  QueueAnswer,
  QueueLimitsAnswer,
  QueueLimitsOptions,
  QueueOptions,
  QueueStepAnswer,
  QueueStepOptions,
  QuotasAnswer,
  QuotasOptions,
  ReadingAnswer,
  RecordedNodeAnswer,
  RecordedNodeOptions,
  ReportAnswer,
  RolloutAnswer,
  RolloutOptions,
  ScoreNodesAnswer,
  ScoreNodesOptions,
  SimulatePodAnswer,
  SimulatePodOptions,
  SpreadCandidatesAnswer,
  SpreadCandidatesOptions,
  SpreadDomainsAnswer,
  SpreadDomainsOptions,
  SpreadEditOptions,
  SpreadSkewsAnswer,
  SpreadStepAnswer,
  SpreadStepOptions,
  SweepAnswer,
  SweepOptions,
  TextEdit,
  TextRange,
  TimelineEditOptions,
  VmDumpAnswer,
  VmDumpOptions,
  VmStepAnswer,
  VmStepOptions,
  VmTimelineAnswer,
  VmTimelineOptions,
  WeightEditOptions,
  WithoutAnswer,
  WithoutNodesAnswer,
  WithoutNodesOptions,
  WithoutOptions,
} from "../../types.js";

/** The questions, with the types of their options and answers. */
export interface Questions {
  /** Returns the content with findings objects by kind, its placements, and the findings about it. */
  reading: [options: Record<string, never>, answer: ReadingAnswer];
  /**
   * Returns the findings that hold whichever question follows: what of the input is not modelled, what its pending
   * pods need and it lacks, and what is wrong with its pods, selectors and quotas.
   */
  findings: [options: Record<string, never>, answer: Findings];
  /** Decides a placement. Parts that did not change since the last decision are not computed again. */
  decide: [options: DecideOptions, answer: DecideAnswer & Findings];
  /**
   * Decides a placement as `decide` does and returns the whole decision: the clusters that pass each filter, all
   * scores, and the objects that the hub would write. As JSON text it keeps numbers beyond 2^53 exact.
   */
  report: [options: DecideOptions, answer: ReportAnswer & Findings];
  /** Returns the `PlacementDecision` objects of the latest decision, as the hub would write them, as YAML. */
  decisionsYaml: [options: DecisionsYamlOptions, answer: string];
  /** Lists the clusters of the latest decision with state, rank and scores, a page at a time. */
  clusters: [options: ClustersOptions, answer: ClustersAnswer & Findings];
  /** Explains one cluster of the latest decision: predicates, taints, scores, and why it is not selected. */
  explainCluster: [options: ExplainClusterOptions, answer: ExplainClusterAnswer & Findings];
  /** Lists what of the latest decision's placement has no effect, such as a toleration without a taint. */
  hints: [options: Record<string, never>, answer: Array<DecisionHint>];
  /** Returns the index of a cluster in the input, from 0; `null` if the input has no cluster of this name. */
  clusterIndex: [options: ClusterIndexOptions, answer: number | null];
  /** Returns the names of clusters by their indices in the input; an empty name for an index without a cluster. */
  clusterNames: [options: ClusterNamesOptions, answer: Array<string>];
  /** Returns the names of the clusters that a name, a glob or a label selector matches, in the order of the input. */
  matchClusters: [options: MatchClustersOptions, answer: Array<string>];
  /** Returns one step of the latest decision's run of spread: the picked cluster and the numbers that decided. */
  spreadStep: [options: SpreadStepOptions, answer: SpreadStepAnswer & Findings];
  /**
   * Lists the clusters that remained in a step of spread, a page at a time: candidates, best first, then the
   * blocked ones by name.
   */
  spreadCandidates: [options: SpreadCandidatesOptions, answer: SpreadCandidatesAnswer & Findings];
  /** Lists the topology domains after a step of spread, with their counts. */
  spreadDomains: [options: SpreadDomainsOptions, answer: SpreadDomainsAnswer & Findings];
  /** Returns the skew of each term before the first step of spread and after each step; `null` without a run. */
  spreadSkews: [options: Record<string, never>, answer: SpreadSkewsAnswer | null];
  /**
   * Returns the edits that set the weight of a prioritizer in the input; comments and layout stay. Empty if the
   * text cannot take it.
   */
  weightEdit: [options: WeightEditOptions, answer: Array<TextEdit>];
  /**
   * Returns the edits that set `numberOfClusters` in the input; comments and layout stay. Empty if the input
   * cannot take it.
   */
  numberOfClustersEdit: [options: NumberOfClustersEditOptions, answer: Array<TextEdit>];
  /**
   * Returns the edits that change the spread constraints of a placement in the input; everything else stays,
   * comments and layout included. Empty if nothing changes or the input cannot take it.
   */
  spreadEdit: [options: SpreadEditOptions, answer: Array<TextEdit>];
  /**
   * Returns the edits that set `mode` of the prioritizer policy in the input; comments and layout stay. Empty if the
   * text cannot take it.
   */
  modeEdit: [options: ModeEditOptions, answer: Array<TextEdit>];
  /**
   * Returns the edit that adds an event after the others of a timeline; everything else stays. Empty if the input
   * cannot take it.
   */
  timelineEdit: [options: TimelineEditOptions, answer: Array<TextEdit>];
  /** Lists the label keys and the cluster claims of all clusters, most frequent first, at most 100 of each. */
  clusterKeys: [options: Record<string, never>, answer: ClusterKeysAnswer];
  /**
   * Returns the smallest changes of the input after which something comes out: edits of the input, each verified by
   * deciding again. The latest decision stays as it is.
   */
  change: [options: ChangeOptions, answer: ChangeAnswer & Findings];
  /**
   * Returns the changes that a search in progress has found, cheapest first: those with which the answer of `change`
   * with the same options will begin. None before the search begins; at its end all.
   */
  changesSoFar: [options: ChangeOptions, answer: ChangesSoFarAnswer];
  /**
   * Decides a placement with every value of one parameter: a weight, the number of clusters, or a max skew. The
   * selections as intervals, and who comes and goes at each end. With `pod`: how its cycle ends for every value of
   * a request, of its priority, or of a quota's min or max. With `watermark`, `system` or `computeUnit`: how a
   * timeline of autoscaled VMs runs for every value of the config. With `rank`: the rank of one cluster for every
   * real weight. With `stability`: how far weights may change before the selection does.
   */
  sweep: [options: SweepOptions, answer: SweepAnswer & Findings];
  /**
   * Decides a placement without a cluster, or without those of a label, or without those of each value of a label
   * in turn, worst first.
   */
  without: [options: WithoutOptions, answer: WithoutAnswer & Findings];
  /**
   * Schedules the pods of a node that is gone, or of the nodes of a label, or of each value of a label in turn,
   * worst first: where each lands, and which wait.
   */
  withoutNodes: [options: WithoutNodesOptions, answer: WithoutNodesAnswer & Findings];
  /**
   * Returns the range of a field of an object in the input; of its nearest parent if the input does not have the
   * field. `null`: the input does not have the object.
   */
  locate: [options: LocateOptions, answer: TextRange | null];
  /**
   * Returns the ranges of several fields of an object, each as `locate` does, in the time of one. `null`: the
   * text does not have the object.
   */
  locateAll: [options: LocateAllOptions, answer: Array<TextRange> | null];
  /**
   * Returns the objects that a name can mean, or those with a similar name. Pods include those that workloads have
   * yet to create.
   */
  find: [options: FindOptions, answer: FindAnswer];
  /** Lists the pods, a page at a time. */
  pods: [options: PodsOptions, answer: PodsAnswer & Findings];
  /** Lists the nodes with their pods and the use of their resources, a page at a time. */
  nodes: [options: NodesOptions, answer: NodesAnswer & Findings];
  /**
   * Scores the nodes for a pod with limit-aware scoring and the scorers of Kubernetes, and returns the node that
   * each picks. A pod on a node is scheduled as if it were pending.
   */
  scoreNodes: [options: ScoreNodesOptions, answer: ScoreNodesAnswer & Findings];
  /**
   * Runs one scheduling cycle for a pod, as the capacity scheduling plugin does: admission by its elastic quota,
   * the nodes that fit, and preemption.
   */
  simulatePod: [options: SimulatePodOptions, answer: SimulatePodAnswer & Findings];
  /** Returns the verdict of preemption on each pod of a node: victim, reprieved, considered or protected. */
  explainNode: [options: ExplainNodeOptions, answer: ExplainNodeAnswer & Findings];
  /** Looks for evictions on several nodes that make room for a pod. No scheduler does this. */
  evictAcrossNodes: [options: EvictAcrossNodesOptions, answer: EvictAcrossNodesAnswer & Findings];
  /** Lists all elastic quotas with their use, the loans between them, and findings. */
  quotas: [options: QuotasOptions, answer: QuotasAnswer & Findings];
  /** Schedules the pending pods one after another and lists the steps, a page at a time. */
  queue: [options: QueueOptions, answer: QueueAnswer & Findings];
  /** Returns the nodes, pods and quotas after one step of the queue. */
  queueStep: [options: QueueStepOptions, answer: QueueStepAnswer & Findings];
  /**
   * Schedules the pending pods by several scorers, each from the start, and returns by how much the limits exceed
   * the nodes before and after, for each scorer side by side.
   */
  queueLimits: [options: QueueLimitsOptions, answer: QueueLimitsAnswer & Findings];
  /**
   * Drains a node: cordons it, evicts its pods and schedules them with those that wait already. Lists where each
   * of them lands, and why others wait. Pods of a `DaemonSet` and mirrors of static pods stay.
   */
  drain: [options: DrainOptions, answer: DrainAnswer & Findings];
  /**
   * Counts how many more pods like one fit, or like several in rounds, bound one after another without evictions,
   * and says what stops the next one. The pods of the input stay where they are, and pending ones wait, unless they
   * are scheduled first.
   */
  more: [options: MoreOptions, answer: MoreAnswer & Findings];
  /**
   * Counts how many nodes of one shape the pending pods need: added one after another, each with the pods of every
   * `DaemonSet`, as long as a pod that waits gets one of them. Says which pods no number of such nodes helps, and
   * the least number by the sum of each resource.
   */
  nodesNeeded: [options: NodesNeededOptions, answer: NodesNeededAnswer & Findings];
  /**
   * Rolls out a workload step by step: which pods its controller creates and deletes, where the new ones land, and
   * whether the rollout completes or waits for a pod that stays pending. Pods that get a node are available at
   * once. The workload of the input has the new template; its pods with another one are the old ones.
   */
  rollout: [options: RolloutOptions, answer: RolloutAnswer & Findings];
  /**
   * Compares what the input records of its pods and quotas (`spec.nodeName`, `status.nominatedNodeName` and
   * `status.used`) with the present results of the scheduler and the quota controller. Each pod is scheduled alone,
   * as if it were pending and all others stayed.
   */
  compareRecorded: [options: CompareRecordedOptions, answer: CompareRecordedAnswer & Findings];
  /**
   * Says why a pod is on the node that the input records: schedules it again as if it were pending, with all other
   * pods where they are, and without those that started later.
   */
  recordedNode: [options: RecordedNodeOptions, answer: RecordedNodeAnswer & Findings];
  /**
   * Runs a timeline of autoscaled VMs: lists its steps, the nodes at the end, and their amounts over time.
   * Without a timeline in the input, only the start of the plugin is run.
   */
  vmTimeline: [options: VmTimelineOptions, answer: VmTimelineAnswer & Findings];
  /**
   * Explains one step of a timeline: the request and its permit, the inequality of pressure, the migration
   * queue, and the nodes with their pods. A number beyond the last step means the last one; `step` of the answer
   * tells which.
   */
  vmStep: [options: VmStepOptions, answer: VmStepAnswer & Findings];
  /** Returns the whole state of the VM plugin after a step of a timeline. */
  vmDump: [options: VmDumpOptions, answer: VmDumpAnswer & Findings];
  /**
   * Reads a Kubernetes quantity, such as `1500m`; `null` if the input is not a quantity. It does not use the
   * text.
   */
  quantity: [options: QuantityOptions, answer: QuantityAnswer | null];
}

/** The options of a question, whether it decides a placement (and so may need CEL), the stage of
 * progress if it is computed in slices. */
export interface QuestionFacts {
  readonly options: readonly string[];
  readonly decides?: true;
  readonly stage?: "queue" | "search" | "timeline";
}

/** The options of each question, and how it is computed. */
export const QUESTIONS: { readonly [Question in keyof Questions]: QuestionFacts } = {
  reading: { options: [] },
  findings: { options: [] },
  decide: {
    options: ["placement", "now", "profile", "candidates", "weights", "numberOfClusters", "maxSkews", "limit"],
    decides: true,
  },
  report: {
    options: ["placement", "now", "profile", "candidates", "weights", "numberOfClusters", "maxSkews", "limit"],
    decides: true,
  },
  decisionsYaml: { options: ["form"] },
  clusters: { options: ["order", "offset", "limit", "find"] },
  explainCluster: { options: ["cluster"] },
  hints: { options: [] },
  clusterIndex: { options: ["name"] },
  clusterNames: { options: ["clusters"] },
  matchClusters: { options: ["pattern"] },
  spreadStep: { options: ["step"] },
  spreadCandidates: { options: ["step", "offset", "limit"] },
  spreadDomains: { options: ["step", "limit"] },
  spreadSkews: { options: [] },
  weightEdit: { options: ["placement", "prioritizer", "weight"] },
  numberOfClustersEdit: { options: ["placement", "numberOfClusters"] },
  spreadEdit: { options: ["placement", "change"] },
  modeEdit: { options: ["placement", "mode"] },
  timelineEdit: { options: ["timeline", "event"] },
  clusterKeys: { options: [] },
  change: {
    options: [
      "want",
      "kubernetesVersion",
      "families",
      "timeline",
      "variant",
      "maxSteps",
      "placement",
      "now",
      "profile",
      "candidates",
      "weights",
      "numberOfClusters",
      "maxSkews",
      "limit",
    ],
    decides: true,
    stage: "search",
  },
  changesSoFar: {
    options: [
      "want",
      "kubernetesVersion",
      "families",
      "timeline",
      "variant",
      "maxSteps",
      "placement",
      "now",
      "profile",
      "candidates",
      "weights",
      "numberOfClusters",
      "maxSkews",
      "limit",
    ],
    decides: true,
  },
  sweep: {
    options: [
      "weight",
      "count",
      "maxSkew",
      "cluster",
      "rank",
      "stability",
      "pod",
      "kubernetesVersion",
      "request",
      "priority",
      "min",
      "max",
      "quota",
      "watermark",
      "system",
      "computeUnit",
      "node",
      "timeline",
      "variant",
      "placement",
      "now",
      "profile",
      "candidates",
      "weights",
      "numberOfClusters",
      "maxSkews",
      "limit",
    ],
    decides: true,
    stage: "search",
  },
  without: {
    options: [
      "cluster",
      "label",
      "each",
      "placement",
      "now",
      "profile",
      "candidates",
      "weights",
      "numberOfClusters",
      "maxSkews",
      "limit",
    ],
    decides: true,
    stage: "search",
  },
  withoutNodes: { options: ["node", "label", "each", "profile", "kubernetesVersion", "limit"], stage: "search" },
  locate: { options: ["object", "path"] },
  locateAll: { options: ["object", "paths"] },
  find: { options: ["name", "namespace"] },
  pods: { options: ["state", "find", "labels", "node", "workload", "kubernetesVersion", "offset", "limit"] },
  nodes: { options: ["labels", "kubernetesVersion", "offset", "limit"] },
  scoreNodes: {
    options: [
      "pod",
      "resources",
      "shape",
      "bestEffort",
      "scorers",
      "defaultProfile",
      "profile",
      "kubernetesVersion",
      "order",
      "offset",
      "limit",
    ],
  },
  simulatePod: { options: ["pod", "profile", "kubernetesVersion", "offset", "limit"] },
  explainNode: { options: ["pod", "node", "profile", "kubernetesVersion"] },
  evictAcrossNodes: { options: ["pod", "profile", "kubernetesVersion"] },
  quotas: { options: ["profile", "kubernetesVersion"] },
  queue: {
    options: ["profile", "kubernetesVersion", "scorer", "weights", "maxSteps", "offset", "limit"],
    stage: "queue",
  },
  queueStep: { options: ["queue", "step", "offset", "limit"], stage: "queue" },
  queueLimits: {
    options: ["profile", "kubernetesVersion", "scorers", "weights", "maxSteps", "offset", "limit"],
    stage: "queue",
  },
  drain: { options: ["node", "profile", "kubernetesVersion", "offset", "limit"], stage: "search" },
  more: { options: ["pod", "like", "pendingFirst", "profile", "kubernetesVersion", "most", "limit"], stage: "search" },
  nodesNeeded: {
    options: ["shape", "like", "labels", "taints", "profile", "kubernetesVersion", "most", "limit"],
    stage: "search",
  },
  rollout: { options: ["object", "profile", "kubernetesVersion", "offset", "limit"], stage: "search" },
  compareRecorded: { options: ["profile", "kubernetesVersion", "offset", "limit"], stage: "search" },
  recordedNode: { options: ["pod", "profile", "kubernetesVersion", "limit"] },
  vmTimeline: {
    options: [
      "offset",
      "limit",
      "pod",
      "node",
      "kind",
      "event",
      "series",
      "points",
      "heat",
      "timeline",
      "variant",
      "mitigations",
    ],
    stage: "timeline",
  },
  vmStep: { options: ["step", "nodes", "timeline", "variant", "mitigations"], stage: "timeline" },
  vmDump: { options: ["step", "timeline", "variant", "mitigations"], stage: "timeline" },
  quantity: { options: ["text"] },
};

/** A method for each question. */
export abstract class QuestionMethods {
  /** Answers a question. */
  protected abstract answer<Question extends keyof Questions>(
    question: Question,
    options: object | undefined,
  ): Questions[Question][1];

  /** Returns the content with findings objects by kind, its placements, and the findings about it. */
  reading(...options: []): ReadingAnswer {
    return this.answer("reading", (options as readonly object[])[0]);
  }

  /**
   * Returns the findings that hold whichever question follows: what of the input is not modelled, what its pending
   * pods need and it lacks, and what is wrong with its pods, selectors and quotas.
   */
  findings(...options: []): Findings {
    return this.answer("findings", (options as readonly object[])[0]);
  }

  /**
   * Decides a placement. Parts that did not change since the last decision are not computed again.
   *
   * @throws {SchedscopeError} `invalid-now`, `no-such-placement`, `ambiguous-placement`
   */
  decide(options?: DecideOptions): DecideAnswer & Findings {
    return this.answer("decide", options);
  }

  /**
   * Decides a placement as `decide` does and returns the whole decision: the clusters that pass each filter, all
   * scores, and the objects that the hub would write. As JSON text it keeps numbers beyond 2^53 exact.
   *
   * @throws {SchedscopeError} `invalid-now`, `no-such-placement`, `ambiguous-placement`
   */
  report(options?: DecideOptions): ReportAnswer & Findings {
    return this.answer("report", options);
  }

  /**
   * Returns the `PlacementDecision` objects of the latest decision, as the hub would write them, as YAML.
   *
   * @throws {SchedscopeError} `no-decision`
   */
  decisionsYaml(options?: DecisionsYamlOptions): string {
    return this.answer("decisionsYaml", options);
  }

  /**
   * Lists the clusters of the latest decision with state, rank and scores, a page at a time.
   *
   * @throws {SchedscopeError} `no-decision`
   */
  clusters(options?: ClustersOptions): ClustersAnswer & Findings {
    return this.answer("clusters", options);
  }

  /**
   * Explains one cluster of the latest decision: predicates, taints, scores, and why it is not selected.
   *
   * @throws {SchedscopeError} `no-decision`, `no-such-cluster`
   */
  explainCluster(options: ExplainClusterOptions): ExplainClusterAnswer & Findings {
    return this.answer("explainCluster", options);
  }

  /**
   * Lists what of the latest decision's placement has no effect, such as a toleration without a taint.
   *
   * @throws {SchedscopeError} `no-decision`
   */
  hints(...options: []): Array<DecisionHint> {
    return this.answer("hints", (options as readonly object[])[0]);
  }

  /**
   * Returns the index of a cluster in the input, from 0; `null` if the input has no cluster of this name.
   *
   * @throws {SchedscopeError} `no-decision`
   */
  clusterIndex(options: ClusterIndexOptions): number | null {
    return this.answer("clusterIndex", options);
  }

  /** Returns the names of clusters by their indices in the input; an empty name for an index without a cluster. */
  clusterNames(options: ClusterNamesOptions): Array<string> {
    return this.answer("clusterNames", options);
  }

  /** Returns the names of the clusters that a name, a glob or a label selector matches, in the order of the input. */
  matchClusters(options: MatchClustersOptions): Array<string> {
    return this.answer("matchClusters", options);
  }

  /**
   * Returns one step of the latest decision's run of spread: the picked cluster and the numbers that decided.
   *
   * @throws {SchedscopeError} `no-decision`
   */
  spreadStep(options: SpreadStepOptions): SpreadStepAnswer & Findings {
    return this.answer("spreadStep", options);
  }

  /**
   * Lists the clusters that remained in a step of spread, a page at a time: candidates, best first, then the
   * blocked ones by name.
   *
   * @throws {SchedscopeError} `no-decision`
   */
  spreadCandidates(options: SpreadCandidatesOptions): SpreadCandidatesAnswer & Findings {
    return this.answer("spreadCandidates", options);
  }

  /**
   * Lists the topology domains after a step of spread, with their counts.
   *
   * @throws {SchedscopeError} `no-decision`
   */
  spreadDomains(options: SpreadDomainsOptions): SpreadDomainsAnswer & Findings {
    return this.answer("spreadDomains", options);
  }

  /**
   * Returns the skew of each term before the first step of spread and after each step; `null` without a run.
   *
   * @throws {SchedscopeError} `no-decision`
   */
  spreadSkews(...options: []): SpreadSkewsAnswer | null {
    return this.answer("spreadSkews", (options as readonly object[])[0]);
  }

  /**
   * Returns the edits that set the weight of a prioritizer in the input; comments and layout stay. Empty if the
   * text cannot take it.
   *
   * @throws {SchedscopeError} `no-such-placement`, `ambiguous-placement`
   */
  weightEdit(options: WeightEditOptions): Array<TextEdit> {
    return this.answer("weightEdit", options);
  }

  /**
   * Returns the edits that set `numberOfClusters` in the input; comments and layout stay. Empty if the input
   * cannot take it.
   *
   * @throws {SchedscopeError} `no-such-placement`, `ambiguous-placement`
   */
  numberOfClustersEdit(options: NumberOfClustersEditOptions): Array<TextEdit> {
    return this.answer("numberOfClustersEdit", options);
  }

  /**
   * Returns the edits that change the spread constraints of a placement in the input; everything else stays,
   * comments and layout included. Empty if nothing changes or the input cannot take it.
   *
   * @throws {SchedscopeError} `no-such-placement`, `ambiguous-placement`
   */
  spreadEdit(options: SpreadEditOptions): Array<TextEdit> {
    return this.answer("spreadEdit", options);
  }

  /**
   * Returns the edits that set `mode` of the prioritizer policy in the input; comments and layout stay. Empty if the
   * text cannot take it.
   *
   * @throws {SchedscopeError} `no-such-placement`, `ambiguous-placement`
   */
  modeEdit(options: ModeEditOptions): Array<TextEdit> {
    return this.answer("modeEdit", options);
  }

  /**
   * Returns the edit that adds an event after the others of a timeline; everything else stays. Empty if the input
   * cannot take it.
   */
  timelineEdit(options: TimelineEditOptions): Array<TextEdit> {
    return this.answer("timelineEdit", options);
  }

  /** Lists the label keys and the cluster claims of all clusters, most frequent first, at most 100 of each. */
  clusterKeys(...options: []): ClusterKeysAnswer {
    return this.answer("clusterKeys", (options as readonly object[])[0]);
  }

  /**
   * Returns the smallest changes of the input after which something comes out: edits of the input, each verified by
   * deciding again. The latest decision stays as it is.
   *
   * @throws {SchedscopeError} `invalid-now`, `no-such-placement`, `ambiguous-placement`, `no-such-cluster`, `no-such-pod`, `ambiguous-name`, `no-such-node`, `no-such-timeline`, `no-such-variant`
   */
  change(options: ChangeOptions): ChangeAnswer & Findings {
    return this.answer("change", options);
  }

  /**
   * Returns the changes that a search in progress has found, cheapest first: those with which the answer of `change`
   * with the same options will begin. None before the search begins; at its end all.
   *
   * @throws {SchedscopeError} `invalid-now`, `no-such-placement`, `ambiguous-placement`, `no-such-cluster`, `no-such-pod`, `ambiguous-name`, `no-such-node`, `no-such-timeline`, `no-such-variant`
   */
  changesSoFar(options: ChangeOptions): ChangesSoFarAnswer {
    return this.answer("changesSoFar", options);
  }

  /**
   * Decides a placement with every value of one parameter: a weight, the number of clusters, or a max skew. The
   * selections as intervals, and who comes and goes at each end. With `pod`: how its cycle ends for every value of
   * a request, of its priority, or of a quota's min or max. With `watermark`, `system` or `computeUnit`: how a
   * timeline of autoscaled VMs runs for every value of the config. With `rank`: the rank of one cluster for every
   * real weight. With `stability`: how far weights may change before the selection does.
   *
   * @throws {SchedscopeError} `invalid-now`, `no-such-placement`, `ambiguous-placement`, `no-such-cluster`, `no-such-pod`, `ambiguous-name`, `no-such-node`, `no-such-timeline`, `no-such-variant`, `no-such-constraint`, `no-such-quota`, `no-such-resource`
   */
  sweep(options?: SweepOptions): SweepAnswer & Findings {
    return this.answer("sweep", options);
  }

  /**
   * Decides a placement without a cluster, or without those of a label, or without those of each value of a label
   * in turn, worst first.
   *
   * @throws {SchedscopeError} `invalid-now`, `no-such-placement`, `ambiguous-placement`, `no-such-cluster`, `no-such-label`
   */
  without(options?: WithoutOptions): WithoutAnswer & Findings {
    return this.answer("without", options);
  }

  /**
   * Schedules the pods of a node that is gone, or of the nodes of a label, or of each value of a label in turn,
   * worst first: where each lands, and which wait.
   *
   * @throws {SchedscopeError} `no-such-node`, `no-such-label`
   */
  withoutNodes(options?: WithoutNodesOptions): WithoutNodesAnswer & Findings {
    return this.answer("withoutNodes", options);
  }

  /**
   * Returns the range of a field of an object in the input; of its nearest parent if the input does not have the
   * field. `null`: the input does not have the object.
   */
  locate(options: LocateOptions): TextRange | null {
    return this.answer("locate", options);
  }

  /**
   * Returns the ranges of several fields of an object, each as `locate` does, in the time of one. `null`: the
   * text does not have the object.
   */
  locateAll(options: LocateAllOptions): Array<TextRange> | null {
    return this.answer("locateAll", options);
  }

  /**
   * Returns the objects that a name can mean, or those with a similar name. Pods include those that workloads have
   * yet to create.
   */
  find(options: FindOptions): FindAnswer {
    return this.answer("find", options);
  }

  /** Lists the pods, a page at a time. */
  pods(options?: PodsOptions): PodsAnswer & Findings {
    return this.answer("pods", options);
  }

  /** Lists the nodes with their pods and the use of their resources, a page at a time. */
  nodes(options?: NodesOptions): NodesAnswer & Findings {
    return this.answer("nodes", options);
  }

  /**
   * Scores the nodes for a pod with limit-aware scoring and the scorers of Kubernetes, and returns the node that
   * each picks. A pod on a node is scheduled as if it were pending.
   *
   * @throws {SchedscopeError} `no-such-pod`, `ambiguous-name`
   */
  scoreNodes(options: ScoreNodesOptions): ScoreNodesAnswer & Findings {
    return this.answer("scoreNodes", options);
  }

  /**
   * Runs one scheduling cycle for a pod, as the capacity scheduling plugin does: admission by its elastic quota,
   * the nodes that fit, and preemption.
   *
   * @throws {SchedscopeError} `no-such-pod`, `ambiguous-name`
   */
  simulatePod(options: SimulatePodOptions): SimulatePodAnswer & Findings {
    return this.answer("simulatePod", options);
  }

  /**
   * Returns the verdict of preemption on each pod of a node: victim, reprieved, considered or protected.
   *
   * @throws {SchedscopeError} `no-such-pod`, `ambiguous-name`, `no-such-node`
   */
  explainNode(options: ExplainNodeOptions): ExplainNodeAnswer & Findings {
    return this.answer("explainNode", options);
  }

  /**
   * Looks for evictions on several nodes that make room for a pod. No scheduler does this.
   *
   * @throws {SchedscopeError} `no-such-pod`, `ambiguous-name`
   */
  evictAcrossNodes(options: EvictAcrossNodesOptions): EvictAcrossNodesAnswer & Findings {
    return this.answer("evictAcrossNodes", options);
  }

  /** Lists all elastic quotas with their use, the loans between them, and findings. */
  quotas(options?: QuotasOptions): QuotasAnswer & Findings {
    return this.answer("quotas", options);
  }

  /** Schedules the pending pods one after another and lists the steps, a page at a time. */
  queue(options?: QueueOptions): QueueAnswer & Findings {
    return this.answer("queue", options);
  }

  /** Returns the nodes, pods and quotas after one step of the queue. */
  queueStep(options: QueueStepOptions): QueueStepAnswer & Findings {
    return this.answer("queueStep", options);
  }

  /**
   * Schedules the pending pods by several scorers, each from the start, and returns by how much the limits exceed
   * the nodes before and after, for each scorer side by side.
   */
  queueLimits(options?: QueueLimitsOptions): QueueLimitsAnswer & Findings {
    return this.answer("queueLimits", options);
  }

  /**
   * Drains a node: cordons it, evicts its pods and schedules them with those that wait already. Lists where each
   * of them lands, and why others wait. Pods of a `DaemonSet` and mirrors of static pods stay.
   *
   * @throws {SchedscopeError} `no-such-node`
   */
  drain(options: DrainOptions): DrainAnswer & Findings {
    return this.answer("drain", options);
  }

  /**
   * Counts how many more pods like one fit, or like several in rounds, bound one after another without evictions,
   * and says what stops the next one. The pods of the input stay where they are, and pending ones wait, unless they
   * are scheduled first.
   *
   * @throws {SchedscopeError} `no-such-pod`, `ambiguous-name`, `no-such-object`
   */
  more(options?: MoreOptions): MoreAnswer & Findings {
    return this.answer("more", options);
  }

  /**
   * Counts how many nodes of one shape the pending pods need: added one after another, each with the pods of every
   * `DaemonSet`, as long as a pod that waits gets one of them. Says which pods no number of such nodes helps, and
   * the least number by the sum of each resource.
   *
   * @throws {SchedscopeError} `no-such-node`
   */
  nodesNeeded(options?: NodesNeededOptions): NodesNeededAnswer & Findings {
    return this.answer("nodesNeeded", options);
  }

  /**
   * Rolls out a workload step by step: which pods its controller creates and deletes, where the new ones land, and
   * whether the rollout completes or waits for a pod that stays pending. Pods that get a node are available at
   * once. The workload of the input has the new template; its pods with another one are the old ones.
   *
   * @throws {SchedscopeError} `no-such-object`
   */
  rollout(options: RolloutOptions): RolloutAnswer & Findings {
    return this.answer("rollout", options);
  }

  /**
   * Compares what the input records of its pods and quotas (`spec.nodeName`, `status.nominatedNodeName` and
   * `status.used`) with the present results of the scheduler and the quota controller. Each pod is scheduled alone,
   * as if it were pending and all others stayed.
   */
  compareRecorded(options?: CompareRecordedOptions): CompareRecordedAnswer & Findings {
    return this.answer("compareRecorded", options);
  }

  /**
   * Says why a pod is on the node that the input records: schedules it again as if it were pending, with all other
   * pods where they are, and without those that started later.
   *
   * @throws {SchedscopeError} `no-such-pod`, `ambiguous-name`
   */
  recordedNode(options: RecordedNodeOptions): RecordedNodeAnswer & Findings {
    return this.answer("recordedNode", options);
  }

  /**
   * Runs a timeline of autoscaled VMs: lists its steps, the nodes at the end, and their amounts over time.
   * Without a timeline in the input, only the start of the plugin is run.
   *
   * @throws {SchedscopeError} `no-such-timeline`, `ambiguous-name`, `no-such-variant`
   */
  vmTimeline(options?: VmTimelineOptions): VmTimelineAnswer & Findings {
    return this.answer("vmTimeline", options);
  }

  /**
   * Explains one step of a timeline: the request and its permit, the inequality of pressure, the migration
   * queue, and the nodes with their pods. A number beyond the last step means the last one; `step` of the answer
   * tells which.
   *
   * @throws {SchedscopeError} `no-such-timeline`, `ambiguous-name`, `no-such-variant`
   */
  vmStep(options: VmStepOptions): VmStepAnswer & Findings {
    return this.answer("vmStep", options);
  }

  /**
   * Returns the whole state of the VM plugin after a step of a timeline.
   *
   * @throws {SchedscopeError} `no-such-timeline`, `ambiguous-name`, `no-such-variant`
   */
  vmDump(options: VmDumpOptions): VmDumpAnswer & Findings {
    return this.answer("vmDump", options);
  }

  /**
   * Reads a Kubernetes quantity, such as `1500m`; `null` if the input is not a quantity. It does not use the
   * text.
   */
  quantity(options: QuantityOptions): QuantityAnswer | null {
    return this.answer("quantity", options);
  }
}
