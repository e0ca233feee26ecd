import { expect, test } from "vitest";
import { type Bullet, concerns, quotaStatus, withPod } from "schedscope/words/quotas";
import { axisEnd, partsOf } from "./bullet";

const bullet = (used: number, min: number, max: number | null, lent = 0, added = 0): Bullet => ({
  used,
  min,
  max,
  lent,
  added,
});

function check(of: Bullet, parts: string, words: string, pod = ""): void {
  const drawn = partsOf(of).map(({ look, from, to }) => `${look} ${from}-${to}`);
  expect([drawn.join(", "), quotaStatus(of, "nvidia.com/gpu"), withPod(of, "nvidia.com/gpu")]).toEqual([
    parts,
    words,
    pod,
  ]);
}

test("own up to min, borrowed up to max, over beyond; lent of what is unused", () => {
  check(bullet(6, 4, 6), "own 0-4, borrowed 4-6", "2 borrowed, at its max");
  check(bullet(3, 6, 8, 2), "own 0-3, lent 3-5", "3 unused (2 lent)");
  check(bullet(5, 6, 8), "own 0-5", "1 unused");
  check(bullet(4, 4, 6), "own 0-4", "at its min");
  check(bullet(7, 4, 6), "own 0-4, borrowed 4-6, over 6-7", "1 over its max");
  check(bullet(1, 0, 2), "borrowed 0-1", "1 borrowed, its min is 0");
  check(bullet(5, 2, null), "own 0-2, borrowed 2-5", "3 borrowed");
});

test("zero, no limit, and a max below min are said", () => {
  check(bullet(0, 0, 0), "", "none allowed");
  check(bullet(0, 2, 0), "", "max is 0: no pod that requests nvidia.com/gpu may run");
  check(bullet(1, 0, 0), "over 0-1", "1 over its max");
  check(bullet(0, 6, 4, 1), "lent 0-1", "6 unused (1 lent), max is below min");
  check(bullet(5, 6, 4), "own 0-4, over 4-5", "1 over its max, max is below min");
  check(bullet(0, 0, null), "", "none used");
});

test("what a pod would make of it", () => {
  check(bullet(6, 4, 6, 0, 1), "own 0-4, borrowed 4-6", "2 borrowed, at its max", "with the pod 7, 1 over its max");
  check(bullet(3, 6, 8, 0, 3), "own 0-3", "3 unused", "with the pod 6, within its min");
  check(bullet(3, 6, null, 0, 5), "own 0-3", "3 unused", "with the pod 8, 2 over its min");
});

test("an axis holds everything, and leaves room for an open end", () => {
  expect(axisEnd([bullet(6, 4, 6), bullet(3, 6, 8)])).toBe(8);
  expect(axisEnd([bullet(6, 4, 6, 0, 4)])).toBe(10);
  expect(axisEnd([bullet(10, 4, null)])).toBeCloseTo(11.5);
  expect(axisEnd([bullet(0, 0, 0)])).toBe(1);
  expect(axisEnd([])).toBe(1);
});

test("a quota without bound, use or claim is left out of the bars", () => {
  expect(concerns(bullet(0, 0, null))).toBe(false);
  expect(concerns(bullet(0, 0, 0))).toBe(true);
  expect(concerns(bullet(0, 0, null, 0, 1))).toBe(true);
});
