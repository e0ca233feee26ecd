/** Scripts for shells, and completions for kubectl, made from the commands themselves. */
import type { Command, Option } from "commander";

/** The shells that are known. */
export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

/** A command as a shell sees it. */
interface Entry {
  /** its words without the program's name: `quota why` */
  path: string[];
  about: string;
  commands: { name: string; about: string }[];
  /** what its first argument may be, where that is one of a few words */
  values: string[];
  options: { flags: string[]; about: string; takesValue: boolean; choices: string[] }[];
}

/** The script for a shell, made of the program's commands. */
export function script(shell: Shell, program: Command): string {
  const entries = entriesOf(program, []);
  return { bash, zsh, fish }[shell](entries);
}

/** Directives of Cobra: whether the shell completes the names of files. */
const [files, noFiles] = [0, 4];

/**
 * What the last of the words that are typed can be, a line each, then a directive: as programs made with Cobra print
 * it, and as kubectl takes it of `kubectl_complete-<plugin>`. `aliases`: the paths of commands with a second name.
 */
export function completions(
  program: Command,
  aliases: Readonly<Record<string, readonly string[]>>,
  typed: readonly string[],
): string[] {
  const entries = new Map(entriesOf(program, []).map((entry) => [entry.path.join(" "), entry]));
  const root = entries.get("") as Entry;
  const current = typed.at(-1) ?? "";
  let entry = root;
  let option: Entry["options"][number] | undefined;
  let isArgument = false;
  // The options of the program count after a command, too.
  const inForce = () => (entry === root ? root.options : [...entry.options, ...root.options]);
  for (const word of typed.slice(0, -1)) {
    if (option !== undefined) option = undefined;
    else if (word.startsWith("-"))
      option = inForce().find(({ flags, takesValue }) => takesValue && flags.includes(word));
    else {
      const path = entry === root ? (aliases[word] ?? [word]) : [...entry.path, word];
      const below: Entry | undefined = isArgument ? undefined : entries.get(path.join(" "));
      isArgument = below === undefined;
      entry = below ?? entry;
    }
  }
  const found: { name: string; about: string }[] = [];
  const add = (names: readonly string[], about = ""): void =>
    void found.push(...names.map((name) => ({ name, about })));
  if (option !== undefined) add(option.choices);
  else if (current.startsWith("-")) for (const { flags, about } of inForce()) add(flags, about);
  else if (!isArgument) {
    found.push(...entry.commands);
    add(entry.values);
    for (const [name, path] of entry === root ? Object.entries(aliases) : []) {
      const meant = entries.get(path.join(" "));
      if (meant?.path.at(-1) === name) add([name], meant.about);
    }
  }
  const lines = found.filter(({ name }) => name.startsWith(current));
  return [
    ...lines.map(({ name, about }) => (about === "" ? name : `${name}\t${about}`)),
    `:${found.length > 0 ? noFiles : files}`,
  ];
}

const visible = (command: Command): Command[] => command.createHelp().visibleCommands(command);
const optionsOf = (command: Command): Option[] => command.createHelp().visibleOptions(command);

function entriesOf(command: Command, path: string[]): Entry[] {
  const entry: Entry = {
    path,
    about: about(command),
    commands: visible(command).map((of) => ({ name: of.name(), about: about(of) })),
    values: [...(command.registeredArguments[0]?.argChoices ?? [])],
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

/** The first part of a description: a shell has a line for it. */
const firstWords = (text: string): string => text.split(";")[0] ?? "";

/** A text within single quotes. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** In a specification of zsh brackets and colons have a meaning. */
const zshText = (text: string): string => text.replace(/[\\[\]:]/g, "\\$&");

const fishText = (text: string): string => `'${text.replace(/[\\']/g, "\\$&")}'`;

const flagsOf = ({ options }: Entry): string[] => options.flatMap(({ flags }) => flags);

function bash(entries: Entry[]): string {
  const cases = entries.map((entry) => {
    const words = [...entry.commands.map(({ name }) => name), ...entry.values, ...flagsOf(entry)].join(" ");
    return `    "${entry.path.join(" ")}") words="${words}" ;;`;
  });
  const values = choicesOf(entries).map(
    ([patterns, choices]) =>
      `    ${patterns.join("|")}) COMPREPLY=($(compgen -W "${choices}" -- "$current")); return ;;`,
  );
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
  case "$path $before" in
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

/** Options with a fixed choice of values, as patterns, those that have the same together. */
function choicesOf(entries: Entry[]): [patterns: string[], choices: string][] {
  const found = new Map<string, string[]>();
  for (const { path, options } of entries) {
    for (const { flags, choices } of options) {
      if (choices.length === 0) continue;
      const words = choices.join(" ");
      found.set(words, [...(found.get(words) ?? []), ...flags.map((flag) => `"${path.join(" ")} ${flag}"`)]);
    }
  }
  return [...found].map(([words, patterns]) => [patterns, words]);
}

function zsh(entries: Entry[]): string {
  const functions = entries.map((entry) => {
    const name = functionName(entry);
    const specs = entry.options.map(({ flags, about: words, takesValue, choices }) => {
      const value = !takesValue ? "" : choices.length > 0 ? `:value:(${choices.join(" ")})` : ":value:";
      const head = flags.length > 1 ? `{${flags.join(",")}}` : (flags[0] ?? "");
      return `    '*'${head}${quoted(`[${zshText(words)}]${value}`)}`;
    });
    const first = entry.values.length > 0 ? [`    '1:value:(${entry.values.join(" ")})'`] : [];
    if (entry.commands.length === 0)
      return `${name}() {\n  _arguments -s \\\n${[...specs, ...first, "    '*:file:_files'"].join(" \\\n")}\n}`;
    const commands = entry.commands.map((of) => `    ${quoted(`${of.name}:${of.about}`)}`).join("\n");
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
    const condition =
      path.length === 0
        ? "__fish_use_subcommand"
        : path.map((word) => `__fish_seen_subcommand_from ${word}`).join("; and ");
    const start = `complete -c schedscope -n '${condition}'`;
    return [
      ...entry.commands.map((of) => `${start} -a ${of.name} -d ${fishText(of.about)}`),
      ...(entry.values.length > 0 ? [`${start} -f -a ${fishText(entry.values.join(" "))}`] : []),
      ...entry.options.map(({ flags, about: words, takesValue, choices }) => {
        const names = flags
          .map((flag) => (flag.startsWith("--") ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`))
          .join(" ");
        const value = !takesValue ? "" : choices.length > 0 ? ` -x -a '${choices.join(" ")}'` : " -r";
        return `${start} ${names}${value} -d ${fishText(words)}`;
      }),
    ];
  });
  return `# fish completion of schedscope\n${lines.join("\n")}\n`;
}
