// A page with `schedscope/inline`: one file, and nothing to load but CEL, where texts may use it.
import * as schedscope from "schedscope/inline";
import cel from "schedscope/schedscope_cel.wasm";

import { answerLater } from "./answer.mjs";

globalThis.answer = async (line) => {
  await schedscope.initCel(new URL(cel, import.meta.url));
  return answerLater(schedscope, line);
};
