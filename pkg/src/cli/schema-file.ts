/** YAML files of the project's own kinds, checked by their schema: each fault has its line and column. */
import { readFileSync } from "node:fs";
import type { ErrorObject, ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { type Document, isMap, isNode, LineCounter, type Node, parseAllDocuments } from "yaml";
import type { FileRange } from "./input.js";
import { suggestion } from "./nearest.js";

/** A key or an index, from the document down. */
export type Path = readonly (string | number)[];

export interface Fault {
  place: FileRange;
  /** The path of the field, such as `tests[1].expect`; empty: the document. */
  path: string;
  message: string;
}

/** A document that has the form of its schema. */
export interface CheckedDocument<Content> {
  file: string;
  content: Content;
  /** The place of a field, or of the nearest one above that is there; `isKey`: of its key, and not its value. */
  placeOf(path: Path, isKey?: boolean): FileRange;
}

/** A part of a schema. */
interface Branch {
  type?: string | undefined;
  anyOf?: Branch[] | undefined;
  $ref?: string;
}
type Defs = Readonly<Record<string, Branch>>;

/** Reads files by a schema of the package, by its name in `schema/`. */
export class SchemaReader<Content> {
  readonly #defs: Defs;
  readonly #validate: ValidateFunction<Content>;

  constructor(name: string) {
    const schema = JSON.parse(readFileSync(new URL(`../../schema/${name}`, import.meta.url), "utf8")) as {
      $defs: Defs;
    };
    this.#defs = schema.$defs;
    this.#validate = new Ajv2020({ allErrors: true, verbose: true }).compile<Content>(schema);
  }

  /** The documents of a text. One with a fault is left out. */
  read(file: string, text: string): { documents: CheckedDocument<Content>[]; faults: Fault[] } {
    const counter = new LineCounter();
    const at = (offset: number): FileRange => {
      const { line, col } = counter.linePos(offset);
      return { file, line: Math.max(1, line), column: Math.max(1, col) };
    };
    const parsed = parseAllDocuments(text, { lineCounter: counter, prettyErrors: false }) as Document[];
    const documents: CheckedDocument<Content>[] = [];
    const faults: Fault[] = [];
    const present = parsed.filter(({ contents, errors }) => contents !== null || errors.length > 0);
    if (present.length === 0) faults.push({ place: at(0), path: "", message: "the file is empty" });
    for (const document of present) {
      if (document.errors.length > 0) {
        faults.push(...document.errors.map(({ pos: [start], message }) => ({ place: at(start), path: "", message })));
        continue;
      }
      const content: unknown = document.toJS();
      const placeOf = (path: Path, isKey = false): FileRange => at(offsetOf(document, path, isKey));
      if (this.#validate(content)) documents.push({ file, content, placeOf });
      else
        for (const { path, isKey, message } of told(this.#validate.errors ?? [], this.#defs))
          faults.push({ place: placeOf(path, isKey), path: pathText(path), message });
    }
    return { documents, faults };
  }
}

/** `fleet.yaml:3:5: tests[0].name: must be a string` */
export const faultText = ({ place: { file, line, column }, path, message }: Fault): string =>
  `${file}:${line}:${column}: ${path === "" ? "" : `${path}: `}${message}`;

/** `tests[1].expect` */
export const pathText = (path: Path): string =>
  path.map((part, at) => (typeof part === "number" ? `[${part}]` : `${at > 0 ? "." : ""}${part}`)).join("");

/** Where a field starts; `isKey`: its key, and not its value. */
function offsetOf(document: Document, path: Path, isKey: boolean): number {
  const parent = path.length === 0 ? document.contents : document.getIn(path.slice(0, -1), true);
  const last = path.at(-1);
  if (isKey && isMap(parent)) {
    const key = parent.items.find((item) => isNode(item.key) && "value" in item.key && item.key.value === last)?.key;
    if (isNode(key)) return startOf(key);
  }
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node)) return startOf(node);
  }
  return isNode(document.contents) ? startOf(document.contents) : 0;
}

const startOf = ({ range }: Node): number => range?.[0] ?? 0;

interface Told {
  path: Path;
  /** Whether it is about the key. */
  isKey: boolean;
  message: string;
}

/**
 * The faults that a validator found, in words, one for each place: of a choice, those inside the branch of the value's
 * type, or else that it has none of the types.
 */
function told(errors: ErrorObject[], defs: Defs): Told[] {
  const paths = [...new Set(errors.map(({ instancePath }) => instancePath))];
  return paths.flatMap((path) => {
    const group = errors.filter(({ instancePath }) => instancePath === path);
    // The outermost choice is reported last.
    const choice = group.findLast(({ keyword }) => keyword === "anyOf");
    const own = group.filter(({ keyword }) => choice === undefined || isInside(keyword));
    if (own.length > 0) {
      const wrongType = own.find(({ keyword }) => keyword === "type");
      return (wrongType === undefined ? own : [wrongType]).map((error) => words(error, defs));
    }
    const isBelow = errors.some(({ instancePath }) => instancePath.startsWith(`${path}/`));
    return isBelow || choice === undefined ? [] : [words(choice, defs)];
  });
}

/** Whether only a branch that takes the value's type finds such a fault. */
const isInside = (keyword: string): boolean => !["anyOf", "type", "enum", "const"].includes(keyword);

function words(error: ErrorObject, defs: Defs): Told {
  const { keyword, instancePath, params, data, parentSchema, schema: wanted } = error;
  const path = pathOf(instancePath);
  const of = (message: string, isKey = false): Told => ({ path, isKey, message });
  switch (keyword) {
    case "additionalProperties": {
      const key = String(params.additionalProperty);
      const known = Object.keys((parentSchema as { properties?: object }).properties ?? {});
      const help = suggestion(key, known);
      const rest = help.length > 0 ? help : [`known: ${known.join(", ")}`];
      return { path: [...path, key], isKey: true, message: [`unknown key \`${key}\``, ...rest].join("; ") };
    }
    case "required":
      return of(`\`${String(params.missingProperty)}\` is missing`);
    case "enum": {
      const choices = (wanted as unknown[]).map(String);
      const near = typeof data === "string" ? suggestion(data, choices) : [];
      return of([`must be one of ${choices.join(", ")}`, ...near].join("; "));
    }
    case "const":
      return of(`must be ${String(wanted)}`);
    case "type":
      return of(typeWords([String(params.type)], data));
    case "anyOf":
      return of(typeWords(typesOf(wanted as Branch[], defs), data));
    case "minItems":
    case "minProperties":
      return of("must not be empty");
    case "maxProperties":
      return of(`must have ${String(params.limit)} key`);
    case "minimum":
      return of(`must be at least ${String(params.limit)}`);
    default:
      return of(`does not satisfy \`${keyword}\` of the schema`);
  }
}

const typeNames: Readonly<Record<string, string>> = {
  string: "a string",
  array: "a list",
  object: "a map",
  boolean: "true or false",
  integer: "a whole number",
  number: "a number",
};

function typeWords(types: string[], data: unknown): string {
  const names = [...new Set(types)].map((type) => typeNames[type] ?? type);
  // 1.37 is a number in YAML.
  const quote = types.includes("string") && typeof data === "number" ? `: quote it, "${data}"` : "";
  return `must be ${names.join(" or ")}${quote}`;
}

/** The types of the branches of a choice. */
const typesOf = (branches: readonly Branch[], defs: Defs): string[] =>
  branches.flatMap(({ type, anyOf, $ref }) => {
    const of = $ref === undefined ? { type, anyOf } : (defs[$ref.slice("#/$defs/".length)] ?? {});
    return of.type ?? typesOf(of.anyOf ?? [], defs);
  });

/** A JSON pointer as a path: numbers are indices of lists. */
const pathOf = (pointer: string): Path =>
  pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
