import { expect, test } from "vitest";
import { timeRead, timeText, timeWritten } from "./time.js";

test("times are read, written and read back", () => {
  const cases: [number, string, string][] = [
    [0, "0s", "0s"],
    [0.5, "0.5s", "500ms"],
    [45, "45s", "45s"],
    [60, "1m", "1m"],
    [125, "2m05s", "2m5s"],
    [125.3, "2m05.3s", "2m5s300ms"],
    [0.055, "0.055s", "55ms"],
    [3600, "1h", "1h"],
    [3605, "1h00m05s", "1h5s"],
    [3660, "1h01m", "1h1m"],
    [100 * 3600 + 59, "100h00m59s", "100h59s"],
  ];
  for (const [time, text, written] of cases) {
    expect([timeText(time), timeWritten(time)]).toEqual([text, written]);
    expect(timeRead(written)).toBe(time);
    expect(timeRead(text)).toBe(time);
  }
  expect([timeText(41.666), timeText(59.96), timeWritten(41.666)]).toEqual(["41.7s", "1m", "41s666ms"]);
  for (const text of ["", "5", "s", "-5s", "5 s", "1d", "1m x"]) expect(timeRead(text), text).toBe(null);
  expect(timeRead(" 1.5s ")).toBe(1.5);
});
