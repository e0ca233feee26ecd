// For edge runtimes whose bundlers import a module by `?module` (Next.js, Vercel), where WebAssembly may not be
// compiled at run time.
import engine from "../../dist/schedscope_bg.wasm?module";
import details from "../../dist/schedscope_details.wasm?module";
import nodes from "../../dist/schedscope_nodes.wasm?module";
import whatif from "../../dist/schedscope_whatif.wasm?module";
import cel from "../../dist/schedscope_cel_bg.wasm?module";
import { provideCel } from "../cel.js";
import { provideEngine } from "../loading.js";

provideEngine({
  engine: { now: () => engine },
  details: { now: () => details },
  nodes: { now: () => nodes },
  whatif: { now: () => whatif },
});
provideCel({ now: () => cel });

export * from "../index.js";
export { init as default } from "../index.js";
