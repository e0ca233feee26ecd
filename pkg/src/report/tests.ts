/** The report of policy tests. */
import { isBefore } from "../words/caveat.js";
import { counted, integer } from "../words/number.js";
import { plain, quiet, strong } from "../words/phrase.js";
import {
  bad,
  type Block,
  checklist,
  type CheckLine,
  facts,
  good,
  type Item,
  type Line,
  list,
  partsOf,
} from "./block.js";

/** An expectation that is not met. */
export interface UnmetExpectation {
  /** The key, such as `expectCount`. */
  key: string;
  expected: string;
  actual: string;
  /** `file:line` of the expectation. */
  where: string;
  why: Block[];
}

/** A test with what of it is not met. */
export interface TestedCase {
  name: string;
  failures: UnmetExpectation[];
}

/** The tests of a file, and its faults, as `file:line:column: message`. */
export interface TestedFile {
  name: string;
  tests: TestedCase[];
  faults: string[];
}

const isMet = ({ failures }: TestedCase): boolean => failures.length === 0;

/** `3 passed, 1 failed` */
function tally(files: readonly TestedFile[]): Line {
  const tests = files.flatMap((file) => file.tests);
  const failed = tests.filter((test) => !isMet(test)).length;
  const faults = files.reduce((sum, file) => sum + file.faults.length, 0);
  const words = [
    `${integer(tests.length - failed)} passed`,
    ...(failed > 0 ? [`${integer(failed)} failed`] : []),
    ...(faults > 0 ? [counted(faults, "fault in a test file", "faults in test files")] : []),
  ].join(", ");
  return [failed + faults === 0 ? good(words) : bad(words)];
}

/** The tests of each file in a line each, and of those that fail, what was expected, what is, and why. */
export const testsReport = (files: readonly TestedFile[]): Block[] => [
  ...files.flatMap(fileReport),
  ...facts([tally(files)], { isApart: true }),
];

function fileReport({ name, tests, faults }: TestedFile): Block[] {
  const blocks: Block[] = facts(
    faults.map((fault): Line => [bad("error: "), plain(fault)]),
    { title: name },
  );
  let lines: CheckLine[] = [];
  const flush = (): void => {
    blocks.push(...checklist(lines, blocks.length === 0 ? { title: name } : {}));
    lines = [];
  };
  for (const test of tests) {
    lines.push({ line: test.name, holds: isMet(test) });
    if (isMet(test)) continue;
    flush();
    blocks.push(...list(failureItems(test.failures)));
  }
  flush();
  return blocks;
}

/** What was expected, what is, and why; of failures with the same reason, once. */
function failureItems(failures: readonly UnmetExpectation[]): Item[] {
  const said = new Set<string>();
  return failures.map(({ key, expected, actual, where, why }) => {
    const reasons = reasonLines(why).filter((line) => {
      const words = textOf(line);
      const isNew = !said.has(words);
      said.add(words);
      return isNew;
    });
    return {
      line: [strong(key), quiet(` (${where})`)],
      about: [[quiet("expected: "), plain(expected)], [quiet("actual: "), plain(actual)], ...reasons],
    };
  });
}

/** The words of a line. */
export const textOf = (line: Line): string =>
  partsOf(line)
    .map(({ text }) => text)
    .join("");

/** The reason of a failure, as lines: sentences, findings and lists of a report. */
export const reasonLines = (blocks: readonly Block[]): Line[] =>
  blocks.flatMap((block): Line[] => {
    switch (block.kind) {
      case "headline":
      case "facts":
        return block.lines;
      case "findings":
        return block.findings.flatMap((finding) => ("place" in finding || !isBefore(finding) ? [] : [finding.message]));
      case "list":
        return [
          ...(block.title === undefined ? [] : [quiet(`${block.title}:`)]),
          ...block.items.flatMap(({ line, about = [] }) => [line, ...about].map(indented)),
        ];
      // A failure has no room for tables.
      default:
        return [];
    }
  });

const indented = (line: Line): Line => [{ text: "  " }, ...partsOf(line)];
