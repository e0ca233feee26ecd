/** The objects of a cluster as one text that is edited in place: an object that changes is read alone. */
import type { Scenario } from "../../entries/node.js";

/** Slots whose lengths are summed together. */
const blockSize = 512;
/** From this part of all objects on, the text is read again as a whole. */
const wholeFrom = 0.25;

/** A text of slots, one for each object; the slot of a deleted object is empty until another object takes it. */
export class ResidentText {
  #slots: string[] = [];
  /** The lengths of the slots, summed in blocks. */
  #blocks: number[] = [];
  readonly #places = new Map<string, number>();
  readonly #free: number[] = [];
  /** Slots with another text than the scenario has. */
  readonly #staged = new Map<number, string>();

  /** The keys of all objects, also of those that are not applied yet. */
  keys(): Iterable<string> {
    return this.#places.keys();
  }

  /** Whether it has the object of a key. */
  has(key: string): boolean {
    return this.#places.has(key);
  }

  /** Sets the document of an object; undefined: it is deleted. Returns whether anything changes. O(1). */
  set(key: string, document: string | undefined): boolean {
    const known = this.#places.get(key);
    if (known === undefined && document === undefined) return false;
    const place = known ?? this.#free.pop() ?? this.#slots.push("") - 1;
    const text = document === undefined ? "" : `---\n${document}`;
    if ((this.#staged.get(place) ?? this.#slots[place]) === text) return false;
    this.#staged.set(place, text);
    if (document === undefined) {
      this.#places.delete(key);
      this.#free.push(place);
    } else this.#places.set(key, place);
    return true;
  }

  /** Makes the changes in the scenario. O(objects / 512) for each, and the time to read it. */
  apply(scenario: Pick<Scenario, "edit" | "replace">): void {
    if (this.#staged.size > wholeFrom * this.#slots.length) {
      for (const [place, text] of this.#staged) this.#slots[place] = text;
      this.#blocks = [];
      for (const [place, { length }] of this.#slots.entries()) this.#grow(place, length);
      scenario.replace(this.#slots.join(""));
    } else {
      for (const [place, text] of this.#staged) {
        const before = this.#slots[place] ?? "";
        const from = this.#start(place);
        scenario.edit(from, from + before.length, text);
        this.#slots[place] = text;
        this.#grow(place, text.length - before.length);
      }
    }
    this.#staged.clear();
  }

  #grow(place: number, by: number): void {
    const block = Math.floor(place / blockSize);
    while (this.#blocks.length <= block) this.#blocks.push(0);
    this.#blocks[block] = (this.#blocks[block] ?? 0) + by;
  }

  /** The offset of a slot. */
  #start(place: number): number {
    const block = Math.floor(place / blockSize);
    let offset = 0;
    for (let i = 0; i < block; i += 1) offset += this.#blocks[i] ?? 0;
    for (let i = block * blockSize; i < place; i += 1) offset += this.#slots[i]?.length ?? 0;
    return offset;
  }
}
