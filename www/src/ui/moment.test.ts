import { expect, test } from "vitest";
import { isMoment, momentText } from "./moment";

test("moments are RFC 3339 and exist", () => {
  for (const text of ["2026-11-21T04:02:24Z", "2026-11-21T04:02:24.5+02:00", "2024-02-29t00:00:00z"]) {
    expect(isMoment(text), text).toBe(true);
  }
  for (const text of ["", "now", "2026-11-21", "2026-11-21T04:02Z", "2026-13-01T00:00:00Z", "2026-11-21T04:02:24"]) {
    expect(isMoment(text), text).toBe(false);
  }
});

test("a moment is whole seconds of UTC", () => {
  expect(momentText(new Date(1_700_000_000_123))).toBe("2023-11-14T22:13:20Z");
});
