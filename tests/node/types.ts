// Compiled, never run: the types that the package declares, used as a user does. Every one of its
// functions has exactly the type that is written here, and `any` stands nowhere.
import init, {
  type ClusterDetails,
  type WithoutNodesAnswer,
  type WithoutNodesOptions,
  type WithoutOptions,
  type WithoutAnswer,
  type SweepOptions,
  type SweepAnswer,
  type RecordedNodeAnswer,
  type RecordedNodeOptions,
  type ChangeOptions,
  type ChangeAnswer,
  type ChangesSoFarAnswer,
  type ExplainClusterAnswer,
  type DecisionHint,
  type ClusterKeysAnswer,
  evictAcrossNodes,
  type EvictAcrossNodesAnswer,
  type EvictAcrossNodesOptions,
  type SimulatePodAnswer,
  type DecideOptions,
  type Decision,
  type DecideAnswer,
  type DecisionsYamlOptions,
  drain,
  type DrainAnswer,
  type DrainCallAnswer,
  type DrainOptions,
  type ErrorCode,
  type FindAnswer,
  type FindOptions,
  type KubernetesVersion,
  explainNode,
  type ExplainNodeOptions,
  fleetYaml,
  fullName,
  type hubYaml,
  init as named,
  initCel,
  lint,
  type LintAnswer,
  type Manifests,
  type ExplainNodeAnswer,
  type MoreAnswer,
  type MoreOptions,
  type NamespacedName,
  type NodesAnswer,
  type Findings,
  type NodesNeededAnswer,
  type NodesNeededOptions,
  type NodesOptions,
  type ObjectName,
  place,
  type PlaceOptions,
  compare,
  type CompareOptions,
  type CompareAnswer,
  type CompareDecisionAnswer,
  type CompareDecisionOptions,
  type compareDecision,
  type CompareQueuesAnswer,
  type CompareRecordedAnswer,
  type CompareRecordedOptions,
  type CompareTimelinesAnswer,
  type ChangeCallAnswer,
  type SweepCallAnswer,
  type WithoutCallAnswer,
  scoreNodes,
  type ScoreNodesOptions,
  type ScoreNodesCallAnswer,
  type PlaceAnswer,
  type PodsAnswer,
  type PodsOptions,
  pods as podsOf,
  type ScoreNodesAnswer,
  type Progress,
  quantity,
  type Questions,
  queue,
  type QueueLimitsAnswer,
  type QueueLimitsOptions,
  type QueueAnswer,
  type QueueStepAnswer,
  type QueueStepOptions,
  type QueueOptions,
  rollout,
  type RolloutAnswer,
  type RolloutOptions,
  type QuotasAnswer,
  type QuotasOptions,
  quotas,
  type QuotasCallAnswer,
  type TextRange,
  type ReadingAnswer,
  type ClustersAnswer,
  Scenario,
  SchedscopeError,
  simulatePod,
  type SimulatePodOptions,
  spread,
  type SpreadCandidatesAnswer,
  type SpreadDomainsAnswer,
  type SpreadAnswer,
  type SpreadSkewsAnswer,
  type SpreadStepAnswer,
  type TextEdit,
  type VmDumpAnswer,
  vmStep,
  type VmStepAnswer,
  type VmStepOptions,
  vmTimeline,
  type VmTimelineAnswer,
  type VmTimelineOptions,
  type VmTimelineCallAnswer,
  type Source,
  type WorkOptions,
  type ClusterIndexOptions,
  type ClusterNamesOptions,
  type ClustersOptions,
  type ReportAnswer,
  type ExplainClusterOptions,
  type LocateAllOptions,
  type LocateOptions,
  type MatchClustersOptions,
  type ModeEditOptions,
  type NumberOfClustersEditOptions,
  type QuantityOptions,
  type QuantityAnswer,
  type SpreadCandidatesOptions,
  type SpreadDomainsOptions,
  type SpreadEditOptions,
  type SpreadStepOptions,
  type TimelineEditOptions,
  type VmDumpOptions,
  type WeightEditOptions,
  why,
} from "schedscope";

/** Two types are one and the same; `any` is nothing but itself. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type IsAny<T> = 0 extends 1 & T ? true : false;
/** Whether `any` stands anywhere in a plain type. */
type HasAny<T> =
  IsAny<T> extends true
    ? true
    : T extends string | number | boolean | null | undefined
      ? false
      : T extends readonly (infer Item)[]
        ? HasAny<Item>
        : T extends object
          ? true extends { [Key in keyof T]-?: HasAny<T[Key]> }[keyof T]
            ? true
            : false
          : false;
