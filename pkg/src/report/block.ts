/** An answer as blocks, which each surface renders: no colours, no widths, no elements. */
import type { NamedObject, ObjectName, TextRange } from "../../types.js";
import { type Caveat, isBefore } from "../words/caveat.js";
import type { Check } from "../words/check.js";
import { counted, integer } from "../words/number.js";
import type { LocatedFinding } from "./text-findings.js";
import { namedText, objectNamed } from "../words/object-name.js";

/** What a piece of text means. */
export type Look = "strong" | "quiet" | "good" | "warning" | "bad";

/** A piece of text, with the object or the place in the input that it names. */
export interface Part {
  text: string;
  look?: Look | undefined;
  object?: ObjectName;
  range?: TextRange;
  /** What the name is, where it can be shown on request. */
  about?: string;
}

/** A line of words. */
export type Line = string | Part | Part[];

/** A line of a list, with lines about it. */
export interface Item {
  line: Line;
  about?: Line[];
}

/** A rule with its result, or without `holds` a line above the rules that follow. */
export interface CheckLine {
  line: Line;
  /** null: it was not checked */
  holds?: boolean | null;
  /** Whether it belongs to a line above. */
  isBelow?: boolean;
}

/** A column of a table. Numbers are aligned to the right. */
export interface Column {
  /** In sentence case. */
  title: string;
  /** Whether the title is a name, whose letters keep their case. */
  isName?: boolean;
  align?: "right";
  /** `shrinks`: cut first where there is little room; `wide`: left out unless all columns are asked for. */
  priority?: "shrinks" | "wide";
}

/** What a column has in a row. */
export type Cell = string | Part;

/** The title of a block, and the gap before it. */
interface Heading {
  title?: string;
  /** Whether a gap separates it from what precedes; default: of titles, tables and charts. */
  isApart?: boolean;
}

/** A table; `rest`: rows that are left out, and the option of the command line that shows them. */
export interface Table extends Heading {
  kind: "table";
  columns: Column[];
  rows: Cell[][];
  rest?: { count: number; what?: string; option?: string };
}

/** Bars over the values of a parameter: one for each name. */
export interface Chart extends Heading {
  kind: "chart";
  /** The name of the parameter. */
  parameter: string;
  intervals: { from: number; to: number }[];
  /** The value in force; null: none. */
  inForce: number | null;
  /** For each name, whether it is on in each interval. */
  bars: { name: string; isOn: boolean[] }[];
  on: string;
  off: string;
}

/** A part of an answer. `headline`: its sentences; `findings`: what must be known before it is believed. */
export type Block =
  | { kind: "headline"; lines: Line[]; title?: never; isApart?: never }
  | { kind: "findings"; findings: (Caveat | LocatedFinding)[]; title?: never; isApart?: never }
  | ({ kind: "facts"; lines: Line[] } & Heading)
  | Table
  | ({ kind: "checklist"; checks: CheckLine[] } & Heading)
  | ({ kind: "list"; isNumbered?: boolean; items: Item[] } & Heading)
  | Chart;

/** Whether a gap separates a block from what precedes. */
export const isApart = ({ kind, title, isApart: of }: Block): boolean =>
  of ?? (title !== undefined || kind === "table" || kind === "chart");

/** Text with what it means. */
const looking =
  (look: Look) =>
  (text: string): Part => ({ text, look });
export const good = looking("good");
export const warning = looking("warning");
export const bad = looking("bad");

/** The name of an object, `namespace/name` where its kind has namespaces. */
export function link(kind: string, named: NamedObject, look?: Look): Part {
  const { namespace, name } = typeof named === "string" ? objectNamed(named) : named;
  return { text: namedText(named), look, object: { kind, namespace, name } };
}

/** A number as a cell: `−1,200`; `-` where there is none. */
export const figure = (value: number | null | undefined): string =>
  value === null || value === undefined ? "-" : integer(value);

