// A page with `schedscope/slim`, for bundlers that do not follow `new URL("…", import.meta.url)`: the files
// are imported, what that gives are their addresses, and those are handed over.
import * as schedscope from "schedscope/slim";
import engine from "schedscope/schedscope.wasm";
import cel from "schedscope/schedscope_cel.wasm";

import { answerLater } from "./answer.mjs";

const load = async () => {
  const at = (file) => new URL(file, import.meta.url);
  await schedscope.init(at(engine));
  await schedscope.initCel(at(cel)); // where texts may use CEL
};

globalThis.answer = async (line) => {
  await load();
  return answerLater(schedscope, line);
};
