import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { colours, largeFrom, lineTokens } from "./large";

const words = (line: string): string[] =>
  lineTokens(line).map(({ from, to, is }) => `${is} ${JSON.stringify(line.slice(from, to))}`);

test.each([
  ["kind: Placement", ['key "kind"']],
  ["  - name: a # first", ['key "name"', 'comment "# first"']],
  ["    app.kubernetes.io/name: x", ['key "app.kubernetes.io/name"']],
  ['  "quoted key": "a # b"', ['key "\\"quoted key\\""']],
  ["- - a: 1", ['key "a"']],
  ["  - plain", []],
  ["# all of it: a comment", ['comment "# all of it: a comment"']],
  ["a: it's # said", ['key "a"', 'comment "# said"']],
  ["---", ['marker "---"']],
  ["time: 12:30:00", ['key "time"']],
  ["http://a/b", []],
  [`a: ${"x".repeat(3000)}`, []],
])("the colours of %j", (line, expected) => {
  expect(words(line)).toEqual(expected);
});

test("a text that becomes large leaves the parser, and comes back when it is small again", () => {
  const state = EditorState.create({ doc: "kind: Pod\n", extensions: [colours("kind: Pod\n")] });
  expect(ensureSyntaxTree(state, state.doc.length)?.length).toBe(state.doc.length);
  const large = state.update({ changes: { from: 0, insert: "# long\n".repeat(largeFrom / 7 + 1) } }).state;
  expect(syntaxTree(large).length).toBe(0);
  const small = large.update({ changes: { from: 0, to: large.doc.length, insert: "kind: Pod\n" } }).state;
  expect(ensureSyntaxTree(small, small.doc.length)?.length).toBe(small.doc.length);
});
