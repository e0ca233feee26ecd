/** Columns as kubectl prints them: three spaces apart, as wide as their widest cell. */
import { withoutBackquotes } from "./backquotes.js";
import type { Paint, Styled } from "./colour.js";
import { integer } from "../words/number.js";
import { cut, plainText, widthOf } from "./width.js";

/** A column and how it is set. */
export interface TableColumn {
  head: string;
  align?: "right";
  /** gives way first where the terminal is too narrow */
  gives?: boolean;
}

/** What stands in a column. */
export type Cell = string | Styled;

const gap = 3;
/** A column that gives way keeps so much. */
const least = 12;

/** The lines of a table. `width`: of the terminal; infinite where nothing is to be cut. */
export function tableLines(columns: TableColumn[], rows: Cell[][], width: number, paint: Paint): string[] {
  const cells = [
    columns.map(({ head }): Styled => ({ text: plainText(head), look: "strong" })),
    ...rows.map((row) => row.map(styled)),
  ];
  const widths = columns.map((_, i) => cells.reduce((most, row) => Math.max(most, widthOf(row[i]?.text ?? "")), 0));
  narrow(columns, widths, width);
  return cells.map((row) => line(columns, widths, row, width, paint));
}

function styled(cell: Cell): Styled {
  const { text, look } = typeof cell === "string" ? { text: cell, look: undefined } : cell;
  return { text: plainText(withoutBackquotes(text)), look };
}

/** Takes from the columns that give way, the widest first, what the terminal lacks. */
function narrow(columns: TableColumn[], widths: number[], width: number): void {
  let lacking = widths.reduce((sum, of) => sum + of, gap * (widths.length - 1)) - width;
  for (; lacking > 0; lacking -= 1) {
    let widest = -1;
    columns.forEach(({ gives }, i) => {
      if (gives === true && (widths[i] ?? 0) > Math.max(least, widths[widest] ?? 0)) widest = i;
    });
    if (widest < 0) return;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
}

function line(columns: TableColumn[], widths: number[], row: Styled[], width: number, paint: Paint): string {
  let [text, used] = ["", 0];
  for (const [i, { align }] of columns.entries()) {
    const { text: whole, look } = row[i] ?? { text: "" };
    const start = i === 0 ? 0 : used + gap;
    if (start >= width) break;
    const wide = Math.min(widths[i] ?? 0, width - start);
    const shown = cut(whole, wide);
    const space = " ".repeat(wide - widthOf(shown));
    const isLast = i === columns.length - 1;
    text +=
      `${" ".repeat(i === 0 ? 0 : gap)}${align === "right" ? space : ""}${paint(shown, look)}` +
      `${align === "right" || isLast ? "" : space}`;
    used = start + wide;
  }
  return text.trimEnd();
}

/** A number as a cell: `−1,200`; `-` where there is none. */
export const figure = (value: number | null | undefined): string =>
  value === null || value === undefined ? "-" : integer(value);
