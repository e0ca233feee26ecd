/** What is wrong with a text: file, line and column as compilers give them, the line itself, and a mark below. */
import type {
  Diagnostic,
  MissingInput,
  NotLookedAt,
  QuotaDiagnostic,
  ObjectName,
  TextRange,
  Severity,
} from "../../types.js";
import { missingText } from "../words/missing.js";
import { diagnosticText } from "../words/diagnostic.js";
import { notLookedAtText } from "../words/not-looked-at.js";
import { counted } from "../words/number.js";
import { fullName } from "../words/placement.js";
import { quotaDiagnosticText } from "../words/quotas/diagnostic.js";
import type { Look as TextLook } from "../report/block.js";
import type { Input } from "./input.js";
import type { Screen } from "./screen.js";
import { plainText, widthOf } from "../report/width.js";

/** The worst first. */
export const severities = ["error", "warning", "info", "hint"] as const satisfies Severity[];

/** A finding, of the reader or about quotas. */
export interface Finding {
  severity: Severity;
  code: string;
  message: string;
  object: ObjectName | null;
  path: string;
  /** null: it is about no place */
  range: TextRange | null;
}

/** A finding of either kind. */
export const findingOf = (found: Diagnostic | QuotaDiagnostic, input: Input): Finding => {
  const { severity, code, object, path, range } = found;
  const message = "message" in found ? diagnosticText(found, (at) => input.where(at)) : quotaDiagnosticText(found);
  return { severity, code, message, object, path, range };
};

/** What is not looked at, as a finding at the first place; its code is the reason. */
export const notLookedAtFinding = (found: NotLookedAt): Finding => ({
  severity: "info",
  code: found.why,
  message: notLookedAtText(found),
  object: found.object,
  path: found.count > 1 ? found.field : found.path,
  range: found.range,
});

/** What the text lacks, as a finding without a place; its code is the reason. */
export const missingFinding = (row: MissingInput): Finding => ({
  severity: "info",
  code: row.why,
  message: `the text lacks ${missingText(row)}`,
  object: null,
  path: "",
  range: null,
});

/** Whether a finding is of this severity or worse. */
export const isAtLeast = (severity: Severity, bound: Severity): boolean =>
  severities.indexOf(severity) <= severities.indexOf(bound);

const looks: Record<Severity, TextLook | undefined> = {
  error: "bad",
  warning: "warning",
  info: "strong",
  hint: "quiet",
};

/** A line of context is shown up to so many columns. */
const most = 100;

/** A finding, what it is about, and its line. */
export function showFinding(
  screen: Screen,
  input: Input,
  { severity, code, message, object, path, range }: Finding,
): void {
  const place = range === null ? null : input.place(range.start);
  const where = place === null ? "" : `${place.file}:${place.line}:${place.column}: `;
  screen.exact([
    { text: where, look: "strong" },
    { text: `${severity}: `, look: looks[severity] },
    { text: message },
    { text: ` (${code})`, look: "quiet" },
  ]);
  const about = [
    ...(object === null ? [] : [`${object.kind} ${fullName(object)}`.trimEnd()]),
    ...(path === "" ? [] : [path]),
  ];
  if (about.length > 0) screen.exact([{ text: `  ${about.join(", ")}`, look: "quiet" }]);
  if (range !== null && place !== null) showLine(screen, input.line(range.start.line), place.line, range);
}

/** The line with a mark below what it is about; of a long line the part around it. */
function showLine(screen: Screen, line: string, number: number, { start, end }: TextRange): void {
  const column = start.column - 1;
  const from = column < most ? 0 : column - 20;
  const to = Math.min(line.length, from + most);
  const shown = `${from > 0 ? "…" : ""}${plainText(line.slice(from, to))}${to < line.length ? "…" : ""}`;
  const before = widthOf(`${from > 0 ? "…" : ""}${plainText(line.slice(from, column))}`);
  const last = end.line === start.line ? Math.min(end.column - 1, to) : to;
  const length = Math.max(1, widthOf(plainText(line.slice(column, last))));
  const margin = String(number).padStart(5);
  screen.exact([{ text: `${margin} | `, look: "quiet" }, { text: shown }]);
  screen.exact([
    { text: `${" ".repeat(margin.length)} | `, look: "quiet" },
    { text: `${" ".repeat(before)}${"^".repeat(length)}`, look: "good" },
  ]);
}

/** `2 errors and 1 warning` */
export function countsText(counts: Record<Severity, number>): string {
  const parts = severities
    .filter((severity) => counts[severity] > 0)
    .map((severity) => (severity === "info" ? `${counts[severity]} info` : counted(counts[severity], severity)));
  return parts.length === 0 ? "no findings" : parts.join(", ");
}
