// A program for Bun: there is nothing to wait for.
import * as schedscope from "schedscope";

import { answer } from "./answer.mjs";
import { lines } from "./lines.mjs";

for await (const line of lines(process.stdin)) process.stdout.write(`${answer(schedscope, line)}\n`);
