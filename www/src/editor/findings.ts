/** The engine's findings by their place in the text: known before the editor is. */
import type { Diagnostic } from "../engine/types";

/** A diagnostic of the text, or a hint from a decision about it. */
export type Finding = Pick<Diagnostic, "severity" | "message" | "range" | "object" | "suggestion">;

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

let listed: readonly Finding[] = [];

export const listedFindings = (): readonly Finding[] => listed;

/** The findings that F8 walks through. */
export function listDiagnostics(diagnostics: readonly Finding[]): void {
  listed = diagnostics;
}
