import fc from "fast-check";
import { expect, test } from "vitest";
import { ResidentText } from "./resident.js";

/** A scenario as a text. */
class Edited {
  text = "";
  edits = 0;
  replace(text: string): never {
    this.text = text;
    return undefined as never;
  }
  edit(from: number, to: number, insert: string): never {
    this.text = this.text.slice(0, from) + insert + this.text.slice(to);
    this.edits += 1;
    return undefined as never;
  }
}

const documents = (text: string): string[] => text.split("---\n").slice(1).sort();

/** Many objects first, so that a change is an edit; then turns of changes, each of which is applied. */
const change = fc.tuple(fc.nat(1200), fc.option(fc.string({ unit: fc.constantFrom("a", "ü", "𝄞"), maxLength: 9 })));
test("the edited text has the objects, each once", () => {
  fc.assert(
    fc.property(fc.array(fc.array(change, { maxLength: 6 }), { maxLength: 12 }), (turns) => {
      const [resident, edited, model] = [new ResidentText(), new Edited(), new Map<string, string>()];
      for (let i = 0; i < 1000; i += 1) {
        resident.set(`o${i}`, `${i}\n`);
        model.set(`o${i}`, `${i}\n`);
      }
      resident.apply(edited);
      for (const turn of turns) {
        for (const [i, words] of turn) {
          const [key, text] = [`o${i}`, words === null ? undefined : `${i} ${words}\n`];
          expect(resident.set(key, text)).toBe(model.get(key) !== text);
          if (text === undefined) model.delete(key);
          else model.set(key, text);
        }
        resident.apply(edited);
        expect(documents(edited.text)).toEqual([...model.values()].sort());
        expect([...resident.keys()].sort()).toEqual([...model.keys()].sort());
      }
    }),
    { numRuns: 40, seed: 20250601 },
  );
});

test("a few changes are edits, many are a new text", () => {
  const [resident, edited] = [new ResidentText(), new Edited()];
  for (let i = 0; i < 100; i += 1) resident.set(`${i}`, `${i}\n`);
  resident.apply(edited);
  expect(edited.edits).toBe(0);
  for (let i = 0; i < 20; i += 1) resident.set(`${i}`, `new ${i}\n`);
  resident.apply(edited);
  expect(edited.edits).toBe(20);
});
