// A program for Deno: there is nothing to wait for. `npm:schedscope` in place of "schedscope" does without
// a package.json.
import process from "node:process";

import * as schedscope from "schedscope";

import { answer } from "./answer.mjs";
import { lines } from "./lines.mjs";

for await (const line of lines(process.stdin)) process.stdout.write(`${answer(schedscope, line)}\n`);
