// For places that cannot load a file: the engine is a text in the code, deflated. The evaluator of CEL is not;
// `initCel` takes it from elsewhere.
import { provideEngine } from "../loading.js";
import { engine } from "../../dist/schedscope_inline.js";

provideEngine({ now: engine });

export * from "../index.js";
export { init as default } from "../index.js";
