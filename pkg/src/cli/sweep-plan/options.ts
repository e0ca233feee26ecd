/** The options of a plan, and whether a file is one: without the libraries that read it. */
import { readFileSync } from "node:fs";
import { type Command, InvalidArgumentError } from "commander";
import { whole } from "../values.js";
import type { Shard } from "./scenarios.js";

export interface PlanOptions {
  shard?: Shard;
  to?: string;
  threads?: number;
}

/** `2/8`: the third of eight. */
function shardOf(text: string): Shard {
  const [, shard = "", of = ""] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const found = { shard: Number(shard), of: Number(of) };
  if (shard === "" || found.shard >= found.of || found.of > 1_000_000)
    throw new InvalidArgumentError("It must be <i>/<n> with i from 0 to n − 1.");
  return found;
}

/** Whether these files are a plan. */
export function isPlan(files: readonly string[]): boolean {
  const [file, ...others] = files;
  if (file === undefined || others.length > 0 || !/\.(ya?ml|json)$/.test(file)) return false;
  try {
    return /^kind:[ \t]*["']?SweepPlan["']?[ \t]*$/m.test(readFileSync(file, "utf8"));
  } catch {
    // The reader says why.
    return false;
  }
}

export const withPlan = (command: Command): Command =>
  command
    .option("--shard <i/n>", "of a plan: only every n-th scenario, from i, which begins with 0", shardOf)
    .option("--to <file>", "of a plan: append to this file; a run that was stopped continues there")
    .option("--threads <n>", "of a plan: the number of threads; default: one for each core", whole(1, 1024));

/** The version of the program that a command belongs to. */
export const versionOf = (command: Command): string =>
  command.parent === null ? (command.version() ?? "") : versionOf(command.parent);
