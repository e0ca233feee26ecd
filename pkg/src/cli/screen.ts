/** Where words go: answers to standard output, everything about them to standard error. */
import type { Block, Line, Look } from "../report/block.js";
import { markdownLines } from "../report/markdown.js";
import type { Paint } from "../report/table.js";
import { exactLine, terminalLine, terminalLines } from "../report/terminal.js";
import { painter, wantsColour } from "./colour.js";
import { standard } from "./streams.js";

/** The stream that was written to last: what was said before on the other comes before. */
let latest: Screen | undefined;

/** One of the two streams, for people. */
class Screen {
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
  get #width(): number {
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
        : terminalLines(blocks, this.#last, { width: this.#width, isWide, isBroken, paint: this.#paint }),
    );
  }

  /** A line of words outside of a report, without the backquotes that they have for Markdown. */
  line(words: Line, look?: Look): void {
    this.raw(terminalLine(typeof words === "string" ? { text: words, look } : words, this.#paint));
  }

  /** A line of words as they are: findings and errors quote with backquotes, as compilers do. */
  exact(words: Line): void {
    this.raw(exactLine(words, this.#paint));
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

export const out = new Screen("stdout", process.env);
export const err = new Screen("stderr", process.env);
