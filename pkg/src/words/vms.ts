/** Words for the timelines of autoscaled VMs. */
export * from "./vms/against.js";
export * from "./vms/changes.js";
export * from "./vms/difference.js";
export * from "./vms/object.js";
export * from "./vms/pressure.js";
export * from "./vms/problem.js";
export * from "./vms/resource.js";
export * from "./vms/sentence.js";
export * from "./vms/time.js";
export * from "./vms/why.js";
export * from "./vms/words.js";
