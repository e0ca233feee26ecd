/** A chart as a picture of letters: a row for each name, a column for each value. */
import { integer } from "../words/number.js";
import type { Chart } from "./block.js";
import { cut, widthOf } from "./width.js";

/** Rows, and columns of a row, at most. */
const mostRows = 12;
const mostColumns = 80;
/** A value is not wider than this. */
const widest = 6;

/** The lines of the picture; none where there are too many values, or nothing changes. `width`: of the terminal. */
export function chartLines({ parameter, intervals, inForce, bars, on, off }: Chart, width: number): string[] {
  const [first, last] = [intervals[0], intervals.at(-1)];
  if (first === undefined || last === undefined || intervals.length < 2) return [];
  const shown = bars.slice(0, mostRows);
  const names = [parameter, "now", ...shown.map(({ name }) => name)];
  const side = Math.min(Math.max(...names.map(widthOf)), 28);
  const count = last.to - first.from + 1;
  const wide = Math.min(widest, Math.floor((Math.min(width, mostColumns) - side - 4) / count));
  if (wide < 1) return [];
  const row = (name: string, cells: string): string => {
    const short = cut(name, side);
    return `  ${short}${" ".repeat(side - widthOf(short) + 2)}${cells}`.trimEnd();
  };
  const bar = (isOn: boolean[]): string =>
    intervals.map(({ from, to }, at) => (isOn[at] ? "█" : "·").repeat((to - from + 1) * wide)).join("");
  const lines = [row(parameter, ruler(first.from, count, wide))];
  if (inForce !== null && inForce >= first.from && inForce <= last.to)
    lines.push(row("now", `${" ".repeat((inForce - first.from) * wide)}▼ ${integer(inForce)}`));
  for (const { name, isOn } of shown) lines.push(row(name, bar(isOn)));
  const rest = bars.length - shown.length;
  if (rest > 0) lines.push(`  and ${integer(rest)} more`);
  lines.push(row("", `█ ${on}   · ${off}`));
  return lines;
}

/** The values above their columns, as many as fit. */
function ruler(first: number, count: number, wide: number): string {
  const values = Array.from({ length: count }, (_, at) => first + at);
  const most = Math.max(...values.map((value) => integer(value).length)) + 1;
  const step = [1, 2, 5, 10, 20, 50].find((each) => each * wide >= most) ?? 100;
  return values.reduce((text, value, at) => {
    const isNext = value % step === 0 && at * wide >= text.length + (text === "" ? 0 : 1);
    return isNext ? text.padEnd(at * wide) + integer(value) : text;
  }, "");
}
