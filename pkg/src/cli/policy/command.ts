/** What `schedscope test` runs: a file of its own, since the help of all commands needs none of it. */
import { existsSync, writeFileSync } from "node:fs";
import { testsReport } from "../../report/tests.js";
import { githubCommand, sarifLog } from "../annotations.js";
import { exit, misuse, nothing } from "../exit.js";
import { type Format, print } from "../format.js";
import { err, out } from "../screen.js";
import { annotationsOf, jsonOf, junit, testedFiles } from "./formats.js";
import { initPath, initText } from "./init.js";
import { type FileResult, runFile, testFiles } from "./run.js";

export interface TestOptions {
  output?: Format | "junit" | "github" | "sarif";
  init?: true;
}

export async function test(paths: string[], options: TestOptions): Promise<void> {
  const now = new Date().toISOString().replace(/\.\d+/, "");
  if (options.init === true) await init(paths, now);
  else await runAll(paths, options, now);
}

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
