// For Node.js: the WebAssembly file stands next to this one and is read at once.
import { readFileSync } from "node:fs";

import { initSync } from "./dist/schedscope.js";

export * from "./dist/schedscope.js";

initSync({ module: readFileSync(new URL("./dist/schedscope_bg.wasm", import.meta.url)) });

export function init() {
  return Promise.resolve();
}

export default init;
