// Without the files: `init` and `initCel` are given them, in whatever way the surroundings load files.
export * from "../index.js";
export { init as default } from "../index.js";
