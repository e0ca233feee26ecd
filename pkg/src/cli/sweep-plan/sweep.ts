/** `schedscope whatif sweep <plan>`: all scenarios of a plan, or a shard of them. */
import { appendFileSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { misuse } from "../exit.js";
import { read } from "../input.js";
import { faultText, SchemaReader } from "../schema-file.js";
import { standard } from "../streams.js";
import type { SweepInput } from "./decide.js";
import type { SweepPlan } from "./file.js";
import { runShard } from "./run.js";
import type { PlanOptions } from "./options.js";
import { Scenarios } from "./scenarios.js";
import { hashOf, resumed } from "./shard-file.js";

/** Runs a shard of a plan: to standard output, or to a file, which a run that was stopped continues. */
export async function sweepPlan(file: string, options: PlanOptions, version: string): Promise<void> {
  const input = await inputOf(file);
  const { count } = new Scenarios(input.plan);
  const { shard = { shard: 0, of: 1 }, to, threads = availableParallelism() } = options;
  const header = { plan: hashOf(input, version), scenarios: count, ...shard };
  const before = to === undefined ? 0 : resumed(to, header);
  const write = (lines: readonly string[]): void => {
    const text = `${lines.join("\n")}\n`;
    if (to === undefined) standard("stdout").write(text);
    else append(to, text);
  };
  if (before === null) write([JSON.stringify(header)]);
  await runShard({ input, count, shard, skipped: before ?? 0, threads }, write);
}

function append(file: string, text: string): void {
  try {
    appendFileSync(file, text);
  } catch (error) {
    throw misuse(`\`${file}\` cannot be written: ${String((error as Error).message)}`);
  }
}

async function inputOf(file: string): Promise<SweepInput> {
  const { documents, faults } = new SchemaReader<SweepPlan>("sweep-plan.json").read(file, readFileSync(file, "utf8"));
  const [first, ...others] = faults;
  if (first !== undefined) throw misuse(faultText(first), ...others.map(faultText));
  const [plan, second] = documents;
  if (plan === undefined || second !== undefined) throw misuse(`\`${file}\` has several plans`, "give one in a file");
  const paths = plan.content.inputs.map((path) => (isAbsolute(path) ? path : join(dirname(file), path)));
  const { input } = await read(paths);
  return { plan: plan.content, text: input.text };
}
