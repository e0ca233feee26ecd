/** One fold per document, and a folded document says what it holds. */
import { codeFolding, foldEffect, foldGutter, foldService, unfoldAll } from "@codemirror/language";
import type { EditorState, Extension, Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { caption } from "./objects";

const isMarker = (line: string): boolean => /^---(\s|$)/.test(line);
const isQuiet = (line: string): boolean => /^\s*(#.*)?$/.test(line);

/** A stretch of lines, from 1, both included. */
interface Lines {
  first: number;
  last: number;
}

/** Lines looked at for the end of one document; a longer one has no fold of its own. */
const reach = 5000;

/**
 * The lines of the document whose first line with content is `number`; null where that line does
 * not begin one.
 */
export function documentLines(text: Text, number: number): Lines | null {
  const own = text.line(number).text;
  if (isQuiet(own) || isMarker(own)) return null;
  for (let n = number - 1; n >= 1; n -= 1) {
    const line = text.line(n).text;
    if (isMarker(line)) break;
    if (!isQuiet(line)) return null;
  }
  let last = number;
  for (let n = number + 1; n <= text.lines; n += 1) {
    if (n - number > reach) return null;
    const line = text.line(n).text;
    if (isMarker(line)) break;
    if (!isQuiet(line)) last = n;
  }
  return last > number ? { first: number, last } : null;
}

function* linesOf(state: EditorState, from: number, to: number): Iterable<string> {
  const last = state.doc.lineAt(to).number;
  for (let n = state.doc.lineAt(from).number; n <= last; n += 1) yield state.doc.line(n).text;
}

export function documentFolding(): Extension {
  return [
    foldService.of((state, lineStart, lineEnd) => {
      const lines = documentLines(state.doc, state.doc.lineAt(lineStart).number);
      return lines && { from: lineEnd, to: state.doc.line(lines.last).to };
    }),
    foldGutter({
      markerDOM(open) {
        const marker = document.createElement("span");
        marker.className = open ? "fold-open" : "fold-closed";
        marker.textContent = open ? "▾" : "▸";
        marker.title = open ? "fold" : "unfold";
        return marker;
      },
    }),
    codeFolding({
      preparePlaceholder: (state, { from, to }) => {
        const hidden = state.doc.lineAt(to).number - state.doc.lineAt(from).number;
        const held = caption(linesOf(state, from, to));
        return `${held === "" ? "" : `${held} · `}${hidden} ${hidden === 1 ? "line" : "lines"}`;
      },
      placeholderDOM: (_view, onclick, prepared: string) => {
        const placeholder = document.createElement("button");
        placeholder.type = "button";
        placeholder.className = "cm-foldPlaceholder";
        placeholder.textContent = `… ${prepared}`;
        placeholder.setAttribute("aria-label", `folded: ${prepared}; unfold`);
        placeholder.onclick = onclick;
        return placeholder;
      },
    }),
  ];
}

/**
 * The lines of each item of a document that is a list of objects, as kubectl prints one; null where the document is
 * none.
 */
export function itemLines(text: Text, { first, last }: Lines): Lines[] | null {
  let isList = false;
  let items: Lines[] | null = null;
  let dash: number | null = null;
  let open = false;
  for (let n = first; n <= last; n += 1) {
    const line = text.line(n).text;
    if (isQuiet(line)) continue;
    const column = line.search(/\S/);
    if (column === 0 && line[0] !== "-") {
      isList ||= /^kind:\s*["']?\w*List\b/.test(line);
      open = /^items:\s*(#.*)?$/.test(line);
      if (open) items = [];
    } else if (open && items !== null) {
      if (line[column] === "-" && (dash === null || dash === column)) {
        dash = column;
        items.push({ first: n, last: n });
      }
      const item = items[items.length - 1];
      if (item !== undefined) item.last = n;
    }
  }
  return isList ? items : null;
}

/** Folds every document and every item of a list but placements, or unfolds all. */
export function foldDocuments(view: EditorView, fold: boolean): void {
  if (!fold) {
    unfoldAll(view);
    return;
  }
  const { doc } = view.state;
  const effects = [];
  let number = 1;
  while (number <= doc.lines) {
    const lines = documentLines(doc, number);
    if (lines === null) {
      number += 1;
      continue;
    }
    for (const part of itemLines(doc, lines) ?? [lines]) {
      const from = doc.line(part.first);
      const to = doc.line(part.last).to;
      if (part.last > part.first && !caption(linesOf(view.state, from.from, to)).startsWith("Placement "))
        effects.push(foldEffect.of({ from: from.to, to }));
    }
    number = lines.last + 1;
  }
  view.dispatch({ effects });
}
