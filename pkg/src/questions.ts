// Made from the table of questions; to make it anew: cargo xtask types
import type {
  ClusterExplanation,
  ClusterIndexOptions,
  ClusterKeys,
  ClusterNamesOptions,
  ClusterRowPage,
  ClustersOptions,
  DebugResult,
  DecideOptions,
  DecisionReport,
  DecisionSummary,
  EvictAcrossNodesAnswer,
  EvictAcrossNodesOptions,
  ExplainClusterOptions,
  ExplainNodeAnswer,
  ExplainNodeOptions,
  LocateAllOptions,
  LocateOptions,
  NodesAnswer,
  NodesOptions,
  NumberOfClustersEditOptions,
  PodsAnswer,
  PodsOptions,
  QuantityOptions,
  QuantityValue,
  QueueAnswer,
  QueueOptions,
  QueueStepAnswer,
  QueueStepOptions,
  QuotaEventsAnswer,
  QuotasAnswer,
  Reading,
  ScoreNodesAnswer,
  ScoreNodesOptions,
  SimulatePodAnswer,
  SimulatePodOptions,
  SpreadCandidatePage,
  SpreadCandidatesOptions,
  SpreadDomains,
  SpreadDomainsOptions,
  SpreadEditOptions,
  SpreadSkews,
  SpreadStep,
  SpreadStepOptions,
  TextEdit,
  TextRange,
  TimelineEditOptions,
  VmDumpAnswer,
  VmDumpOptions,
  VmEventsAnswer,
  VmLimitsAnswer,
  VmStepAnswer,
  VmStepOptions,
  VmTimelineAnswer,
  VmTimelineOptions,
  WeightEditOptions,
} from "../types.js";
import type { QuotaEvents, VmEvents, VmLimitsOptions } from "./events.js";

