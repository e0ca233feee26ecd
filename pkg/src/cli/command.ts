/** Commands as data: what the help says of one, what it takes, what it runs. Each is a file that a run loads. */
import type { Argument, Command, Option } from "commander";

/** Adds a command; `words`: what is written behind its name. */
type Adding = (program: Command, words: readonly string[]) => Promise<void>;

/** Commands by name, in the order of the help. */
export type Commands = Readonly<Record<string, () => Adding | Promise<Adding>>>;

/** An option or an argument: how it is written, what it is, how its value is read, and its default. */
export type Written = readonly [flags: string, about: string, parse?: unknown, value?: unknown];

/** Options of a question, options that several commands share, or one option. */
type Added = { add(command: Command): Command } | ((command: Command) => Command) | Option | Written;

interface Frame {
  name: string;
  alias?: string;
  summary: string;
  about: string;
  args?: readonly (Argument | Written)[];
  /** In the order of the help. */
  options?: readonly Added[];
  /** The lines of the help under this head; each line ends the one before it. */
  examples?: string;
  /** What else the help says, written as they are. */
  notes?: string;
  below?: Commands;
  /** Takes what Commander passes: the arguments, the options, the command. */
  run?: (...given: never[]) => unknown;
}

const isWritten = (one: Added | Argument): one is Written => Array.isArray(one);

/** The command that a frame describes. */
export const framed =
  (frame: Frame): Adding =>
  async (program, words) => {
    const { name, alias, summary, about, args = [], options = [], examples, notes, below, run } = frame;
    const command = program.command(name).summary(summary).description(about);
    if (alias !== undefined) command.alias(alias);
    for (const one of args)
      if (isWritten(one)) command.argument(one[0], one[1], one[2] as never);
      else command.addArgument(one);
    for (const one of options)
      if (isWritten(one)) command.option(one[0], one[1], one[2] as never, one[3] as never);
      else if (typeof one === "function") one(command);
      else if ("add" in one) one.add(command);
      else command.addOption(one);
    const help = [
      ...(examples === undefined ? [] : [`\nExamples:${examples}`]),
      ...(notes === undefined ? [] : [notes]),
    ];
    command.addHelpText("after", help.join("\n"));
    if (run !== undefined) command.action(run as (...given: unknown[]) => void);
    if (below !== undefined) await addCalled(command, below, words);
  };

/** Adds the command that is called; where none is, as for help and misuse, all. */
export async function addCalled(
  program: Command,
  commands: Commands,
  [called = "", ...words]: readonly string[],
): Promise<void> {
  const one = Object.hasOwn(commands, called) ? commands[called] : undefined;
  const adding = await Promise.all((one === undefined ? Object.values(commands) : [one]).map((load) => load()));
  for (const add of adding) await add(program, one === undefined ? [] : words);
}
