// For Node.js, Deno and Bun: the files stand next to this one and are read when they are needed.
import { readFileSync } from "node:fs";
import { provideCel } from "../cel.js";
import { provideEngine } from "../loading.js";

provideEngine({
  engine: { now: () => readFileSync(new URL("../../dist/schedscope_bg.wasm", import.meta.url)) },
  details: { now: () => readFileSync(new URL("../../dist/schedscope_details.wasm", import.meta.url)) },
  nodes: { now: () => readFileSync(new URL("../../dist/schedscope_nodes.wasm", import.meta.url)) },
  whatif: { now: () => readFileSync(new URL("../../dist/schedscope_whatif.wasm", import.meta.url)) },
});
provideCel({ now: () => readFileSync(new URL("../../dist/schedscope_cel_bg.wasm", import.meta.url)) });

export * from "../index.js";
export { init as default } from "../index.js";
