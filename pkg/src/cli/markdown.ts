/** Answers for people as Markdown. */
import type { Styled } from "./colour.js";
import type { Cell, TableColumn } from "./table.js";
import { plainText } from "./width.js";

const escaped = (text: string): string => plainText(text).replace(/[\\|*_<[\]]/g, "\\$&");

/** Parts of a line that is not code; what stands between backquotes is. */
const marked = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part, at) => (at % 2 === 1 ? plainText(part) : escaped(part)))
    .join("");

/** A line: a paragraph of its own, indented an item of a list. */
export function markdownWords(parts: Styled[]): string[] {
  const text = parts
    .map(({ text, look }) => {
      const [, before = "", words = "", behind = ""] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? [];
      return look === "strong" && words !== "" ? `${before}**${marked(words)}**${behind}` : marked(text);
    })
    .join("");
  if (text.trim() === "") return [""];
  // What stands three columns in belongs to the item of a numbered list above it.
  const indent = /^ {3}/.test(text) ? "   " : "";
  return /^\s/.test(text) ? [`${indent}- ${text.trim()}`] : [text.trim(), ""];
}

/** A table. */
export function markdownTable(columns: TableColumn[], rows: Cell[][]): string[] {
  const line = (cells: string[]): string => `| ${cells.join(" | ")} |`;
  return [
    line(columns.map(({ head }) => escaped(head) || " ")),
    line(columns.map(({ align }) => (align === "right" ? "---:" : "---"))),
    ...rows.map((row) => line(row.map((cell) => marked(typeof cell === "string" ? cell : cell.text) || " "))),
    "",
  ];
}
