/** Files of shards: a line about the shard, then a line for each scenario, in order, of which a prefix may be there. */
import { createHash } from "node:crypto";
import { closeSync, openSync, readSync, truncateSync } from "node:fs";
import { misuse } from "../exit.js";
import type { SweepInput } from "./decide.js";
import type { Shard } from "./scenarios.js";

/** The first line of a file of a shard. */
export interface ShardHeader extends Shard {
  /** A hash of the plan, its inputs and the version that decides. */
  plan: string;
  scenarios: number;
}

/** A hash of all that the lines depend on. */
export const hashOf = ({ plan, text }: SweepInput, version: string): string =>
  createHash("sha256")
    .update(JSON.stringify([version, plan]))
    .update(text)
    .digest("hex");

/** How much is read at a time. */
const chunk = 1 << 20;
const lineFeed = 0x0a;

/** The first line of a file and how many whole lines it has; `end`: where the last whole line ends. */
export function scanned(file: string): { first: string; lines: number; end: number } {
  const handle = openSync(file, "r");
  try {
    const buffer = Buffer.alloc(chunk);
    const head: Buffer[] = [];
    let [lines, end, offset] = [0, 0, 0];
    for (let read = readSync(handle, buffer); read > 0; read = readSync(handle, buffer)) {
      const part = buffer.subarray(0, read);
      if (lines === 0) {
        const at = part.indexOf(lineFeed);
        head.push(Buffer.from(at < 0 ? part : part.subarray(0, at)));
      }
      for (let at = part.indexOf(lineFeed); at >= 0; at = part.indexOf(lineFeed, at + 1)) {
        lines += 1;
        end = offset + at + 1;
      }
      offset += read;
    }
    return { first: lines === 0 ? "" : Buffer.concat(head).toString("utf8"), lines, end };
  } finally {
    closeSync(handle);
  }
}

/** The header of a file; null: its first line is none. */
export function headerOf(line: string): ShardHeader | null {
  try {
    const { plan, scenarios, shard, of } = JSON.parse(line) as ShardHeader;
    const isOne = typeof plan === "string" && [scenarios, shard, of].every(Number.isSafeInteger);
    return isOne ? { plan, scenarios, shard, of } : null;
  } catch {
    return null;
  }
}

/**
 * How many scenarios a file has already; a line that was not written to its end is removed. Null: the file is new, or
 * ends within its first line.
 */
export function resumed(file: string, expected: ShardHeader): number | null {
  let found: ReturnType<typeof scanned>;
  try {
    found = scanned(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw misuse(`\`${file}\` cannot be read: ${String((error as Error).message)}`);
  }
  if (found.lines > 0 && JSON.stringify(headerOf(found.first)) !== JSON.stringify(expected))
    throw misuse(
      `\`${file}\` is not of this shard`,
      "its plan, inputs, version or number of shards differ: remove it, or write to another file",
    );
  truncateSync(file, found.end);
  return found.lines === 0 ? null : found.lines - 1;
}
