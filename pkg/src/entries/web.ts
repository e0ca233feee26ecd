// For browsers, Web Workers and bundlers: the files are fetched when they are needed. Every bundler knows
// `new URL("…", import.meta.url)` as a file to bring along.
import { provideCel } from "../cel.js";
import { provideEngine } from "../loading.js";

provideEngine({ later: () => new URL("../../dist/schedscope_bg.wasm", import.meta.url) });
provideCel({ later: () => new URL("../../dist/schedscope_cel_bg.wasm", import.meta.url) });

export * from "../index.js";
export { init as default } from "../index.js";
