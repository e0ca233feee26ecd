import * as schedscope from "schedscope";

import { answerLater } from "./answer.mjs";

globalThis.onmessage = async ({ data: line }) => {
  await schedscope.init();
  globalThis.postMessage(await answerLater(schedscope, line));
};
