/** Where words go: answers to standard output, everything about them to standard error. */
import { withoutBackquotes } from "./backquotes.js";
import { type TextLook, type Paint, painter, type Styled, wantsColour } from "./colour.js";
import { markdownTable, markdownWords } from "./markdown.js";
import { type Cell, type TableColumn, tableLines } from "./table.js";
import { standard } from "./streams.js";
import { plainText } from "./width.js";

/** A line of words, with or without looks. */
export type Words = string | Styled[];

/** The stream that was written to last: what was said before on the other comes before. */
let latest: Screen | undefined;

/** One of the two streams, for people. */
export class Screen {
  readonly #name: "stdout" | "stderr";
  readonly #env: NodeJS.ProcessEnv;
  #painter: Paint | undefined;
  #lines: string[] = [];
  #isStarted = false;
  #endsInGap = false;
  #isMarkdown = false;
  /** Whether the last line is an item of a list of Markdown, to which the next line would belong. */
  #endsInItem = false;

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

  /** A line of words; a terminal shows them without the backquotes that they have for Markdown. */
  line(words: Words = "", look?: TextLook): void {
    const parts: Styled[] = typeof words === "string" ? [{ text: words, look }] : words;
    if (this.#isMarkdown) this.#marked(markdownWords(typeof words === "string" ? [{ text: words }] : words));
    else this.exact(parts.map((part) => ({ ...part, text: withoutBackquotes(part.text) })));
  }

  /** A line of words as they are: findings and errors quote with backquotes, as compilers do. */
  exact(words: Words): void {
    this.raw(this.words(words));
  }

  /** Words in colour. */
  words(words: Words, look?: TextLook): string {
    const parts: Styled[] = typeof words === "string" ? [{ text: words, look }] : words;
    return parts.map((part) => this.#paint(plainText(part.text), part.look)).join("");
  }

  /** Lines that are made up already. */
  raw(text: string | string[]): void {
    const lines = typeof text === "string" ? [text] : text;
    if (latest !== this) latest?.flush();
    latest = this;
    for (const line of lines) this.#lines.push(line);
    this.#isStarted = true;
    this.#endsInGap = lines.at(-1) === "";
  }

  /** Lines of Markdown. */
  #marked(lines: string[]): void {
    const isItem = (line: string | undefined): boolean => /^\s*- /.test(line ?? "");
    this.raw(this.#endsInItem && lines[0] !== "" && !isItem(lines[0]) ? ["", ...lines] : lines);
    this.#endsInItem = isItem(lines.at(-1));
  }

  table(columns: TableColumn[], rows: Cell[][], isWide = false): void {
    if (this.#isMarkdown) this.#marked(markdownTable(columns, rows));
    else this.raw(tableLines(columns, rows, isWide ? Infinity : this.width, this.#paint));
  }

  /** Lines that make up a picture. */
  picture(lines: string[]): void {
    this.raw(this.#isMarkdown ? ["```text", ...lines, "```"] : lines);
  }

  /** A line between two parts, where there was something before. */
  gap(): void {
    if (this.#isStarted && !this.#endsInGap) this.raw("");
  }

  /** A heading over a part. */
  head(words: string): void {
    this.gap();
    if (this.#isMarkdown) this.raw([`### ${words}`, ""]);
    else this.line(words, "strong");
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
