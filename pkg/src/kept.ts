// The text of a scenario as JavaScript knows it: what a fresh engine reads if the one that has it fails.

/** UTF-16 code units of the largest text that is kept: twice the memory of a larger one would be too much. */
const LARGEST = 2 ** 26;
/** How many edits are remembered one by one. */
const EDITS = 256;

/**
 * A text and the edits since it was given whole. It costs nothing while nothing fails: strings are shared. Of a text
 * above the largest, nothing is kept until it is shorter again.
 */
export class KeptText {
  readonly #largest: number;
  /** null: the text is too large. */
  #whole: string | null = "";
  #edits: [from: number, to: number, insert: string][] = [];
  /** The length of the text. */
  #length = 0;
  /** The length of all strings that are held. */
  #held = 0;

  constructor(largest = LARGEST) {
    this.#largest = largest;
  }

  /** The whole text is another one. */
  replaced(text: string): void {
    this.#length = text.length;
    this.#whole = text.length <= this.#largest ? text : null;
    this.#held = this.#whole?.length ?? 0;
    this.#edits = [];
  }

  /** The text was edited; `now` tells it whole. */
  edited(from: number, to: number, insert: string, now: () => string): void {
    this.#length += insert.length - (Math.min(to, this.#length) - Math.min(from, this.#length));
    this.#held += insert.length;
    if (this.#length > this.#largest) {
      this.#whole = null;
      this.#held = 0;
      this.#edits = [];
    } else if (this.#whole === null || this.#edits.length === EDITS || this.#held > this.#largest) this.replaced(now());
    else this.#edits.push([from, to, insert]);
  }

  /** The text with its edits. */
  text(): string {
    let text = whole(this.#whole ?? "");
    for (const [from, to, insert] of this.#edits) {
      text = text.slice(0, start(text, from)) + whole(insert) + text.slice(start(text, to));
    }
    this.replaced(text);
    return text;
  }
}

/** A text whose halves of pairs are replaced, as the engine takes it: two of them would become a character. */
function whole(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}

/** The start of the character at a place, as the engine edits: no character is cut in two. */
function start(text: string, at: number): number {
  const isSecond = /[\udc00-\udfff]/.test(text.charAt(at)) && /[\ud800-\udbff]/.test(text.charAt(at - 1));
  return isSecond ? at - 1 : at;
}
