/// <reference lib="esnext.disposable" preserve="true" />
// The scenario: the engine's, with CEL evaluated by a WebAssembly file of its own, and a method for each
// question about nodes, pods, quotas and VMs.
import { Scenario as Engine } from "../dist/schedscope.js";
import type {
  ClusterExplanation,
  ClusterKeys,
  CrossNodeAnswer,
  CrossNodeOptions,
  CycleAnswer,
  DecideOptions,
  DecisionSummary,
  ExplainNodeOptions,
  NodeExplanation,
  NodeList,
  NodeListOptions,
  ObjectName,
  PlacePodOptions,
  PodList,
  PodListOptions,
  PodPlacement,
  QueueAnswer,
  QueueMoment,
  QueueMomentOptions,
  QueueOptions,
  QuotaHistory,
  QuotaReport,
  Range,
  Reading,
  RowPage,
  SchedulePodOptions,
  SpreadCandidatePage,
  SpreadDomains,
  SpreadEdit,
  SpreadSkews,
  SpreadStep,
  TextEdit,
  VmDump,
  VmHistory,
  VmLimits,
  VmMoment,
  VmMomentOptions,
  VmTimeline,
  VmTimelineOptions,
} from "../types.js";
import { celNow, initCel } from "./cel.js";
import { SchedscopeError, guarded } from "./error.js";
import type { QuotaEvents, VmEvents, VmLimitsOptions } from "./events.js";
import { ensureEngine } from "./loading.js";
import { Work, type WorkOptions } from "./work.js";

/** What the package's own code calls; not of the declared bindings. */
interface Inner {
  celQuestion(placement: number): string | undefined;
  celAnswer(answer: string): void;
  begin(text: string): void;
  readOn(bytes: number): Float64Array | undefined;
  advance(question: string, budget: number): Float64Array | undefined;
}

/** The questions that `Scenario.ask` answers: their options, and their answers. */
export interface Questions {
  pods: [options: PodListOptions, answer: PodList];
  nodes: [options: NodeListOptions, answer: NodeList];
  placePod: [options: PlacePodOptions, answer: PodPlacement];
  schedulePod: [options: SchedulePodOptions, answer: CycleAnswer];
  explainNode: [options: ExplainNodeOptions, answer: NodeExplanation];
  crossNode: [options: CrossNodeOptions, answer: CrossNodeAnswer];
  quotas: [options: Record<string, never>, answer: QuotaReport];
  queue: [options: QueueOptions, answer: QueueAnswer];
  queueMoment: [options: QueueMomentOptions, answer: QueueMoment];
  quotaEvents: [options: QuotaEvents, answer: QuotaHistory];
  vmTimeline: [options: VmTimelineOptions, answer: VmTimeline];
  vmMoment: [options: VmMomentOptions, answer: VmMoment];
  vmDump: [options: Omit<VmMomentOptions, "nodes">, answer: VmDump];
  vmEvents: [options: VmEvents, answer: VmHistory];
  vmLimits: [options: VmLimitsOptions, answer: VmLimits];
}

