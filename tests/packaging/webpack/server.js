// A program for Node.js that is bundled with all that it needs.
import * as schedscope from "schedscope";

import { answer } from "./answer.mjs";
import { lines } from "./lines.mjs";

async function main() {
  for await (const line of lines(process.stdin)) process.stdout.write(`${answer(schedscope, line)}\n`);
}

main();