/** A table without the columns that are only for wide ones. */
export function narrowed<T extends Pick<Table, "columns" | "rows">>(of: T): T {
  const isShown = (_: unknown, i: number): boolean => of.columns[i]?.priority !== "wide";
  return { ...of, columns: of.columns.filter(isShown), rows: of.rows.map((row) => row.filter(isShown)) };
}

/** `and 3 more (--limit)`. `hasOption`: the option that shows them is of use to the reader. */
export function restOf({ rest }: Table, hasOption = true): string {
  if (rest === undefined || rest.count <= 0) return "";
  const { count, what = "", option } = rest;
  const words = counted(count, `more ${what}`.trimEnd(), what === "" ? "more" : undefined);
  return `and ${words}${option === undefined || !hasOption ? "" : ` (${option})`}`;
}

/** The words of a line, in parts. */
export const partsOf = (line: Line): Part[] =>
  typeof line === "string" ? [{ text: line }] : Array.isArray(line) ? line : [line];

/** The lines that have words. */
const withWords = (lines: Line[]): Line[] => lines.filter((line) => partsOf(line).some(({ text }) => text !== ""));

/** The sentences of an answer between what comes before and after it. */
export const answerBlocks = (caveats: Caveat[], lines: Line[]): Block[] => [
  { kind: "findings", findings: caveats.filter(isBefore) },
  { kind: "headline", lines: withWords(lines) },
  { kind: "findings", findings: caveats.filter((caveat) => !isBefore(caveat)) },
];

/** Sentences about an answer; nothing without words. */
export function facts(lines: Line[], placed: Heading = {}): Block[] {
  const words = withWords(lines);
  return words.length === 0 ? [] : [{ kind: "facts", lines: words, ...placed }];
}

/** A list; nothing without items. */
export const list = (items: (Item | Line)[], placed: Heading & { isNumbered?: boolean } = {}): Block[] =>
  items.length === 0 ? [] : [{ kind: "list", items: items.map((of) => (isItem(of) ? of : { line: of })), ...placed }];

const isItem = (of: Item | Line): of is Item => typeof of === "object" && "line" in of;

/** Rules with what came of them. */
export const checklist = (checks: (Check | CheckLine)[], placed: Heading = {}): Block[] =>
  checks.length === 0
    ? []
    : [{ kind: "checklist", checks: checks.map((of) => ("line" in of ? of : checkLine(of))), ...placed }];

const checkLine = ({ rule, holds, words }: Check): CheckLine => ({
  holds,
  line: [{ text: `${rule}: ` }, { text: words, look: holds === null ? "quiet" : undefined }],
});

/** A column with its cell in each row. */
export interface ColumnOf<Row> extends Column {
  cell(row: Row, index: number): Cell | number | null | undefined;
}

type Of<Row> = ColumnOf<Row>["cell"];

/** A column that keeps its width. */
export const column = <Row>(title: string, cell: Of<Row>): ColumnOf<Row> => ({ title, cell });
/** A column that is cut first where there is little room. */
export const long = <Row>(title: string, cell: Of<Row>): ColumnOf<Row> => ({ title, cell, priority: "shrinks" });
/** A column of numbers. */
export const number = <Row>(title: string, cell: Of<Row>): ColumnOf<Row> => ({ title, cell, align: "right" });
/** A column that is shown where all are. */
export const wide = <Row>(of: ColumnOf<Row>): ColumnOf<Row> => ({ ...of, priority: "wide" });

/** A table of rows; nothing without rows. Columns that are `false` are left out. */
export function table<Row>(
  rows: readonly Row[],
  columns: (ColumnOf<Row> | false)[],
  placed: Heading & Pick<Table, "rest"> = {},
): Block[] {
  if (rows.length === 0) return [];
  const shown = columns.filter((of) => of !== false);
  const cellOf = (value: ReturnType<Of<Row>>): Cell =>
    value === null || typeof value !== "object" ? (typeof value === "string" ? value : figure(value)) : value;
  return [
    {
      kind: "table",
      columns: shown.map(({ cell: _, ...of }) => of),
      rows: rows.map((row, index) => shown.map(({ cell }) => cellOf(cell(row, index)))),
      ...placed,
    },
  ];
}
