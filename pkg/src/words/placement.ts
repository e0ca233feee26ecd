/** Words for the decision of a placement. */
export * from "./placement/against.js";
export * from "./placement/applications.js";
export * from "./placement/caveat.js";
export * from "./placement/filtered.js";
export * from "./placement/hint.js";
export * from "./placement/inputs.js";
export * from "./placement/note.js";
export * from "./placement/prioritizer.js";
export * from "./placement/sentence.js";
export * from "./placement/state.js";
export * from "./placement/why.js";
export * from "./released.js";
