/** The objects of a text, with what may name somebody or something replaced. */
import type { Dictionary } from "./dictionary.js";
import { amounts, celNames, fields, maps, values } from "./public-words.js";
import { Digits, jsonOf, objectIn, type Value } from "./yaml-objects.js";

type Mapping = { [key: string]: Value };

const isMapping = (value: Value | undefined): value is Mapping =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Digits);

/** Whether a mapping has texts alone, as one with keys of users has. */
const isPlain = (mapping: Mapping): boolean => Object.values(mapping).every((value) => typeof value === "string");

/** Texts that are the same everywhere: times, durations, amounts with a unit, percentages. */
const plain = new RegExp(
  [
    String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$`,
    String.raw`^(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h))+$`,
    String.raw`^[+-]?\d{1,9}(?:\.\d{1,9})?(?:[numkMGTPE]|[KMGTPE]i|%)$`,
  ].join("|"),
);

/** Numbers and versions that an expression compares. */
const comparable = /^[+-]?v?\d+(?:\.\d+)*(?:[eE][+-]?\d+)?$/;
const amount = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+|[numkMGTPE]|[KMGTPE]i)?$/;

/** What was left out of a text. */
export interface LeftOut {
  /** Objects of kinds that schedscope does not read, by kind. */
  kinds: Map<string, number>;
  /** Documents that are not objects. */
  others: number;
}

/** Replaces the words of objects; of a dictionary that is not assigned yet, it only collects them. */
export class Redaction {
  readonly leftOut: LeftOut = { kinds: new Map(), others: 0 };

  /** `compared`: keys whose values are compared as numbers, of `comparedKeys`. */
  constructor(
    readonly dictionary: Dictionary,
    readonly compared: ReadonlySet<string>,
  ) {}

  /** The objects of documents. */
  documents(all: readonly Value[]): Value[] {
    return all.flatMap((value) => {
      if (value === null || value === undefined) return [];
      const object = isMapping(value) ? this.#object(value) : undefined;
      if (!isMapping(value)) this.leftOut.others += 1;
      return object === undefined ? [] : [object];
    });
  }

  #object(object: Mapping): Value | undefined {
    const { kind, items } = object;
    if (Array.isArray(items) && typeof kind === "string" && kind.endsWith("List")) {
      const of = kind.slice(0, -"List".length);
      const known = of === "" || values.has(of);
      if (known)
        return {
          ...this.#fields({ ...object, kind: "List", apiVersion: "v1", items: null }),
          items: this.#items(items, object),
        };
    }
    if (typeof kind === "string" && values.has(kind)) return this.#known(object, kind);
    const name = typeof kind === "string" ? kind : "";
    this.leftOut.kinds.set(name, (this.leftOut.kinds.get(name) ?? 0) + 1);
    return undefined;
  }

  /** The items of a list of one kind may leave their kind out. */
  #items(items: Value[], list: Mapping): Value[] {
    const kind = String(list.kind).slice(0, -"List".length);
    const own = kind === "" ? {} : { apiVersion: list.apiVersion ?? "v1", kind };
    return this.documents(items.map((item) => (isMapping(item) ? { ...own, ...item } : item)));
  }

  #known(object: Mapping, kind: string): Value {
    // Of a Secret, schedscope reads the name of the cluster that it registers with Argo CD.
    if (kind !== "Secret") return this.#fields(object, kind);
    const { data, stringData, ...rest } = object;
    const secret = this.#fields(rest, kind);
    if (isMapping(stringData) && typeof stringData.name === "string")
      secret.stringData = { name: this.dictionary.text(stringData.name) };
    if (isMapping(data) && typeof data.name === "string") secret.data = { name: this.#base64(data.name) };
    return secret;
  }

  #base64(text: string): string {
    try {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const name = this.dictionary.text(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
      return btoa(String.fromCharCode(...new TextEncoder().encode(name)));
    } catch {
      return "";
    }
  }

  /** A mapping with fields of the API; what is not listed is left out. */
  #fields(object: Mapping, kind = ""): Mapping {
    const isCompared = object.operator === "Gt" || object.operator === "Lt";
    const of = object.key ?? object.name;
    const entries = Object.entries(object).flatMap(([key, value]): [string, Value][] => {
      if (!fields.has(key)) return [];
      if (maps.has(key) && isMapping(value)) return [[key, this.#map(key, value, kind)]];
      // The selector of a Service, and the values of a generator.
      if ((key === "selector" || key === "values") && isMapping(value) && isPlain(value))
        return [[key, this.#map(key, value, kind)]];
      if (key === "values" || key === "value") {
        const keeps = isCompared || (typeof of === "string" && this.compared.has(of));
        return [[key, this.#value(value, keeps ? comparable : undefined)]];
      }
      if (key === "celExpressions") return [[key, this.#expressions(value)]];
      return [[key, this.#value(value, amounts.has(key) ? amount : undefined)]];
    });
    return Object.fromEntries(entries);
  }

  /** A value of a field; `keeps`: texts that are kept besides those that are the same everywhere. */
  #value(value: Value, keeps?: RegExp): Value {
    if (typeof value === "string") return this.#text(value, keeps);
    if (Array.isArray(value)) return value.map((one) => this.#value(one, keeps));
    return isMapping(value) ? this.#fields(value) : value;
  }

  #text(text: string, keeps?: RegExp): string {
    return plain.test(text) || keeps?.test(text) ? this.dictionary.kept(text) : this.dictionary.text(text);
  }

  /** A map with keys of users. */
  #map(name: string, map: Mapping, kind: string): Mapping {
    const isData = name === "data" || name === "stringData";
    const entries = Object.entries(map).flatMap(([key, value]): [string, Value][] => {
      // kubectl's copy of the whole object.
      if (key === "kubectl.kubernetes.io/last-applied-configuration") return [];
      const to = isData && fields.has(key) ? key : this.dictionary.text(key);
      if (isMapping(value)) return [[to, this.#fields(value, kind)]];
      if (typeof value !== "string") return [[to, this.#value(value)]];
      const keeps = amounts.has(name) ? amount : this.compared.has(key) ? comparable : undefined;
      if (name !== "annotations" && !isData) return [[to, this.#text(value, keeps)]];
      const object = objectIn(value);
      if (object !== undefined) return [[to, jsonOf(this.#value(object))]];
      if (plain.test(value) || keeps?.test(value) || (isData && fields.has(value))) return [[to, value]];
      return [[to, this.dictionary.text(value, "replaced")]];
    });
    return Object.fromEntries(entries);
  }

  #expressions(value: Value): Value {
    if (Array.isArray(value)) return value.map((one) => this.#expressions(one));
    return typeof value === "string" ? this.#cel(value) : this.#value(value);
  }

  /** A CEL expression: texts in quotes, and identifiers that are keys, or not known. */
  #cel(expression: string): string {
    return expression.replaceAll(celParts, (part, ...rest: unknown[]) => {
      const [, offset] = rest.slice(-3) as [unknown, number, string];
      if (/^\d/.test(part)) return part;
      if (/^["']/.test(part)) return part[0] + this.#text(part.slice(1, -1), comparable) + part[0];
      const isKey = /\b(?:labels|annotations)\s*\.\s*$/.test(expression.slice(0, offset));
      return !isKey && celNames.has(part) ? part : this.dictionary.text(part);
    });
  }
}

const celParts = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[A-Za-z_]\w*|\d[\w.]*/g;

/** The keys whose values are compared as numbers: by `Gt` and `Lt`, and those that a CEL expression names. */
export function comparedKeys(all: readonly Value[]): Set<string> {
  const found = new Set<string>();
  const visit = (value: Value): void => {
    if (Array.isArray(value)) for (const one of value) visit(one);
    else if (isMapping(value)) {
      const { key, operator, celExpressions } = value;
      if (typeof key === "string" && (operator === "Gt" || operator === "Lt")) found.add(key);
      if (Array.isArray(celExpressions))
        for (const expression of celExpressions)
          for (const [part] of String(expression).matchAll(celParts)) found.add(part.replaceAll(/^["']|["']$/g, ""));
      for (const of of Object.values(value)) visit(of);
    }
  };
  for (const value of all) visit(value);
  return found;
}
