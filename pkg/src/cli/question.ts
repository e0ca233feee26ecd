/** The options of questions as options of commands: their documentation, types, choices, ranges and defaults are the
 * table's. A command says only how it writes an option, and what it asks otherwise. */
import { type Command, InvalidArgumentError, Option } from "commander";
import type { Questions } from "../entries/node.js";
import { qualified } from "./cluster/source.js";
import { fraction, pairs, several, whole } from "./values.js";
import { type QuestionOption, questionOptions } from "../questions/options.js";

type Question = keyof typeof questionOptions;

/** How a command has an option; `null`: it does not, or sets it itself. A text: its flags. */
export type Own =
  | string
  | null
  | {
      flags?: string;
      /** What the command adds to the documentation. */
      note?: string;
      /** How the value is read. */
      parse?: (text: string, before: never) => unknown;
    };

/** How commands have options, by their names in the question. */
type Owns = Readonly<Record<string, Own>>;

/**
 * What commands have in other ways: those about placements, pods and versions are the same for all commands
 * (`deciding.ts`, `options.ts`), and an answer is printed as a whole, unless a command has a `--limit` of its own.
 */
const elsewhere: Owns = Object.fromEntries(
  [
    "kubernetesVersion",
    "limit",
    "maxSkews",
    "now",
    "numberOfClusters",
    "offset",
    "placement",
    "profile",
    "weights",
  ].map((name) => [name, null]),
);

/** An option as a command has it. */
interface Flag {
  option: QuestionOption;
  /** The object that it is a field of, by its name in the question. */
  within: string | undefined;
  flags: string;
  /** The name that Commander gives its value. */
  key: string;
  note: string | undefined;
  isRepeatable: boolean;
  parse: ((text: string, before: never) => unknown) | undefined;
}

/** Options whose values name an object in a namespace. */
const ofNamespace: ReadonlySet<string> = new Set(["granted", "pod", "quota", "spares"]);

/** The options of a question, for a command. */
export class QuestionFlags<Name extends Question> {
  readonly #all: Flag[];

  /** `owns`: how the command has them. `only`: no others than these. */
  constructor(question: Name, owns: Owns = {}, only?: readonly string[]) {
    const all: readonly QuestionOption[] = questionOptions[question];
    const listed = only === undefined ? all : all.filter(({ name }) => only.includes(name));
    this.#all = flagsOf(listed, { ...elsewhere, ...owns });
  }

  /** Adds the options that a command does not have yet. */
  add(command: Command): Command {
    const names = new Map(this.#all.map(({ option, flags }) => [option.name, /--[\w-]+/.exec(flags)?.[0] ?? flags]));
    for (const flag of this.#all)
      if (!command.options.some((known) => known.attributeName() === flag.key))
        command.addOption(optionOf(flag, names));
    return command;
  }

  /** What is given of them, as the question has it. */
  given(options: object): Partial<Questions[Name][0]> {
    const values = options as Readonly<Record<string, unknown>>;
    const asked: Record<string, unknown> = {};
    for (const { option, within, key } of this.#all) {
      const value = values[key];
      if (value === undefined) continue;
      const taken = typeof value === "string" && ofNamespace.has(option.name) ? qualified(value) : value;
      if (within === undefined) asked[option.name] = taken;
      else asked[within] = { ...(asked[within] as object | undefined), [option.name]: taken };
    }
    return asked as Partial<Questions[Name][0]>;
  }
}

/** Options, with the fields of objects among them, without those that a command does not have. */
function flagsOf(all: readonly QuestionOption[], owns: Owns, within?: string): Flag[] {
  return all.flatMap((option) => {
    const own = owns[option.name];
    if (own === null) return [];
    if (own === undefined && option.type === "object") return flagsOf(option.fields ?? [], owns, option.name);
    if (own === undefined && option.type === "other") return [];
    const { flags = flagOf(option), note, parse } = typeof own === "string" ? { flags: own } : (own ?? {});
    return [
      {
        option,
        within,
        flags,
        key: new Option(flags).attributeName(),
        note,
        isRepeatable: option.in !== undefined && parse === undefined,
        parse: parse ?? parserOf(option),
      },
    ];
  });
}

const dashed = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** `--max-steps <n>` */
function flagOf({ name, type, in: within }: QuestionOption): string {
  const flag = `--${dashed(name)}`;
  if (type === "boolean") return flag;
  const value = type === "number" || type === "fraction" ? "n" : type === "time" ? "time" : "name";
  return `${flag} <${within === "map" ? `name=${value}` : value}>`;
}

/** The rows of the table that options of commands are made of. */
export const declared = new WeakMap<Option, QuestionOption>();

function optionOf(flag: Flag, names: Map<string, string>): Option {
  const { option, flags, parse } = flag;
  const made = new Option(flags, about(flag, names));
  declared.set(made, option);
  // `choices` reads the value itself; a parser after it takes its place.
  if (option.choices !== undefined) made.choices(option.choices);
  return parse === undefined ? made : made.argParser(parse as (text: string, before: unknown) => unknown);
}

/** How a value is read; undefined: as it is, or by its choices. */
function parserOf({ choices, in: within, least, most, type }: QuestionOption): Flag["parse"] {
  if (within === "map") return pairs;
  if (within === "list")
    return (text, before) => {
      if (choices?.includes(text) === false)
        throw new InvalidArgumentError(`Allowed choices are ${choices.join(", ")}.`);
      return several(text, before);
    };
  if (type === "fraction") return fraction;
  if (type === "number") return whole(least, most);
  return type === "time" ? time : undefined;
}

/** The engine reads it; what is plainly none is said beside the option. */
function time(text: string): string {
  if (!/^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d/.test(text))
    throw new InvalidArgumentError("It must be an RFC 3339 time, for example 2026-01-31T12:00:00Z.");
  return text;
}

/**
 * The documentation in the form of help: it begins with a small letter and ends without a stop, names of options are
 * flags, an example of an object is written as the option takes it, and the default comes last.
 */
function about({ option, note, isRepeatable }: Flag, names: Map<string, string>): string {
  const written = (words: string): string =>
    words
      .replaceAll(/`(\w+)`/g, (_, name: string) => names.get(name) ?? name)
      .replaceAll(/\{ (\S+): (\S+) \}/g, "$1=$2")
      .replaceAll("`", "");
  const { default: value } = option;
  return [
    written(option.docs)
      .replace(/^Whether /, "")
      .replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase())
      .replace(/\.$/, ""),
    ...(note === undefined ? [] : [note]),
    ...(isRepeatable ? ["repeatable"] : []),
    ...(value === undefined || option.type === "boolean" ? [] : [`default: ${written(value)}`]),
  ].join("; ");
}
