/** Words for what-ifs: what would change an answer. */
export * from "./whatif/advice.js";
export * from "./whatif/after-others.js";
export * from "./whatif/change.js";
export * from "./whatif/drain.js";
export { differingEdits, lastKey } from "./whatif/edit-parts.js";
export * from "./whatif/exchange.js";
export * from "./whatif/interval.js";
export * from "./whatif/more.js";
export * from "./whatif/nodes-needed.js";
export * from "./whatif/nodes.js";
export * from "./whatif/recorded.js";
export * from "./whatif/rollout.js";
export * from "./whatif/short.js";
export * from "./whatif/sweep-pod.js";
export * from "./whatif/sweep-vms.js";
export * from "./whatif/sweep.js";
export * from "./whatif/vms.js";
export * from "./whatif/without.js";
