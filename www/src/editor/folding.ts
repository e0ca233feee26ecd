/** One fold per document, and a folded document says what it holds. */
import { codeFolding, foldEffect, foldGutter, foldService, unfoldAll } from "@codemirror/language";
import type { EditorState, Extension, Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { caption } from "./objects";

const isMarker = (line: string): boolean => /^---(\s|$)/.test(line);
const isQuiet = (line: string): boolean => /^\s*(#.*)?$/.test(line);

/** Lines looked at for the end of one document; a longer one has no fold of its own. */
const reach = 5000;

/**
 * The lines of the document whose first line with content is `number`; null where that line does
 * not begin one.
 */
export function documentLines(text: Text, number: number): { first: number; last: number } | null {
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

/** Folds every document but placements, or unfolds all. */
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
    const from = doc.line(lines.first);
    const to = doc.line(lines.last).to;
    if (!caption(linesOf(view.state, from.from, to)).startsWith("Placement ")) {
      effects.push(foldEffect.of({ from: from.to, to }));
    }
    number = lines.last + 1;
  }
  view.dispatch({ effects });
}