type Holds<T extends true> = T;
type Lacks<T extends false> = T;

/** The methods, all of them. */
interface Methods {
  kubernetesVersion: KubernetesVersion | undefined;
  replace(text: string): ReadingAnswer;
  load(text: string, options?: WorkOptions): Promise<ReadingAnswer>;
  edit(from: number, to: number, insert: string): ReadingAnswer;
  reading(): ReadingAnswer;
  findings(): Findings;
  text(): string;
  loadCel(placement?: string | number, options?: WorkOptions): Promise<boolean>;
  states(): Uint8Array;
  totals(): Float64Array;
  selectedIndices(): Uint32Array;
  spreadDomainColumn(): Uint32Array | undefined;
  decide(options?: DecideOptions): DecideAnswer & Findings;
  report(options?: DecideOptions): ReportAnswer & Findings;
  decisionsYaml(options?: DecisionsYamlOptions): string;
  clusters(options?: ClustersOptions): ClustersAnswer & Findings;
  explainCluster(options: ExplainClusterOptions): ExplainClusterAnswer & Findings;
  hints(): DecisionHint[];
  clusterIndex(options: ClusterIndexOptions): number | null;
  clusterNames(options: ClusterNamesOptions): string[];
  matchClusters(options: MatchClustersOptions): string[];
  spreadStep(options: SpreadStepOptions): SpreadStepAnswer & Findings;
  spreadCandidates(options: SpreadCandidatesOptions): SpreadCandidatesAnswer & Findings;
  spreadDomains(options: SpreadDomainsOptions): SpreadDomainsAnswer & Findings;
  spreadSkews(): SpreadSkewsAnswer | null;
  weightEdit(options: WeightEditOptions): TextEdit[];
  numberOfClustersEdit(options: NumberOfClustersEditOptions): TextEdit[];
  modeEdit(options: ModeEditOptions): TextEdit[];
  spreadEdit(options: SpreadEditOptions): TextEdit[];
  timelineEdit(options: TimelineEditOptions): TextEdit[];
  clusterKeys(): ClusterKeysAnswer;
  change(options: ChangeOptions): ChangeAnswer & Findings;
  changesSoFar(options: ChangeOptions): ChangesSoFarAnswer;
  sweep(options?: SweepOptions): SweepAnswer & Findings;
  without(options?: WithoutOptions): WithoutAnswer & Findings;
  withoutNodes(options?: WithoutNodesOptions): WithoutNodesAnswer & Findings;
  locate(options: LocateOptions): TextRange | null;
  locateAll(options: LocateAllOptions): TextRange[] | null;
  quantity(options: QuantityOptions): QuantityAnswer | null;
  find(options: FindOptions): FindAnswer;
  pods(options?: PodsOptions): PodsAnswer & Findings;
  nodes(options?: NodesOptions): NodesAnswer & Findings;
  scoreNodes(options: ScoreNodesOptions): ScoreNodesAnswer & Findings;
  simulatePod(options: SimulatePodOptions): SimulatePodAnswer & Findings;
  explainNode(options: ExplainNodeOptions): ExplainNodeAnswer & Findings;
  evictAcrossNodes(options: EvictAcrossNodesOptions): EvictAcrossNodesAnswer & Findings;
  drain(options: DrainOptions): DrainAnswer & Findings;
  more(options?: MoreOptions): MoreAnswer & Findings;
  nodesNeeded(options?: NodesNeededOptions): NodesNeededAnswer & Findings;
  rollout(options: RolloutOptions): RolloutAnswer & Findings;
  recordedNode(options: RecordedNodeOptions): RecordedNodeAnswer & Findings;
  compareRecorded(options?: CompareRecordedOptions): CompareRecordedAnswer & Findings;
  quotas(options?: QuotasOptions): QuotasAnswer & Findings;
  queue(options?: QueueOptions): QueueAnswer & Findings;
  queueLimits(options?: QueueLimitsOptions): QueueLimitsAnswer & Findings;
  queueStep(options: QueueStepOptions): QueueStepAnswer & Findings;
  vmTimeline(options?: VmTimelineOptions): VmTimelineAnswer & Findings;
  vmStep(options: VmStepOptions): VmStepAnswer & Findings;
  vmDump(options: VmDumpOptions): VmDumpAnswer & Findings;
  ask<Question extends keyof Questions>(
    question: Question,
    options?: Questions[Question][0],
    work?: WorkOptions,
  ): Promise<Questions[Question][1]>;
  askJson(question: string): string;
  free(): void;
  [Symbol.dispose](): void;
}

