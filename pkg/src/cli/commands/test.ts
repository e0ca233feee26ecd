/** `schedscope test`: policy tests. */
import { existsSync, writeFileSync } from "node:fs";
import { Option } from "commander";
import { testsReport } from "../../report/tests.js";
import { framed } from "../command.js";
import { githubCommand, sarifLog } from "../annotations.js";
import { exit, misuse, nothing } from "../exit.js";
import { type Format, print } from "../format.js";
import { err, out } from "../screen.js";
import { annotationsOf, jsonOf, junit, testedFiles } from "../policy/formats.js";
import { initPath, initText } from "../policy/init.js";
import { runFile, testFiles, type FileResult } from "../policy/run.js";

interface TestOptions {
  output?: Format | "junit" | "github" | "sarif";
  init?: true;
}

export const test = framed({
  name: "test",
  summary: "policy tests: what must be decided of manifests, for CI",
  about:
    "Runs the tests in files named *.schedscope-test.yaml: which clusters placements select, which nodes pods get, " +
    "which pods they evict, why they wait, also after a drain or a loss. Reports for each failed expectation " +
    "what was expected, what was decided, and why.",
  args: [["[path...]", "files of tests, and folders that are searched for them; default: the working directory"]],
  options: [
    new Option(
      "-o, --output <format>",
      "json, yaml: the results by file; name: the tests that fail; wide: the same as without; markdown: for a " +
        "comment; junit: JUnit XML; github: annotations for GitHub Actions; sarif: for code scanning",
    ).choices(["json", "yaml", "wide", "name", "markdown", "junit", "github", "sarif"]),
    ["--init", "write a first test file next to these manifests, from today's decisions"],
  ],
  examples: `
  schedscope test --init fleet.yaml            writes fleet.schedscope-test.yaml
  schedscope test                              all tests below this folder
  schedscope test policies/ -o junit           for the test report of a pipeline`,
  notes: `
A file of tests:
  apiVersion: schedscope.dev/v1alpha1
  kind: SchedulingTest
  inputs: [fleet.yaml]
  now: 2026-01-31T12:00:00Z
  tests:
    - name: production survives the loss of a zone
      placement: prod/web
      without: {zone: eu-1}
      expectCount: 3
      expectNone: tier=dev

Exits 0 if all tests pass, 1 if one fails, 2 if a file of tests has a fault, 3 if there is none.`,
  run: async (paths: string[], options: TestOptions) => {
    const now = new Date().toISOString().replace(/\.\d+/, "");
    if (options.init === true) await init(paths, now);
    else await runAll(paths, options, now);
  },
});

async function init(inputs: string[], now: string): Promise<void> {
  if (inputs.length === 0) throw misuse("--init needs the manifests that the tests are about");
  const path = initPath(inputs);
  if (existsSync(path)) throw misuse(`\`${path}\` exists`, "remove it first, or add tests to it");
  const text = await initText(path, inputs, now);
  try {
    writeFileSync(path, text, { flag: "wx" });
  } catch (error) {
    throw misuse(`\`${path}\` cannot be written: ${String((error as Error).message)}`);
  }
  out.line(path);
}

async function runAll(paths: string[], { output }: TestOptions, now: string): Promise<void> {
  const files = testFiles(paths.length > 0 ? paths : ["."]);
  if (files.length === 0)
    throw nothing(
      "no file of tests is there",
      "it is called *.schedscope-test.yaml; `schedscope test --init` writes one",
    );
  const results: FileResult[] = [];
  for (const file of files) results.push(...(await runFile(file, now)));
  if (output === "junit") out.raw(junit(results).split("\n"));
  else if (output === "github") out.raw(annotationsOf(results).map(githubCommand));
  else if (output === "sarif") out.raw(JSON.stringify(sarifLog(annotationsOf(results)), null, 1).split("\n"));
  else
    print(output, {
      json: () => results.map((result) => JSON.stringify(jsonOf(result))),
      names: () =>
        results.flatMap(({ tests }) => tests.filter(({ failures }) => failures.length > 0).map(({ name }) => name)),
      people: () => testsReport(testedFiles(results)),
    });
  if (results.some(({ tests }) => tests.some(({ failures }) => failures.length > 0))) process.exitCode = exit.failed;
  if (results.some(({ faults }) => faults.length > 0)) process.exitCode = exit.misuse;
  // In these formats, faults are not words for people.
  if (output === "name")
    for (const { faults } of testedFiles(results)) for (const fault of faults) err.exact(`error: ${fault}`);
}
