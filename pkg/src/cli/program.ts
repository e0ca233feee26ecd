/** All commands. */
import { readFileSync } from "node:fs";
import { Command } from "commander";
import { compare } from "./commands/compare.js";
import { completion } from "./commands/completion.js";
import { conformance } from "./commands/conformance.js";
import { explain } from "./commands/explain.js";
import { lint } from "./commands/lint.js";
import { place } from "./commands/place.js";
import { pods } from "./commands/pods.js";
import { queue } from "./commands/queue.js";
import { quota } from "./commands/quota.js";
import { spread } from "./commands/spread.js";
import { vm } from "./commands/vm.js";

/** The program with all its commands. */
export function makeProgram(): Command {
  const program = new Command("schedscope")
    .description(
      "A scope into Kubernetes scheduling decisions: give it what kubectl prints, and it gives the decision " +
        "of the real scheduler, and says why. Nothing leaves the machine.",
    )
    .version(version(), "-V, --version", "print the version")
    .helpOption("-h, --help", "tell more about a command")
    .helpCommand("help [command]", "tell more about a command")
    .showSuggestionAfterError()
    .configureHelp({ subcommandTerm: term })
    .exitOverride()
    .addHelpText(
      "after",
      `
Examples:
  kubectl get managedclusters,placements -A -o yaml | schedscope place -
  schedscope explain prod-3 fleet.yaml
  schedscope place fleet.yaml -p prod/web --expect prod-3   a policy check for CI
  schedscope lint manifests/

Every command takes files, folders, or standard input; YAML, JSON, lists, mixed. Answers go to
standard output, findings and notes to standard error. Colours: on a terminal; NO_COLOR, FORCE_COLOR.

Exit codes:
  0  fine
  1  a check failed: --expect, --expect-not, --expect-count, --fail-on, --exit-code, a vector
  2  the call cannot be meant, or a file cannot be read
  3  the text has nothing to decide
  70 a fault of schedscope itself`,
    );
  for (const command of [place, explain, spread, compare, pods, quota, queue, vm, lint, conformance, completion])
    command(program);
  inherit(program);
  return program;
}

/** A command with what it is given; that all have options need not be said of each. */
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
    below.helpOption("-h, --help", "print this");
    inherit(below);
  }
}

/** Of the package that this file is in. */
function version(): string {
  const { version: of } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  return of;
}
