// For browsers and bundlers: the WebAssembly file is fetched when `init` is called, the one of CEL
// when a text uses CEL.
import start from "./dist/schedscope.js";
import { cel } from "./scenario.js";

export * from "./dist/schedscope.js";
export { Scenario } from "./scenario.js";

export const init = once((module = new URL("./dist/schedscope_bg.wasm", import.meta.url)) =>
  start({ module_or_path: module }),
);

export const initCel = once(
  async (module = new URL("./dist/schedscope_cel_bg.wasm", import.meta.url)) => {
    const { default: startCel, Evaluator } = await import("./dist/schedscope_cel.js");
    await startCel({ module_or_path: module });
    const evaluator = new Evaluator();
    cel.now = () => evaluator;
  },
);
cel.load = () => initCel();

export default init;

/** Does something once, and again where it failed. */
function once(load) {
  let done;
  return (module) => {
    done ??= load(module).then(
      () => undefined,
      (error) => {
        done = undefined;
        throw error;
      },
    );
    return done;
  };
}
