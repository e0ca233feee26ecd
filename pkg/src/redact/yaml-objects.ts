/** YAML and JSON as values whose numbers keep their digits, and back. */
import {
  CORE_SCHEMA,
  defineScalarTag,
  dump,
  DUMP_SCHEMA,
  loadAll,
  mergeTag,
  NOT_RESOLVED,
  type ScalarTagDefinition,
  type Schema,
} from "js-yaml";

/** A number as it is written. */
export class Digits {
  constructor(readonly text: string) {}
}

export type Value = null | boolean | string | Digits | Value[] | { [key: string]: Value };

const withDigits = (schema: Schema): Schema => schema.withTags(numbers(schema, "int"), numbers(schema, "float"));

function numbers(schema: Schema, name: "int" | "float"): ScalarTagDefinition {
  const tag = `tag:yaml.org,2002:${name}`;
  const known = schema.tags.find((of) => of.tagName === tag && of.nodeKind === "scalar") as
    | ScalarTagDefinition
    | undefined;
  return defineScalarTag<unknown>(tag, {
    implicit: true,
    identify: (value: unknown) => value instanceof Digits && isInteger(value.text) === (name === "int"),
    represent: (value: Digits) => value.text,
    resolve: (text, isExplicit, tagName) => {
      const value = known?.resolve(text, isExplicit, tagName) ?? NOT_RESOLVED;
      return value === NOT_RESOLVED ? value : new Digits(text);
    },
  });
}

const isInteger = (text: string): boolean => !/[.eE]/.test(text) || /^0x/i.test(text);

const loaded = withDigits(CORE_SCHEMA.withTags(mergeTag));
const dumped = withDigits(DUMP_SCHEMA);

/** What a text holds, and the first lines of its documents that cannot be read. */
export interface Documents {
  values: Value[];
  /** from 1 */
  unreadLines: number[];
}

/** Aliases can stand for more values than the memory holds. */
const mostValues = 20_000_000;
/** No object is nested that deep. */
const deepest = 200;

/** The number of values in a value. O(values that are written): an alias is counted once. */
function sizeOf(value: Value, sizes: Map<Value, number>, depth = 0): number {
  if (typeof value !== "object" || value === null || value instanceof Digits) return 1;
  if (depth > deepest) throw new RangeError("too deep");
  const known = sizes.get(value);
  if (known !== undefined) return known;
  const size = Object.values(value).reduce<number>((sum, one) => sum + sizeOf(one, sizes, depth + 1), 1);
  sizes.set(value, size);
  return size;
}

/** Documents that are read in one call: a call costs more than a small document. */
const atOnce = 256;

/** Reads the documents of a text, each for itself: one that cannot be read is left out. */
export function documentsOf(text: string): Documents {
  const values: Value[] = [];
  const unreadLines: number[] = [];
  let line = 1;
  const read = (parts: string[]): void => {
    const part = parts.join("");
    try {
      const found = loadAll(part, { schema: loaded }) as Value[];
      const sizes = new Map<Value, number>();
      for (const value of found) if (sizeOf(value, sizes) > mostValues) throw new RangeError("too many aliases");
      values.push(...found);
    } catch {
      if (parts.length > 1) {
        for (const one of parts) read([one]);
        return;
      }
      unreadLines.push(line + (/^(?:---\s*\n|\s*(?:#.*)?\n)*/.exec(part)?.[0].split("\n").length ?? 1) - 1);
    }
    line += part.split("\n").length - 1;
  };
  const parts = text.split(/^(?=---(?:\s|$))/m);
  for (let from = 0; from < parts.length; from += atOnce) read(parts.slice(from, from + atOnce));
  return { values, unreadLines };
}

/** The same as YAML. */
export const yamlOf = (values: readonly Value[]): string =>
  values.map((value) => dump(value, { schema: dumped, lineWidth: -1, noRefs: true })).join("---\n");

/** A text that is an object or a list itself, as in annotations and ConfigMaps; undefined for other texts. */
export function objectIn(text: string): Value | undefined {
  if (!/^\s*[[{]/.test(text) && !/^\s*[\w"-]+:\s/.test(text)) return undefined;
  const { values, unreadLines } = documentsOf(text);
  const [value] = values;
  const isObject = typeof value === "object" && value !== null && !(value instanceof Digits);
  return values.length === 1 && unreadLines.length === 0 && isObject ? value : undefined;
}

export function jsonOf(value: Value): string {
  if (value instanceof Digits) return value.text;
  if (Array.isArray(value)) return `[${value.map(jsonOf).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, of]) => `${JSON.stringify(key)}:${jsonOf(of)}`)
    .join(",")}}`;
}
