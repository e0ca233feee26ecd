/** Replaces the names of a text, so that it can be shared. */
import { Dictionary, restored, type Table } from "./dictionary.js";
import { comparedKeys, Redaction } from "./objects.js";
import { documentsOf, yamlOf } from "./yaml-objects.js";

export { restored, type Table };
export { type Asked, differences } from "./verify.js";

/** A text whose names are replaced. */
export interface Redacted {
  /** YAML, without comments. */
  text: string;
  /** The original of each replacement; keep it to yourself. */
  table: Table;
  /** What is not in the new text, a sentence each. */
  leftOut: string[];
  /** A name of the old text, such as `namespace/name`, as the new one has it. */
  replaced(name: string): string;
}

/**
 * Replaces names, namespaces, labels, images, annotations, addresses and messages of the objects in a text, the same
 * word by the same replacement everywhere. Quantities, times, API fields, values of enumerations and the keys of public
 * domains are kept. Fields and kinds that schedscope does not read, comments, and documents that are not valid YAML are
 * left out. `restored` takes an answer about the new text back to the names of the old one.
 *
 * O(n log n) in the number of words.
 */
export function redact(text: string): Redacted {
  const { values, unreadLines } = documentsOf(text);
  const dictionary = new Dictionary();
  const compared = comparedKeys(values);
  new Redaction(dictionary, compared).documents(values);
  dictionary.assign();
  const redaction = new Redaction(dictionary, compared);
  const objects = redaction.documents(values);
  const { kinds, others } = redaction.leftOut;
  const ofKinds = [...kinds.values()].reduce((sum, count) => sum + count, 0);
  const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`;
  return {
    text: yamlOf(objects),
    table: dictionary.table(),
    replaced: (name) => dictionary.text(name),
    leftOut: [
      ...unreadLines.map((line) => `the document at line ${line}: it is not valid YAML`),
      ...(ofKinds > 0 ? [`${counted(ofKinds, "object")} of kinds that schedscope does not read`] : []),
      ...(others > 0 ? [`${counted(others, "document")} without an object`] : []),
    ],
  };
}
