/** JSON as YAML. */
import { defineScalarTag, dump, DUMP_SCHEMA, NOT_RESOLVED, type ScalarTagDefinition } from "js-yaml";
import { isLosslessNumber, type LosslessNumber, parse, stringify } from "lossless-json";
import { plainJson } from "../report/width.js";

/**
 * JSON as YAML: numbers keep every digit. Texts that YAML 1.1 would take for something else are quoted. Where control
 * characters have to be escaped it is JSON, which is YAML too.
 */
export function yamlText(json: string): string {
  const value = parse(json);
  if (plainJson(json) !== json) return `${plainJson(stringify(value, null, 2) ?? "")}\n`;
  return dump(value, { schema, lineWidth: -1, noRefs: true });
}

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
