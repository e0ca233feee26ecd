import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BEAT, Heartbeat } from "./heartbeat";
import type { UpdateReply } from "./protocol";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A heartbeat whose worker hears every question for as long as `here.alive`. */
function watched() {
  const here = { alive: true, asked: 0, ended: 0 };
  const heartbeat: Heartbeat = new Heartbeat(
    () => {
      here.asked += 1;
      if (here.alive) queueMicrotask(() => heartbeat.heard({ type: "heard", id: null }));
    },
    () => {
      here.ended += 1;
    },
  );
  return { here, heartbeat };
}

/** The same, watched from now on. */
function started() {
  const both = watched();
  both.heartbeat.start();
  return both;
}

test("a worker that is gone is noticed within 2 s, once", async () => {
  const { here } = started();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(here.ended).toBe(0);
  here.alive = false;
  await vi.advanceTimersByTimeAsync(2000);
  expect(here.ended).toBe(1);
  const { asked } = here;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(here).toMatchObject({ ended: 1, asked });
});

test("a worker that computes may be silent, until it has answered", async () => {
  const { here, heartbeat } = started();
  heartbeat.heard({ type: "heard", id: 1 });
  here.alive = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(here.ended).toBe(0);
  heartbeat.heard({ type: "answer", id: 1, answer: { version: 0 } as UpdateReply });
  await vi.advanceTimersByTimeAsync(2000);
  expect(here.ended).toBe(1);
});

test("what was heard before the watch began is computed, too", async () => {
  const { here, heartbeat } = watched();
  heartbeat.heard({ type: "heard", id: 1 });
  heartbeat.heard({ type: "ready" });
  here.alive = false;
  heartbeat.start();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(here.ended).toBe(0);
});

test("a request that nobody hears does not keep a worker that is gone", async () => {
  const { here, heartbeat } = started();
  heartbeat.heard({ type: "heard", id: 1 });
  heartbeat.heard({ type: "refused", id: 1, refusal: { code: "x", message: "x" } });
  here.alive = false;
  await vi.advanceTimersByTimeAsync(2000);
  expect(here.ended).toBe(1);
});

test("a page that slept asks again before it gives the worker up", async () => {
  const { here } = started();
  here.alive = false;
  await vi.advanceTimersByTimeAsync(3 * BEAT);
  vi.setSystemTime(Date.now() + 3_600_000);
  await vi.advanceTimersByTimeAsync(2 * BEAT);
  expect(here.ended).toBe(0);
  here.alive = true;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(here.ended).toBe(0);
});

test("a worker that was replaced is not watched", async () => {
  const { here, heartbeat } = started();
  here.alive = false;
  heartbeat.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(here.ended).toBe(0);
});
