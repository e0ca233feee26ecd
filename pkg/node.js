// For Node.js: the WebAssembly files stand next to this one. The engine's is read at once, the one of
// CEL when a text uses CEL.
import { readFileSync } from "node:fs";

import { initSync } from "./dist/schedscope.js";
import { Evaluator, initSync as initCelSync } from "./dist/schedscope_cel.js";
import { cel } from "./scenario.js";

export * from "./dist/schedscope.js";
export { Scenario } from "./scenario.js";

const read = (file) => ({ module: readFileSync(new URL(`./dist/${file}`, import.meta.url)) });

initSync(read("schedscope_bg.wasm"));

cel.now = () => {
  initCelSync(read("schedscope_cel_bg.wasm"));
  const evaluator = new Evaluator();
  cel.now = () => evaluator;
  return evaluator;
};

export const init = () => Promise.resolve();

export async function initCel() {
  cel.now();
}

export default init;
