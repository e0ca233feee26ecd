// A program for Node.js, bundled into one file with `--loader:.wasm=binary`: what is imported are the bytes.
import * as schedscope from "schedscope/slim";
import engine from "schedscope/schedscope.wasm";
import cel from "schedscope/schedscope_cel.wasm";

import { answer } from "./answer.mjs";
import { lines } from "./lines.mjs";

async function main() {
  schedscope.initSync(engine);
  await schedscope.initCel(cel);
  for await (const line of lines(process.stdin)) process.stdout.write(`${answer(schedscope, line)}\n`);
}

main();