/** The methods of a scenario that have names, without its one property. */
type Calls<Of extends { kubernetesVersion: unknown }> = Omit<Of, "kubernetesVersion" | symbol>;

export type Checked = [
  Holds<Same<Scenario["kubernetesVersion"], Methods["kubernetesVersion"]>>,
  Holds<Same<keyof Calls<Scenario>, keyof Calls<Methods>>>,
  Holds<
    Same<
      { [Key in keyof Calls<Scenario>]: Parameters<Scenario[Key]> },
      { [Key in keyof Calls<Methods>]: Parameters<Methods[Key]> }
    >
  >,
  Holds<
    Same<
      { [Key in keyof Calls<Scenario>]: ReturnType<Scenario[Key]> },
      { [Key in keyof Calls<Methods>]: ReturnType<Methods[Key]> }
    >
  >,
  Holds<Same<ConstructorParameters<typeof Scenario>, []>>,
  Holds<Same<typeof fleetYaml, (seed: number, clusters: number, first?: number | null) => string>>,
  Holds<Same<typeof hubYaml, (seed: number, clusters: number) => string>>,
  Holds<Same<typeof fullName, (object: NamespacedName) => string>>,
  Holds<Same<typeof init, typeof named>>,
  Holds<Same<ReturnType<typeof init>, Promise<void>>>,
  Holds<Same<NonNullable<Parameters<typeof initCel>[0]>, Source>>,
  Holds<Same<NonNullable<Parameters<typeof init>[0]>, Source>>,
  Lacks<IsAny<NonNullable<Parameters<typeof init>[0]>>>,
  Holds<Same<Parameters<typeof quantity>, [text: string]>>,
  Holds<Same<Pick<NonNullable<ReturnType<typeof quantity>>, "f64" | "canonical">, { f64: number; canonical: string }>>,
  Lacks<HasAny<ReadingAnswer>>,
  Lacks<HasAny<DecideOptions>>,
  Lacks<HasAny<DecideAnswer>>,
  Lacks<HasAny<ClustersAnswer>>,
  Lacks<HasAny<ExplainClusterAnswer>>,
  Lacks<HasAny<TextEdit>>,
  Lacks<HasAny<ObjectName>>,
  Lacks<HasAny<PodsOptions>>,
  Lacks<HasAny<PodsAnswer>>,
  Lacks<HasAny<NodesOptions>>,
  Lacks<HasAny<NodesAnswer>>,
  Lacks<HasAny<ScoreNodesOptions>>,
  Lacks<HasAny<ScoreNodesAnswer>>,
  Lacks<HasAny<SimulatePodOptions>>,
  Lacks<HasAny<SimulatePodAnswer>>,
  Lacks<HasAny<ExplainNodeOptions>>,
  Lacks<HasAny<ExplainNodeAnswer>>,
  Lacks<HasAny<EvictAcrossNodesOptions>>,
  Lacks<HasAny<EvictAcrossNodesAnswer>>,
  Lacks<HasAny<QuotasAnswer>>,
  Lacks<HasAny<QueueOptions>>,
  Lacks<HasAny<QueueAnswer>>,
  Lacks<HasAny<QueueStepOptions>>,
  Lacks<HasAny<QueueStepAnswer>>,
  Lacks<HasAny<Omit<PlaceOptions, "signal" | "now">>>,
  Lacks<HasAny<PlaceAnswer>>,
  Lacks<HasAny<SpreadAnswer>>,
  Lacks<HasAny<CompareAnswer>>,
  Lacks<HasAny<CompareDecisionAnswer>>,
  Lacks<HasAny<CompareQueuesAnswer>>,
  Lacks<HasAny<CompareTimelinesAnswer>>,
  Lacks<HasAny<ChangeCallAnswer>>,
  Lacks<HasAny<SweepCallAnswer>>,
  Lacks<HasAny<WithoutCallAnswer>>,
  Lacks<HasAny<ScoreNodesCallAnswer>>,
  Lacks<HasAny<QuotasCallAnswer>>,
  Lacks<HasAny<VmTimelineCallAnswer>>,
  Lacks<HasAny<LintAnswer>>,
  Lacks<HasAny<Progress>>,
  Holds<Same<typeof place, (manifests: Manifests, options?: PlaceOptions) => Promise<PlaceAnswer>>>,
  Holds<Same<typeof spread, (manifests: Manifests, options?: PlaceOptions) => Promise<SpreadAnswer>>>,
  Holds<
    Same<typeof compare, (before: Manifests, after: Manifests, options?: CompareOptions) => Promise<CompareAnswer>>
  >,
  Holds<
    Same<
      typeof compareDecision,
      (manifests: Manifests, options?: CompareDecisionOptions) => Promise<CompareDecisionAnswer>
    >
  >,
  Holds<Same<PlaceAnswer["decision"], Decision | null>>,
  Holds<Same<Decision["selected"], string[]>>,
  Holds<Same<Decision["explanations"], ClusterDetails[]>>,
  Holds<Same<typeof lint, (manifests: Manifests, options?: WorkOptions) => Promise<LintAnswer>>>,
  Holds<Same<SchedscopeError["code"], ErrorCode>>,
  // What finds `any` finds it.
  // biome-ignore lint/suspicious/noExplicitAny: what is to be found
  Holds<HasAny<{ a: { b: (string | { c?: any })[] } }>>,
  // biome-ignore lint/suspicious/noExplicitAny: what is to be found
  Lacks<Same<{ a: any }, { a: unknown }>>,
];

