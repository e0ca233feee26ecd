/** Words for nodes and the picks of scorers. */
export * from "./nodes/against.js";
export * from "./nodes/default-profile.js";
export * from "./nodes/fault.js";
export * from "./nodes/formula.js";
export * from "./nodes/misfit.js";
export * from "./nodes/note.js";
export * from "./nodes/scorer.js";
export * from "./nodes/sentence.js";
export * from "./nodes/untried.js";
export * from "./nodes/usage.js";
export * from "./kubernetes.js";
