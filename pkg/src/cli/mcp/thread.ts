/** A thread of `schedscope mcp`: runs one command, whose answer is wanted as Markdown and as JSON. */
import { parentPort } from "node:worker_threads";
import { collected } from "../format.js";
import { run } from "../run.js";

/** What the thread sends in the end. */
export interface Ended {
  stdout: string;
  stderr: string;
  /** as `-o json` prints it */
  json: string[];
  /** as the process would end with it */
  code: number;
}

/** Characters that are kept of a stream. */
const mostText = 1_000_000;

const ended: Ended = { stdout: "", stderr: "", json: [], code: 0 };
for (const name of ["stdout", "stderr"] as const)
  process[name].write = (part: string | Uint8Array) => {
    if (ended[name].length < mostText) ended[name] += String(part);
    return true;
  };
collected.json = ended.json;
void run("").then(() => parentPort?.postMessage({ ...ended, code: Number(process.exitCode ?? 0) }));
