/** Columns as kubectl prints them: three spaces apart, as wide as their widest cell. */
import { withoutBackquotes } from "./backquotes.js";
import { type Cell, type Column, type Look, type Part, partsOf } from "./block.js";
import { cut, plainText, widthOf } from "./width.js";

/** Colours a text; does nothing where colours are not wanted. */
export type Paint = (text: string, look: Look | undefined) => string;

const gap = 3;
/** A column that shrinks keeps so much. */
const least = 12;

/** The title of a column in a table of text. */
export const heading = ({ title, isName }: Column): string => (isName === true ? title : title.toUpperCase());

/** The lines of a table. `width`: of the terminal; infinite where nothing is to be cut. */
export function tableLines(columns: Column[], rows: Cell[][], width: number, paint: Paint): string[] {
  const cells = [
    columns.map((of): Part => ({ text: plainText(heading(of)), look: "strong" })),
    ...rows.map((row) =>
      row.flatMap(partsOf).map(({ text, look }): Part => ({ text: plainText(withoutBackquotes(text)), look })),
    ),
  ];
  const widths = columns.map((_, i) => cells.reduce((most, row) => Math.max(most, widthOf(row[i]?.text ?? "")), 0));
  narrow(columns, widths, width);
  return cells.map((row) => line(columns, widths, row, width, paint));
}

/** Takes from the columns that shrink, the widest first, what the terminal lacks. */
function narrow(columns: Column[], widths: number[], width: number): void {
  let lacking = widths.reduce((sum, of) => sum + of, gap * (widths.length - 1)) - width;
  for (; lacking > 0; lacking -= 1) {
    let widest = -1;
    columns.forEach(({ priority }, i) => {
      if (priority === "shrinks" && (widths[i] ?? 0) > Math.max(least, widths[widest] ?? 0)) widest = i;
    });
    if (widest < 0) return;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
}

function line(columns: Column[], widths: number[], row: Part[], width: number, paint: Paint): string {
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
