/** Runs a shard of a plan on several threads; its lines are in the order of the scenarios, however many threads run. */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { integer } from "../../words/number.js";
import { terminalLine } from "../progress.js";
import { Sweeper, type SweepInput } from "./decide.js";
import { type Shard, shardSize } from "./scenarios.js";

/** Scenarios that a thread is sent at a time. */
const atOnce = 64;
/** Batches of each thread that may wait for an earlier one. */
const mostWaiting = 8;

/** The batches of a shard, without the first `skipped` scenarios. */
function* batches(count: number, { shard, of }: Shard, skipped: number): Generator<number[]> {
  const size = shardSize(count, { shard, of });
  for (let start = skipped; start < size; start += atOnce)
    yield Array.from({ length: Math.min(atOnce, size - start) }, (_, at) => shard + (start + at) * of);
}

interface ShardRun {
  input: SweepInput;
  /** How many scenarios the plan has. */
  count: number;
  shard: Shard;
  /** Scenarios of the shard that are done. */
  skipped: number;
  threads: number;
}

/** Runs a shard, and writes each batch of lines after the ones before it. */
export async function runShard(run: ShardRun, write: (lines: string[]) => void): Promise<void> {
  const { input, count, shard, skipped, threads } = run;
  const size = shardSize(count, shard);
  const progress = terminalLine();
  let done = skipped;
  const written = (lines: string[]): void => {
    write(lines);
    done += lines.length;
    progress?.tell(barText(done, size));
  };
  try {
    if (threads <= 1 || size - skipped <= atOnce || isExecutable()) {
      const sweeper = new Sweeper(input);
      for (const numbers of batches(count, shard, skipped)) written(numbers.map((number) => sweeper.line(number)));
    } else await onThreads(run, written);
  } finally {
    progress?.clear();
  }
}

/** Whether this is a single executable, which has no file for a thread. */
const isExecutable = (): boolean => process.getBuiltinModule?.("node:sea")?.isSea() ?? false;

async function onThreads(
  { input, count, shard, skipped, threads }: ShardRun,
  write: (lines: string[]) => void,
): Promise<void> {
  // A plan that cannot run fails here, with its words.
  new Sweeper(input);
  const address = new URL("../../lib/cli/sweep-worker.cjs", import.meta.url);
  const workers = Array.from({ length: threads }, () => new Worker(address, { workerData: input }));
  const queue = batches(count, shard, skipped);
  const ready = new Map<number, string[]>();
  let [sent, next] = [0, 0];
  /** Threads that wait until an earlier batch is written. */
  let waiting: (() => void)[] = [];
  const serve = async (worker: Worker): Promise<void> => {
    for (;;) {
      while (sent - next > threads * mostWaiting) await new Promise<void>((resolve) => waiting.push(resolve));
      const { value, done } = queue.next();
      if (done === true) return;
      const at = sent;
      sent += 1;
      worker.postMessage(value);
      // An error of the thread rejects.
      const [lines] = (await once(worker, "message")) as [string[]];
      ready.set(at, lines);
      for (let first = ready.get(next); first !== undefined; first = ready.get(next)) {
        write(first);
        ready.delete(next);
        next += 1;
      }
      for (const resume of waiting) resume();
      waiting = [];
    }
  };
  try {
    await Promise.all(workers.map(serve));
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

const width = 30;

/** `sweeping: █████·····  50%, 500 of 1,000` */
function barText(done: number, size: number): string {
  const full = size === 0 ? width : Math.floor((width * done) / size);
  const percent = size === 0 ? 100 : Math.floor((100 * done) / size);
  return `sweeping: ${"█".repeat(full)}${"·".repeat(width - full)} ${percent}%, ${integer(done)} of ${integer(size)}`;
}
