// The evaluator of CEL expressions: a WebAssembly file of its own, loaded where a text uses CEL.
import type { InitInput } from "../dist/schedscope_cel.js";
import { SchedscopeError } from "./error.js";
import type { Source } from "./loading.js";

/** The evaluator: questions about expressions and clusters, and their answers, both JSON. */
export interface Evaluator {
  answer(question: string): string;
}

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
 * @param source by default the file is found next to the package's code, also by bundlers
 * @throws `cel-not-loaded`
 */
export function initCel(source?: Source): Promise<void> {
  if (celNow() !== undefined) return Promise.resolve();
  starting ??= start(source).catch((cause: unknown) => {
    starting = undefined;
    throw new SchedscopeError("cel-not-loaded", `the evaluator of CEL could not be loaded: ${String(cause)}`, { cause });
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
  await glue.default({ module_or_path: found as InitInput | Promise<Response> });
  evaluator = new glue.Evaluator();
}