export function ask(scenario: Scenario): string[] {
  const first = scenario.pods({ state: "pending", limit: 1 }).pods[0];
  if (first === undefined) return scenario.nodes().nodes.map(({ name }) => name);
  const { pod } = first;
  scenario.scoreNodes({
    pod,
    resources: [{ name: "nvidia.com/gpu", weight: 2 }],
    shape: [
      [0, 10],
      [100, 0],
    ],
    bestEffort: { amount: 100 },
    scorers: ["LimitAware"],
    order: "LimitAware",
  });
  // @ts-expect-error a pod is needed
  scenario.scoreNodes({});
  // @ts-expect-error there is no such option
  scenario.scoreNodes({ pod, weights: { cpu: 1 } });
  // @ts-expect-error so is a node
  scenario.explainNode({ pod });
  // @ts-expect-error there is no such profile
  scenario.simulatePod({ pod, profile: "upstream" });
  // @ts-expect-error there is no such state
  scenario.pods({ state: "waiting" });
  const cycle = scenario.simulatePod({ pod, profile: "Upstream", limit: 0 });
  if (cycle.outcome === "Preempt") return cycle.victims.map(fullName);
  const across = scenario.evictAcrossNodes({ pod });
  const steps = scenario.queue({ scorer: "LimitAware", maxSteps: 10 }).stepsTotal;
  const atStep = scenario.queueStep({ step: steps, queue: { maxSteps: 10 } });
  const loans = scenario.quotas().loans.map(({ lender }) => lender ?? "nobody");
  // An object is found by its name, by an entry of a list, or by the name alone.
  scenario.simulatePod({ pod: atStep.unbound[0] ?? "api" });
  scenario.decide({ placement: scenario.reading().placements[0] });
  return [...[...across.victims.map((victim) => victim.pod), ...atStep.unbound].map(fullName), ...loans];
}

export async function use(text: string): Promise<ExplainClusterAnswer | undefined> {
  await init();
  await named(new URL("https://example.org/schedscope.wasm"));
  using scenario: Scenario = new Scenario();
  const reading: ReadingAnswer = scenario.replace(text);
  await scenario.loadCel();
  await initCel(new Uint8Array());
  const decision: DecideAnswer = scenario.decide({
    placement: reading.placements[0]?.index ?? 0,
    now: "2025-06-01T12:00:00Z",
    profile: "Upstream",
    candidates: "auto",
    weights: { Steady: 2 },
    numberOfClusters: null,
  });
  scenario.decide({ now: new Date() });
  if (decision.outcome === "invalid") {
    throw new Error(`${decision.invalidPath}: ${decision.problem?.code}`);
  }
  // @ts-expect-error there is no such profile
  scenario.decide({ placement: 0, now: "", profile: "upstream" });
  // @ts-expect-error there is no such option
  scenario.decide({ placement: 0, now: "", numberofclusters: 3 });
  scenario.decide({ placement: 0 });
  scenario.decide();
  // @ts-expect-error there is no such order
  scenario.clusters({ order: "size" });
  // @ts-expect-error nothing is not all
  scenario.numberOfClustersEdit({ numberOfClusters: undefined });
  // @ts-expect-error there is no such mode
  scenario.modeEdit({ mode: "exact" });
  for (const edit of scenario.weightEdit({ placement: "default/p", prioritizer: "Steady", weight: 3 })) {
    scenario.edit(edit.from, edit.to, edit.insert);
  }
  const f64: number | undefined = quantity("500m")?.f64;
  const first = scenario.clusters({ limit: 1, find: fleetYaml(1, 1) }).rows[0];
  return f64 === undefined || first === undefined ? undefined : scenario.explainCluster({ cluster: first.name });
}

