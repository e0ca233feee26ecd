import { expect, test } from "vitest";
import { choosePlacement, refusalOf } from "./desk";
import type { Reading } from "./types";

const at = { line: 1, column: 1, offset: 0 };
const reading = (...names: string[]): Reading => ({
  revision: 1,
  documents: names.length,
  reread: 0,
  kinds: [],
  diagnostics: [],
  counts: { error: 0, warning: 0, info: 0, hint: 0 },
  placements: names.map((name, index) => ({ index, namespace: "ns", name, range: { start: at, end: at } })),
});

test("a placement is found by its name, else at its place, else first", () => {
  const b = { namespace: "ns", name: "b" };
  expect(choosePlacement(reading("a", "b"), b, 0)).toBe(1);
  expect(choosePlacement(reading("b", "a"), b, 1)).toBe(0);
  expect(choosePlacement(reading("a", "bb", "c"), b, 1)).toBe(1);
  expect(choosePlacement(reading("a"), b, 1)).toBe(0);
  expect(choosePlacement(reading("a", "b"), null, 1)).toBe(0);
  expect(choosePlacement(reading(), b, 1)).toBe(null);
});

test("an error with a code is meant, everything else is a crash", () => {
  const meant = Object.assign(new Error("`x` is no time"), { code: "invalid-time" });
  expect(refusalOf(meant)).toEqual({ code: "invalid-time", message: "`x` is no time" });
  expect(refusalOf(new Error("what"))).toBe(null);
  expect(refusalOf(new WebAssembly.RuntimeError("unreachable"))).toBe(null);
  expect(refusalOf("text")).toBe(null);
});
