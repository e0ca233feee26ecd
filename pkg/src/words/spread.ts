/** Words for a run of spread. */
export * from "./spread/final.js";
export * from "./spread/note.js";
export * from "./spread/scores.js";
export * from "./spread/why.js";
export * from "./spread/words.js";
