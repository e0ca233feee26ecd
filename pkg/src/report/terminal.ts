/** Blocks as lines of a terminal. */
import { counted } from "../words/number.js";
import { type Caveat, isBefore, isWarning } from "../words/caveat.js";
import { quiet } from "../words/phrase.js";
import { withoutBackquotes } from "./backquotes.js";
import {
  bad,
  type Block,
  type CheckLine,
  good,
  isApart,
  type Line,
  narrowed,
  type Part,
  partsOf,
  restOf,
} from "./block.js";
import { chartLines } from "./chart.js";
import { locatedLines } from "./located.js";
import { type Paint, tableLines } from "./table.js";
import { plainText } from "./width.js";

/** How blocks are rendered. */
export interface Rendering {
  /** Columns of the terminal; infinite where it is none. */
  width: number;
  /** Whether all columns and details are wanted, and nothing is cut. */
  isWide: boolean;
  /** Whether it was said that a part of the input cannot be read: both reasons are one sentence to the reader. */
  isBroken: boolean;
  paint: Paint;
}

/** The last line that was printed before; absent: there is none. */
export type LastLine = string | undefined;

/** Details of a finding that are listed unless all are wanted, and places of what is not looked at. */
const mostDetails = { before: 3, after: 5, beside: 5 };

/** A line of words as they are: compilers quote with backquotes. */
export const exactLine = (line: Line, paint: Paint): string =>
  partsOf(line)
    .map(({ text, look }) => paint(plainText(text), look))
    .join("");

/** A line of words, without the backquotes that it has for Markdown. */
export const terminalLine = (line: Line, paint: Paint): string =>
  exactLine(
    partsOf(line).map((part) => ({ ...part, text: withoutBackquotes(part.text) })),
    paint,
  );

/** The lines of blocks. */
export function terminalLines(blocks: Block[], before: LastLine, rendering: Rendering): string[] {
  const lines: string[] = [];
  for (const block of blocks) {
    const own = linesOf(block, rendering);
    const { title } = block;
    if (own.length === 0 && title === undefined) continue;
    if (isApart(block) && (lines.at(-1) ?? before ?? "") !== "") lines.push("");
    if (title !== undefined) lines.push(terminalLine({ text: title, look: "strong" }, rendering.paint));
    lines.push(...own);
  }
  return lines;
}

function linesOf(block: Block, rendering: Rendering): string[] {
  const { paint, isWide, width } = rendering;
  const say = (line: Line, indent = ""): string => {
    const [first = { text: "" }, ...others] = partsOf(line);
    return terminalLine([{ ...first, text: indent + first.text }, ...others], paint);
  };
  switch (block.kind) {
    case "headline":
    case "facts":
      return block.lines.map((line) => say(line));
    case "findings":
      return block.findings.flatMap((finding) =>
        "place" in finding
          ? locatedLines(finding).map((parts) => exactLine(parts, paint))
          : caveatLines(finding, rendering).map((part) => say(part)),
      );
    case "table": {
      const { columns, rows } = isWide ? block : narrowed(block);
      const rest = restOf(block);
      return [
        ...tableLines(columns, rows, isWide ? Infinity : width, paint),
        ...(rest === "" ? [] : [say({ text: rest, look: "quiet" })]),
      ];
    }
    case "checklist":
      return block.checks.map((check) => say([{ text: check.isBelow === true ? "     " : "  " }, ...withMark(check)]));
    case "list":
      return block.items.flatMap(({ line, about = [] }, at) => {
        const isNumbered = block.isNumbered === true;
        const gap = isNumbered && at > 0 ? [""] : [];
        const head = isNumbered ? say([quiet(`${at + 1}. `), ...partsOf(line)]) : say(line, "  ");
        return [...gap, head, ...about.map((of) => say(of, isNumbered ? "   " : "    "))];
      });
    case "chart":
      return chartLines(block, width);
  }
}

/** A finding around an answer with its first details, or with all of them. */
function caveatLines(finding: Caveat, { isWide, isBroken }: Rendering): Part[] {
  const { at, message, further = message, details, allDetails = isWide } = finding;
  const shown = allDetails ? details : details.slice(0, mostDetails[at]);
  const rest = details.length - shown.length;
  const more = rest > 0 ? [`${counted(rest, "more", "more")} (-o wide)`] : [];
  return [
    {
      text: isBefore(finding) && isBroken ? further : message,
      look: isBefore(finding) || isWarning(finding) ? "warning" : "quiet",
    },
    ...[...shown, ...more].map((text) => quiet(`  ${text}`)),
  ];
}

/** `✓`, `✗`, or `-` for what was not checked, before the words of a rule. */
export function withMark({ line, holds }: CheckLine): Part[] {
  if (holds === undefined) return partsOf(line);
  const mark = holds === null ? { text: "-", look: "quiet" as const } : holds ? good("✓") : bad("✗");
  return [mark, { text: " " }, ...partsOf(line)];
}
