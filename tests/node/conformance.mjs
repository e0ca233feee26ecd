// Answers requests with the npm package: `conformance.mjs <suite>` reads one request a line from
// standard input and prints one answer a line. `cargo xtask conformance --target node` runs it.
import * as schedscope from "schedscope";

import { answering } from "../packaging/answer.mjs";
import { lines } from "../packaging/harness/lines.mjs";

const answer = answering(process.argv[2]);
for await (const line of lines(process.stdin)) process.stdout.write(`${answer(schedscope, JSON.parse(line))}\n`);
