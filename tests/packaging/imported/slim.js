// A page with `schedscope/slim`, for bundlers that do not follow `new URL("…", import.meta.url)`: the files
// are imported, what that gives are their addresses, and those are handed over.
import * as schedscope from "schedscope/slim";
import engine from "schedscope/schedscope.wasm";
import cel from "schedscope/schedscope_cel.wasm";

import { answerLater } from "./answer.mjs";

const load = async () => {
  await schedscope.init(new URL(engine, import.meta.url));
  await schedscope.initCel(new URL(cel, import.meta.url)); // where texts may use CEL
};

globalThis.answer = async (line) => {
  await load();
  return answerLater(schedscope, line);
};
