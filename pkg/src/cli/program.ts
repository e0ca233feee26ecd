/** All commands. */
import { existsSync } from "node:fs";
import { Command } from "commander";
import { addCalled, type Commands } from "./command.js";
import { clusterCommands, pluginArguments, pluginExamples, withCluster } from "./cluster/plugin.js";
import { programName, scopeTo, source } from "./cluster/source.js";
import { misuse } from "./exit.js";
import { isFileName } from "./file-name.js";
import { prepare } from "./format.js";
import { isFile } from "./input.js";
import { hubCommand } from "./kubectl.js";
import { standard } from "./streams.js";
import { plainText } from "../report/width.js";

/** All commands in the order of the help. */
const commands: Commands = {
  why: async () => (await import("./commands/why.js")).why,
  place: async () => (await import("./commands/place.js")).place,
  compare: async () => (await import("./commands/compare.js")).compare,
  whatif: async () => (await import("./commands/whatif.js")).whatif,
  pods: async () => (await import("./commands/pods.js")).pods,
  queue: async () => (await import("./commands/queue.js")).queue,
  quota: async () => (await import("./commands/quota.js")).quota,
  vm: async () => (await import("./commands/vm.js")).vm,
  lint: async () => (await import("./commands/lint.js")).lint,
  redact: async () => (await import("./commands/redact.js")).redact,
  test: async () => (await import("./commands/test.js")).test,
  mcp: async () => (await import("./commands/mcp.js")).mcp,
  example: async () => (await import("./commands/example.js")).example,
  open: async () => (await import("./commands/open.js")).open,
  completion: async () => (await import("./commands/completion.js")).completion,
};

/** What other words at the place of a command mean; the first is what `kubectl` would call it, the rest are former. */
export const aliases: Readonly<Record<string, readonly string[]>> = {
  explain: ["why"],
  change: ["whatif", "change"],
  sweep: ["whatif", "sweep"],
  without: ["whatif", "without"],
  drain: ["whatif", "drain"],
  rollout: ["whatif", "rollout"],
  verify: ["place", "--verify"],
  more: ["whatif", "more"],
  nodes: ["whatif", "nodes"],
  merge: ["whatif", "merge"],
  spread: ["place", "--steps"],
};

/** The commands of this program: of a plugin of kubectl, those that read a cluster. */
const known = (): Commands =>
  source.readsCluster
    ? Object.fromEntries(Object.entries(commands).filter(([name]) => clusterCommands.has(name)))
    : commands;

/**
 * The arguments with the command that is left out, and by its name: a file alone, and a text on standard input without
 * arguments, are about all that is in it.
 */
export function withCommand(given: string[], isPiped: boolean): string[] {
  const args = source.readsCluster ? pluginArguments(given) : given;
  const [first, ...rest] = args;
  if (first === undefined) return isPiped ? ["why"] : [];
  if (Object.hasOwn(aliases, first)) return [...(aliases[first] ?? []), ...rest];
  const isCommand = first === "help" || Object.hasOwn(commands, first);
  return !isCommand && isFile(first) ? ["why", ...args] : args;
}

/** The options whose values are files, by what stands for them in the flags. */
const ofFiles = /<(file|folder|path|table)>/;

/** Ends a run without files in which a file stands where an option has its value: `--rank fleet.yaml`. */
function refuseFileAsValue(command: Command): void {
  if (command.args.length > 0) return;
  for (const option of command.options) {
    const value: unknown = command.getOptionValue(option.attributeName());
    const isTyped = option.required && command.getOptionValueSource(option.attributeName()) === "cli";
    if (!isTyped || ofFiles.test(option.flags) || typeof value !== "string") continue;
    if (isFileName(value) && existsSync(value))
      throw misuse(
        `\`${value}\` is read as the value of ${option.long ?? option.flags}`,
        `give ${option.flags} a value`,
      );
  }
}

/** Commander's own words for a wrong argument name its class, and have the argument as it is. */
function argumentError(text: string): string {
  const lines = text.split(/\n(?=\(Did you mean |$)/).map(plainText);
  return lines
    .join("\n")
    .replace(/command-argument value '(.*)' is invalid for argument '(.*?)'/, "argument <$2> '$1' is invalid");
}

/** The program with the commands that a run with these arguments needs. */
export async function makeProgram(version: string, args: readonly string[]): Promise<Command> {
  const name = programName();
  const program = new Command(name)
    .description(
      source.readsCluster
        ? "Shows what Kubernetes schedulers decide, and why: reads the cluster of kubectl and computes the decision " +
            "of the real scheduler. Changes nothing in the cluster; nothing leaves the machine."
        : "Shows what Kubernetes schedulers decide, and why: reads the output of kubectl and computes the decision " +
            "of the real scheduler. Nothing leaves the machine.",
    )
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "show help for a command")
    .helpCommand("help [command]", "show help for a command")
    .showSuggestionAfterError()
    .configureHelp({ subcommandTerm: term, showGlobalOptions: source.readsCluster })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => standard("stdout").write(text),
      writeErr: (text) => standard("stderr").write(text),
      outputError: (text, write) => write(argumentError(text)),
    })
    .hook("preAction", (_, action) => refuseFileAsValue(action))
    .hook("preAction", (_, action) => scopeTo(action.optsWithGlobals<{ namespace?: string }>().namespace))
    .hook("preAction", (_, action) => prepare(action.optsWithGlobals<{ output?: string }>().output))
    .addHelpText("after", `${source.readsCluster ? helpOfPlugin(name) : helpOfFiles}\n\n${exitCodes}`);
  // A completion is about all commands.
  await addCalled(program, known(), args[0] === "completion" ? [] : args);
  if (source.readsCluster) withCluster(program, name);
  inherit(program);
  return program;
}

const helpOfPlugin = (name: string): string => `
Examples:
${pluginExamples(name)}

kubectl proxy does the talking, with your kubeconfig and its credentials: only GET passes. Kinds that you may not read
are named before the answer. Answers go to standard output, notes to standard error.`;

const helpOfFiles = `
Examples:
  ${hubCommand} | schedscope place -
  schedscope why prod-3 fleet.yaml
  schedscope whatif drain node-1 pods.yaml
  schedscope place fleet.yaml -p prod/web --expect prod-3   a policy check for CI
  schedscope lint manifests/

Every command takes files, folders, or standard input; YAML, JSON, lists, mixed. Answers go to
standard output, findings and notes to standard error. Colours: on a terminal; NO_COLOR, FORCE_COLOR.`;

const exitCodes = `Exit codes:
  0  fine
  1  a check failed: --expect…, --verify, --fail-on, --exit-code; a placement is misconfigured;
     why, pods <pod>, queue, quota why: a pod stays pending, or a kubelet rejects it (a list of pods
     decides nothing); whatif drain: it waits, never completes, or a pod returns to the node;
     whatif drain and without: a pod that was on a node is left without one; whatif rollout: it
     does not complete; the answer begins with Invalid or Incomplete: it rests on an invalid
     object, the input lacks objects, or a part of it cannot be read
  2  invalid call, or a file cannot be read
  3  the input has nothing to decide, or nothing of the name or filter that was given
  70 a fault of schedscope itself
  74 the answer cannot be written`;

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
