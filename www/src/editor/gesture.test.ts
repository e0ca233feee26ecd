import { history, undo, undoDepth } from "@codemirror/commands";
import { EditorState, type TransactionSpec } from "@codemirror/state";
import { expect, test } from "vitest";
import { Gesture, type Target } from "./gesture";

class Sheet implements Target {
  state: EditorState;
  /** the history joins quick changes; these are as slow as a slow drag */
  #time = 0;
  /** counts transactions */
  dispatched = 0;
  constructor(text: string) {
    this.state = EditorState.create({ doc: text, extensions: [history()] });
  }
  dispatch(...specs: TransactionSpec[]): void {
    this.#time += 2000;
    this.dispatched += 1;
    this.state = this.state.update(...specs).state;
  }
  type(insert: string): void {
    const end = this.state.doc.length;
    this.dispatch({ changes: { from: end, insert }, userEvent: "input.type" });
  }
  undo(): string {
    undo({ state: this.state, dispatch: (transaction) => (this.state = transaction.state) });
    return this.text;
  }
  get text(): string {
    return this.state.doc.toString();
  }
}

const weight = (sheet: Sheet, insert: string) => [
  { from: sheet.text.indexOf(":") + 2, to: sheet.text.indexOf("\n"), insert },
];

test("a drag is one step of undo", () => {
  const sheet = new Sheet("weight: 1\n");
  const gesture = new Gesture(sheet);
  for (const value of ["2", "3", "10", "4"]) gesture.apply(weight(sheet, value));
  gesture.end();
  expect(sheet.text).toBe("weight: 4\n");
  expect(undoDepth(sheet.state)).toBe(1);
  expect(sheet.undo()).toBe("weight: 1\n");
});

test("ticks that wait for the editor are one transaction", () => {
  const sheet = new Sheet("weight: 1\n");
  const gesture = new Gesture(sheet);
  gesture.apply(weight(sheet, "2"));
  // The second is in offsets of the text that the first leaves.
  gesture.apply([{ from: 8, to: 9, insert: "10" }], [], [{ from: 8, to: 10, insert: "4" }]);
  expect([sheet.text, sheet.dispatched, undoDepth(sheet.state)]).toEqual(["weight: 4\n", 2, 1]);
  gesture.end();
  expect(sheet.undo()).toBe("weight: 1\n");
});

test("two drags are two steps", () => {
  const sheet = new Sheet("weight: 1\n");
  for (const values of [
    ["2", "3"],
    ["4", "5"],
  ]) {
    const gesture = new Gesture(sheet);
    for (const value of values) gesture.apply(weight(sheet, value));
    gesture.end();
  }
  expect(sheet.undo()).toBe("weight: 3\n");
  expect(sheet.undo()).toBe("weight: 1\n");
});

test("typing before, within and after a drag stays apart from it", () => {
  const sheet = new Sheet("weight: 1\n");
  sheet.type("a");
  const gesture = new Gesture(sheet);
  gesture.apply(weight(sheet, "2"));
  gesture.apply(weight(sheet, "3"));
  sheet.type("b");
  gesture.apply(weight(sheet, "4"));
  gesture.end();
  sheet.type("c");
  const steps = [sheet.text];
  for (let i = 0; i < 5; i += 1) steps.push(sheet.undo());
  expect(steps).toEqual([
    "weight: 4\nabc",
    "weight: 4\nab",
    "weight: 3\nab",
    "weight: 3\na",
    "weight: 1\na",
    "weight: 1\n",
  ]);
});

test("no edits, no step", () => {
  const sheet = new Sheet("weight: 1\n");
  const gesture = new Gesture(sheet);
  gesture.apply([]);
  gesture.end();
  expect(undoDepth(sheet.state)).toBe(0);
});
