// The evaluator of CEL expressions: a WebAssembly file of its own, loaded if a text uses CEL. Its bindings are a few
// kilobytes and imported statically: not every bundle can have parts that load later.
import startLater, {
  __wbg_reset_state as startAfresh,
  Evaluator,
  type InitInput,
  initSync as startNow,
} from "../dist/schedscope_cel.js";
import { SchedscopeError, guardedBy } from "./error.js";
import { type FileLocation, type Source, fetched } from "./loading.js";

let place: FileLocation | undefined;
let evaluator: Evaluator | undefined;
let starting: Promise<void> | undefined;

/** What is used of the evaluator; the bindings' own types are not published. */
export interface CelEvaluator {
  /** Answers a question, a JSON text, with a JSON text. */
  answer(question: string): string;
  /** Begins to answer a question. */
  begin(question: string): CelAnswering;
}

/** A question that is being answered. */
export interface CelAnswering {
  /** Evaluates about so many steps more; returns the answer when all is evaluated. */
  advance(steps: number): string | undefined;
  free(): void;
}

/** Called by the entries. */
export function provideCel(found: FileLocation): void {
  place ??= found;
}

/**
 * Loads the evaluator of CEL expressions. `Scenario.loadCel` and the functions of one call load it themselves if they
 * need it; call this to load it earlier, or from elsewhere.
 *
 * @param source the WebAssembly file: its address, a `Response`, its bytes or a compiled module. Default: the file next
 *   to the package's code, which bundlers find too
 * @throws {SchedscopeError} `cel-not-loaded`
 */
export function initCel(source?: Source): Promise<void> {
  if (celNow() !== undefined) return Promise.resolve();
  starting ??= start(source).catch((cause: unknown) => {
    starting = undefined;
    throw new SchedscopeError(
      "cel-not-loaded",
      `the CEL evaluator could not be loaded: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  });
  return starting;
}

/** Returns the evaluator if it is loaded or can be loaded synchronously. */
export function celNow(): CelEvaluator | undefined {
  if (evaluator === undefined && place !== undefined && "now" in place) {
    startNow({ module: place.now() as BufferSource | WebAssembly.Module });
    evaluator = new Evaluator();
  }
  return evaluator;
}

/** Calls the evaluator; a fresh instance takes its place if it fails. */
export function guardedCel<T>(call: () => T): T {
  return guardedBy(() => {
    startAfresh();
    evaluator = new Evaluator();
  }, call);
}

async function start(source: Source | undefined): Promise<void> {
  const found = source ?? (place !== undefined && "later" in place ? place.later() : undefined);
  if (found === undefined) throw new Error("`initCel` needs the WebAssembly file here");
  const file = await fetched(found, "initCel");
  await startLater({ module_or_path: file as InitInput });
  evaluator = new Evaluator();
}
