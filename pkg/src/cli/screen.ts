/** Where words go: answers to standard output, everything about them to standard error. */
import { type Block, type Cell, type Column, type Line, type Look, partsOf } from "../report/block.js";
import { markdownLines } from "../report/markdown.js";
import type { Paint } from "../report/table.js";
import { terminalLine, terminalLines } from "../report/terminal.js";
import { plainText } from "../report/width.js";
import { painter, wantsColour } from "./colour.js";
import type { TableColumn } from "./table.js";
import { standard } from "./streams.js";

/** The stream that was written to last: what was said before on the other comes before. */
let latest: Screen | undefined;

/** One of the two streams, for people. */
export class Screen {
  readonly #name: "stdout" | "stderr";
  readonly #env: NodeJS.ProcessEnv;
  #painter: Paint | undefined;
  #lines: string[] = [];
  #last: string | undefined;
  #isMarkdown = false;
  /** Whether it was said that a part of the text cannot be read. */
  isBroken = false;

  constructor(name: "stdout" | "stderr", env: NodeJS.ProcessEnv) {
    this.#name = name;
    this.#env = env;
  }

  /** Columns of the terminal; infinite where it is none. */
  get width(): number {
    const { isTTY, columns } = this.#stream;
    const most = isTTY ? columns : Number(this.#env.COLUMNS ?? "");
    return most > 0 ? most : Infinity;
  }

  get #stream(): NodeJS.WriteStream {
    return standard(this.#name);
  }

  get #paint(): Paint {
    this.#painter ??= painter(wantsColour(this.#stream.isTTY, this.#env));
    return this.#painter;
  }

  /** From now on, what is for people is Markdown. */
  markdown(): void {
    this.#isMarkdown = true;
  }

  /** A report, or a part of one. */
  show(blocks: Block[], isWide = false): void {
    const { isBroken } = this;
    this.raw(
      this.#isMarkdown
        ? markdownLines(blocks, this.#last, { isBroken })
        : terminalLines(blocks, this.#last, { width: this.width, isWide, isBroken, paint: this.#paint }),
    );
  }

  /** A heading over a part. */
  head(words: string): void {
    this.show([{ kind: "facts", title: words, lines: [] }]);
  }

  table(columns: TableColumn[], rows: Cell[][], isWide = false): void {
    const titled = columns.map(
      ({ head, align, gives }): Column => ({
        title: head,
        isName: true,
        ...(align !== undefined && { align }),
        ...(gives === true && { priority: "shrinks" as const }),
      }),
    );
    this.show([{ kind: "table", isApart: false, columns: titled, rows }], isWide);
  }

  /** Lines that make up a picture. */
  picture(lines: string[]): void {
    this.raw(this.#isMarkdown ? ["```text", ...lines, "```"] : lines);
  }

  /** A line of words; a terminal shows them without the backquotes that they have for Markdown. */
  line(words: Line, look?: Look): void {
    if (this.#isMarkdown) {
      const parts = partsOf(words);
      const indent = /^ */.exec(parts[0]?.text ?? "")?.[0] ?? "";
      if (indent === "") this.show([{ kind: "facts", lines: [typeof words === "string" ? words : parts] }]);
      else if (indent.length === 3)
        this.raw(
          markdownLines([{ kind: "list", items: [{ line: words }] }], this.#last, this).map((of) =>
            of.replace(/^- /, "   - "),
          ),
        );
      else this.show([{ kind: "list", items: [{ line: words }] }]);
      return;
    }
    this.raw(terminalLine(typeof words === "string" ? { text: words, look } : words, this.#paint));
  }

  /** A line of words as they are: findings and errors quote with backquotes, as compilers do. */
  exact(words: Line): void {
    this.raw(
      partsOf(words)
        .map(({ text, look }) => this.#paint(plainText(text), look))
        .join(""),
    );
  }

  /** Lines that are made up already. */
  raw(text: string | string[]): void {
    const lines = typeof text === "string" ? [text] : text;
    if (lines.length === 0) return;
    if (latest !== this) latest?.flush();
    latest = this;
    for (const line of lines) this.#lines.push(line);
    this.#last = lines.at(-1);
  }

  /** A line between two answers. */
  gap(): void {
    if ((this.#last ?? "") !== "") this.raw("");
  }

  /** Writes what was said since the last time. */
  flush(): void {
    if (this.#lines.length > 0) this.#stream.write(`${this.#lines.join("\n")}\n`);
    this.#lines = [];
  }
}

/** Standard output. */
export const out = new Screen("stdout", process.env);
/** Standard error. */
export const err = new Screen("stderr", process.env);
