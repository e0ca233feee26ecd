/** Commands are files of their own: a run loads those that it needs. */
import type { Command } from "commander";

/** Adds a command; `args`: what is written behind its name. */
type Adding = (program: Command, args: readonly string[]) => void | Promise<void>;

/** Commands by name, in the order of the help. */
export type Commands = Readonly<Record<string, () => Promise<Adding>>>;

/** Adds the command that is called; where none is, as for help and misuse, all. */
export async function addCalled(
  program: Command,
  commands: Commands,
  [called = "", ...args]: readonly string[],
): Promise<void> {
  const one = Object.hasOwn(commands, called) ? commands[called] : undefined;
  const adding = await Promise.all((one === undefined ? Object.values(commands) : [one]).map((load) => load()));
  for (const add of adding) await add(program, one === undefined ? [] : args);
}
