/** Results of policy tests in the formats of other programs. */
import XMLBuilder from "fast-xml-builder";
import { withoutBackquotes } from "../../report/backquotes.js";
import type { Block } from "../../report/block.js";
import { reasonLines, type TestedFile, textOf } from "../../report/tests.js";
import { type Annotation, plainLines } from "../annotations.js";
import type { FileRange } from "../input.js";
import type { FileResult } from "./run.js";
import type { Failure } from "./failure.js";
import { faultText, pathText } from "../schema-file.js";

const placeText = ({ file, line }: FileRange): string => `${file}:${line}`;

/** As the report has them. */
export const testedFiles = (results: readonly FileResult[]): TestedFile[] =>
  results.map(({ name, tests, faults }) => ({
    name,
    tests: tests.map((test) => ({
      name: test.name,
      failures: test.failures.map(({ key, expected, actual, place, why }) => ({
        key,
        expected,
        actual,
        where: placeText(place),
        why,
      })),
    })),
    faults: faults.map(faultText),
  }));

const whyLines = (why: Block[]): string[] => reasonLines(why).map((line) => withoutBackquotes(textOf(line)));

const failureText = ({ key, expected, actual }: Failure): string =>
  withoutBackquotes(`${key}: expected ${expected}, actual: ${actual}`);

/** Each failure and each fault at its line. */
export const annotationsOf = (results: readonly FileResult[]): Annotation[] =>
  results.flatMap(({ tests, faults }) => [
    ...faults.map(
      ({ place, path, message }): Annotation => ({
        severity: "error",
        code: "test-file",
        message: path === "" ? message : `${path}: ${message}`,
        place,
        subject: path,
      }),
    ),
    ...tests.flatMap(({ name, failures }) =>
      failures.map(
        (failure): Annotation => ({
          severity: "error",
          code: failure.key,
          message: [`${name}: ${failureText(failure)}`, ...whyLines(failure.why)].join("\n"),
          place: failure.place,
          subject: `${name}/${pathText(failure.path.slice(2))}/${failure.expected}`,
        }),
      ),
    ),
  ]);

/**
 * JUnit XML as kyverno writes it: a suite for each file, a case for each test, one failure with all that is not met.
 * A file with faults is a suite with an error. XML allows no control characters, not even escaped.
 */
export function junit(results: readonly FileResult[]): string {
  const suites = results.map(({ file, name, tests, faults }) => ({
    "@name": plainLines(name),
    "@tests": tests.length + faults.length,
    "@failures": tests.filter(({ failures }) => failures.length > 0).length,
    "@errors": faults.length,
    testcase: [
      ...tests.map((test) => ({
        "@name": plainLines(test.name),
        "@classname": plainLines(name),
        "@file": plainLines(file),
        "@line": test.place.line,
        ...(test.failures.length > 0 && { failure: failureElement(test.failures) }),
      })),
      ...faults.map(({ place, path, message }) => ({
        "@name": path === "" ? "test file" : plainLines(path),
        "@classname": plainLines(name),
        "@file": plainLines(file),
        "@line": place.line,
        error: { "@message": plainLines(message) },
      })),
    ],
  }));
  const sum = (key: "@tests" | "@failures" | "@errors"): number => suites.reduce((all, suite) => all + suite[key], 0);
  const builder = new XMLBuilder({
    ignoreAttributes: false,
    attributeNamePrefix: "@",
    format: true,
    suppressEmptyNode: true,
  });
  const root = { "@tests": sum("@tests"), "@failures": sum("@failures"), "@errors": sum("@errors"), testsuite: suites };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build({ testsuites: root }).trimEnd()}`;
}

function failureElement(failures: readonly Failure[]): object {
  const said = new Set<string>();
  const lines = failures.flatMap((failure) => {
    const whys = whyLines(failure.why).filter((line) => !said.has(line));
    for (const line of whys) said.add(line);
    return [failureText(failure), ...whys.map((line) => `  ${line}`)];
  });
  return { "@message": plainLines(failures.map(failureText).join("; ")), "#text": plainLines(lines.join("\n")) };
}

export const jsonOf = ({ file, name, tests, faults }: FileResult): object => ({
  file,
  name,
  tests: tests.map((test) => ({
    name: test.name,
    line: test.place.line,
    passed: test.failures.length === 0,
    failures: test.failures.map(({ key, path, place, expected, actual, why }) => ({
      key,
      path: pathText(path),
      line: place.line,
      column: place.column,
      expected,
      actual,
      why: whyLines(why),
    })),
  })),
  faults: faults.map(({ place, path, message }) => ({ path, line: place.line, column: place.column, message })),
});
