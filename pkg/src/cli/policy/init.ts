/** Writes a first file of policy tests, from the decisions of today. */
import { basename, dirname, join, relative, sep } from "node:path";
import { firstTests } from "../../policy/first-tests.js";
import { testFileName } from "../../words/folder.js";
import { misuse, nothing } from "../exit.js";
import { note, start } from "../session.js";

/** Where the tests of inputs are written: next to the first. */
export function initPath(inputs: readonly string[]): string {
  const [first = "-"] = inputs;
  if (inputs.includes("-")) throw misuse("--init needs files: tests read them again");
  const name = basename(first.replace(/[\\/]+$/, ""));
  const folder = name === "" || name === "." || name === ".." ? first : dirname(first);
  return join(folder, testFileName(name));
}

/** The text of the file. What is not decided, for example because an object is missing, is a note. */
export async function initText(path: string, inputs: readonly string[], now: string): Promise<string> {
  const { scenario } = await start([...inputs], { quiet: true });
  const { text, notes } = firstTests(scenario, {
    inputs: inputs.map((input) => relative(dirname(path), input).split(sep).join("/") || "."),
    now,
  });
  note(notes, {});
  if (text === null) throw nothing("nothing is decided of the input: it has no Placement and no pending pod");
  return text;
}
