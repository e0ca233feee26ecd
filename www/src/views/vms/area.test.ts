import { expect, test } from "vitest";
import { amountsOf, drawingOf, hotTimes, lastAt, limitsOf, peak, stepAtTime, topOf } from "./area";
import { scenario, seriesOf } from "./fixture";

const series = seriesOf(
  [
    [0, 0, 6, 3, 0, 0, 1],
    [2, 10, 4, 0, 0, 0, 1],
    [5, 30, 9, 0, 2, 0, 1],
    [6, 40, 5, 0, 0, 3, 1],
  ],
  [[5, 6]],
);

test("a series is read resource by resource", () => {
  expect(amountsOf(series, "cpu")[2]).toEqual({
    step: 5,
    at: 30,
    reserved: 9,
    buffer: 0,
    pressure: 2,
    accountedFor: 0,
    other: 1,
  });
  expect(amountsOf(series, "memory")[0]).toEqual({
    step: 0,
    at: 0,
    reserved: 24,
    buffer: 12,
    pressure: 0,
    accountedFor: 0,
    other: 4,
  });
  expect(limitsOf(series, "memory")).toEqual([
    { step: 0, at: 0, total: 40, system: 4, watermark: 24 },
    { step: 3, at: 20, total: 40, system: 8, watermark: 20 },
  ]);
  expect(peak(amountsOf(series, "cpu"))?.reserved).toBe(9);
});

test("what holds at a step is the last change until then", () => {
  const points = amountsOf(series, "cpu");
  expect([0, 1, 2, 4, 5, 9].map((step) => lastAt(points, step)?.reserved)).toEqual([6, 6, 4, 4, 9, 5]);
  expect(lastAt(points.slice(1), 1)).toBe(null);
});

test("who points at a time means the last change until then", () => {
  expect([-1, 0, 9.9, 10, 35, 100].map((time) => stepAtTime(series, time))).toEqual([0, 0, 0, 2, 5, 6]);
  expect(stepAtTime(seriesOf([]), 5)).toBe(0);
});

test("axes hold what there is and what is too much", () => {
  expect([topOf([series], "cpu"), topOf([series], "memory")]).toEqual([10, 40]);
  expect(topOf([series, seriesOf([[0, 0, 13, 0, 0, 0, 0]])], "cpu")).toBe(13);
  expect(topOf([], "cpu")).toBe(1);
});

test("too much pressure has its times", () => {
  expect(hotTimes(series, 50)).toEqual([[30, 40]]);
  expect(hotTimes(seriesOf([[0, 0, 9, 0, 0, 0, 0]], [[0, 8]]), 50)).toEqual([[0, 50]]);
});

test("areas are steps, stacked from other pods to the buffer, and hold to the end", () => {
  const drawing = drawingOf(series, "cpu", { width: 100, height: 100, strip: 10, end: 50, top: 10 });
  // Other pods: 1 of 10, from 0 to the end.
  expect(drawing.other).toBe(
    "M0,90L20,90L20,90L60,90L60,90L80,90L80,90L100,90L100,90L100,100L100,100L80,100L80,100L60,100L60,100L20," +
      "100L20,100L0,100Z",
  );
  expect(drawing.edge).toBe("M0,40L20,40L20,60L60,60L60,10L80,10L80,50L100,50L100,50");
  // At the start 3 of the 6 are buffer.
  expect(drawing.vms).toMatch(/^M0,70L20,70L20,60L/);
  expect(drawing.buffer).toMatch(/^M0,40L20,40L20,60L/);
  expect(drawing.watermark).toBe("M0,40L40,40L40,50L100,50L100,50");
  expect(drawing.system).toMatch(/^M0,0L40,0L40,0L100,0.*L40,20L40,10L0,10Z$/);
  // 9 can be reserved, 8 since the system was raised at 20s: too many are from 30s to 40s.
  expect(drawing.most).toBe("M0,10L40,10L40,20L100,20L100,20");
  expect(drawing.excess).toBe("M60 20V10H80V20Z");
  // The only capacity pressure is as high as the strip.
  expect(drawing.pressure).toBe("M60 114V104H80V114Z");
  expect(drawing.hot).toEqual([{ x: 60, width: 20 }]);
});

test("more than can be reserved is marked from where the system is raised", () => {
  const drawing = drawingOf(
    seriesOf([
      [0, 0, 9, 0, 0, 0, 0],
      [4, 40, 8, 0, 0, 0, 0],
    ]),
    "cpu",
    { width: 100, height: 100, strip: 10, end: 50, top: 10 },
  );
  expect(drawing.excess).toBe("M40 20V10H80V20Z");
  const fits = drawingOf(seriesOf([[0, 0, 8, 0, 0, 0, 0]]), "cpu", {
    width: 100,
    height: 100,
    strip: 10,
    end: 50,
    top: 10,
  });
  expect(fits.excess).toBe("");
});

test("without a duration the start takes the full width", () => {
  const start = seriesOf([[0, 0, 6, 3, 2, 0, 1]], [[0, 1]]);
  const drawing = drawingOf({ ...start, limits: start.limits.slice(0, 1) }, "cpu", {
    width: 100,
    height: 100,
    strip: 10,
    end: 0,
    top: 10,
  });
  expect(drawing.edge).toBe("M0,40L100,40L100,40");
  expect(drawing.watermark).toBe("M0,40L100,40L100,40");
  expect(drawing.vms).toBe("M0,70L100,70L100,70L100,90L100,90L0,90Z");
  expect(drawing.system).toBe("M0,0L100,0L100,0L100,10L100,10L0,10Z");
  expect(drawing.pressure).toBe("M0 114V104H100V114Z");
  expect(drawing.hot).toEqual([{ x: 0, width: 100 }]);
});

test("the engine's series are drawn as they come", () => {
  const { series: all, duration } = scenario.vmTimeline({ limit: 0, series: ["n1", "n2"], points: 1000 });
  expect(all.map(({ node }) => node)).toEqual(["n1", "n2"]);
  for (const of of all) {
    const points = amountsOf(of, "cpu");
    expect(points[0]?.step).toBe(0);
    expect(points.every(({ step }, i) => i === 0 || step > (points[i - 1]?.step ?? 0))).toBe(true);
    const drawing = drawingOf(of, "memory", {
      width: 500,
      height: 100,
      strip: 10,
      end: duration,
      top: topOf(all, "memory"),
    });
    for (const path of [drawing.vms, drawing.system, drawing.edge]) expect(path).not.toMatch(/NaN|Infinity|-\d/);
  }
});
