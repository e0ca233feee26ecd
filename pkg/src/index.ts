// The package, except for how its WebAssembly files are found: the entries differ in that.
export type * from "../types.js";
export type * from "./events.js";
export type { Findings } from "./calls/call.js";
export type { IncompleteManifest, InputDiagnostic, Manifests } from "./calls/manifests.js";
export * from "./calls/place.js";
export * from "./calls/questions.js";
export { initCel } from "./cel.js";
export { SchedscopeError, type ErrorCode } from "./error.js";
export { fleetYaml, hubYaml, quantity, type QuantityNumber } from "./generate.js";
export { init, init as default, initSync, type Source } from "./loading.js";
export type { Questions } from "./questions.js";
export { Scenario } from "./scenario.js";
export type { Progress, Stage, WorkOptions } from "./work.js";
