import { expect, test } from "vitest";
import { seriesOf } from "./fixture";
import { chartLine, chartWords, hotWords, moreRows, timeRows } from "./node-words";

const series = seriesOf(
  [
    [0, 0, 6, 3, 0, 0, 1],
    [2, 10, 4, 0, 0, 0, 0],
    [5, 30, 9, 0, 2, 1, 1],
    [6, 40, 5, 0, 0, 3, 1],
  ],
  [[5, 6]],
);

test("a chart in one line, at a time", () => {
  expect(chartLine(series, "cpu", 0)).toBe("6 of 9; peak 9 at 30s");
  expect(chartLine(series, "cpu", 5)).toBe("9 of 8, 2 denied");
  expect(chartLine(seriesOf([]), "cpu", 5)).toBe("not known yet");
});

test("a chart in words, at a time", () => {
  expect(chartWords(series, "cpu", 0)).toBe(
    "10 vCPUs, 1 for the system, watermark 6. Now 6 reserved (3 as buffer, 1 by other pods), 3 " +
      "left. Reserved − buffer is 3 of a total of 10, within total − system, 9. At most 9, at 30s.",
  );
  expect(chartWords(series, "memory", 2)).toBe(
    "40 slots, 4 for the system, watermark 24. Now 16 reserved, 20 left. Reserved − buffer is 16 of a " +
      "total of 40, within total − system, 36. At most 36, at 30s.",
  );
  // Since the system takes 2 of 10.
  expect(chartWords(series, "cpu", 5)).toBe(
    "10 vCPUs, 2 for the system, watermark 5. Now 9 reserved (1 by other pods), 4 above the " +
      "watermark, 1 over; 2 asked for and denied, 1 accounted for by migrations. Reserved − buffer is 9 " +
      "of a total of 10, not yet within total − system, 8.",
  );
  expect(chartWords(seriesOf([[0, 0, 12, 1, 0, 0, 0]]), "cpu", 0)).toContain(
    " Reserved − buffer is 11, more than the total of 10, not yet within total − system, 9.",
  );
  expect(chartWords(seriesOf([]), "cpu", 5)).toBe("Not known yet at this time.");
});

test("how long there was too much pressure", () => {
  expect(hotWords(series, 50)).toBe("under too much pressure once, for 10s in all");
  expect(
    hotWords(
      {
        ...series,
        underPressure: [
          [0, 2],
          [5, 6],
          [6, 9],
        ],
      },
      50,
    ),
  ).toBe("under too much pressure 3 times, for 30s in all");
  expect(hotWords(seriesOf([]), 50)).toBe("never under too much pressure");
});

test("the same as rows", () => {
  const rows = timeRows(series, 3);
  expect(rows.map(({ step, isHot, cpu, memory }) => [step, isHot, cpu.reserved, memory.reserved])).toEqual([
    [0, false, 6, 24],
    [2, false, 4, 16],
    [5, true, 9, 36],
  ]);
  expect([moreRows(series, 3), moreRows(series, 4)]).toEqual(["and 1 more change", ""]);
});
