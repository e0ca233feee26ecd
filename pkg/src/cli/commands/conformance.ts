/** `schedscope conformance`: the engine held against what the real schedulers printed. */
import { readFileSync } from "node:fs";
import { type Command, Option } from "commander";
import { Scenario } from "../../entries/node.js";
import { misuse } from "../exit.js";
import { print, type Format } from "../format.js";
import { suggestion } from "../nearest.js";
import { terminalLine } from "../progress.js";
import { out } from "../screen.js";
import { failed } from "../session.js";

/** The comparison with vectors, a WebAssembly file of its own that only this command loads. */
type Comparator = typeof import("../../../dist/schedscope_conformance.js");

interface Request {
  text: string;
  question: string;
}

/** Adds the command. */
export function conformance(program: Command): void {
  program
    .command("conformance")
    .summary("compare the engine with recorded output of the real schedulers")
    .description(
      "Answers every line of vector files and compares with the recorded output of the real schedulers; exits " +
        "with 1 if an answer differs.",
    )
    .argument("<suite>", "placement, pods, quantities, quota, quotaEvents, quotaStatus, scores, spread, vm or vmLimits")
    .argument("<file...>", "vector files, one JSON object per line")
    .addOption(
      new Option("-o, --output <format>", "json, yaml: counts and the first failed lines").choices(["json", "yaml"]),
    )
    .addHelpText(
      "after",
      `
Examples:
  schedscope conformance spread tests/vectors/spread/seeds.jsonl
  schedscope conformance vm tests/vectors/vm/*.jsonl -o json`,
    )
    .action(async (suite: string, files: string[], { output }: { output?: Format }) => {
      const comparator = await load();
      const tally = tallyOf(suite, comparator);
      const texts = files.map((file) => ({ file, text: textOf(file) }));
      const line = terminalLine();
      let answered = 0;
      for (const { file, text } of texts)
        tally.run(file, text, (request: string) => {
          answered += 1;
          line?.tell(`comparing answers: ${answered}`);
          return answer(request);
        });
      line?.clear();
      if (output === undefined) out.raw(tally.toString().trimEnd());
      else print(output, { json: () => [JSON.stringify(tally.report())], names: () => [], people: () => [] });
      if (tally.failed > 0) failed(`${tally.failed} answers differ`);
    });
}

async function load(): Promise<Comparator> {
  try {
    const comparator = await import("../../../dist/schedscope_conformance.js");
    // From the place of the bundle, lib/cli.
    const file = new URL("../../dist/schedscope_conformance_bg.wasm", import.meta.url);
    comparator.initSync({ module: readFileSync(file) });
    return comparator;
  } catch (error) {
    throw misuse(
      "this build of schedscope does not include the comparison with vectors",
      error instanceof Error ? error.message : String(error),
    );
  }
}

/** An empty tally of a suite, which is given by its name or a former name. */
function tallyOf(suite: string, { suites, Tally }: Comparator): InstanceType<Comparator["Tally"]> {
  try {
    return new Tally(suite);
  } catch (error) {
    if ((error as { code?: string }).code !== "no-such-suite") throw error;
    throw misuse(`there is no suite \`${suite}\``, ...suggestion(suite, suites()), `available: ${suites().join(", ")}`);
  }
}

function textOf(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw misuse(`\`${file}\` cannot be read: ${(error as Error).message}`);
  }
  if (!isVector(text.trimStart().split("\n", 1)[0] ?? ""))
    throw misuse(`\`${file}\` is not a vector file: expected one JSON object per line`);
  return text;
}

/** Whether a line is a JSON object; a later line that is none is a difference of its own. */
function isVector(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** The answer to a request, as text, so that no number loses a digit. */
function answer(line: string): string {
  const { text, question } = JSON.parse(line) as Request;
  const scenario = new Scenario();
  try {
    scenario.replace(text);
    return scenario.askJson(question);
  } finally {
    scenario.free();
  }
}
