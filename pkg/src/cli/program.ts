/** All commands. */
import { existsSync } from "node:fs";
import { Command } from "commander";
import { prepare } from "./format.js";
import { hubCommand } from "./kubectl.js";
import { standard } from "./streams.js";
import { plainText } from "../report/width.js";

/** Adds a command to the program. */
type Adding = (program: Command) => void;

/** All commands in the order of the help, each a file that is loaded where it is needed. */
const commands: Readonly<Record<string, () => Promise<Adding>>> = {
  why: async () => (await import("./commands/why.js")).why,
  place: async () => (await import("./commands/place.js")).place,
  spread: async () => (await import("./commands/spread.js")).spread,
  compare: async () => (await import("./commands/compare.js")).compare,
  change: async () => (await import("./commands/change.js")).change,
  sweep: async () => (await import("./commands/sweep.js")).sweep,
  rank: async () => (await import("./commands/rank.js")).rank,
  stability: async () => (await import("./commands/stability.js")).stability,
  without: async () => (await import("./commands/without.js")).without,
  pods: async () => (await import("./commands/pods.js")).pods,
  quota: async () => (await import("./commands/quota.js")).quota,
  queue: async () => (await import("./commands/queue.js")).queue,
  drain: async () => (await import("./commands/drain.js")).drain,
  more: async () => (await import("./commands/more.js")).more,
  vm: async () => (await import("./commands/vm.js")).vm,
  lint: async () => (await import("./commands/lint.js")).lint,
  conformance: async () => (await import("./commands/conformance.js")).conformance,
  completion: async () => (await import("./commands/completion.js")).completion,
};

/** Other names of commands. */
const aliases: Readonly<Record<string, string>> = { explain: "why" };

/** The commands that a run needs: the one that is called; for help, completion and misuse, all. */
function needed(called = ""): (() => Promise<Adding>)[] {
  const name = Object.hasOwn(aliases, called) ? aliases[called] : called;
  const one = name === undefined || name === "completion" || !Object.hasOwn(commands, name) ? null : commands[name];
  return one == null ? Object.values(commands) : [one];
}

/** Whether a word is a command. */
const isCommand = (word: string): boolean =>
  word === "help" || Object.hasOwn(commands, word) || Object.hasOwn(aliases, word);

/**
 * The arguments with the command that is left out: a file alone, and a text on standard input without arguments, are
 * about all that is in it.
 */
export function withCommand(args: string[], isPiped: boolean): string[] {
  const [first] = args;
  if (first === undefined) return isPiped ? ["why"] : [];
  return !isCommand(first) && (first === "-" || existsSync(first)) ? ["why", ...args] : args;
}

/** Commander's own words for a wrong argument name its class, and have the argument as it is. */
function argumentError(text: string): string {
  const lines = text.split(/\n(?=\(Did you mean |$)/).map(plainText);
  return lines
    .join("\n")
    .replace(/command-argument value '(.*)' is invalid for argument '(.*?)'/, "argument <$2> '$1' is invalid");
}

/** The program with the commands that a run needs, whose first argument is `called`. */
export async function makeProgram(version: string, called: string | undefined): Promise<Command> {
  const adding = Promise.all(needed(called).map((load) => load()));
  const program = new Command("schedscope")
    .description(
      "Shows what Kubernetes schedulers decide, and why: reads the output of kubectl and computes the decision of " +
        "the real scheduler. Nothing leaves the machine.",
    )
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "show help for a command")
    .helpCommand("help [command]", "show help for a command")
    .showSuggestionAfterError()
    .configureHelp({ subcommandTerm: term })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => standard("stdout").write(text),
      writeErr: (text) => standard("stderr").write(text),
      outputError: (text, write) => write(argumentError(text)),
    })
    .hook("preAction", (_, action) => prepare(action.optsWithGlobals<{ output?: string }>().output))
    .addHelpText(
      "after",
      `
Examples:
  ${hubCommand} | schedscope place -
  schedscope explain prod-3 fleet.yaml
  schedscope place fleet.yaml -p prod/web --expect prod-3   a policy check for CI
  schedscope lint manifests/

Every command takes files, folders, or standard input; YAML, JSON, lists, mixed. Answers go to
standard output, findings and notes to standard error. Colours: on a terminal; NO_COLOR, FORCE_COLOR.

Exit codes:
  0  fine
  1  a check failed: --expect…, --verify, --fail-on, --exit-code, a vector; a placement is
     misconfigured; pods <pod>, queue, quota why: a pod stays pending, or a kubelet rejects it (a
     list of pods decides nothing); drain: it never completes, or a pod stays pending or returns to
     the node; the answer begins with Invalid or Incomplete: it rests on an invalid object, the
     text lacks objects, or a part of it cannot be read
  2  invalid call, or a file cannot be read
  3  the text has nothing to decide, or nothing of the name or filter that was given
  70 a fault of schedscope itself
  74 the answer cannot be written`,
    );
  for (const add of await adding) add(program);
  inherit(program);
  return program;
}

/** A command with its arguments, for the list of commands; all have options, so `[options]` is left out. */
const term = (command: Command): string =>
  [
    command.name(),
    ...command.registeredArguments.map((of) =>
      (of.required ? `<${of.name()}>` : `[${of.name()}]`).replace(/(?=.$)/, of.variadic ? "..." : ""),
    ),
  ].join(" ");

/** Errors of commands below end as those of the program do. */
function inherit(command: Command): void {
  for (const below of command.commands) {
    below.copyInheritedSettings(command);
    below.helpOption("-h, --help", "show this help");
    inherit(below);
  }
}
