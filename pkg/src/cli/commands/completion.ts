/** `schedscope completion`: a script that completes commands and options in a shell. */
import { Argument, type Command } from "commander";
import { framed } from "../command.js";
import { type Shell, script, shells } from "../completion.js";
import { out } from "../screen.js";

export const completion = framed({
  name: "completion",
  summary: "print a completion script for your shell",
  about: "Prints a script for your shell. It lists every command and option, and runs nothing while you type.",
  args: [new Argument("<shell>", "your shell").choices(shells)],
  examples: `
  schedscope completion bash > ~/.local/share/bash-completion/completions/schedscope
  schedscope completion zsh > "\${fpath[1]}/_schedscope"
  schedscope completion fish > ~/.config/fish/completions/schedscope.fish`,
  run: (shell: Shell, _: object, self: Command) => out.raw(script(shell, self.parent ?? self).trimEnd()),
});
