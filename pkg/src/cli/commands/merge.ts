/** `schedscope whatif merge`: the lines of all shards of a plan, in the order of the scenarios. */
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { integer } from "../../words/number.js";
import { framed } from "../command.js";
import { misuse, nothing } from "../exit.js";
import { standard } from "../streams.js";
import { shardSize } from "../sweep-plan/scenarios.js";
import { headerOf, scanned, type ShardHeader } from "../sweep-plan/shard-file.js";

/** Lines that are written at a time. */
const atOnce = 1000;

export const merge = framed({
  name: "merge",
  summary: "join the shards of a sweep of a plan",
  about:
    "Prints the lines of all shards of a plan in the order of the scenarios: the same bytes as a sweep in one " +
    "piece. Fails if a shard is missing, duplicated or incomplete.",
  args: [["<file...>", "the files that `whatif sweep --to` wrote"]],
  examples: `
  schedscope whatif merge shard-*.jsonl > sweep.jsonl`,
  run: async (files: string[]) => {
    await merged(ordered(files));
  },
});

/** The files by their shard. */
function ordered(files: string[]): string[] {
  const found = files.map((file) => {
    let scan: ReturnType<typeof scanned>;
    try {
      scan = scanned(file);
    } catch (error) {
      throw misuse(`\`${file}\` cannot be read: ${String((error as Error).message)}`);
    }
    const header = headerOf(scan.first);
    if (header === null) throw misuse(`\`${file}\` is not a shard`, "`whatif sweep --to <file>` writes one");
    return { file, header, lines: scan.lines - 1 };
  });
  const [{ header: first } = { header: null }] = found;
  if (first === null) throw nothing("no shard is given");
  const byShard = new Map<number, string>();
  for (const { file, header, lines } of found) {
    if (!isSameSweep(header, first)) throw misuse(`\`${file}\` belongs to another plan than \`${files[0] ?? ""}\``);
    const other = byShard.get(header.shard);
    if (other !== undefined) throw misuse(`\`${other}\` and \`${file}\` are the same shard`);
    const size = shardSize(header.scenarios, header);
    if (lines !== size)
      throw misuse(
        `\`${file}\` has ${integer(lines)} of ${integer(size)} scenarios`,
        `run shard ${header.shard}/${header.of} again with the same --to: it continues`,
      );
    byShard.set(header.shard, file);
  }
  return Array.from({ length: first.of }, (_, shard) => {
    const file = byShard.get(shard);
    if (file === undefined) throw misuse(`shard ${shard}/${first.of} is missing`);
    return file;
  });
}

const isSameSweep = (one: ShardHeader, other: ShardHeader): boolean =>
  one.plan === other.plan && one.of === other.of && one.scenarios === other.scenarios;

/** Scenario k is in shard k modulo their number. */
async function merged(files: string[]): Promise<void> {
  const out = standard("stdout");
  const readers = files.map((file) => createInterface({ input: createReadStream(file) })[Symbol.asyncIterator]());
  // Their headers.
  await Promise.all(readers.map((reader) => reader.next()));
  let lines: string[] = [];
  const flush = async (): Promise<void> => {
    if (lines.length > 0 && !out.write(`${lines.join("\n")}\n`)) await once(out, "drain");
    lines = [];
  };
  for (let at = 0; ; at = (at + 1) % readers.length) {
    const { value, done } = (await readers[at]?.next()) ?? { value: "", done: true };
    // Shards that come later have as many scenarios, or one less.
    if (done === true) break;
    lines.push(value);
    if (lines.length >= atOnce) await flush();
  }
  await flush();
}
