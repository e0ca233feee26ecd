// The text of a scenario as JavaScript knows it: what a fresh engine reads if the one that has it fails.

/** UTF-16 code units of the largest text that is kept: twice the memory of a larger one would be too much. */
const LARGEST = 2 ** 26;
/** How many edits are remembered one by one. */
const EDITS = 256;

/** A text and the edits since it was given whole. It costs nothing while nothing fails: strings are shared. */
export class KeptText {
  #whole = "";
  #edits: [from: number, to: number, insert: string][] = [];

  /** The whole text is another one. */
  replaced(text: string): void {
    this.#whole = text.length <= LARGEST ? text : "";
    this.#edits = [];
  }

  /** The text was edited; `now` tells it whole. */
  edited(from: number, to: number, insert: string, now: () => string): void {
    if (this.#edits.length === EDITS) this.replaced(now());
    else this.#edits.push([from, to, insert]);
  }

  /** The text with its edits. */
  text(): string {
    let text = whole(this.#whole);
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
