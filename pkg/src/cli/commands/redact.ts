/** `schedscope redact`: replaces the names of a text, so that it can be shared. */
import { readFileSync, writeFileSync } from "node:fs";
import { differences, redact as redacted, restored, type Table } from "../../redact/redact.js";
import { counted } from "../../words/number.js";
import { framed } from "../command.js";
import { source } from "../cluster/source.js";
import { misuse } from "../exit.js";
import { read } from "../input.js";
import { fileArguments, type TextOptions } from "../options.js";
import { QuestionFlags } from "../question.js";
import { err, out } from "../screen.js";
import { failed, newScenario, note, start } from "../session.js";
import { several } from "../values.js";

interface RedactOptions extends Pick<TextOptions, "ignore" | "quiet"> {
  table?: string;
  restore?: string;
  now?: string;
}

const flags = new QuestionFlags("decide", { now: "--now <time>" }, ["now"]);

export const redact = framed({
  name: "redact",
  summary: "the same input with names replaced, to share it",
  about:
    "Replaces names, namespaces, labels, images, annotations, addresses and messages by words that sort in " +
    "the same order, and verifies that the decisions stay the same. Prints YAML with the fields that " +
    "schedscope reads.",
  args: [fileArguments],
  options: [
    ["--table <file>", "write the originals of the words to this new file; keep it to yourself"],
    ["--restore <table>", "take the words of a file, such as an answer, back to the originals of this table"],
    ["--ignore <pattern>", "pass over these files of folders; repeatable", several],
    ["-q, --quiet", "no notes on standard error"],
    flags,
  ],
  examples: `
  schedscope redact hub.yaml --table names.json > shared.yaml
  schedscope why n0012 shared.yaml | schedscope redact --restore names.json`,
  notes: `
Quantities, times, fields and values of the API, small numbers, and keys of public domains such as kubernetes.io are
kept. Exits 1 if a decision differs once the words are taken back: the sentence on standard error names it.`,
  run: async (files: string[], options: RedactOptions) => {
    if (options.restore !== undefined) {
      if (source.readsCluster) throw misuse("--restore reads files", "run schedscope redact --restore");
      const { input } = await read(files, options.ignore);
      out.raw(restored(input.text, tableOf(options.restore)).replace(/\n$/, ""));
      return;
    }
    const { input, scenario, denied } = await start(files, options);
    note(denied, options);
    const { text, table, leftOut } = redacted(input.text);
    if (options.table !== undefined) writeTable(options.table, table);
    const copy = newScenario();
    copy.replace(text);
    const now = options.now ?? new Date().toISOString();
    const found = await differences(scenario, copy, table, { now });
    out.raw(text.replace(/\n$/, ""));
    out.flush();
    note(
      leftOut.map((one) => `left out: ${one}`),
      options,
    );
    for (const one of found) failed(one);
    if (found.length > 0 || options.quiet === true) return;
    const replaced = counted(Object.keys(table).length, "word");
    err.line([{ text: "verified: ", look: "good" }, { text: `${replaced} replaced; the decisions are the same` }]);
  },
});

/** A new file that others cannot read. */
function writeTable(file: string, table: Table): void {
  try {
    writeFileSync(file, `${JSON.stringify(table, null, 2)}\n`, { flag: "wx", mode: 0o600 });
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === "EEXIST";
    throw misuse(`\`${file}\` cannot be written: ${isThere ? "it exists" : (error as Error).message}`);
  }
}

function tableOf(file: string): Table {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw misuse(`\`${file}\` cannot be read as a table: ${(error as Error).message}`);
  }
  const isTable =
    typeof value === "object" && value !== null && Object.values(value).every((word) => typeof word === "string");
  if (!isTable) throw misuse(`\`${file}\` is not a table of \`schedscope redact --table\``);
  return value as Table;
}
