/** A finding as compilers print it: file, line and column, the line itself, and a mark below. */
import type { Severity, TextRange } from "../../types.js";
import type { Look, Part } from "./block.js";
import { aboutText, type LocatedFinding } from "./text-findings.js";
import { plainText, widthOf } from "./width.js";

const looks: Record<Severity, Look> = { error: "bad", warning: "warning", info: "strong", hint: "quiet" };

/** A line of context is shown up to so many columns. */
const most = 100;

/** The lines of a finding, in parts; backquotes are kept, as compilers quote. */
export function locatedLines(finding: LocatedFinding): Part[][] {
  const { severity, code, message, range, place, line } = finding;
  const about = aboutText(finding);
  return [
    [
      { text: place === null ? "" : `${place.file}:${place.line}:${place.column}: `, look: "strong" },
      { text: `${severity}: `, look: looks[severity] },
      { text: message },
      { text: ` (${code})`, look: "quiet" },
    ],
    ...(about === "" ? [] : [[{ text: `  ${about}`, look: "quiet" as const }]]),
    ...(range === null || place === null || line === "" ? [] : lineOf(line, place.line, range)),
  ];
}

/** The line with a mark below what it is about; of a long line the part around it. */
function lineOf(line: string, number: number, { start, end }: TextRange): Part[][] {
  const column = start.column - 1;
  const from = column < most ? 0 : column - 20;
  const to = Math.min(line.length, from + most);
  const shown = `${from > 0 ? "…" : ""}${plainText(line.slice(from, to))}${to < line.length ? "…" : ""}`;
  const before = widthOf(`${from > 0 ? "…" : ""}${plainText(line.slice(from, column))}`);
  const last = end.line === start.line ? Math.min(end.column - 1, to) : to;
  const length = Math.max(1, widthOf(plainText(line.slice(column, last))));
  const margin = String(number).padStart(5);
  return [
    [{ text: `${margin} | `, look: "quiet" }, { text: shown }],
    [
      { text: `${" ".repeat(margin.length)} | `, look: "quiet" },
      { text: `${" ".repeat(before)}${"^".repeat(length)}`, look: "good" },
    ],
  ];
}
