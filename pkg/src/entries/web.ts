// For browsers, Web Workers and bundlers: the files are fetched when they are needed. Every bundler includes a file
// that is referred to by `new URL("…", import.meta.url)`.
import { provideCel } from "../cel.js";
import { provideEngine } from "../loading.js";

/**
 * In development Vite 7 moves only this module to `node_modules/.vite/deps`, so the URL points to a folder next to the
 * package.
 */
const within = (address: URL): string =>
  String(address).replace("/node_modules/dist/", "/node_modules/schedscope/dist/");

provideEngine({ later: () => within(new URL("../../dist/schedscope_bg.wasm", import.meta.url)) });
provideCel({ later: () => within(new URL("../../dist/schedscope_cel_bg.wasm", import.meta.url)) });

export * from "../index.js";
export { init as default } from "../index.js";
