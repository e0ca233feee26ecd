// The Worker that tests run: the example, and besides it `POST /answer` for lines of the vectors and
// `GET /memory` for the sizes of the WebAssembly memories there are, in bytes.
import * as schedscope from "schedscope";

import { answer } from "./answer.mjs";
import example from "./worker.js";

const memories = [];
WebAssembly.Instance = class extends WebAssembly.Instance {
  constructor(...given) {
    super(...given);
    // The engine's parts have the memory of the first.
    if (this.exports.memory !== undefined) memories.push(this.exports.memory);
  }
};

export default {
  async fetch(request) {
    const { pathname } = new URL(request.url);
    if (pathname === "/memory") return Response.json(memories.map(({ buffer }) => buffer.byteLength));
    if (pathname === "/answer") return new Response(answer(schedscope, await request.text()));
    return example.fetch(request);
  },
};
