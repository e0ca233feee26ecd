/** The name of the text: another text has another one, and undo brings the old one back with its text. */
import type { ChangeDesc } from "@codemirror/state";

/** What a text is called that came without a name. */
export const unnamed = "scenario.yaml";

/** Whether a change leaves nothing of the text before it. */
export function replacesAll(changes: ChangeDesc): boolean {
  let whole = false;
  changes.iterChangedRanges((from, to) => {
    whole = from === 0 && to === changes.length;
  });
  return whole;
}

/** Names in the order of the editor's history, and which is that of the text. */
export interface KeptNames {
  names: string[];
  at: number;
}

/** The names of the texts that replaced each other, in the order of the editor's history. */
export class TextNames {
  #names: string[];
  #at = 0;
  /** the name of the text that is about to come */
  #next: string | null = null;

  constructor(name: string, kept: KeptNames | null = null) {
    this.#names = [name];
    if (kept === null || kept.names[kept.at] !== name) return;
    this.#names = [...kept.names];
    this.#at = kept.at;
  }

  /** For another visit, with the steps of undo. */
  get kept(): KeptNames {
    return { names: this.#names, at: this.#at };
  }

  get current(): string {
    return this.#names[this.#at] ?? unnamed;
  }

  /** The text that comes next has this name. */
  announce(name: string): void {
    this.#next = name;
  }

  /** The whole text was replaced: by a new one, or by the one before or after it. */
  replaced(how: "new" | "undo" | "redo"): void {
    if (how === "new") {
      this.#names = [...this.#names.slice(0, this.#at + 1), this.#next ?? unnamed];
      this.#at += 1;
    } else {
      const to = this.#at + (how === "undo" ? -1 : 1);
      this.#at = Math.min(Math.max(0, to), this.#names.length - 1);
    }
    this.#next = null;
  }
}
