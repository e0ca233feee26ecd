/** `schedscope mcp`: the answers as tools of the Model Context Protocol. */
import { realpathSync, statSync } from "node:fs";
import type { Command } from "commander";
import { misuse } from "../exit.js";
import { makeProgram } from "../program.js";
import { several } from "../values.js";

export function mcp(program: Command): void {
  program
    .command("mcp")
    .summary("serve the answers to agents, as tools of the Model Context Protocol")
    .description(
      "Serves the tools why, place, verify, change, sweep, without, drain, more, nodes, quota and lint over standard " +
        "input and output. They read files below the working folder, write nothing and contact no cluster.",
    )
    .option("--root <folder>", "read files below this folder instead; repeatable", several)
    .addHelpText(
      "after",
      `
Example, in the configuration of a client:
  { "mcpServers": { "schedscope": { "command": "npx", "args": ["-y", "schedscope", "mcp"] } } }`,
    )
    .action(async ({ root = [process.cwd()] }: { root?: string[] }) => {
      for (const folder of root)
        if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
          throw misuse(`no folder \`${folder}\``);
      const { serve, tools } = await import("../mcp/server.js");
      const commands = new Map<(typeof tools)[number], Command>();
      for (const tool of tools) commands.set(tool, await commandOf(tool.command));
      serve({ version: program.version() ?? "", roots: root.map((folder) => realpathSync(folder)), commands });
    });
}

/** A command with its options, by its words. */
async function commandOf(words: readonly string[]): Promise<Command> {
  let command = await makeProgram("", words);
  for (const word of words) {
    const below = command.commands.find((one) => one.name() === word);
    if (below === undefined) throw new Error(`there is no command ${words.join(" ")}`);
    command = below;
  }
  return command;
}