/** The questions: their options, and their answers. */
export interface Questions {
  /** What the text holds, and what is wrong with it. */
  reading: [options: Record<string, never>, answer: Reading];
  /** Decides a placement; what is unchanged since the last decision is not computed again. */
  decide: [options: DecideOptions, answer: DecisionSummary];
  /**
   * Decides a placement as `decide` does, and tells all of it: what each filter left, what each prioritizer
   * scored, the decisions as the hub would write them. Numbers beyond 2^53 are exact in its JSON.
   */
  report: [options: DecideOptions, answer: DecisionReport];
  /** What the hub serves at `/debug/placements/<namespace>/<name>`, of the latest decision. */
  debug: [options: Record<string, never>, answer: DebugResult];
  /** The `PlacementDecision` objects of the latest decision as the hub would write them, as YAML. */
  decisionsYaml: [options: Record<string, never>, answer: string];
  /** A part of the table of clusters of the latest decision. */
  clusters: [options: ClustersOptions, answer: ClusterRowPage];
  /** Everything about one cluster in the latest decision. */
  explainCluster: [options: ExplainClusterOptions, answer: ClusterExplanation];
  /** The index of a cluster in the text; `null`: there is none of that name. */
  clusterIndex: [options: ClusterIndexOptions, answer: number | null];
  /** The names of clusters, by their indices in the text; empty where there is none of an index. */
  clusterNames: [options: ClusterNamesOptions, answer: Array<string>];
  /** One step of the latest decision's run of spread: who was picked, with which numbers. */
  spreadStep: [options: SpreadStepOptions, answer: SpreadStep];
  /**
   * A part of the table of the clusters that remained in a step: candidates, best first, then the blocked
   * ones by name.
   */
  spreadCandidates: [options: SpreadCandidatesOptions, answer: SpreadCandidatePage];
  /** The topology domains after so many steps of spread. */
  spreadDomains: [options: SpreadDomainsOptions, answer: SpreadDomains];
  /**
   * How skewed the selection was before the first step of spread and after each; `null` where nothing was
   * spread.
   */
  spreadSkews: [options: Record<string, never>, answer: SpreadSkews | null];
  /**
   * The edits that give a prioritizer a weight in the text; comments and layout stay. Empty where the text
   * cannot take it.
   */
  weightEdit: [options: WeightEditOptions, answer: Array<TextEdit>];
  /** The edits that set `numberOfClusters` in the text. */
  numberOfClustersEdit: [options: NumberOfClustersEditOptions, answer: Array<TextEdit>];
  /**
   * The edits that change a placement's spread constraints in the text; comments and layout of everything
   * else stay. Empty where nothing changes or the text cannot take it.
   */
  spreadEdit: [options: SpreadEditOptions, answer: Array<TextEdit>];
  /**
   * The edit that adds an event behind the others of a timeline; everything else stays. Empty where the
   * text cannot take it.
   */
  timelineEdit: [options: TimelineEditOptions, answer: Array<TextEdit>];
  /**
   * The keys of labels and cluster claims that the clusters have, most frequent first, at most 100 of
   * either.
   */
  clusterKeys: [options: Record<string, never>, answer: ClusterKeys];
  /**
   * Where a field of an object stands in the text; where the text does not have it, its nearest parent.
   * `null`: no such object.
   */
  locate: [options: LocateOptions, answer: TextRange | null];
  /**
   * Where several fields of an object stand, as `locate` says it of one, in the time that one takes.
   * `null`: no such object.
   */
  locateAll: [options: LocateAllOptions, answer: Array<TextRange> | null];
  /** The pods there are, a page of them. */
  pods: [options: PodsOptions, answer: PodsAnswer];
  /** The nodes there are with what is on them, a page of them. */
  nodes: [options: NodesOptions, answer: NodesAnswer];
  /**
   * Which node each scorer would pick for a pod: limit-aware scoring beside those of Kubernetes. A pod that
   * is on a node is placed anew.
   */
  scoreNodes: [options: ScoreNodesOptions, answer: ScoreNodesAnswer];
  /**
   * One scheduling cycle for a pod, as the capacity scheduling plugin runs it: what its quota says, which
   * nodes fit, whom it would evict.
   */
  simulatePod: [options: SimulatePodOptions, answer: SimulatePodAnswer];
  /** Why each pod of a node is a victim of a pod, is reprieved, or was never one. */
  explainNode: [options: ExplainNodeOptions, answer: ExplainNodeAnswer];
  /** Whether evicting on several nodes would make room for a pod, which no scheduler does. */
  evictAcrossNodes: [options: EvictAcrossNodesOptions, answer: EvictAcrossNodesAnswer];
  /** All elastic quotas side by side: use, loans, findings. */
  quotas: [options: Record<string, never>, answer: QuotasAnswer];
  /** The pending pods scheduled one after another, a page of the steps. */
  queue: [options: QueueOptions, answer: QueueAnswer];
  /** The nodes, pods and quotas after one step of the queue. */
  queueStep: [options: QueueStepOptions, answer: QueueStepAnswer];
  /** The ledger of quotas as events reach it; independent of the text. */
  quotaEvents: [options: QuotaEvents, answer: QuotaEventsAnswer];
  /**
   * Plays a timeline of autoscaled VMs: what happened, how nodes ended, and how they did over time. A text
   * without a timeline gives the plugin's start.
   */
  vmTimeline: [options: VmTimelineOptions, answer: VmTimelineAnswer];
  /**
   * One step of a timeline, explained: the request, the inequality of pressure, the migration queue, nodes
   * with their pods. A step beyond the last one means the last one; the answer's `step` says which it is.
   */
  vmStep: [options: VmStepOptions, answer: VmStepAnswer];
  /** The whole state of the plugin after a step of a timeline. */
  vmDump: [options: VmDumpOptions, answer: VmDumpAnswer];
  /** The VM plugin driven event by event; independent of the text. */
  vmEvents: [options: VmEvents, answer: VmEventsAnswer];
  /** What a node offers to VMs under a config's defaults; independent of the text. */
  vmLimits: [options: VmLimitsOptions, answer: VmLimitsAnswer];
  /** What a Kubernetes quantity says; `null` where the text is not one. Independent of the text. */
  quantity: [options: QuantityOptions, answer: QuantityValue | null];
}

