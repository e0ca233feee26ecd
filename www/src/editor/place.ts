/** Where a line of block YAML stands, by a look at the lines around it. Only for the eye, as in `objects.ts`. */
import type { Text } from "@codemirror/state";
import { type Field, type Fields, kinds } from "./fields";
import { objectAt } from "./objects";

interface LineKey {
  name: string;
  /** where the name begins and ends in the line */
  from: number;
  to: number;
  /** where the last dash before it stands; null: it does not begin an item */
  dash: number | null;
  /** what stands after the colon */
  value: string;
}

/** The key of a line, also one that is being typed and has no colon yet; null: the line has none. */
export function lineKey(line: string): LineKey | null {
  const [all, indent = "", dashes = "", name = "", rest] = /^(\s*)((?:- +)*)([\w./-]*)(:\s.*|:)?$/.exec(line) ?? [];
  if (all === undefined || (name.startsWith("-") && rest === undefined)) return null;
  const from = indent.length + dashes.length;
  const dash = dashes === "" ? null : indent.length + dashes.lastIndexOf("-");
  return { name, from, to: from + name.length, dash, value: rest?.slice(1).trim() ?? "" };
}

/** Lines looked at before one. */
const reach = 1500;

/** The keys above a key, outermost first, without `items` of a list. */
export function parents(text: Text, number: number): string[] {
  const own = lineKey(text.line(number).text);
  if (own === null) return [];
  const path: string[] = [];
  // A list stands at the column of its key, or deeper.
  let limit = own.dash ?? own.from;
  let isItem = own.dash !== null;
  for (let n = number - 1; n >= 1 && number - n < reach && (limit > 0 || isItem); n -= 1) {
    const { text: line } = text.line(n);
    if (/^---(\s|$)/.test(line)) break;
    const key = /^\s*(#|$)/.test(line) ? null : lineKey(line);
    if (key === null || key.name === "") continue;
    const isParent = key.from < limit || (isItem && key.from === limit && key.dash === null);
    if (isParent) path.unshift(key.name);
    // The key that begins the item in which the others stand.
    if (isParent || (key.from === limit && key.dash !== null && !isItem)) {
      limit = key.dash ?? key.from;
      isItem = key.dash !== null;
    }
  }
  return path[0] === "items" ? path.slice(1) : path;
}

/** The fields of the object that holds a line's key; null: they are not known. */
export function fieldsAt(text: Text, number: number): Fields | null {
  const { kind } = objectAt(text, number);
  let at: Field | undefined = kinds[kind];
  for (const name of parents(text, number)) at = at?.fields?.[name];
  return at?.fields ?? null;
}
