import { ChangeSet } from "@codemirror/state";
import { expect, test } from "vitest";
import { replacesAll, TextNames } from "./text-name";

const changes = (length: number, ...parts: { from: number; to?: number; insert?: string }[]): boolean =>
  replacesAll(ChangeSet.of(parts, length));

test("a text that leaves nothing of the one before is another one", () => {
  expect(changes(10, { from: 0, to: 10, insert: "new" })).toBe(true);
  expect(changes(10, { from: 0, to: 10 })).toBe(true);
  expect(changes(0, { from: 0, insert: "new" })).toBe(true);
  expect(changes(10, { from: 0, to: 9, insert: "new" })).toBe(false);
  expect(changes(10, { from: 0, to: 5, insert: "a" }, { from: 6, to: 10, insert: "b" })).toBe(false);
  expect(changes(10, { from: 10, insert: "more" })).toBe(false);
});

test("names follow the texts, back and forth", () => {
  const names = new TextNames("example.yaml");
  names.replaced("new");
  expect(names.current).toBe("scenario.yaml");
  names.announce("opened.yaml");
  names.replaced("new");
  expect(names.current).toBe("opened.yaml");
  names.replaced("undo");
  names.replaced("undo");
  expect(names.current).toBe("example.yaml");
  names.replaced("undo");
  expect(names.current).toBe("example.yaml");
  names.replaced("redo");
  expect(names.current).toBe("scenario.yaml");
  names.announce("other.yaml");
  names.replaced("new");
  names.replaced("redo");
  expect(names.current).toBe("other.yaml");
});
