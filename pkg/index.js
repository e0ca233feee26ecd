// For browsers and bundlers: the WebAssembly file is fetched when `init` is called.
import start from "./dist/schedscope.js";

export * from "./dist/schedscope.js";

let started;

export function init(module = new URL("./dist/schedscope_bg.wasm", import.meta.url)) {
  started ??= start({ module_or_path: module }).then(
    () => undefined,
    (error) => {
      started = undefined;
      throw error;
    },
  );
  return started;
}

export default init;
