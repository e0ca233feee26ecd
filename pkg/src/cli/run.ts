/** A run of a command, from its arguments to its exit code. */
import { fstatSync } from "node:fs";
import { CommanderError } from "commander";
import { SchedscopeError } from "../entries/node.js";
import { compileForOneRun } from "./engine.js";
import { exit, Stop } from "./exit.js";
import { unanswered } from "./format.js";
import { source } from "./cluster/source.js";
import { aliases, makeProgram, withCommand } from "./program.js";
import { err, out } from "./screen.js";

/** Runs what the arguments of the process ask for. */
export async function run(version: string): Promise<void> {
  compileForOneRun();
  try {
    const given = process.argv.slice(2);
    if (source.readsCluster && given[0] === "__complete") await complete(version, given.slice(1));
    else await runCommand(version, withCommand(given, isPiped()));
  } catch (error) {
    process.exitCode = endOf(error);
  }
  err.flush();
  out.flush();
}

async function runCommand(version: string, args: string[]): Promise<void> {
  const program = await makeProgram(version, args);
  await program.parseAsync(args, { from: "user" });
}

/** Prints what may follow the words, of which the last one is being typed: `kubectl_complete-schedscope` calls it. */
async function complete(version: string, words: string[]): Promise<void> {
  const { completions } = await import("./completion.js");
  out.raw(completions(await makeProgram(version, []), aliases, words));
}

/** Whether standard input is a pipe or a file. */
function isPiped(): boolean {
  try {
    const stdin = fstatSync(0);
    return stdin.isFIFO() || stdin.isFile() || stdin.isSocket();
  } catch {
    // It is closed.
    return false;
  }
}

/** What is not there may be in the part of the text that could not be read, or be invalid. */
const orFailed = (code: number): number => (process.exitCode === exit.failed ? exit.failed : code);

/** What is said of an error, and how the run ends. */
function endOf(error: unknown): number {
  // Help, the version, and misuse, of which commander has said what there is to say.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exit.fine : exit.misuse;
  if (error instanceof Stop) {
    err.exact([{ text: "error: ", look: "bad" }, { text: error.message }]);
    for (const line of error.help.flatMap((help) => help.split("\n"))) err.exact(`  ${line}`);
    if (error.code === exit.nothing) unanswered.print?.();
    return error.code === exit.nothing ? orFailed(exit.nothing) : error.code;
  }
  if (error instanceof SchedscopeError) {
    err.exact([{ text: "error: ", look: "bad" }, { text: error.message }]);
    return error.code.startsWith("no-such-") ? orFailed(exit.nothing) : exit.misuse;
  }
  err.exact([{ text: "internal error in schedscope: ", look: "bad" }, { text: String(error) }]);
  if (error instanceof Error && error.stack !== undefined) err.raw(error.stack);
  return exit.fault;
}