/** What is known of a question: its options, whether it decides a placement (and so may need CEL), and in
 * which stage it is computed in slices. */
export interface QuestionFacts {
  readonly options: readonly string[];
  readonly decides?: true;
  readonly stage?: "queue" | "timeline";
}

/** What is known of each question. */
export const QUESTIONS: { readonly [Question in keyof Questions]: QuestionFacts } = {
  reading: { options: [] },
  decide: {
    options: ["placement", "now", "profile", "candidates", "weights", "numberOfClusters", "limit"],
    decides: true,
  },
  report: {
    options: ["placement", "now", "profile", "candidates", "weights", "numberOfClusters", "limit"],
    decides: true,
  },
  debug: { options: [] },
  decisionsYaml: { options: [] },
  clusters: { options: ["order", "offset", "limit", "find"] },
  explainCluster: { options: ["cluster"] },
  clusterIndex: { options: ["name"] },
  clusterNames: { options: ["clusters"] },
  spreadStep: { options: ["step"] },
  spreadCandidates: { options: ["step", "offset", "limit"] },
  spreadDomains: { options: ["step", "limit"] },
  spreadSkews: { options: [] },
  weightEdit: { options: ["placement", "prioritizer", "weight"] },
  numberOfClustersEdit: { options: ["placement", "numberOfClusters"] },
  spreadEdit: { options: ["placement", "change"] },
  timelineEdit: { options: ["timeline", "event"] },
  clusterKeys: { options: [] },
  locate: { options: ["object", "path"] },
  locateAll: { options: ["object", "paths"] },
  pods: { options: ["state", "find", "node", "offset", "limit"] },
  nodes: { options: ["offset", "limit"] },
  scoreNodes: { options: ["pod", "resources", "shape", "bestEffort", "scorers", "order", "offset", "limit"] },
  simulatePod: { options: ["pod", "profile", "offset", "limit"] },
  explainNode: { options: ["pod", "node", "profile"] },
  evictAcrossNodes: { options: ["pod"] },
  quotas: { options: [] },
  queue: { options: ["profile", "scorer", "maxSteps", "offset", "limit"], stage: "queue" },
  queueStep: { options: ["queue", "step", "offset", "limit"], stage: "queue" },
  quotaEvents: { options: ["profile", "events"] },
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
  vmEvents: { options: ["config", "nodes", "initial", "events"] },
  vmLimits: { options: ["config", "cpu", "mem"] },
  quantity: { options: ["text"] },
};

/** A method for each question. */
export abstract class QuestionMethods {
  /** Answers a question. */
  protected abstract answer<Question extends keyof Questions>(
    question: Question,
    options: object | undefined,
  ): Questions[Question][1];

  /** What the text holds, and what is wrong with it. */
  reading(...options: []): Reading {
    return this.answer("reading", (options as readonly object[])[0]);
  }

  /**
   * Decides a placement; what is unchanged since the last decision is not computed again.
   *
   * @throws {SchedscopeError} `invalid-now`, `no-such-placement`, `ambiguous-placement`
   */
  decide(options?: DecideOptions): DecisionSummary {
    return this.answer("decide", options);
  }

  /**
   * Decides a placement as `decide` does, and tells all of it: what each filter left, what each prioritizer
   * scored, the decisions as the hub would write them. Numbers beyond 2^53 are exact in its JSON.
   *
   * @throws {SchedscopeError} `invalid-now`, `no-such-placement`, `ambiguous-placement`
   */
  report(options?: DecideOptions): DecisionReport {
    return this.answer("report", options);
  }

  /**
   * What the hub serves at `/debug/placements/<namespace>/<name>`, of the latest decision.
   *
   * @throws {SchedscopeError} `no-decision`
   */
  debug(...options: []): DebugResult {
    return this.answer("debug", (options as readonly object[])[0]);
  }

  /**
   * The `PlacementDecision` objects of the latest decision as the hub would write them, as YAML.
   *
   * @throws {SchedscopeError} `no-decision`
   */
  decisionsYaml(...options: []): string {
    return this.answer("decisionsYaml", (options as readonly object[])[0]);
  }

