/** `schedscope completion`: a script that completes commands and options in a shell. */
import { Argument, type Command } from "commander";
import { type Shell, script, shells } from "../completion.js";
import { out } from "../screen.js";

export function completion(program: Command): void {
  program
    .command("completion")
    .summary("print a completion script for your shell")
    .description("Prints a script for your shell. It lists every command and option, and runs nothing while you type.")
    .addArgument(new Argument("<shell>", "your shell").choices(shells))
    .addHelpText(
      "after",
      `
Examples:
  schedscope completion bash > ~/.local/share/bash-completion/completions/schedscope
  schedscope completion zsh > "\${fpath[1]}/_schedscope"
  schedscope completion fish > ~/.config/fish/completions/schedscope.fish`,
    )
    .action((shell: Shell) => out.raw(script(shell, program).trimEnd()));
}
