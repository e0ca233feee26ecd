import { expect, test } from "vitest";
import { ProgressLine, progressWords } from "./progress.js";

const clear = "\r\u001b[K";

/** What is written when words are told at these times, in milliseconds, and the work then ends. */
function written(times: number[]): string[] {
  const all: string[] = [];
  let now = 500;
  const line = new ProgressLine(
    (text) => all.push(text),
    () => now,
  );
  for (const time of times) {
    now = 500 + time;
    line.tell(`at ${time}`);
  }
  line.clear();
  return all;
}

test.each<[number[], string[]]>([
  [[], []],
  // What takes less than a second goes by without a word.
  [[0, 10, 500, 999], []],
  [
    [999, 1000],
    [`${clear}at 1000`, clear],
  ],
  // Not more often than ten times a second.
  [
    [1000, 1050, 1099, 1100, 5000],
    [`${clear}at 1000`, `${clear}at 1100`, `${clear}at 5000`, clear],
  ],
])("told at %o", (times, expected) => expect(written(times)).toEqual(expected));

test("words", () => {
  expect(progressWords({ stage: "read", done: 1, of: 3 })).toBe("reading the input: 33%");
  expect(progressWords({ stage: "queue", done: 0, of: 0 })).toBe("scheduling pods: 0%");
  expect(progressWords({ stage: "timeline", done: 5, of: 5 })).toBe("running the timeline: 100%");
  expect(progressWords({ stage: "search", done: 1, of: 8 })).toBe("trying changes: 12%");
  expect(progressWords({ stage: "search", done: 1, of: 8, found: 2 })).toBe("trying changes: 12%, 2 found");
});
