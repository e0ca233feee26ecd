import { expect, test } from "vitest";
import type { Diagnostic, Severity } from "../engine/types";
import { findingAt, neighbour } from "./findings";

const finding = (severity: Severity, line: number, last = line): Diagnostic => ({
  severity,
  code: "syntax",
  message: `${severity} ${line}`,
  object: null,
  path: "",
  range: { start: { line, column: 1, offset: line * 10 }, end: { line: last, column: 5, offset: last * 10 + 4 } },
});

const all = [finding("info", 1, 30), finding("warning", 5), finding("error", 5), finding("hint", 9)];

test("F8 walks in text order, around the end", () => {
  expect(neighbour(all, 0, 1)?.message).toBe("info 1");
  expect(neighbour(all, 50, 1)?.message).toBe("hint 9");
  expect(neighbour(all, 90, 1)?.message).toBe("info 1");
  expect(neighbour(all, 90, -1)?.message).toBe("error 5");
  expect(neighbour(all, 10, -1)?.message).toBe("hint 9");
  expect(neighbour([], 0, 1)).toBe(null);
});

test("the finding of a line is the narrowest, then the worst", () => {
  expect(findingAt(all, 5)?.message).toBe("error 5");
  expect(findingAt(all, 9)?.message).toBe("hint 9");
  expect(findingAt(all, 12)?.message).toBe("info 1");
  expect(findingAt(all, 31)).toBe(null);
});
