/** The engine's findings in the editor: underlined at their range, a mark in the gutter. */
import { type Action, type Diagnostic as Shown, setDiagnostics } from "@codemirror/lint";
import type { EditorView, KeyBinding } from "@codemirror/view";
import { type Finding, listedFindings, neighbour } from "./findings";

/** Puts the findings on show, clipped to the text as it is now. */
export function showDiagnostics(view: EditorView, diagnostics: readonly Finding[]): void {
  const end = view.state.doc.length;
  const shown = diagnostics
    .map(({ severity, message, range, suggestion }): Shown => {
      const from = Math.min(range.start.offset, end);
      return {
        from,
        to: Math.min(Math.max(range.end.offset, from), end),
        severity,
        message: message.replaceAll("`", ""),
        ...(suggestion !== undefined && { actions: [fix(suggestion)] }),
      };
    })
    .sort((a, b) => a.from - b.from);
  view.dispatch(setDiagnostics(view.state, shown));
}

/** Writes what was meant in place of what is there, within its quotes. */
const fix = (suggestion: string): Action => ({
  name: `Change to ${suggestion}`,
  apply(view, from, to) {
    const [quote = ""] = /^["']/.exec(view.state.sliceDoc(from, to)) ?? [];
    view.dispatch({ changes: { from, to, insert: quote + suggestion + quote }, userEvent: "input.fix" });
  },
});

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

const nextDiagnostic = jump(1);
const previousDiagnostic = jump(-1);

export const diagnosticKeymap: KeyBinding[] = [
  { key: "F8", run: nextDiagnostic, preventDefault: true },
  { key: "Shift-F8", run: previousDiagnostic, preventDefault: true },
];
