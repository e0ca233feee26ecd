/** Reads the element's attributes. An invalid value counts as none, and is shown as an error. */
import leven from "leven";
import type { EmbedOptions } from "schedscope/embed";
import type { Attribute } from "./attribute";
import { attributes } from "./table";

type AttributeName = keyof EmbedOptions;

/** How a value is read; null: it is none. */
const readers: Record<Attribute["form"], (value: string, words: readonly string[]) => unknown> = {
  text: (value) => value.trim() || null,
  length: lengthIn,
  whole: (value) => (/^\d{1,9}$/.test(value.trim()) ? Number(value) : null),
  // Frameworks write an attribute without a value in several ways.
  flag: (value) => value.trim().toLowerCase() !== "false",
  pairs: weightsIn,
  word: (value, words) => words.find((word) => word.toLowerCase() === value.trim().toLowerCase()) ?? null,
};

/** The value of an attribute; `null`: it is not set. */
export function valueIn<Name extends AttributeName>(name: Name, value: string | null): EmbedOptions[Name] {
  const { form, words = [], default: unset = null } = attributes[name];
  const found = value === null ? null : readers[form](value, words);
  return (found ?? (form === "flag" ? false : form === "pairs" ? {} : unset)) as EmbedOptions[Name];
}

/** The forms of values that are not words, names or flags. */
const forms: Partial<Record<Attribute["form"], string>> = {
  whole: "a whole number",
  length: "a length such as 400px or 60vh",
  pairs: "pairs such as Steady=3, Balance=-1",
};

/** Says which attribute or value is misspelt. Others that the element does not know belong to whoever set them. */
export function misspeltIn(
  attributes: Iterable<{ readonly name: string; readonly value: string }>,
  known: readonly string[],
): string | null {
  for (const { name, value } of attributes) {
    const problem = known.includes(name) ? misreadIn(name, value.trim()) : misnamedIn(name, known);
    if (problem !== null) return problem;
  }
  return null;
}

function misnamedIn(name: string, known: readonly string[]): string | null {
  const meant = nearest(name, known);
  return meant === undefined ? null : `There is no attribute “${name}”. Did you mean “${meant}”?`;
}

/** Without a value, an attribute is not set. */
function misreadIn(name: string, value: string): string | null {
  if (value === "") return null;
  const short = value.length > 40 ? `${value.slice(0, 40)}…` : value;
  const { form, words = [] } = attributes[name as AttributeName];
  const isRead = form === "pairs" ? value.split(",").every(isPair) : readers[form](value, words) !== null;
  if (isRead) return null;
  if (forms[form] !== undefined) return `“${name}” must be ${forms[form]}, not “${short}”.`;
  const meant = nearest(value, words);
  const help = meant === undefined ? `: it can be ${words.join(", ")}.` : `. Did you mean “${meant}”?`;
  return `“${name}” has no value “${short}”${help}`;
}

function nearest(word: string, all: readonly string[]): string | undefined {
  const most = word.length > 5 ? 2 : 1;
  return all.find((one) => leven(word.toLowerCase(), one.toLowerCase(), { maxDistance: most + 1 }) <= most);
}

export type Weights = Record<string, number>;

const pair = /^\s*([^=\s]+)\s*=\s*([+-]?\d{1,3})\s*$/;

const isPair = (part: string): boolean => pair.test(part);

/** `ResourceAllocatableMemory=3, Steady=-1` */
function weightsIn(value: string): Weights {
  const pairs = value.split(",").flatMap((part): [string, number][] => {
    const [, name, weight] = pair.exec(part) ?? [];
    return name === undefined ? [] : [[name, Number(weight)]];
  });
  return Object.fromEntries(pairs);
}

export const weightsText = (weights: Weights): string =>
  Object.entries(weights)
    .map(([name, weight]) => `${name}=${weight}`)
    .join(", ");

/** A length of CSS; a number alone is in pixels. */
function lengthIn(value: string): string | null {
  const [, amount, unit = "px"] = /^\s*(\d{1,5}(?:\.\d{1,3})?)(px|em|rem|vh|svh|lvh|dvh)?\s*$/.exec(value) ?? [];
  return amount === undefined ? null : `${amount}${unit}`;
}

/** An address that may be followed: of a page, and not of code. */
export function linkIn(value: string | null, base: string): string | null {
  if (value === null || value.trim() === "" || !URL.canParse(value, base)) return null;
  const { protocol, href } = new URL(value, base);
  return ["http:", "https:", "file:"].includes(protocol) ? href : null;
}
