/** Parts of an edit in words. */
import type { ChangeEdit } from "../../../types.js";
import { integer } from "../number.js";

/** A value in one line. */
export function valueText(value: ChangeEdit["new"]): string {
  if (typeof value === "number") return Number.isInteger(value) ? integer(value) : String(value);
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The last key of a path: of `metadata.labels[a.b/c]` `a.b/c`. */
export const lastKey = ({ keys }: Pick<ChangeEdit, "keys">): string => String(keys.at(-1) ?? "");

/** Whether an edit adds or removes its object. */
export const isOfObject = ({ keys }: Pick<ChangeEdit, "keys">): boolean => keys.length === 0;

/** Whether an edit uncordons a node. */
export const uncordons = (edit: Pick<ChangeEdit, "family" | "keys">): boolean =>
  edit.family === "node" && lastKey(edit) === "unschedulable";

/** The number of the item of a list in a path, from 1. */
export const numberIn = ({ keys }: Pick<ChangeEdit, "keys">, list: string): string =>
  integer(Number(keys[keys.indexOf(list) + 1] ?? 0) + 1);

/** What people change comes before what agents report: it explains a difference sooner. */
export const differingEdits = (edits: ChangeEdit[]): ChangeEdit[] => {
  const isReported = ({ keys }: ChangeEdit): boolean => keys[0] === "status";
  return [...edits.filter((edit) => !isReported(edit)), ...edits.filter(isReported)];
};

/** An edit that people make in the pod template of another object. */
export const inTemplate = (edit: ChangeEdit): ChangeEdit =>
  edit.templateOf === undefined
    ? edit
    : { ...edit, object: { ...edit.templateOf, kind: `the pod template of ${edit.templateOf.kind}` } };
