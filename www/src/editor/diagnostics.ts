/** The engine's findings in the editor: underlined at their range, a mark in the gutter. */
import { type Diagnostic as Shown, setDiagnostics } from "@codemirror/lint";
import type { EditorView, KeyBinding } from "@codemirror/view";
import { type Finding, listedFindings, neighbour } from "./findings";

/** Puts the findings on show, clipped to the text as it is now. */
export function showDiagnostics(view: EditorView, diagnostics: readonly Finding[]): void {
  const end = view.state.doc.length;
  const shown = diagnostics
    .map(({ severity, message, range }): Shown => {
      const from = Math.min(range.start.offset, end);
      return {
        from,
        to: Math.min(Math.max(range.end.offset, from), end),
        severity,
        message: message.replaceAll("`", ""),
      };
    })
    .sort((a, b) => a.from - b.from);
  view.dispatch(setDiagnostics(view.state, shown));
}

function jump(step: 1 | -1) {
  return (view: EditorView): boolean => {
    const found = neighbour(listedFindings(), view.state.selection.main.head, step);
    if (found === null) return false;
    const anchor = Math.min(found.range.start.offset, view.state.doc.length);
    view.dispatch({ selection: { anchor }, scrollIntoView: true });
    view.focus();
    return true;
  };
}

export const nextDiagnostic = jump(1);
export const previousDiagnostic = jump(-1);

export const diagnosticKeymap: KeyBinding[] = [
  { key: "F8", run: nextDiagnostic, preventDefault: true },
  { key: "Shift-F8", run: previousDiagnostic, preventDefault: true },
];
