// For Node.js, Deno and Bun: the files stand next to this one and are read when they are needed.
import { readFileSync } from "node:fs";
import { provideCel } from "../cel.js";
import { provideEngine } from "../loading.js";

provideEngine({ now: () => readFileSync(new URL("../../dist/schedscope_bg.wasm", import.meta.url)) });
provideCel({ now: () => readFileSync(new URL("../../dist/schedscope_cel_bg.wasm", import.meta.url)) });

export * from "../index.js";
export { init as default } from "../index.js";
