// For browsers, Web Workers and bundlers: the files are fetched when they are needed. Every bundler knows
// `new URL("…", import.meta.url)` as a file to bring along.
import { provideCel } from "../cel.js";
import { provideEngine } from "../loading.js";

/**
 * In development Vite 7 moves this module to `node_modules/.vite/deps`, and nothing with it: the address is then that
 * of a folder beside the package.
 */
const within = (address: URL): string =>
  String(address).replace("/node_modules/dist/", "/node_modules/schedscope/dist/");

provideEngine({ later: () => within(new URL("../../dist/schedscope_bg.wasm", import.meta.url)) });
provideCel({ later: () => within(new URL("../../dist/schedscope_cel_bg.wasm", import.meta.url)) });

export * from "../index.js";
export { init as default } from "../index.js";
