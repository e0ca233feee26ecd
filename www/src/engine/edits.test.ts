import { ChangeSet, Text } from "@codemirror/state";
import { expect, test } from "vitest";
import { changeSpec, mergeUpdates, textEdits } from "./edits";
import type { TextChange, Update } from "./protocol";

const doc = "a: 1\nb: 😀\nc: 3\n";

/** What the engine does with a list of edits. */
const apply = (text: string, edits: { from: number; to: number; insert: string }[]): string =>
  edits.reduce((now, { from, to, insert }) => now.slice(0, from) + insert + now.slice(to), text);

function check(changes: { from: number; to?: number; insert?: string }[]): void {
  const set = ChangeSet.of(changes, doc.length);
  const expected = set.apply(Text.of(doc.split("\n"))).toString();
  expect(apply(doc, textEdits(set))).toBe(expected);
}

test("edits give the editor's text, whatever their number", () => {
  check([{ from: 3, to: 4, insert: "22" }]);
  check([
    { from: 0, insert: "# top\n" },
    { from: 8, to: 10, insert: "x" },
    { from: 14, to: 15 },
  ]);
  check([{ from: 0, to: doc.length, insert: "" }]);
  check([{ from: doc.length, insert: "d: 4\r\n" }]);
});

test("offsets are UTF-16 code units", () => {
  const set = ChangeSet.of([{ from: doc.indexOf("3"), insert: "1" }], doc.length);
  expect(textEdits(set)).toEqual([{ from: 14, to: 14, insert: "1" }]);
});

test("the engine's edits are of one text", () => {
  const set = ChangeSet.of(
    changeSpec([
      { from: 3, to: 4, insert: "10" },
      { from: 14, to: 15, insert: "30" },
    ]),
    doc.length,
  );
  expect(set.apply(Text.of(doc.split("\n"))).toString()).toBe("a: 10\nb: 😀\nc: 30\n");
});

const update = (version: number, changes: TextChange[]): Update => ({
  version,
  changes,
  question: { placement: null, now: "2026-01-01T00:00:00Z", profile: "Proposal" },
  rows: { order: "rank", find: "", from: 0, count: 10 },
  cluster: null,
  spread: { step: null, from: 0, count: 0 },
});

test("merged updates keep every edit and the later question", () => {
  const one = { edits: [{ from: 0, to: 0, insert: "a" }] };
  const two = { edits: [{ from: 1, to: 1, insert: "b" }] };
  expect(mergeUpdates(update(1, [one]), update(2, [two]))).toEqual(update(2, [one, two]));
  expect(mergeUpdates(update(1, [one]), update(2, [{ whole: "x" }, two]))).toEqual(update(2, [{ whole: "x" }, two]));
});
