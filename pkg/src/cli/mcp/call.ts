/** Runs commands in threads, so that no input can stop or fill the server. */
import { Worker } from "node:worker_threads";
import type { Ended } from "./thread.js";

/** Threads at the same time; a thread has a copy of the engine. */
const mostThreads = 2;
/** Seconds for one call. */
const longest = 120;
/** Of JavaScript's memory in a thread, in MB; the engine's own is apart. */
const mostMemory = 2_048;

let running = 0;
const waiting: (() => void)[] = [];

/** Runs a command with a text as its standard input. @throws if it is aborted, takes too long or fills the memory */
export async function call(args: string[], stdin: string, signal: AbortSignal): Promise<Ended> {
  if (running >= mostThreads) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    signal.throwIfAborted();
    return await inThread(args, stdin, signal);
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

function inThread(args: string[], stdin: string, signal: AbortSignal): Promise<Ended> {
  const worker = new Worker(new URL("./mcp-thread.cjs", import.meta.url), {
    argv: args,
    env: { COLUMNS: "0", NO_COLOR: "1" },
    stdin: true,
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: mostMemory },
  });
  worker.stdin?.on("error", () => {}).end(stdin);
  return new Promise<Ended>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`it took longer than ${longest} seconds`)), longest * 1_000);
    signal.addEventListener("abort", () => reject(new Error("the call was cancelled")), { once: true });
    worker.on("message", resolve).on("error", reject);
    worker.on("exit", () => {
      clearTimeout(timer);
      reject(new Error("the command ended without an answer"));
    });
  }).finally(() => worker.terminate());
}
