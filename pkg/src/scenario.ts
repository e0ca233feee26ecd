/// <reference lib="esnext.disposable" preserve="true" />
// The scenario of the engine, with CEL evaluated by a WebAssembly file of its own. All questions are passed to the
// engine as JSON; their methods are made from the engine's table of questions.
import { Scenario as Engine } from "../dist/schedscope.js";
import type { DecideOptions, KubernetesVersion, ReadingAnswer } from "../types.js";
import { type Assumed, assuming } from "./assumed.js";
import { celNow, guardedCel, initCel } from "./cel.js";
import { SchedscopeError, kind, number, taken } from "./error.js";
import { KeptText } from "./kept.js";
import { ensureEngine, guarded, instance } from "./loading.js";
import { QUESTIONS, QuestionMethods, type Questions } from "./questions/table.js";
import { Work, type WorkOptions } from "./work.js";

/**
 * A text that is kept parsed, with its objects and its latest decision, for tools and pages: `edit` parses only the
 * pieces again that it touches, `decide` computes only the parts again that changed. Offsets are UTF-16 code units, as
 * in JavaScript's strings.
 *
 * Its memory is in WebAssembly. `using scenario = new Scenario()` or `free()` frees it immediately; garbage collection
 * frees it some time later.
 *
 * @throws {SchedscopeError} `not-loaded` if the engine must be loaded by `await init()` first
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: `[Symbol.dispose]` is added below, where the runtime has it
export class Scenario extends QuestionMethods {
  #engine: Engine | undefined;
  /** The instance that the engine belongs to. */
  #instance = 0;
  readonly #kept = new KeptText();
  /** The number of changes of the text. */
  #assumed: Assumed = {};
  #changes = 0;
  #version: KubernetesVersion | undefined;
  /** Settles when the CEL evaluations that were begun are done: a later one would void an earlier one's answer. */
  #evaluated: Promise<unknown> = Promise.resolve();

  constructor() {
    super();
    ensureEngine();
    this.#renew();
  }

  /**
   * The version of Kubernetes for questions about pods that do not name one in their options. `undefined`: the newest
   * one that nodes report in `status.nodeInfo.kubeletVersion`.
   *
   * @throws {SchedscopeError} `invalid-argument` if the version is set to one that is not modelled
   */
  get kubernetesVersion(): KubernetesVersion | undefined {
    return this.#version;
  }

  set kubernetesVersion(version: KubernetesVersion | undefined) {
    this.#call((engine) => engine.assumeVersion(version));
    this.#version = version;
  }

  /**
   * Calls `ask`, whose questions assume more than the text says.
   *
   * @internal
   */
  [assuming]<Value>(assumed: Assumed, ask: () => Value): Value {
    const before = this.#assumed;
    this.#assume({ ...before, ...assumed });
    try {
      return ask();
    } finally {
      this.#assume(before);
    }
  }

  #assume(assumed: Assumed): void {
    this.#assumed = assumed;
    const { started, bound = [] } = assumed;
    const workload = started === undefined ? [] : [started.kind, started.namespace, started.name];
    const pods = bound.flatMap(({ pod, node }) => [`${pod.namespace}/${pod.name}`, node]);
    this.#call((engine) => engine.assume(workload, pods));
  }

  /** Frees the memory of the scenario, which cannot be used after that. */
  free(): void {
    const engine = this.#engine;
    this.#engine = undefined;
    // What an instance had that failed is gone with it.
    if (engine !== undefined && this.#instance === instance()) guarded(() => engine.free());
  }

  /** Replaces the whole text. */
  replace(text: string): ReadingAnswer {
    this.#changes += 1;
    // Of an engine that failed on the old text, too: that is not read again.
    if (this.#engine !== undefined && this.#instance !== instance()) this.#renew();
    this.#call((engine) => engine.replace(text));
    this.#kept.replaced(text);
    return this.reading();
  }

  /**
   * Replaces the whole text as `replace` does, in slices of about 10 ms. Until the new text is read, the scenario keeps
   * the old one and answers about it.
   *
   * @throws {SchedscopeError} `superseded` if the text is changed while the new one is being read
   * @example
   * const reading = await scenario.load(text, { signal: AbortSignal.timeout(5_000) });
   */
  async load(text: string, options?: WorkOptions): Promise<ReadingAnswer> {
    this.#open();
    const work = new Work(workOptions(options));
    this.#call((engine) => engine.begin(text));
    this.#changes += 1;
    const changes = this.#changes;
    try {
      await work.repeat("read", { first: 1 << 16, most: 1 << 22 }, (bytes) => {
        const engine = this.#open();
        if (this.#changes !== changes) {
          throw new SchedscopeError("superseded", "the input was changed while another one was being read");
        }
        return guarded(() => engine.readOn(bytes));
      });
    } catch (error) {
      // Frees the part that was read.
      if (this.#changes === changes && this.#instance === instance()) this.#engine?.begin("");
      throw error;
    }
    this.#kept.replaced(text);
    work.done("read", text.length);
    return this.reading();
  }

  /**
   * Replaces the UTF-16 code units `[from, to)` by `insert`, and parses the touched pieces again. Offsets beyond the
   * end mean the end.
   *
   * @throws {SchedscopeError} `invalid-argument`, also if `from` is greater than `to`
   */
  edit(from: number, to: number, insert: string): ReadingAnswer {
    this.#open();
    number(from, "from");
    number(to, "to");
    if (from > to)
      throw new SchedscopeError("invalid-argument", `edit: \`from\` (${from}) is greater than \`to\` (${to})`);
    this.#changes += 1;
    const engine = this.#open();
    guarded(() => engine.edit(from, to, insert));
    this.#kept.edited(from, to, insert, () => engine.text());
    return this.reading();
  }

  /** Returns the whole text. */
  text(): string {
    if (this.#engine !== undefined && this.#instance !== instance()) return this.#kept.text();
    return this.#call((engine) => engine.text());
  }

  /**
   * Evaluates the CEL expressions of a placement, or of all placements, for later decisions. Only expressions without a
   * result are evaluated. If there are any, this loads the evaluator, a WebAssembly file of its own. Once the evaluator
   * is loaded, `decide` evaluates expressions itself; in Node.js, Deno, Bun and workerd it always does.
   *
   * @param placement its name, `namespace/name` or `name`, or its index in `reading().placements`. Default: all
   * @param options to abort the evaluation, also inside an expression, and to follow its progress: a part evaluates at
   *   most about 2,000 clusters
   * @returns whether anything was evaluated; if so, `reading` lists expressions that do not compile
   * @throws {SchedscopeError} `cel-not-loaded`
   */
  async loadCel(placement?: string | number, options?: WorkOptions): Promise<boolean> {
    this.#open();
    const work = new Work(workOptions(options));
    const placements = placement === undefined ? this.reading().placements.map(({ index }) => index) : [placement];
    let done = 0;
    for (const each of placements) {
      // Expressions do not depend on the time.
      done = await this.#loadCel(json("decide", { placement: each, now: "1970-01-01T00:00:00Z" }), work, done);
    }
    if (done > 0) work.done("cel", done);
    return done > 0;
  }

  /** Returns the state of every cluster, in the order of the text: 0 excluded, 1 filtered, 2 feasible, 3 selected. */
  states(): Uint8Array {
    return this.#call((engine) => engine.states());
  }

  /** Returns the total of every cluster, in the order of the text; NaN for a cluster without one. */
  totals(): Float64Array {
    return this.#call((engine) => engine.totals());
  }

  /** Returns the indices of the selected clusters, best first. */
  selectedIndices(): Uint32Array {
    return this.#call((engine) => engine.selectedIndices());
  }

  /**
   * Returns the deepest topology domain of every cluster, in the order of the text, as its index in
   * `spreadDomains().domains`; 4294967295 for a cluster without one. `undefined` without a run of spread.
   */
  spreadDomainColumn(): Uint32Array | undefined {
    return this.#call((engine) => engine.spreadDomainColumn());
  }

  /**
   * Answers a question given as JSON text, such as `{"pods": {"limit": 20}}`, with JSON text. The method with the name
   * of the question answers the same; the text keeps every digit of integers.
   */
  askJson(question: string): string {
    const engine = this.#open();
    // Other types are refused below.
    if (typeof question === "string") {
      const name = questionOf(question);
      if (name !== undefined && QUESTIONS[name].decides) evaluate(engine, question);
    }
    return guarded(() => engine.ask(question));
  }

  /**
   * Answers a question as the method of its name does, but long work is done in slices of about 10 ms: the run for
   * `queue`, `queueStep`, `vmTimeline`, `vmStep` and `vmDump`, the what-ifs, and loading and evaluating CEL. After
   * that, the method answers immediately as long as the text does not change.
   *
   * @throws {SchedscopeError} as for the method
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
    const { stage, decides } = traits(question, "ask");
    const text = json(question, options ?? {});
    if (decides) {
      const done = await this.#loadCel(text, slices, 0);
      if (done > 0) slices.done("cel", done);
    }
    if (stage !== undefined) {
      try {
        // A trial of a search may be a whole queue or run.
        const first = stage === "search" ? 1 : 64;
        const of = await slices.repeat(stage, { first, most: 1 << 16 }, (budget) =>
          this.#call((engine) => engine.advance(text, budget)),
        );
        if (of > 0) slices.done(stage, of);
      } catch (error) {
        // Given up, the run does not take a place among those in progress.
        this.#giveUp(text);
        throw error;
      }
    }
    return JSON.parse(this.askJson(text)) as Questions[Question][1];
  }

  /** Answers a question. */
  protected answer<Question extends keyof Questions>(
    question: Question,
    options: object | undefined,
  ): Questions[Question][1] {
    this.#open();
    const { decides } = traits(question, "answer");
    const text = json(question, options ?? {});
    // The caller's code may have freed it.
    const engine = this.#open();
    if (decides) evaluate(engine, text);
    return JSON.parse(guarded(() => engine.ask(text))) as Questions[Question][1];
  }

  /** Gives up the run of a question. */
  #giveUp(question: string): void {
    try {
      if (this.#instance === instance()) this.#engine?.advance(question, 0);
    } catch {
      // The question cannot be asked, so that it has no run.
    }
  }

  /** Returns the engine; a fresh one has read the text if the one before it failed. @throws `freed` */
  #open(): Engine {
    if (this.#engine === undefined) throw new SchedscopeError("freed", "the scenario was freed");
    if (this.#instance === instance()) return this.#engine;
    const engine = this.#renew();
    guarded(() => engine.replace(this.#kept.text()));
    return engine;
  }

  /** Calls the engine; who has no scenario (a method that was taken off it) reaches no engine. */
  #call<Value>(call: (engine: Engine) => Value): Value {
    const engine = this.#open();
    return guarded(() => call(engine));
  }

  /** Makes an engine without a text. */
  #renew(): Engine {
    const engine = guarded(() => new Engine());
    if (this.#version !== undefined) guarded(() => engine.assumeVersion(this.#version));
    this.#instance = instance();
    this.#engine = engine;
    this.#changes += 1;
    return engine;
  }

  /** Evaluates the CEL expressions that a question needs. Returns the number of evaluated parts, plus `before`. */
  async #loadCel(question: string, work: Work, before: number): Promise<number> {
    let done = before;
    // A question to the evaluator would void the one that is being answered.
    if (!this.#call((engine) => engine.needsCel(question))) return done;
    if (celNow() === undefined) {
      await initCel();
      work.check();
    }
    return this.#alone(work, async () => {
      for (;;) {
        const part = this.#call((engine) => engine.celQuestion(question));
        if (part === undefined) return done;
        const answer = await evaluateOn(part, work, done);
        // What was asked or edited meanwhile may have voided the answer; then it is asked again.
        this.#call((engine) => engine.celAnswer(answer));
        done += 1;
        await work.part("cel", done, done + 1);
      }
    });
  }

  /** Runs an evaluation after those that were begun. */
  async #alone<Value>(work: Work, run: () => Promise<Value>): Promise<Value> {
    const before = this.#evaluated;
    let end = () => {};
    const mine = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#evaluated = before.then(() => mine);
    try {
      await work.until(before);
      return await run();
    } finally {
      end();
    }
  }
}

/** `using scenario = new Scenario()` frees it at the end of the block, if the runtime supports that. */
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

/** A value that JSON would drop or change. */
class Unwritable extends Error {}

/** Writes a question as JSON. A Date becomes RFC 3339. */
function json(question: string, options: object): string {
  try {
    return JSON.stringify({ [question]: timed(question, options) }, written);
  } catch (cause) {
    if (cause instanceof SchedscopeError) throw cause;
    // Otherwise a cycle, or an error of the caller's own code.
    const why = cause instanceof Unwritable ? `: ${cause.message}` : "";
    throw new SchedscopeError("invalid-argument", `${question}: the options cannot be written as JSON${why}`, {
      cause,
    });
  }
}

/** Adds the time of the call to options that need `now` and do not have it. */
function timed(question: string, options: object): object {
  const needsTime = Object.hasOwn(QUESTIONS, question) && QUESTIONS[question as keyof Questions].decides === true;
  if (typeof options !== "object")
    throw new SchedscopeError("invalid-argument", `${question}: expected an object with options`);
  if (!needsTime || Array.isArray(options) || ((options as DecideOptions).now ?? null) !== null) return options;
  return { ...options, now: new Date() };
}

/** Refuses values that JSON would drop or change; `JSON.stringify` has written a Date as text already. */
function written(this: unknown, key: string, value: unknown): unknown {
  const isInfinite = typeof value === "number" && !Number.isFinite(value);
  if (isInfinite || ["bigint", "function", "symbol"].includes(typeof value)) {
    throw new Unwritable(`\`${key}\` is ${isInfinite ? `\`${value}\`` : `a ${typeof value}`}`);
  }
  if (value === null && (this as Record<string, unknown>)[key] instanceof Date) {
    throw new SchedscopeError("invalid-now", `\`${key}\` is a Date without a time`);
  }
  return value;
}

/** Checks the options of long work, for callers without types. */
function workOptions(options: WorkOptions | undefined): WorkOptions {
  if (options === undefined || options === null) return {};
  if (typeof options !== "object") {
    throw new SchedscopeError("invalid-argument", "the options must be an object with `signal` and `onProgress`");
  }
  for (const key of taken("the options", () => Object.keys(options))) {
    if (key !== "signal" && key !== "onProgress") {
      throw new SchedscopeError("invalid-argument", `there is no option \`${key}\`, there are signal, onProgress`);
    }
  }
  return options;
}

/** The name of the question that a text asks, if there is one of that name. */
function questionOf(text: string): keyof Questions | undefined {
  let [, name] = /^\s*\{\s*"(\w+)"/.exec(text) ?? [];
  try {
    // The name may be written with escapes.
    if (name === undefined) [name] = Object.keys(JSON.parse(text));
  } catch {
    // The engine says what is wrong with it.
  }
  return name !== undefined && Object.hasOwn(QUESTIONS, name) ? (name as keyof Questions) : undefined;
}

/** How a question is answered; of one that does not exist nothing is known, and the engine says so. */
function traits(question: unknown, method: string): Partial<(typeof QUESTIONS)[keyof Questions]> {
  if (typeof question !== "string")
    throw new SchedscopeError("invalid-argument", `${method}: \`question\` must be a string, not ${kind(question)}`);
  return Object.hasOwn(QUESTIONS, question) ? QUESTIONS[question as keyof Questions] : {};
}

/** Evaluates the CEL expressions that a question needs, if the evaluator is loaded. */
function evaluate(engine: Engine, question: string): void {
  const asked = (): string | undefined => guarded(() => engine.celQuestion(question));
  let needed = asked();
  while (needed !== undefined && answerCel(engine, needed)) needed = asked();
}

/** Answers a question about CEL in slices. */
async function evaluateOn(question: string, work: Work, done: number): Promise<string> {
  const evaluator = celNow();
  if (evaluator === undefined) throw new SchedscopeError("cel-not-loaded", "the CEL evaluator is not loaded");
  const asked = guardedCel(() => evaluator.begin(question));
  try {
    let answer = "";
    await work.repeat("cel", { first: 1 << 16, most: 1 << 22 }, (steps) => {
      const found = guardedCel(() => asked.advance(steps));
      if (found === undefined) return { done, of: done + 1 };
      answer = found;
      return undefined;
    });
    return answer;
  } finally {
    // What an instance had that failed is gone with it.
    if (evaluator === celNow()) asked.free();
  }
}

/** Passes a question to the evaluator and its answer to the engine. Returns whether the evaluator is loaded. */
function answerCel(engine: Engine, question: string): boolean {
  const evaluator = celNow();
  if (evaluator === undefined) return false;
  const answer = guardedCel(() => evaluator.answer(question));
  guarded(() => engine.celAnswer(answer));
  return true;
}
