/** Blocks as plain lines, without tables and charts. */
import type { Block, Line } from "./block.js";

const words = (line: Line): string =>
  typeof line === "string" ? line : Array.isArray(line) ? line.map(({ text }) => text).join("") : line.text;

/** The lines of blocks; the details of a line are indented below it. */
export const plainLines = (blocks: Block[]): string[] =>
  blocks.flatMap((block) => {
    switch (block.kind) {
      case "headline":
      case "facts":
        return block.lines.map(words);
      case "findings":
        return block.findings.flatMap((finding) => [
          finding.message,
          ...("details" in finding ? finding.details.map((text) => `  ${text}`) : []),
        ]);
      case "checklist":
        return block.checks.map(({ line }) => words(line));
      case "list":
        return [
          ...(block.title === undefined ? [] : [`${block.title}:`]),
          ...block.items.flatMap(({ line, about = [] }) => [
            `- ${words(line)}`,
            ...about.map((of) => `  ${words(of)}`),
          ]),
        ];
      default:
        return [];
    }
  });
