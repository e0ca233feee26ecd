// For workerd (Cloudflare Workers and their like), where WebAssembly may not be compiled at run time: the
// modules are imported.
import engine from "../../dist/schedscope_bg.wasm";
import cel from "../../dist/schedscope_cel_bg.wasm";
import { provideCel } from "../cel.js";
import { provideEngine } from "../loading.js";

provideEngine({ now: () => engine });
provideCel({ now: () => cel });

export * from "../index.js";
export { init as default } from "../index.js";
