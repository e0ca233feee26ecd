// Answers requests with the npm package: `conformance.mjs` reads one request a line from
// standard input and prints one answer a line. `cargo xtask conformance --target node` runs it.
import * as schedscope from "schedscope";

import { answered } from "../packaging/answer.mjs";
import { lines } from "../packaging/harness/lines.mjs";

for await (const line of lines(process.stdin)) process.stdout.write(`${answered(schedscope, JSON.parse(line))}\n`);
