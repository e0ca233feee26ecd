/** Scripts for shells, made from the commands themselves. */
import type { Command, Option } from "commander";

export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

/** A command as a shell sees it. */
interface Entry {
  /** its words without the program's name: `quota why` */
  path: string[];
  about: string;
  commands: { name: string; about: string }[];
  options: { flags: string[]; about: string; takesValue: boolean; choices: string[] }[];
}

export function script(shell: Shell, program: Command): string {
  const entries = entriesOf(program, []);
  return { bash, zsh, fish }[shell](entries);
}

const visible = (command: Command): Command[] => command.createHelp().visibleCommands(command);
const optionsOf = (command: Command): Option[] => command.createHelp().visibleOptions(command);

function entriesOf(command: Command, path: string[]): Entry[] {
  const entry: Entry = {
    path,
    about: about(command),
    commands: visible(command).map((of) => ({ name: of.name(), about: about(of) })),
    options: optionsOf(command).map(({ short, long, description, required, optional, argChoices }) => ({
      flags: [short, long].filter((flag) => flag != null),
      about: firstWords(description),
      takesValue: required || optional,
      choices: [...(argChoices ?? [])],
    })),
  };
  return [entry, ...command.commands.flatMap((of) => entriesOf(of, [...path, of.name()]))];
}

const about = (command: Command): string => firstWords(command.summary() || command.description());

/** Up to the first mark that a shell would stumble over, and no longer than a line. */
const firstWords = (text: string): string => (/^[^:;(`'"[\]]*/.exec(text)?.[0] ?? "").trim().replace(/,$/, "");

const flagsOf = ({ options }: Entry): string[] => options.flatMap(({ flags }) => flags);

function bash(entries: Entry[]): string {
  const cases = entries.map((entry) => {
    const words = [...entry.commands.map(({ name }) => name), ...flagsOf(entry)].join(" ");
    return `    "${entry.path.join(" ")}") words="${words}" ;;`;
  });
  const values = choicesOf(entries).map(([flags, choices]) => `    ${flags.join("|")}) COMPREPLY=($(compgen -W "${choices.join(" ")}" -- "$current")); return ;;`);
  const paths = entries.slice(1).map(({ path }) => `"${path.join(" ")}"`);
  return `# bash completion of schedscope
_schedscope() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" path="" words="" i next
  for ((i = 1; i < COMP_CWORD; i++)); do
    next="\${path:+$path }\${COMP_WORDS[i]}"
    case "$next" in
    ${paths.join("|")}) path="$next" ;;
    esac
  done
  case "$before" in
${values.join("\n")}
  esac
  case "$path" in
${cases.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [[ "$current" != -* && "\${#COMPREPLY[@]}" -eq 0 ]]; then COMPREPLY=($(compgen -f -- "$current")); fi
}
complete -o filenames -F _schedscope schedscope
`;
}

/** Options with a fixed choice of values, those that have the same together. */
function choicesOf(entries: Entry[]): [flags: string[], choices: string[]][] {
  const found = new Map<string, Set<string>>();
  for (const { options } of entries) {
    for (const { flags, choices } of options) {
      if (choices.length === 0) continue;
      for (const flag of flags) found.set(flag, new Set([...(found.get(flag) ?? []), ...choices]));
    }
  }
  return [...found].map(([flag, choices]) => [[flag], [...choices]]);
}

function zsh(entries: Entry[]): string {
  const functions = entries.map((entry) => {
    const name = functionName(entry);
    const specs = entry.options.map(({ flags, about: words, takesValue, choices }) => {
      const value = !takesValue ? "" : choices.length > 0 ? `:value:(${choices.join(" ")})` : ":value:";
      const head = flags.length > 1 ? `{${flags.join(",")}}` : (flags[0] ?? "");
      return `    ${flags.length > 1 ? `"*"${head}` : `"*"${head}`}'[${words}]${value}'`;
    });
    if (entry.commands.length === 0) return `${name}() {\n  _arguments -s \\\n${[...specs, "    '*:file:_files'"].join(" \\\n")}\n}`;
    const commands = entry.commands.map((of) => `    '${of.name}:${of.about}'`).join("\n");
    const arms = entry.commands.map((of) => `      ${of.name}) ${name}_${of.name} ;;`).join("\n");
    return `${name}() {
  local context state state_descr line
  typeset -A opt_args
  local -a commands=(
${commands}
  )
  _arguments -C -s \\
${specs.join(" \\\n")} \\
    '1: :->command' '*:: :->rest'
  case "$state" in
    command) _describe command commands; _files ;;
    rest)
      case "$line[1]" in
${arms}
        *) _files ;;
      esac ;;
  esac
}`;
  });
  return `#compdef schedscope
# zsh completion of schedscope
${functions.join("\n")}
if [[ "$funcstack[1]" == "_schedscope" ]]; then _schedscope "$@"; else compdef _schedscope schedscope; fi
`;
}

const functionName = ({ path }: Entry): string => ["_schedscope", ...path].join("_");

function fish(entries: Entry[]): string {
  const lines = entries.flatMap((entry) => {
    const { path } = entry;
    const condition = path.length === 0 ? "__fish_use_subcommand" : path.map((word) => `__fish_seen_subcommand_from ${word}`).join("; and ");
    const start = `complete -c schedscope -n '${condition}'`;
    return [
      ...entry.commands.map((of) => `${start} -a ${of.name} -d '${of.about}'`),
      ...entry.options.map(({ flags, about: words, takesValue, choices }) => {
        const names = flags.map((flag) => (flag.startsWith("--") ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`)).join(" ");
        const value = !takesValue ? "" : choices.length > 0 ? ` -x -a '${choices.join(" ")}'` : " -r";
        return `${start} ${names}${value} -d '${words}'`;
      }),
    ];
  });
  return `# fish completion of schedscope\n${lines.join("\n")}\n`;
}
