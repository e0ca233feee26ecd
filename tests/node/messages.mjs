/**
 * No code looks at the words of a message: a fault carries its cause. Finds string methods on values that are named
 * as messages are, in what makes and shows them.
 */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folders = [
  "crates",
  "pkg/src/words",
  "pkg/src/report",
  "pkg/src/cli",
  "pkg/src/calls",
  "www/src/views",
  "www/src/session",
];

/** Values that hold words for people. */
const names = "message|msg|title|fault|sentence|said|words|info";
const rust = "starts_with|ends_with|contains|strip_prefix|strip_suffix|split|split_once|find|matches|replace";
const script = "startsWith|endsWith|includes|indexOf|match|matchAll|replace|replaceAll|search|split|slice|substring";
const sought = [
  new RegExp(String.raw`\b(?:${names})\??\.(?:as_(?:str|bytes)\(\)\.)?(?:${rust}|${script})\(`),
  new RegExp(String.raw`\.(?:test|exec)\((?:\w+\.)*(?:${names})\)`),
  new RegExp(String.raw`(?<!typeof )\b(?:${names})(?:\.as_str\(\))? [=!]==? ["'\x60](?!["'\x60])`),
];

/** Files that may look at words, each with its reason. */
const allowed = {
  "crates/cel/src/compile.rs": "the errors of the crate `cel` have a text and no kind",
  "crates/text/src/yaml.rs": "the errors of the YAML parser have a text and no kind",
  "crates/text/src/json.rs": "the errors of the JSON parser about strings have a text and no kind",
  "crates/options/src/scalar.rs": "cuts the position that serde_json appends to its message",
  "crates/conformance/src/placement.rs": "compares what a hub printed",
  "crates/reader/src/decode/pod.rs": "reads kube-scheduler's message in a condition of the input",
  "crates/reader/src/decode/not_looked_at.rs": "`words` are values of the input",
  "crates/scenario/src/questions/error.rs": "an assertion",
  "crates/scenario/src/questions/mod.rs": "an error of serde has no path: that of an absent field begins with its name",
  "crates/text/src/pasted/line.rs": "classifies lines of the input",
  "pkg/src/words/incomplete.ts": "reads the kind in a line of the input",
  "pkg/src/words/verdict.ts": "splits kube-scheduler's message in the input into its clauses",
  "pkg/src/words/placement/filtered.ts": "cuts the compiler's drawing below its message",
  "pkg/src/report/backquotes.ts": "typography: commands keep their quotes",
  "www/src/views/placement/spread/step-sentences.tsx": "makes the name in a sentence a link",
};

const found = [];
for (const folder of folders) {
  for (const name of readdirSync(`${root}${folder}`, { recursive: true })) {
    const path = `${folder}/${name}`;
    if (!/\.(rs|ts|tsx)$/.test(path) || /\.test\.tsx?$|(^|\/)tests?(\/|\.rs$)/.test(path)) continue;
    readFileSync(`${root}${path}`, "utf8")
      .split("\n")
      .forEach((line, at) => {
        if (/^\s*(\/\/|\*|\/\*)/.test(line)) return;
        if (sought.some((one) => one.test(line))) found.push([path, at + 1, line.trim()]);
      });
  }
}
const unexplained = found.filter(([path]) => allowed[path] === undefined);
for (const [path, line, text] of unexplained) console.error(`${path}:${line}: ${text}`);
const unused = Object.keys(allowed).filter((path) => !found.some(([of]) => of === path));
for (const path of unused) console.error(`${path}: nothing there looks at words any more`);
if (unexplained.length + unused.length > 0) {
  console.error("Code that needs to know a fault looks at its cause, not at its message.");
  process.exit(1);
}
