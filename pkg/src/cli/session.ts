/** A text that was read, ready to be asked. */
import type { Reading, Severity } from "../../types.js";
import { Scenario } from "../entries/node.js";
import { exit, nothing } from "./exit.js";
import { countsText, findingOf, isAtLeast, severities, showFinding } from "./findings.js";
import { type Input, read } from "./input.js";
import type { TextOptions } from "./options.js";
import { watched } from "./progress.js";
import { incompleteDetails, incompleteText, type PlaceWords } from "../words/incomplete.js";
import { err, out } from "./screen.js";

/** The text, its scenario, and what it holds. */
export interface Session {
  input: Input;
  scenario: Scenario;
  reading: Reading;
}

/** Findings that are shown beside another answer; `lint` shows all. */
const most = 5;

/** Reads a text; what is wrong with it is said on standard error. */
export async function open(paths: string[], options: TextOptions): Promise<Session> {
  const session = await start(paths, options);
  const { input, reading } = session;
  if (input.text.trim() === "") throw nothing("the text is empty");
  if (options.quiet !== true) {
    const found = reading.diagnostics.filter(({ severity }) => isAtLeast(severity, "warning"));
    const sorted = [...found].sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
    for (const diagnostic of sorted.slice(0, most)) showFinding(err, input, findingOf(diagnostic, input));
    const rest = reading.counts.error + reading.counts.warning - Math.min(most, sorted.length);
    if (rest > 0) err.line(`and ${rest} more; \`schedscope lint\` shows all`, "quiet");
    err.flush();
  }
  sayIncomplete(session, options);
  failOn(reading.counts, options.failOn ?? "never");
  return session;
}

/** Says before the answer what of the text it lacks, and fails the run. */
function sayIncomplete({ input, reading: { incomplete } }: Session, { output }: TextOptions): void {
  const where: PlaceWords = (at) => {
    const { file, line } = input.place(at);
    return input.isOne ? `line ${line}` : `${file}:${line}`;
  };
  const sentence = incompleteText(incomplete, where);
  if (sentence === null) return;
  const screen = output === undefined || output === "wide" ? out : err;
  screen.line(sentence, "warning");
  for (const detail of incompleteDetails(incomplete, where)) screen.line(`  ${detail}`, "quiet");
  failed("the text is incomplete");
}

/** The same text once more, to be decided otherwise. */
export function copied({ input }: Session): Session {
  const scenario = new Scenario();
  return { input, scenario, reading: scenario.replace(input.text) };
}

/** The same without findings; what of a folder was not read is said. */
export async function start(
  paths: string[],
  { ignore, quiet }: Pick<TextOptions, "ignore" | "quiet">,
): Promise<Session> {
  const { input, notes } = await read(paths, ignore);
  note(notes, { quiet });
  const scenario = new Scenario();
  const loaded = await watched((work) => scenario.load(input.text, work));
  const reading = loaded ?? scenario.replace(input.text);
  return { input, scenario, reading };
}

const noted = new Set<string>();

/** Notes of an answer, on standard error; what holds for many answers is said once. */
export function note(notes: string[], { quiet }: { quiet?: boolean | undefined }): void {
  if (quiet === true) return;
  for (const message of notes) {
    if (noted.has(message)) continue;
    noted.add(message);
    err.line([{ text: "note: ", look: "quiet" }, { text: message }]);
  }
}

/** A check failed: the run goes on, and says so in the end. */
export function failed(words: string): void {
  err.line([{ text: "failed: ", look: "bad" }, { text: words }]);
  process.exitCode = exit.failed;
}

/** Fails a run with findings of this severity or worse. */
export function failOn(counts: Record<Severity, number>, bound: Severity | "never"): void {
  if (bound === "never") return;
  const bad = severities.filter((severity) => isAtLeast(severity, bound) && counts[severity] > 0);
  const ofBad = Object.fromEntries(bad.map((severity) => [severity, counts[severity]]));
  const found = countsText({ error: 0, warning: 0, info: 0, hint: 0, ...ofBad });
  if (bad.length > 0) failed(`the text has ${found} (--fail-on ${bound})`);
}
