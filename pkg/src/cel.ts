// The evaluator of CEL expressions: a WebAssembly file of its own, loaded where a text uses CEL.
import type { Evaluator } from "../dist/schedscope_cel.js";
import { SchedscopeError } from "./error.js";
import { type Source, fetched } from "./loading.js";

/** How an entry finds the evaluator: at once, or in a while. */
export type CelPlace = { now: () => Evaluator } | { later: () => Source };

let place: CelPlace | undefined;
let evaluator: Evaluator | undefined;
let starting: Promise<void> | undefined;

/** Called by the entries. */
export function provideCel(found: CelPlace): void {
  place ??= found;
}

/**
 * Loads the evaluator of CEL expressions, as `Scenario.prepare` and the functions of one call do by
 * themselves where it is needed: for those who place the file elsewhere, or want it before.
 *
 * @param source the WebAssembly file: its address, a `Response`, its bytes or a compiled module. By default
 *   it is found next to the package's code, also by bundlers
 * @throws {SchedscopeError} `cel-not-loaded`
 */
export function initCel(source?: Source): Promise<void> {
  if (celNow() !== undefined) return Promise.resolve();
  starting ??= start(source).catch((cause: unknown) => {
    starting = undefined;
    throw new SchedscopeError("cel-not-loaded", `the evaluator of CEL could not be loaded: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  });
  return starting;
}

/** The evaluator, where it is loaded or can be had at once. */
export function celNow(): Evaluator | undefined {
  if (evaluator === undefined && place !== undefined && "now" in place) evaluator = place.now();
  return evaluator;
}

async function start(source: Source | undefined): Promise<void> {
  const found = source ?? (place !== undefined && "later" in place ? place.later() : undefined);
  if (found === undefined) throw new Error("`initCel` must be given the WebAssembly file here");
  const glue = await import("../dist/schedscope_cel.js");
  await glue.default({ module_or_path: await fetched(found, "initCel") });
  evaluator = new glue.Evaluator();
}
