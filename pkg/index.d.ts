export type * from "./types.js";
export { Scenario, fleetYaml, hubYaml, quantity } from "./dist/schedscope.js";

/**
 * Loads the WebAssembly file; calling it again gives the same promise. In Node.js the file is
 * loaded by the import and there is nothing to wait for.
 *
 * @param module where the file is, or what it holds; by default it is found next to the package's
 * code, also by bundlers
 */
export declare function init(
  module?: string | URL | Request | Response | Promise<Response> | BufferSource | WebAssembly.Module,
): Promise<void>;
export default init;
