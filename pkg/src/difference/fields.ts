/** Two versions of an object, and the fields that differ. */

/** A field that differs. */
export interface FieldChange {
  /** `spec.tolerations[gpu].effect`; an item of a list by its name, or else its index. */
  path: string;
  /** The value in the first version; `undefined`: it has none. */
  before: unknown;
  /** The value in the second version; `undefined`: it has none. */
  after: unknown;
}

type Fields = { [key: string]: unknown };

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What names an item of a list, in this order. */
const naming = ["name", "key", "topologyKey", "type", "groupName"];

const nameOf = (item: unknown): string | undefined => {
  if (!isFields(item)) return undefined;
  const name = naming.map((key) => item[key]).find((value) => typeof value === "string" && value !== "");
  return typeof name === "string" ? name : undefined;
};

/** The items of a list by what names them; by index unless each has another name in both lists. */
function itemsOf(list: unknown[], other: unknown[]): Fields {
  const isNamed = [list, other].every((items) => {
    const names = items.map(nameOf);
    return !names.includes(undefined) && new Set(names).size === names.length;
  });
  if (isNamed) return Object.fromEntries(list.map((item) => [`[${nameOf(item)}]`, item]));
  // What both lists have moves no other item.
  const known = new Set(other.map((item) => JSON.stringify(item)));
  const own = list.flatMap((item, at) => (known.has(JSON.stringify(item)) ? [] : [{ item, at }]));
  return Object.fromEntries(own.map(({ item, at }) => [`[${at}]`, item]));
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === "" ||
  (typeof value === "object" && Object.keys(value).length === 0);

/** The fields in which two values differ, in their order. O(values). */
export function fieldChanges(before: unknown, after: unknown, path = ""): FieldChange[] {
  if (isFields(before) && isFields(after)) return changesOf(before, after, path);
  if (Array.isArray(before) && Array.isArray(after))
    return changesOf(itemsOf(before, after), itemsOf(after, before), path);
  const isSame = (isEmpty(before) && isEmpty(after)) || JSON.stringify(before) === JSON.stringify(after);
  return isSame ? [] : [{ path, before, after }];
}

function changesOf(before: Fields, after: Fields, path: string): FieldChange[] {
  const own = (of: Fields, key: string): unknown => (Object.hasOwn(of, key) ? of[key] : undefined);
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
    fieldChanges(own(before, key), own(after, key), joined(path, key)),
  );
}

function joined(path: string, key: string): string {
  if (key.startsWith("[")) return path + key;
  if (/[./]/.test(key)) return `${path}[${key}]`;
  return path === "" ? key : `${path}.${key}`;
}

/** No line is as long as a whole object. */
const longest = 80;

/** `spec.predicates[0]…matchLabels.env: prod → dev` */
export function fieldChangeText({ path, before, after }: FieldChange): string {
  const text = (value: unknown): string => {
    const flow = isEmpty(value) ? "none" : flowText(value);
    return flow.length > longest ? `${flow.slice(0, longest - 1)}…` : flow;
  };
  return `${path}: ${text(before)} → ${text(after)}`;
}

function flowText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flowText).join(", ")}]`;
  if (!isFields(value)) return String(value);
  return `{${Object.entries(value)
    .map(([key, of]) => `${key}: ${flowText(of)}`)
    .join(", ")}}`;
}
