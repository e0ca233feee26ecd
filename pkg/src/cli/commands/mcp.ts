/** `schedscope mcp`: the answers as tools of the Model Context Protocol. */
import { realpathSync, statSync } from "node:fs";
import type { Command } from "commander";
import { framed } from "../command.js";
import { misuse } from "../exit.js";
import { makeProgram } from "../program.js";
import { versionOf } from "../sweep-plan/options.js";
import { several } from "../values.js";

export const mcp = framed({
  name: "mcp",
  summary: "serve the answers to agents, as tools of the Model Context Protocol",
  about:
    "Serves the tools why, place, verify, change, sweep, without, drain, more, nodes, quota and lint over standard " +
    "input and output. They read files below the working folder, write nothing and contact no cluster.",
  options: [["--root <folder>", "read files below this folder instead; repeatable", several]],
  notes: `
Example, in the configuration of a client:
  { "mcpServers": { "schedscope": { "command": "npx", "args": ["-y", "schedscope", "mcp"] } } }`,
  run: async ({ root = [process.cwd()] }: { root?: string[] }, self: Command) => {
    for (const folder of root)
      if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw misuse(`no folder \`${folder}\``);
    const { serve, tools } = await import("../mcp/server.js");
    const commands = new Map<(typeof tools)[number], Command>();
    for (const tool of tools) commands.set(tool, await commandOf(tool.command));
    serve({ version: versionOf(self), roots: root.map((folder) => realpathSync(folder)), commands });
  },
});

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
