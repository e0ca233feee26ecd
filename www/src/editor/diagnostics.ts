/** The engine's findings in the editor: underlined at their range, a mark in the gutter. */
import { type Diagnostic as Shown, setDiagnostics } from "@codemirror/lint";
import type { EditorView, KeyBinding } from "@codemirror/view";
import type { Diagnostic } from "../engine/types";

/** A diagnostic of the text, or a hint from a decision about it. */
export type Finding = Pick<Diagnostic, "severity" | "message" | "range" | "object">;

/** The finding behind (or before) the cursor, in text order, around the end. */
export function neighbour(diagnostics: readonly Finding[], head: number, step: 1 | -1): Finding | null {
  const behind = diagnostics.filter(({ range }) =>
    step === 1 ? range.start.offset > head : range.start.offset < head,
  );
  const all = behind.length > 0 ? behind : diagnostics;
  return (step === 1 ? all[0] : all[all.length - 1]) ?? null;
}

/** The finding on the cursor's line: the worst, then the nearest before it. */
export function findingAt(diagnostics: readonly Finding[], line: number): Finding | null {
  const order = ["error", "warning", "info", "hint"];
  const here = diagnostics.filter(({ range }) => range.start.line <= line && line <= range.end.line);
  // A finding about a whole document covers all of its lines, so the narrow ones come first.
  const width = ({ range }: Finding): number => range.end.line - range.start.line;
  return here.sort((a, b) => width(a) - width(b) || order.indexOf(a.severity) - order.indexOf(b.severity))[0] ?? null;
}

/** Puts the findings on show, clipped to the text as it is now. */
export function showDiagnostics(view: EditorView, diagnostics: readonly Finding[]): void {
  const end = view.state.doc.length;
  const shown = diagnostics
    .map(({ severity, message, range }): Shown => {
      const from = Math.min(range.start.offset, end);
      return { from, to: Math.min(Math.max(range.end.offset, from), end), severity, message };
    })
    .sort((a, b) => a.from - b.from);
  view.dispatch(setDiagnostics(view.state, shown));
}

let listed: readonly Finding[] = [];

/** The findings that F8 walks through. */
export function listDiagnostics(diagnostics: readonly Finding[]): void {
  listed = diagnostics;
}

function jump(step: 1 | -1) {
  return (view: EditorView): boolean => {
    const found = neighbour(listed, view.state.selection.main.head, step);
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
