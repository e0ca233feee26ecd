// A page: the bundler finds the WebAssembly file by itself.
import * as schedscope from "schedscope";

import { answerLater } from "./answer.mjs";

globalThis.answer = async (line) => {
  await schedscope.init();
  return answerLater(schedscope, line);
};

// The same in a Worker, so that the page never waits.
const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
globalThis.answerInWorker = (line) =>
  new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage(line);
  });
