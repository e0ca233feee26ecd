import { expect, test } from "vitest";
import { Latest } from "./latest";

function recorded() {
  const started: number[][] = [];
  const latest = new Latest<number[]>(
    (job) => started.push(job),
    (a, b) => [...a, ...b],
  );
  return { started, latest };
}

test("one job is under way, the rest become one", () => {
  const { started, latest } = recorded();
  for (const n of [1, 2, 3, 4]) latest.push([n]);
  expect(started).toEqual([[1]]);
  latest.done();
  expect(started).toEqual([[1], [2, 3, 4]]);
  latest.done();
  expect(latest.running).toBe(false);
  expect(started).toHaveLength(2);
});

test("what is cleared does not start", () => {
  const { started, latest } = recorded();
  latest.push([1]);
  latest.push([2]);
  latest.clear();
  latest.push([3]);
  expect(started).toEqual([[1], [3]]);
});
