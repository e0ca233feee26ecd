/** Blocks as Markdown. */
import { isBefore } from "../words/caveat.js";
import { strong } from "../words/phrase.js";
import { type Block, isApart, type Line, type Part, partsOf, restOf } from "./block.js";
import { chartLines } from "./chart.js";
import { heading } from "./table.js";
import { type LastLine, type Rendering, withMark } from "./terminal.js";
import { aboutText, type LocatedFinding } from "./text-findings.js";
import { plainText } from "./width.js";

const escaped = (text: string): string => plainText(text).replace(/[\\|*_<[\]`]/g, "\\$&");

/** Text that is not code; what stands between backquotes is. */
const markedUp = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part, at) => (at % 2 === 1 ? plainText(part) : escaped(part)))
    .join("");

/** A line of words; what has no parts is not emphasised. */
function inline(line: Line): string {
  return partsOf(line)
    .map(({ text, look }) => {
      const [, before = "", words = "", behind = ""] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? [];
      const isStrong = look === "strong" && words !== "" && Array.isArray(line);
      return isStrong ? `${before}**${markedUp(words)}**${behind}` : markedUp(text);
    })
    .join("")
    .trim();
}

const paragraph = (line: Line): string[] => [inline(line), ""];
const item = (line: Line, indent = ""): string => `${indent}- ${inline(line)}`;
const isItem = (line: LastLine): boolean => /^\s*- /.test(line ?? "");

/** The lines of blocks. */
export function markdownLines(blocks: Block[], before: LastLine, rendering: Pick<Rendering, "isBroken">): string[] {
  const lines: string[] = [];
  const add = (own: string[]): void => {
    // Another line would belong to the item before it.
    const last = lines.at(-1) ?? before;
    if (isItem(last) && own[0] !== "" && !isItem(own[0])) lines.push("");
    lines.push(...own);
  };
  for (const block of blocks) {
    const own = linesOf(block, rendering);
    const { title } = block;
    if (own.length === 0 && title === undefined) continue;
    if (isApart(block) && (lines.at(-1) ?? before ?? "") !== "") lines.push("");
    if (title !== undefined) add([`### ${inline(title)}`, ""]);
    for (const part of own) add(part);
  }
  return lines;
}

/** The lines of a block, in parts of which none belongs to an item before it. */
function linesOf(block: Block, { isBroken }: Pick<Rendering, "isBroken">): string[][] {
  switch (block.kind) {
    case "headline":
    case "facts":
      return block.lines.map(paragraph);
    case "findings":
      return block.findings.flatMap((finding) => {
        if ("place" in finding) return [[item(locatedWords(finding))]];
        const { message, further = message, details } = finding;
        const shown = isBroken && isBefore(finding) ? further : message;
        return [paragraph(shown), ...details.map((detail) => [item(detail)])];
      });
    case "table": {
      const row = (cells: string[]): string => `| ${cells.join(" | ")} |`;
      const rest = restOf(block);
      return [
        [
          row(block.columns.map((of) => escaped(heading(of)) || " ")),
          row(block.columns.map(({ align }) => (align === "right" ? "---:" : "---"))),
          ...block.rows.map((cells) => row(cells.map((cell) => inlineCell(cell) || " "))),
          "",
        ],
        ...(rest === "" ? [] : [paragraph(rest)]),
      ];
    }
    case "checklist":
      return block.checks.map((check) => [item(withMark(check), check.isBelow === true ? "  " : "")]);
    case "list":
      return block.items.flatMap(({ line, about = [] }, at) =>
        block.isNumbered === true
          ? [...(at > 0 ? [[""]] : []), [`${at + 1}. ${inline(line)}`, ""], ...about.map((of) => [item(of, "   ")])]
          : [[item(line)], ...about.map((of) => [item(of, "  ")])],
      );
    case "chart": {
      const lines = chartLines(block, Infinity);
      return lines.length === 0 ? [] : [["```text", ...lines, "```"]];
    }
  }
}

/** `**error** hub.yaml:3:5: a message (code), Pod shop/web` */
function locatedWords(finding: LocatedFinding): Part[] {
  const { severity, code, message, place } = finding;
  const about = aboutText(finding);
  const where = place === null ? "" : ` ${place.file}:${place.line}:${place.column}`;
  return [strong(severity), { text: `${where}: ${message} (${code})${about === "" ? "" : `, ${about}`}` }];
}

/** A line ends a cell of a table, in code, too. */
const inlineCell = (cell: Line): string => markedUp(partsOf(cell)[0]?.text ?? "").replace(/(?<!\\)\|/g, "\\|");
