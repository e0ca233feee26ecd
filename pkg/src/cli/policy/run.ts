/** Runs policy tests. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, normalize } from "node:path";
import { type Finding, isAtLeast } from "../../report/text-findings.js";
import { SchedscopeError } from "../../entries/node.js";
import { isHidden, testName } from "../../words/folder.js";
import { counted } from "../../words/number.js";
import { misuse, Stop } from "../exit.js";
import { findingsOfText } from "../lint-findings.js";
import { type CheckedDocument, type Fault, type Path, pathText } from "../schema-file.js";
import { start } from "../session.js";
import { because, type Context, type Failure, type TestResult } from "./failure.js";
import type { TestCase, TestFile } from "../../policy/file.js";
import { placementFailures } from "./placements.js";
import { nodeFailures, podFailures, rolloutFailures } from "./pods.js";
import { readTests } from "./read.js";
import { type Subject, subjectOf } from "./subjects.js";

/** The tests of a file that were run, and its faults. */
export interface FileResult {
  file: string;
  /** What the tests are called together. */
  name: string;
  tests: TestResult[];
  faults: Fault[];
}

/** The files of tests below folders, by name; a file that is named is one. */
export function testFiles(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    try {
      return statSync(path).isDirectory() ? below(path) : [path];
    } catch (error) {
      throw misuse(`\`${path}\` cannot be read: ${String((error as Error).message)}`);
    }
  });
}

function below(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (isHidden(entry.name)) return [];
    if (entry.isDirectory()) return below(path);
    return entry.isFile() && testName.test(entry.name) ? [path] : [];
  });
}

/** Runs the tests of a file. `now`: the time of the run. */
export async function runFile(file: string, now: string): Promise<FileResult[]> {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw misuse(`\`${file}\` cannot be read: ${String((error as Error).message)}`);
  }
  const { files, faults } = readTests(file, text);
  const results: FileResult[] = faults.length > 0 ? [{ file, name: file, tests: [], faults }] : [];
  for (const read of files) results.push(await runDocument(read, now));
  return results;
}

async function runDocument(read: CheckedDocument<TestFile>, now: string): Promise<FileResult> {
  const { file, content, placeOf } = read;
  const name = content.metadata?.name ?? file;
  const paths = content.inputs.map((input) => (isAbsolute(input) ? input : normalize(join(dirname(file), input))));
  const tests: TestResult[] = [];
  const faults: Fault[] = [];
  try {
    const session = await start(paths, {
      quiet: true,
      ...(content.version !== undefined && { kubernetes: content.version }),
    });
    for (const [index, test] of content.tests.entries()) {
      let failures: Failure[];
      try {
        failures = await failuresOf({ session, content, test, now });
      } catch (error) {
        // A value that the form allows and the engine does not, such as a selector that cannot be parsed.
        if (!(error instanceof SchedscopeError) || error.code === "engine-failed") throw error;
        const path: Path = error.code === "invalid-now" && content.now !== undefined ? ["now"] : ["tests", index];
        faults.push({ place: placeOf(path), path: pathText(path), message: error.message });
        continue;
      }
      tests.push({
        name: test.name,
        place: placeOf(["tests", index]),
        failures: failures.map((failure) => {
          const path: Path = ["tests", index, failure.key, ...(failure.at === undefined ? [] : [failure.at])];
          return { ...failure, path, place: placeOf(path) };
        }),
      });
    }
  } catch (error) {
    // An input that cannot be read is a fault of the file.
    if (!(error instanceof Stop)) throw error;
    const path: Path = ["inputs"];
    const message = [error.message, ...error.help].join("; ");
    return { file, name, tests: [], faults: [{ place: placeOf(path), path: pathText(path), message }] };
  }
  return { file, name, tests, faults };
}

const runners: Readonly<Record<Subject, (context: Context) => Failure[]>> = {
  placement: placementFailures,
  pod: podFailures,
  rollout: rolloutFailures,
  node: nodeFailures,
  input: () => [],
};

/** What of a test is not met. */
async function failuresOf(context: Context): Promise<Failure[]> {
  const { content, test } = context;
  const failures = runners[subjectOf(test)](context);
  if (test.expectNoFindings !== undefined) failures.push(...(await findingFailures(context, content, test)));
  return failures;
}

/** Findings that are listed of many. */
const mostFindings = 5;

async function findingFailures({ session }: Context, content: TestFile, test: TestCase): Promise<Failure[]> {
  const bound = test.expectNoFindings ?? "error";
  const { findings } = await findingsOfText(session, content.profile ?? "Upstream");
  const found: Finding[] = findings.filter(({ severity }) => isAtLeast(severity, bound));
  if (found.length === 0) return [];
  const shown = found.slice(0, mostFindings).map(({ severity, code, message, range }) => {
    const place = range === null ? null : session.input.place(range.start);
    return `${place === null ? "" : `${place.file}:${place.line}:${place.column}: `}${severity}: ${message} (${code})`;
  });
  const rest = found.length - mostFindings;
  return [
    {
      key: "expectNoFindings",
      expected: `no finding of severity ${bound} or worse`,
      actual: counted(found.length, "finding"),
      why: because([...shown, ...(rest > 0 ? [`and ${counted(rest, "more", "more")}`] : [])]),
    },
  ];
}
