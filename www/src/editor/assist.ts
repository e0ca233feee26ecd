/** Completion, documentation under the pointer, and indentation of a new line. */
import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
} from "@codemirror/autocomplete";
import { type IndentContext, indentService } from "@codemirror/language";
import type { Extension, Text } from "@codemirror/state";
import { type EditorView, hoverTooltip, keymap, type Tooltip } from "@codemirror/view";
import { type Fields, kinds } from "./fields";
import { fieldsAt, lineKey } from "./place";

/** The fields of a text in which no kind is written yet. */
const ofAnyKind: Fields = kinds.Placement?.fields ?? {};

/** Field names where a key is typed, and the words that a field allows where its value is. */
export function complete(text: Text, offset: number, isAsked: boolean): CompletionResult | null {
  const line = text.lineAt(offset);
  const before = line.text.slice(0, offset - line.from);
  const key = lineKey(before);
  if (key === null) return null;
  if (before.length > key.to) {
    const fields = fieldsAt(text, line.number);
    const values = key.name === "kind" ? Object.keys(kinds) : fields?.[key.name]?.values;
    const typed = /[\w]*$/.exec(before)?.[0] ?? "";
    if (values === undefined || !before.startsWith(": ", key.to)) return null;
    return {
      from: offset - typed.length,
      options: values.map((label) => ({ label, type: "enum" })),
      validFor: /^\w*$/,
    };
  }
  if (key.name === "" && !isAsked) return null;
  const fields = fieldsAt(text, line.number) ?? (key.from === 0 ? ofAnyKind : null);
  if (fields === null) return null;
  const rest = text.line(line.number).text.slice(before.length);
  const options = Object.entries(fields).map(([label, { doc, fields: inner }]) => ({
    label,
    type: "property",
    info: doc.replaceAll("`", ""),
    // The colon may stand there already.
    apply: /^[\w./-]*:/.test(rest) ? label : `${label}:${inner === undefined ? " " : ""}`,
  }));
  return { from: line.from + key.from, options, validFor: /^[\w./-]*$/ };
}

/** What a field means, at an offset; null: there is no field, or it is not known. */
export function documentationAt(text: Text, offset: number): { from: number; to: number; doc: string } | null {
  const line = text.lineAt(offset);
  const key = lineKey(line.text);
  const at = offset - line.from;
  if (key === null || key.name === "" || at < key.from || at > key.to) return null;
  const field = fieldsAt(text, line.number)?.[key.name];
  return field === undefined ? null : { from: line.from + key.from, to: line.from + key.to, doc: field.doc };
}

/** The column at which a line begins that follows `before`; null: the language decides. */
export function indentationAfter(before: string, unit: number): number | null {
  const key = lineKey(before);
  if (key === null || key.name === "" || !before.startsWith(":", key.to)) return null;
  // What a key without a value holds stands below the key, and other keys of an item below its first key.
  const holds = key.value === "" || /^[|>#]/.test(key.value);
  return holds ? key.from + unit : key.from;
}

const indentation = indentService.of((context: IndentContext, offset: number) => {
  const line = context.state.doc.lineAt(offset);
  // A line that is there keeps its place.
  if (context.simulatedBreak !== offset) return undefined;
  return indentationAfter(line.text.slice(0, offset - line.from), context.unit) ?? undefined;
});

function hover(view: EditorView, offset: number): Tooltip | null {
  const found = documentationAt(view.state.doc, offset);
  if (found === null) return null;
  return {
    pos: found.from,
    end: found.to,
    above: true,
    create() {
      const dom = document.createElement("div");
      dom.className = "cm-field-doc";
      dom.textContent = found.doc.replaceAll("`", "");
      return { dom };
    },
  };
}

export const assist = (): Extension => [
  autocompletion({
    override: [({ state, pos, explicit }: CompletionContext) => complete(state.doc, pos, explicit)],
    icons: false,
  }),
  keymap.of(completionKeymap),
  hoverTooltip(hover),
  indentation,
];