/**
 * A resident text with its objects and its latest decision, for tools and pages: `edit` reads again only
 * what an edit touches, `decide` computes only what changed. Offsets are UTF-16 code units, as in
 * JavaScript's strings.
 *
 * Its memory lies in WebAssembly. `using scenario = new Scenario()` or `free()` gives it back at once; a
 * scenario that is forgotten is freed some time after.
 *
 * @throws {SchedscopeError} `not-loaded` where the engine must be awaited by `init()` first
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: `[Symbol.dispose]` is added below, where the runtime has it
export class Scenario {
  #engine: (Engine & Inner) | undefined;
  /** Counts changes of the text. */
  #changes = 0;

  constructor() {
    ensureEngine();
    this.#engine = new Engine() as Engine & Inner;
  }

  /** Frees its memory; it is not to be used after that. */
  free(): void {
    this.#engine?.free();
    this.#engine = undefined;
  }

  /**
   * Takes a whole new text.
   */
  replace(text: string): Reading {
    this.#changes += 1;
    return guarded(() => this.#open().replace(text));
  }

  /**
   * Takes a whole new text as `replace` does, in slices of some 10 ms. Until it is read the scenario keeps
   * the text that it has, and answers about that.
   *
   * @throws {SchedscopeError} `superseded` where the text was changed while this one was read
   * @example
   * const reading = await scenario.load(text, { signal: AbortSignal.timeout(5_000) });
   */
  async load(text: string, options?: WorkOptions): Promise<Reading> {
    this.#open();
    const work = new Work(workOptions(options));
    guarded(() => this.#open().begin(text));
    this.#changes += 1;
    const changes = this.#changes;
    try {
      await work.repeat("read", { first: 1 << 16, most: 1 << 22 }, (bytes) => {
        const engine = this.#open();
        if (this.#changes !== changes) {
          throw new SchedscopeError("superseded", "the text was changed while another one was being read");
        }
        return guarded(() => engine.readOn(bytes));
      });
    } catch (error) {
      // What was read so far is given back.
      if (this.#changes === changes) this.#engine?.begin("");
      throw error;
    }
    work.done("read", text.length);
    return this.reading();
  }

  /**
   * Replaces the code units `[from, to)` by `insert`, and reads what that touches. Positions beyond the end
   * mean the end.
   *
   * @throws {SchedscopeError} `invalid-argument`, also where `from` is greater than `to`
   */
  edit(from: number, to: number, insert: string): Reading {
    if (from > to)
      throw new SchedscopeError("invalid-argument", `edit: \`from\` (${from}) is greater than \`to\` (${to})`);
    this.#changes += 1;
    return guarded(() => this.#open().edit(from, to, insert));
  }

  /**
   * What the text holds.
   */
  reading(): Reading {
    return guarded(() => this.#open().reading());
  }

  /**
   * The whole text.
   */
  text(): string {
    return guarded(() => this.#open().text());
  }

  /**
   * Evaluates the CEL expressions of a placement, as far as they are not known yet, so that `decide`
   * can use them. Where it has some, that loads the evaluator, a WebAssembly file of its own; where it
   * has none, nothing happens. Once the evaluator is loaded, `decide` does the same by itself, in
   * Node.js, Deno, Bun and workerd always.
   *
   * @param placement the placement's index in `reading().placements`
   * @param options to end it early, and to hear how far it is: a question is about 2,000 clusters at most
   * @returns whether anything was evaluated; then `reading` knows of expressions that do not compile
   * @throws {SchedscopeError} `cel-not-loaded`
   */
  async prepare(placement: number, options?: WorkOptions): Promise<boolean> {
    this.#open();
    const work = new Work(workOptions(options));
    let question = this.#open().celQuestion(placement);
    if (question === undefined) return false;
    if (celNow() === undefined) {
      await initCel();
      work.check();
      // The text may be another one now. Without an evaluator nothing but what compiles was asked.
      question = this.#open().celQuestion(placement);
    }
    let done = 0;
    while (question !== undefined) {
      answerCel(this.#open(), question);
      done += 1;
      await work.part("cel", done, done + 1);
      question = this.#open().celQuestion(placement);
    }
    work.done("cel", done);
    return true;
  }

  /**
   * Decides a placement; what is unchanged since the last decision is not computed again.
   */
  decide(options: DecideOptions): DecisionSummary {
    return guarded(() => {
      const engine = this.#open();
      evaluate(engine, options?.placement);
      return engine.decide(options);
    });
  }

  /**
   * A part of the table of clusters of the latest decision.
   */
  rows(order: "rank" | "name", from: number, count: number, find?: string | null): RowPage {
    return guarded(() => this.#open().rows(order, from, count, find));
  }

  /**
   * Everything about one cluster.
   */
  explain(cluster: number): ClusterExplanation {
    return guarded(() => this.#open().explain(cluster));
  }

  /**
   * The index of a cluster in the text.
   */
  clusterIndex(name: string): number | undefined {
    return guarded(() => this.#open().clusterIndex(name));
  }

  /**
   * The state of every cluster in the order of the text: 0 excluded, 1 filtered, 2 feasible,
   * 3 selected.
   */
  states(): Uint8Array {
    return guarded(() => this.#open().states());
  }

  /**
   * The weighted sum of every cluster in the order of the text; NaN where it has none.
   */
  totals(): Float64Array {
    return guarded(() => this.#open().totals());
  }

  /**
   * The selected clusters, best first.
   */
  selected(): Uint32Array {
    return guarded(() => this.#open().selected());
  }

  /**
   * One step of the latest decision's run of spread; steps count from 1.
   */
  spreadStep(step: number): SpreadStep {
    return guarded(() => this.#open().spreadStep(step));
  }

  /**
   * A part of the table of the clusters that remained in a step: candidates, best first, then the
   * blocked ones by name.
   */
  spreadCandidates(step: number, from: number, count: number): SpreadCandidatePage {
    return guarded(() => this.#open().spreadCandidates(step, from, count));
  }

  /**
   * The topology domains after so many steps (0: before the first), at most `most` of them.
   */
  spreadDomains(step: number, most: number): SpreadDomains {
    return guarded(() => this.#open().spreadDomains(step, most));
  }

  /**
   * The deepest topology domain of every cluster in the order of the text: its place in what
   * `spreadDomains` gives, 4294967295 where it lies in none. Nothing where there was no run.
   */
  spreadPlaces(): Uint32Array | undefined {
    return guarded(() => this.#open().spreadPlaces());
  }

  /**
   * How skewed the selection was before the first step of spread and after each; `null` where
   * nothing was spread.
   */
  spreadSkews(): SpreadSkews | null {
    return guarded(() => this.#open().spreadSkews());
  }

  /**
   * The `PlacementDecision` objects as the hub would write them, as YAML.
   */
  decisionsYaml(): string {
    return guarded(() => this.#open().decisionsYaml());
  }

  /**
   * What the hub serves at `/debug/placements/<namespace>/<name>`, as JSON.
   */
  debugJson(): string {
    return guarded(() => this.#open().debugJson());
  }

  /**
   * The whole decision, as JSON. Numbers beyond 2^53 are exact in it.
   */
  reportJson(): string {
    return guarded(() => this.#open().reportJson());
  }

  /**
   * The edits that give a prioritizer a weight in the text; comments and layout stay.
   */
  weightEdit(placement: number, prioritizer: string, weight: number): TextEdit[] {
    return guarded(() => this.#open().weightEdit(placement, prioritizer, weight));
  }

  /**
   * The edits that set `numberOfClusters` in the text; `null`: all clusters.
   */
  numberOfClustersEdit(placement: number, number: number | null): TextEdit[] {
    return guarded(() => this.#open().numberOfClustersEdit(placement, number));
  }

  /**
   * The keys of labels and cluster claims that the clusters have, most frequent first, at most 100
   * of either.
   */
  clusterKeys(): ClusterKeys {
    return guarded(() => this.#open().clusterKeys());
  }

  /**
   * The edits that change a placement's spread constraints in the text; comments and layout of
   * everything else stay. Empty where nothing changes or the text cannot take it.
   */
  spreadEdit(placement: number, change: SpreadEdit): TextEdit[] {
    return guarded(() => this.#open().spreadEdit(placement, change));
  }

  /**
   * The edit that adds an event, an object as JSON, behind the others of a timeline, given by its
   * `namespace/name`; `null`: of a new one at the end of the text. Everything else stays. Empty
   * where the text cannot take it.
   */
  timelineEdit(timeline: string | null, event: string): TextEdit[] {
    return guarded(() => this.#open().timelineEdit(timeline, event));
  }

  /**
   * Where a field of an object stands in the text; where the text does not have it, its nearest
   * parent. `null`: no such object.
   */
  locate(object: ObjectName, path: string): Range | null {
    return guarded(() => this.#open().locate(object, path));
  }

  /**
   * Where several fields of an object stand, as `locate` says it of one, in the time that one
   * takes. `null`: no such object.
   */
  locateAll(object: ObjectName, paths: string[]): Range[] | null {
    return guarded(() => this.#open().locateAll(object, paths));
  }

  /**
   * Answers a question about nodes, pods and quotas, a JSON text, with a JSON text. The methods
   * `placePod`, `schedulePod` and so on do this; here integers keep every digit.
   */
  askJson(question: string): string {
    return guarded(() => this.#open().askJson(question));
  }

  /**
   * Answers a question as the method of its name does, but in slices of some 10 ms where it takes long: a
   * `queue`, its `queueMoment`, a `vmTimeline`, its `vmMoment` and `vmDump` are played first. After that
   * the method answers at once, too, as long as the text stays.
   *
   * @throws {SchedscopeError} as the method does
   * @example
   * const { steps } = await scenario.ask("queue", { profile: "Upstream" }, { signal });
   */
  async ask<Question extends keyof Questions>(
    question: Question,
    options?: Questions[Question][0],
    work?: WorkOptions,
  ): Promise<Questions[Question][1]> {
    this.#open();
    const slices = new Work(workOptions(work));
    const text = json(question, options ?? {});
    const stage = text.startsWith('{"vm') ? "timeline" : "queue";
    const of = await slices.repeat(stage, { first: 64, most: 1 << 16 }, (budget) =>
      guarded(() => this.#open().advance(text, budget)),
    );
    if (of > 0) slices.done(stage, of);
    return JSON.parse(this.askJson(text)) as Questions[Question][1];
  }

  /** The pods there are, a page of them. */
  pods(options?: PodListOptions): PodList {
    return this.#ask("pods", options) as PodList;
  }

  /** The nodes there are with what is on them, a page of them. */
  nodes(options?: NodeListOptions): NodeList {
    return this.#ask("nodes", options) as NodeList;
  }

  /**
   * Which node each scorer would pick for a pod: limit-aware scoring beside those of Kubernetes. A pod
   * that is on a node is placed anew.
   *
   * @throws {SchedscopeError} `no-such-pod`
   */
  placePod(options: PlacePodOptions): PodPlacement {
    return this.#ask("placePod", options) as PodPlacement;
  }

  /**
   * One scheduling cycle for a pod, as the capacity scheduling plugin runs it: what its quota says,
   * which nodes fit, whom it would evict.
   *
   * @throws {SchedscopeError} `no-such-pod`
   */
  schedulePod(options: SchedulePodOptions): CycleAnswer {
    return this.#ask("schedulePod", options) as CycleAnswer;
  }

  /**
   * Why each pod of a node is a victim of a pod, is spared, or was never one.
   *
   * @throws {SchedscopeError} `no-such-pod` or `no-such-node`
   */
  explainNode(options: ExplainNodeOptions): NodeExplanation {
    return this.#ask("explainNode", options) as NodeExplanation;
  }

  /**
   * Whether evicting on several nodes would make room for a pod, which no scheduler does.
   *
   * @throws {SchedscopeError} `no-such-pod`
   */
  crossNode(options: CrossNodeOptions): CrossNodeAnswer {
    return this.#ask("crossNode", options) as CrossNodeAnswer;
  }

  /** All elastic quotas side by side: use, loans, findings. */
  quotas(...options: []): QuotaReport {
    // Whoever gives options all the same is told that there are none.
    return this.#ask("quotas", (options as readonly object[])[0]) as QuotaReport;
  }

  /** The pending pods scheduled one after another, a page of the steps. */
  queue(options?: QueueOptions): QueueAnswer {
    return this.#ask("queue", options) as QueueAnswer;
  }

  /** The world at one step of the queue. */
  queueMoment(options: QueueMomentOptions): QueueMoment {
    return this.#ask("queueMoment", options) as QueueMoment;
  }

  /** The ledger of quotas as events reach it; independent of the text. */
  quotaEvents(options: QuotaEvents): QuotaHistory {
    return this.#ask("quotaEvents", options) as QuotaHistory;
  }

  /**
   * Plays a timeline of autoscaled VMs: what happened, how nodes ended, and how they did over time.
   * A text without a timeline gives the plugin's start.
   *
   * @throws {SchedscopeError} `no-such-timeline` or `no-such-variant`
   */
  vmTimeline(options?: VmTimelineOptions): VmTimeline {
    return this.#ask("vmTimeline", options) as VmTimeline;
  }

  /**
   * One step of a timeline, explained: the request, the inequality of pressure, the migration queue,
   * nodes with their pods. A step beyond the last one means the last one; the answer's `step` says which it is.
   *
   * @throws {SchedscopeError} `no-such-timeline` or `no-such-variant`
   */
  vmMoment(options: VmMomentOptions): VmMoment {
    return this.#ask("vmMoment", options) as VmMoment;
  }

  /**
   * The whole state of the plugin after a step of a timeline.
   *
   * @throws {SchedscopeError} `no-such-timeline` or `no-such-variant`
   */
  vmDump(options: Omit<VmMomentOptions, "nodes">): VmDump {
    return this.#ask("vmDump", options) as VmDump;
  }

  /** The VM plugin driven event by event; independent of the text. */
  vmEvents(options: VmEvents): VmHistory {
    return this.#ask("vmEvents", options) as VmHistory;
  }

  /** What a node offers to VMs under a config's defaults; independent of the text. */
  vmLimits(options: VmLimitsOptions): VmLimits {
    return this.#ask("vmLimits", options) as VmLimits;
  }

  /** The engine, while it is not freed. */
  #open(): Engine & Inner {
    if (this.#engine === undefined) throw new SchedscopeError("freed", "the scenario was freed");
    return this.#engine;
  }

  #ask(question: string, options: object | undefined): unknown {
    return JSON.parse(this.askJson(json(question, options ?? {})));
  }
}

/** `using scenario = new Scenario()` frees it in the end, where the runtime knows of that. */
export interface Scenario {
  [Symbol.dispose](): void;
}
if (Symbol.dispose !== undefined) {
  Object.defineProperty(Scenario.prototype, Symbol.dispose, {
    value: Scenario.prototype.free,
    writable: true,
    configurable: true,
  });
}

/** What JSON would drop, or make another value of. */
class Unwritable extends Error {}

/** A question as JSON. */
function json(question: string, options: object): string {
  try {
    return JSON.stringify({ [question]: options }, (key, value: unknown) => {
      const isInfinite = typeof value === "number" && !Number.isFinite(value);
      if (isInfinite || ["bigint", "function", "symbol"].includes(typeof value)) {
        throw new Unwritable(`\`${key}\` is ${isInfinite ? `\`${value}\`` : `a ${typeof value}`}`);
      }
      return value;
    });
  } catch (cause) {
    // Else a cycle, or code of the caller's that throws whatever it likes.
    const why = cause instanceof Unwritable ? `: ${cause.message}` : "";
    throw new SchedscopeError("invalid-argument", `${question}: the options cannot be written as JSON${why}`, {
      cause,
    });
  }
}

/** The options of long work, whatever a caller without types gave. */
function workOptions(options: WorkOptions | undefined): WorkOptions {
  if (options === undefined || options === null) return {};
  if (typeof options !== "object") {
    throw new SchedscopeError("invalid-argument", "the options must be an object with `signal` and `onProgress`");
  }
  for (const key of Object.keys(options)) {
    if (key !== "signal" && key !== "onProgress") {
      throw new SchedscopeError("invalid-argument", `there is no option \`${key}\`, there are signal, onProgress`);
    }
  }
  return options;
}

/** Asks the evaluator all that is not known yet, where it is loaded. */
function evaluate(engine: Inner, placement: number): void {
  let question = engine.celQuestion(placement);
  while (question !== undefined && answerCel(engine, question)) question = engine.celQuestion(placement);
}

/** Has the evaluator answer a question. Says whether there is an evaluator. */
function answerCel(engine: Inner, question: string): boolean {
  const evaluator = celNow();
  if (evaluator === undefined) return false;
  guarded(() => engine.celAnswer(evaluator.answer(question)));
  return true;
}
