/** Where the cursor is in the text. */
import type { Text } from "@codemirror/state";
import { signal } from "@preact/signals";
import { itemAt, objectAt } from "../editor/objects";
import type { TextRange } from "../engine/types";

/** Its offset and its line, from 1. */
export const cursor = signal({ offset: 0, line: 1 });
/** The object that it is in: its kind and name, both empty where none is seen. */
const object = signal<{ kind: string; name: string }>({ kind: "", name: "" });
/** The event of a Timeline that it is in: the timeline's name, and the place in `spec.events`. */
export const event = signal<{ timeline: string; event: number } | null>(null);

/** Whether it is on a line of the range. */
export const isOn = (range: TextRange | undefined): boolean =>
  range !== undefined && range.start.line <= cursor.value.line && cursor.value.line <= range.end.line;

export const isIn = (kind: string, name: string): boolean => object.value.kind === kind && object.value.name === name;

export function moved(offset: number, doc: Text): void {
  const line = doc.lineAt(offset).number;
  cursor.value = { offset, line };
  const { kind, name } = objectAt(doc, line);
  const known = object.peek();
  if (kind !== known.kind || name !== known.name) object.value = { kind, name };
  const item = kind === "Timeline" ? itemAt(doc, line, "events") : null;
  const before = event.peek();
  if (item !== (before?.event ?? null) || name !== before?.timeline)
    event.value = item === null ? null : { timeline: name, event: item };
}
