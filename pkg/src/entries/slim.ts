// Without the files: the application loads them and passes them to `init` and `initCel`.
export * from "../index.js";
export { init as default } from "../index.js";
