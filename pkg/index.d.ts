import type { Scenario as Engine } from "./dist/schedscope.js";

export type * from "./types.js";
export { fleetYaml, hubYaml, quantity } from "./dist/schedscope.js";

/** A resident text with its objects and its latest decision. */
export declare class Scenario extends Engine {
  /**
   * Evaluates the CEL expressions of a placement, as far as they are not known yet, so that `decide`
   * can use them. Where it has some, that loads the evaluator, a WebAssembly file of its own; where it
   * has none, nothing happens. Once the evaluator is loaded, `decide` does the same by itself, in
   * Node.js always.
   *
   * @returns whether anything was evaluated; then `reading` knows of expressions that do not compile
   */
  prepare(placement: number): Promise<boolean>;
}

/** Where a WebAssembly file is, or what it holds. */
export type Source =
  | string
  | URL
  | Request
  | Response
  | Promise<Response>
  | BufferSource
  | WebAssembly.Module;

/**
 * Loads the WebAssembly file; calling it again gives the same promise. In Node.js the file is
 * loaded by the import and there is nothing to wait for.
 *
 * @param module by default the file is found next to the package's code, also by bundlers
 */
export declare function init(module?: Source): Promise<void>;
export default init;

/**
 * Loads the evaluator of CEL expressions, as `Scenario.prepare` does by itself where it is needed:
 * for those who place the file elsewhere, or want it before.
 *
 * @param module by default the file is found next to the package's code, also by bundlers
 */
export declare function initCel(module?: Source): Promise<void>;
