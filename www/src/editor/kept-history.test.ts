import { history, redo, undo } from "@codemirror/commands";
import { EditorState, type TransactionSpec } from "@codemirror/state";
import { expect, test } from "vitest";
import { stateWith, stepsOf } from "./kept-history";

const extensions = [history()];
const edited = (text: string, ...specs: TransactionSpec[]): EditorState =>
  specs.reduce(
    (state, spec, i) => state.update({ ...spec, annotations: [], userEvent: `input.other${i}` }).state,
    EditorState.create({ doc: text, extensions }),
  );
/** As a browser keeps it. */
const kept = (state: EditorState, most = 10_000): unknown => JSON.parse(JSON.stringify(stepsOf(state, most)));
const stepped = (state: EditorState, by: typeof undo): string => {
  let after = state;
  by({ state, dispatch: (transaction) => (after = transaction.state) });
  return after.doc.toString();
};

const typed = edited(
  "a\nb\n",
  { changes: { from: 0, to: 4, insert: "another\ntext\n" } },
  { changes: { from: 7, insert: "!" } },
);

test("steps are undone one by one in another visit", () => {
  let state = stateWith(typed.doc.toString(), kept(typed), { extensions });
  expect(state.doc.toString()).toBe("another!\ntext\n");
  undo({ state, dispatch: (transaction) => (state = transaction.state) });
  expect(state.doc.toString()).toBe("another\ntext\n");
  // The visit after that one knows what was undone, too.
  state = stateWith(state.doc.toString(), kept(state), { extensions });
  expect(stepped(state, redo)).toBe("another!\ntext\n");
  expect(stepped(state, undo)).toBe("a\nb\n");
});

test("where there is no room for all steps the newest are kept", () => {
  const newest = JSON.stringify(stepsOf(typed, 10_000).done.at(-1)).length;
  const steps = stepsOf(typed, newest + 10);
  expect(steps.done).toHaveLength(1);
  const state = stateWith(typed.doc.toString(), steps, { extensions });
  expect(stepped(state, undo)).toBe("another\ntext\n");
  expect(stepsOf(typed, 10)).toEqual({ done: [], undone: [] });
});

test.each([null, undefined, "x", {}, { done: [{}], undone: null }, { done: [{ changes: ["x"] }], undone: [] }])(
  "what are no steps is passed over: %j",
  (steps) => {
    const state = stateWith("text", steps, { extensions });
    expect(state.doc.toString()).toBe("text");
    expect(stepped(state, undo)).toBe("text");
  },
);

test("steps of another text are passed over", () => {
  const state = stateWith("another one\n", kept(typed), { extensions });
  expect(stepped(state, undo)).toBe("another one\n");
});
