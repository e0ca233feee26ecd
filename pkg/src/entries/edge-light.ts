// For edge runtimes whose bundlers import a module by `?module` (Next.js, Vercel), where WebAssembly may not be
// compiled at run time.
import engine from "../../dist/schedscope_bg.wasm?module";
import cel from "../../dist/schedscope_cel_bg.wasm?module";
import { provideCel } from "../cel.js";
import { provideEngine } from "../loading.js";

provideEngine({ now: () => engine });
provideCel({ now: () => cel });

export * from "../index.js";
export { init as default } from "../index.js";
