import { expect, test } from "vitest";
import { isClockText, clockText } from "./clock";

test("clocks are RFC 3339 and exist", () => {
  for (const text of ["2026-11-21T04:02:24Z", "2026-11-21T04:02:24.5+02:00", "2024-02-29t00:00:00z"]) {
    expect(isClockText(text), text).toBe(true);
  }
  for (const text of ["", "now", "2026-11-21", "2026-11-21T04:02Z", "2026-13-01T00:00:00Z", "2026-11-21T04:02:24"]) {
    expect(isClockText(text), text).toBe(false);
  }
});

test("a clock is whole seconds of UTC", () => {
  expect(clockText(new Date(1_700_000_000_123))).toBe("2023-11-14T22:13:20Z");
});