  /**
   * A part of the table of clusters of the latest decision.
   *
   * @throws {SchedscopeError} `no-decision`
   */
  clusters(options?: ClustersOptions): ClusterRowPage {
    return this.answer("clusters", options);
  }

  /**
   * Everything about one cluster in the latest decision.
   *
   * @throws {SchedscopeError} `no-decision`, `no-such-cluster`
   */
  explainCluster(options: ExplainClusterOptions): ClusterExplanation {
    return this.answer("explainCluster", options);
  }

  /**
   * The index of a cluster in the text; `null`: there is none of that name.
   *
   * @throws {SchedscopeError} `no-decision`
   */
  clusterIndex(options: ClusterIndexOptions): number | null {
    return this.answer("clusterIndex", options);
  }

  /** The names of clusters, by their indices in the text; empty where there is none of an index. */
  clusterNames(options: ClusterNamesOptions): Array<string> {
    return this.answer("clusterNames", options);
  }

  /**
   * One step of the latest decision's run of spread: who was picked, with which numbers.
   *
   * @throws {SchedscopeError} `no-decision`
   */
  spreadStep(options: SpreadStepOptions): SpreadStep {
    return this.answer("spreadStep", options);
  }

  /**
   * A part of the table of the clusters that remained in a step: candidates, best first, then the blocked
   * ones by name.
   *
   * @throws {SchedscopeError} `no-decision`
   */
  spreadCandidates(options: SpreadCandidatesOptions): SpreadCandidatePage {
    return this.answer("spreadCandidates", options);
  }

  /**
   * The topology domains after so many steps of spread.
   *
   * @throws {SchedscopeError} `no-decision`
   */
  spreadDomains(options: SpreadDomainsOptions): SpreadDomains {
    return this.answer("spreadDomains", options);
  }

  /**
   * How skewed the selection was before the first step of spread and after each; `null` where nothing was
   * spread.
   *
   * @throws {SchedscopeError} `no-decision`
   */
  spreadSkews(...options: []): SpreadSkews | null {
    return this.answer("spreadSkews", (options as readonly object[])[0]);
  }

  /**
   * The edits that give a prioritizer a weight in the text; comments and layout stay. Empty where the text
   * cannot take it.
   *
   * @throws {SchedscopeError} `no-such-placement`, `ambiguous-placement`
   */
  weightEdit(options: WeightEditOptions): Array<TextEdit> {
    return this.answer("weightEdit", options);
  }

  /**
   * The edits that set `numberOfClusters` in the text.
   *
   * @throws {SchedscopeError} `no-such-placement`, `ambiguous-placement`
   */
  numberOfClustersEdit(options: NumberOfClustersEditOptions): Array<TextEdit> {
    return this.answer("numberOfClustersEdit", options);
  }

  /**
   * The edits that change a placement's spread constraints in the text; comments and layout of everything
   * else stay. Empty where nothing changes or the text cannot take it.
   *
   * @throws {SchedscopeError} `no-such-placement`, `ambiguous-placement`
   */
  spreadEdit(options: SpreadEditOptions): Array<TextEdit> {
    return this.answer("spreadEdit", options);
  }

  /**
   * The edit that adds an event behind the others of a timeline; everything else stays. Empty where the
   * text cannot take it.
   */
  timelineEdit(options: TimelineEditOptions): Array<TextEdit> {
    return this.answer("timelineEdit", options);
  }

  /**
   * The keys of labels and cluster claims that the clusters have, most frequent first, at most 100 of
   * either.
   */
  clusterKeys(...options: []): ClusterKeys {
    return this.answer("clusterKeys", (options as readonly object[])[0]);
  }

  /**
   * Where a field of an object stands in the text; where the text does not have it, its nearest parent.
   * `null`: no such object.
   */
  locate(options: LocateOptions): TextRange | null {
    return this.answer("locate", options);
  }

  /**
   * Where several fields of an object stand, as `locate` says it of one, in the time that one takes.
   * `null`: no such object.
   */
  locateAll(options: LocateAllOptions): Array<TextRange> | null {
    return this.answer("locateAll", options);
  }

