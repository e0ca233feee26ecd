/** Where an edit of a change is made. */
import type { ChangeEdit } from "../../types.js";
import type { Session } from "./session.js";

/** `by hand: fleet.yaml:12`; at the end of the input if the object is new. */
export function editPlace({ input }: Session, { range, writable }: ChangeEdit): string {
  const how = writable ? "" : "by hand: ";
  if (range === null) return `${how}at the end of the input`;
  const { file, line } = input.place(range.start);
  return `${how}${file}:${line}`;
}
