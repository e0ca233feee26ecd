/** The formats of `-o`: tables for people, the answers themselves for programs. */
import { defineScalarTag, dump, DUMP_SCHEMA, NOT_RESOLVED, type ScalarTagDefinition } from "js-yaml";
import { isLosslessNumber, type LosslessNumber, parse } from "lossless-json";
import { out } from "./screen.js";

/** What `-o` takes. */
export const formats = ["json", "yaml", "wide", "name"] as const;
/** One of them. */
export type Format = (typeof formats)[number];

/** An answer in all its forms; only the one that is asked for is made. */
export interface Answer {
  /** JSON texts as the API gives them, each on one line */
  json(): string[];
  /** the names of what the answer is about */
  names(): string[];
  people(isWide: boolean): void;
}

/** Prints an answer in the form that is asked for. */
export function print(format: Format | undefined, answer: Answer): void {
  switch (format) {
    case "json":
      for (const text of answer.json()) out.raw(text);
      return;
    case "yaml":
      out.raw(answer.json().map(yamlText).join("---\n").trimEnd());
      return;
    case "name":
      for (const name of answer.names()) out.line(name);
      return;
    default:
      answer.people(format === "wide");
  }
}

/** JSON as YAML; numbers keep every digit. Texts that YAML 1.1 would take for something else are quoted. */
export const yamlText = (json: string): string => dump(parse(json), { schema, lineWidth: -1, noRefs: true });

const number = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;
const isFraction = (text: string): boolean => /[.eE]/.test(text);
const schema = DUMP_SCHEMA.withTags(
  numbers("int", (text) => !isFraction(text)),
  numbers("float", isFraction),
);

/** The numbers of JSON beside those that YAML knows: the latter are only there to be quoted where they are texts. */
function numbers(name: "int" | "float", isOne: (text: string) => boolean): ScalarTagDefinition {
  const tag = `tag:yaml.org,2002:${name}`;
  const known = DUMP_SCHEMA.tags.find((of) => of.tagName === tag && of.nodeKind === "scalar") as
    | ScalarTagDefinition
    | undefined;
  return defineScalarTag<unknown>(tag, {
    implicit: true,
    identify: (value: unknown) => isLosslessNumber(value) && isOne(value.value),
    represent: (value: LosslessNumber) => value.value,
    resolve: (text, isExplicit, tagName) =>
      number.test(text) && isOne(text) ? Number(text) : (known?.resolve(text, isExplicit, tagName) ?? NOT_RESOLVED),
  });
}
