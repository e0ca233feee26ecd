/// <reference lib="esnext.disposable" preserve="true" />
// The scenario: the engine's, with CEL evaluated by a WebAssembly file of its own. What is asked of it goes
// through one door as JSON; the methods for the questions are made from the engine's table of them.
import { Scenario as Engine } from "../dist/schedscope.js";
import type { DecideOptions, Reading } from "../types.js";
import { celNow, initCel } from "./cel.js";
import { SchedscopeError, guarded } from "./error.js";
import { ensureEngine } from "./loading.js";
import { QUESTIONS, QuestionMethods, type Questions } from "./questions.js";
import { Work, type WorkOptions } from "./work.js";

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
export class Scenario extends QuestionMethods {
  #engine: Engine | undefined;
  /** Counts changes of the text. */
  #changes = 0;

  constructor() {
    super();
    ensureEngine();
    this.#engine = new Engine();
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
    guarded(() => this.#open().replace(text));
    return this.reading();
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
    guarded(() => this.#open().edit(from, to, insert));
    return this.reading();
  }

  /**
   * The whole text.
   */
  text(): string {
    return guarded(() => this.#open().text());
  }

  /**
   * Evaluates the CEL expressions of a placement, as far as they are not known yet, so that `decide` can use
   * them; without a placement those of all. Where there are some, that loads the evaluator, a WebAssembly file of
   * its own; where there are none, nothing happens. Once the evaluator is loaded, `decide` does the same by
   * itself, in Node.js, Deno, Bun and workerd always.
   *
   * @param placement its name, `namespace/name` or `name`, or its index in `reading().placements`
   * @param options to end it early, and to hear how far it is: a question is about 2,000 clusters at most
   * @returns whether anything was evaluated; then `reading` knows of expressions that do not compile
   * @throws {SchedscopeError} `cel-not-loaded`
   */
  async loadCel(placement?: string | number, options?: WorkOptions): Promise<boolean> {
    this.#open();
    const work = new Work(workOptions(options));
    const placements = placement === undefined ? this.reading().placements.map(({ index }) => index) : [placement];
    let done = 0;
    for (const each of placements) {
      // The clock does not matter to expressions.
      done = await this.#loadCel(json("decide", { placement: each, now: "1970-01-01T00:00:00Z" }), work, done);
    }
    if (done > 0) work.done("cel", done);
    return done > 0;
  }

  /** The state of every cluster in the order of the text: 0 excluded, 1 filtered, 2 feasible, 3 selected. */
  states(): Uint8Array {
    return guarded(() => this.#open().states());
  }

  /** The weighted sum of every cluster in the order of the text; NaN where it has none. */
  totals(): Float64Array {
    return guarded(() => this.#open().totals());
  }

  /** The indices of the selected clusters, best first. */
  selectedIndices(): Uint32Array {
    return guarded(() => this.#open().selectedIndices());
  }

  /**
   * The deepest topology domain of every cluster in the order of the text: its place in what `spreadDomains`
   * gives, 4294967295 where it lies in none. Nothing where there was no run.
   */
  spreadDomainColumn(): Uint32Array | undefined {
    return guarded(() => this.#open().spreadDomainColumn());
  }

  /**
   * Answers a question, a JSON text such as `{"pods": {"limit": 20}}`, with a JSON text. The method of the
   * question's name does this; here integers keep every digit.
   */
  askJson(question: string): string {
    const engine = this.#open();
    // What is not a text is refused below.
    if (typeof question === "string" && mayDecide(question)) evaluate(engine, question);
    return guarded(() => engine.ask(question));
  }

  /**
   * Answers a question as the method of its name does, but in slices of some 10 ms where it takes long: a
   * `queue`, its `queueStep`, a `vmTimeline`, its `vmStep` and `vmDump` are played first, and CEL is loaded and
   * evaluated. After that the method answers at once, too, as long as the text stays.
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
    const { stage, decides } = (Object.hasOwn(QUESTIONS, question) ? QUESTIONS[question] : undefined) ?? {};
    if (decides) {
      const done = await this.#loadCel(text, slices, 0);
      if (done > 0) slices.done("cel", done);
    }
    if (stage !== undefined) {
      const of = await slices.repeat(stage, { first: 64, most: 1 << 16 }, (budget) =>
        guarded(() => this.#open().advance(text, budget)),
      );
      if (of > 0) slices.done(stage, of);
    }
    return JSON.parse(this.askJson(text)) as Questions[Question][1];
  }

  /** Answers a question. */
  protected answer<Question extends keyof Questions>(
    question: Question,
    options: object | undefined,
  ): Questions[Question][1] {
    const engine = this.#open();
    const text = json(question, options ?? {});
    if (QUESTIONS[question].decides) evaluate(engine, text);
    return JSON.parse(guarded(() => engine.ask(text))) as Questions[Question][1];
  }

  /** The engine, while it is not freed. */
  #open(): Engine {
    if (this.#engine === undefined) throw new SchedscopeError("freed", "the scenario was freed");
    return this.#engine;
  }

  /** Evaluates what a question needs of CEL; how many questions about it were answered, with those before. */
  async #loadCel(question: string, work: Work, before: number): Promise<number> {
    let done = before;
    let needed = this.#open().celQuestion(question);
    if (needed !== undefined && celNow() === undefined) {
      await initCel();
      work.check();
      // The text may be another one now. Without an evaluator nothing but what compiles was asked.
      needed = this.#open().celQuestion(question);
    }
    while (needed !== undefined) {
      answerCel(this.#open(), needed);
      done += 1;
      await work.part("cel", done, done + 1);
      needed = this.#open().celQuestion(question);
    }
    return done;
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

/** A question as JSON. A Date becomes RFC 3339. */
function json(question: string, options: object): string {
  try {
    return JSON.stringify({ [question]: timed(question, options) }, written);
  } catch (cause) {
    if (cause instanceof SchedscopeError) throw cause;
    // Else a cycle, or code of the caller's that throws whatever it likes.
    const why = cause instanceof Unwritable ? `: ${cause.message}` : "";
    throw new SchedscopeError("invalid-argument", `${question}: the options cannot be written as JSON${why}`, {
      cause,
    });
  }
}

/** Options with a clock, where the question needs one and the caller names none: the time of the call. */
function timed(question: string, options: object): object {
  const needsTime = Object.hasOwn(QUESTIONS, question) && QUESTIONS[question as keyof Questions].decides === true;
  if (!needsTime || Array.isArray(options) || ((options as DecideOptions).now ?? null) !== null) return options;
  return { ...options, now: new Date() };
}

/** A value as JSON has it; `JSON.stringify` has made a text of a Date already. */
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

/** Whether a question decides a placement: it begins with the name of one that does. */
function mayDecide(question: string): boolean {
  const [, name = ""] = /^\s*\{\s*"(\w+)"/.exec(question) ?? [];
  return Object.hasOwn(QUESTIONS, name) && QUESTIONS[name as keyof Questions].decides === true;
}

/** Asks the evaluator all that a question needs and that is not known yet, where the evaluator is loaded. */
function evaluate(engine: Engine, question: string): void {
  let needed = engine.celQuestion(question);
  while (needed !== undefined && answerCel(engine, needed)) needed = engine.celQuestion(question);
}

/** Has the evaluator answer a question. Says whether there is an evaluator. */
function answerCel(engine: Engine, question: string): boolean {
  const evaluator = celNow();
  if (evaluator === undefined) return false;
  guarded(() => engine.celAnswer(evaluator.answer(question)));
  return true;
}