/** What a reader of the README writes. */
export async function asGuessed(text: string): Promise<string[]> {
  const { cause, changes } = await why(text, { name: "pod/shop/web-1" });
  const { pods, blocks, waits = [] } = await drain(text, { node: "node-1" });
  const blockers: DrainCallAnswer["pods"] = pods.filter(({ node }) => node === null);
  const { diagnostics } = await compare(text, text);
  const { end, pending } = await rollout(text, { object: "deployment/shop/web", limit: 1 });
  await rollout(text, { object: { kind: "Deployment", namespace: "shop", name: "web" } });
  // @ts-expect-error a workload has a kind
  await rollout(text, { object: { namespace: "shop", name: "web" } });
  return [
    cause,
    ...changes.map(({ message }) => message),
    ...[...blockers, ...blocks, ...waits].map(({ message }) => message),
    ...diagnostics.map(({ side, input }) => `${side} ${input ?? ""}`),
    end,
    ...pending.map(fullName),
  ];
}

export async function inOneCall(text: string, pods: readonly object[], signal: AbortSignal): Promise<string[]> {
  const { decisions, diagnostics, counts } = await place(text, {
    placement: "default/p",
    now: new Date(),
    explain: true,
    signal,
  });
  // Without a Placement there is none.
  const selected: string[] = decisions.flatMap((one) => one.selected);
  const lines = diagnostics.map(
    ({ input, range, message }) => `${input ?? "all"}:${range?.start.line ?? ""} ${message}`,
  );
  const names: string[] = [
    ...selected,
    ...decisions.flatMap(({ clusters }) => clusters.map(({ name, why }) => `${name} ${why ?? ""}`)),
  ];
  // @ts-expect-error there is no such option
  await place(text, { placements: 0 });
  // @ts-expect-error a pod is needed
  await scoreNodes(pods);
  // @ts-expect-error manifests are no number
  await lint(7);
  const { picks } = await scoreNodes(pods, {
    pod: "n/p",
    limit: 5,
    onProgress: ({ stage, done, of }) => console.log(stage, done / of),
  });
  const { found, pods: rows } = await podsOf(text, { state: "pending", labels: "app=web" });
  const first: string | undefined = rows[0]?.pod.name;
  const { decision } = await place(text);
  const all: string | undefined = decision?.placement.name;
  const { victims } = await simulatePod([text, ...pods], { pod: "n/p", profile: "Upstream" });
  const { pods: fates } = await explainNode(new Set(pods), { pod: "n/p", node: "a" });
  const { possible } = await evictAcrossNodes(text, { pod: "n/p" });
  const { steps } = await queue(text);
  const { quotaDiagnostics } = await quotas(text);
  const { steps: events } = await vmTimeline(text, { kind: "request" });
  const { request } = await vmStep(text, { step: events[0]?.step ?? 0 });
  const { run } = await spread(text, { profile: "Proposal" });
  const skews: number[] | undefined = run.terms[0]?.skews;
  using scenario = new Scenario();
  await scenario.load(text, { signal });
  const answer: ScoreNodesAnswer = await scenario.ask("scoreNodes", { pod: "n/p" }, { signal });
  const report: QuotasAnswer = await scenario.ask("quotas");
  // @ts-expect-error there is no such question
  await scenario.ask("why");
  // @ts-expect-error there is no such option of it
  await scenario.ask("queue", { step: 1 });
  try {
    scenario.decide({ placement: 7, now: "2025-06-01T12:00:00Z" });
  } catch (error) {
    if (error instanceof SchedscopeError && error.code === "no-such-placement")
      return error.diagnostics?.map(({ message }) => message) ?? [];
    throw error;
  }
  const numbers = [
    counts.error,
    found,
    all?.length,
    first?.length,
    picks.length,
    fates.length,
    steps.length,
    quotaDiagnostics.length,
    skews?.length,
    answer.nodes,
    report.loans.length,
    Number(possible),
  ];
  return [...lines, ...names, ...victims.map(fullName), String(request?.permit), ...numbers.map(String)];
}
