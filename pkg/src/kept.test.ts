import { expect, test } from "vitest";
import { KeptText } from "./kept.js";

/** A kept text of at most 10 code units, beside the text itself. */
function edits(...all: [from: number, to: number, insert: string][]): { kept: string; text: string; asked: number } {
  const kept = new KeptText(10);
  let text = "0123456789";
  let asked = 0;
  kept.replaced(text);
  for (const [from, to, insert] of all) {
    text = text.slice(0, from) + insert + text.slice(to);
    kept.edited(from, to, insert, () => {
      asked += 1;
      return text;
    });
  }
  return { kept: kept.text(), text, asked };
}

test("a text is kept with its edits, and is asked for whole only where they hold more than the largest text", () => {
  expect(edits()).toEqual({ kept: "0123456789", text: "0123456789", asked: 0 });
  expect(edits([3, 5, ""], [0, 0, ""])).toEqual({ kept: "01256789", text: "01256789", asked: 0 });
  expect(edits([3, 5, "ab"])).toMatchObject({ kept: "012ab56789", asked: 1 });
  const typed = edits(...Array.from({ length: 300 }, (_, i): [number, number, string] => [i % 9, (i % 9) + 1, "x"]));
  expect(typed.kept).toBe(typed.text);
});

test("of a text above the largest nothing is kept, also where it came in parts, until it is shorter again", () => {
  const parts = [10, 11, 12].map((end): [number, number, string] => [end, 1e9, "+"]);
  expect(edits(...parts)).toMatchObject({ kept: "", asked: 0 });
  expect(edits(...parts, [0, 1, ""])).toMatchObject({ kept: "", asked: 0 });
  expect(edits(...parts, [5, 1e9, ""])).toEqual({ kept: "01234", text: "01234", asked: 1 });
  expect(edits(...parts, [5, 1e9, ""], [5, 5, "a"])).toMatchObject({ kept: "01234a", asked: 1 });
});
