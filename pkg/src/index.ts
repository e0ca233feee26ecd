// The package, but for how its WebAssembly files are found: that is what the entries differ in.
export type * from "../types.js";
export type * from "./events.js";
export { initCel } from "./cel.js";
export { SchedscopeError, type ErrorCode } from "./error.js";
export { fleetYaml, hubYaml, quantity, type QuantityValue } from "./generate.js";
export { init, init as default, initSync, type Source } from "./loading.js";
export { Scenario } from "./scenario.js";