  /** The pods there are, a page of them. */
  pods(options?: PodsOptions): PodsAnswer {
    return this.answer("pods", options);
  }

  /** The nodes there are with what is on them, a page of them. */
  nodes(options?: NodesOptions): NodesAnswer {
    return this.answer("nodes", options);
  }

  /**
   * Which node each scorer would pick for a pod: limit-aware scoring beside those of Kubernetes. A pod that
   * is on a node is placed anew.
   *
   * @throws {SchedscopeError} `no-such-pod`
   */
  scoreNodes(options: ScoreNodesOptions): ScoreNodesAnswer {
    return this.answer("scoreNodes", options);
  }

  /**
   * One scheduling cycle for a pod, as the capacity scheduling plugin runs it: what its quota says, which
   * nodes fit, whom it would evict.
   *
   * @throws {SchedscopeError} `no-such-pod`
   */
  simulatePod(options: SimulatePodOptions): SimulatePodAnswer {
    return this.answer("simulatePod", options);
  }

  /**
   * Why each pod of a node is a victim of a pod, is reprieved, or was never one.
   *
   * @throws {SchedscopeError} `no-such-pod`, `no-such-node`
   */
  explainNode(options: ExplainNodeOptions): ExplainNodeAnswer {
    return this.answer("explainNode", options);
  }

  /**
   * Whether evicting on several nodes would make room for a pod, which no scheduler does.
   *
   * @throws {SchedscopeError} `no-such-pod`
   */
  evictAcrossNodes(options: EvictAcrossNodesOptions): EvictAcrossNodesAnswer {
    return this.answer("evictAcrossNodes", options);
  }

  /** All elastic quotas side by side: use, loans, findings. */
  quotas(...options: []): QuotasAnswer {
    return this.answer("quotas", (options as readonly object[])[0]);
  }

  /** The pending pods scheduled one after another, a page of the steps. */
  queue(options?: QueueOptions): QueueAnswer {
    return this.answer("queue", options);
  }

  /** The nodes, pods and quotas after one step of the queue. */
  queueStep(options: QueueStepOptions): QueueStepAnswer {
    return this.answer("queueStep", options);
  }

  /** The ledger of quotas as events reach it; independent of the text. */
  quotaEvents(options?: QuotaEvents): QuotaEventsAnswer {
    return this.answer("quotaEvents", options);
  }

  /**
   * Plays a timeline of autoscaled VMs: what happened, how nodes ended, and how they did over time. A text
   * without a timeline gives the plugin's start.
   *
   * @throws {SchedscopeError} `no-such-timeline`, `no-such-variant`
   */
  vmTimeline(options?: VmTimelineOptions): VmTimelineAnswer {
    return this.answer("vmTimeline", options);
  }

  /**
   * One step of a timeline, explained: the request, the inequality of pressure, the migration queue, nodes
   * with their pods. A step beyond the last one means the last one; the answer's `step` says which it is.
   *
   * @throws {SchedscopeError} `no-such-timeline`, `no-such-variant`
   */
  vmStep(options: VmStepOptions): VmStepAnswer {
    return this.answer("vmStep", options);
  }

  /**
   * The whole state of the plugin after a step of a timeline.
   *
   * @throws {SchedscopeError} `no-such-timeline`, `no-such-variant`
   */
  vmDump(options: VmDumpOptions): VmDumpAnswer {
    return this.answer("vmDump", options);
  }

  /** The VM plugin driven event by event; independent of the text. */
  vmEvents(options: VmEvents): VmEventsAnswer {
    return this.answer("vmEvents", options);
  }

  /** What a node offers to VMs under a config's defaults; independent of the text. */
  vmLimits(options: VmLimitsOptions): VmLimitsAnswer {
    return this.answer("vmLimits", options);
  }

  /** What a Kubernetes quantity says; `null` where the text is not one. Independent of the text. */
  quantity(options: QuantityOptions): QuantityValue | null {
    return this.answer("quantity", options);
  }
}
