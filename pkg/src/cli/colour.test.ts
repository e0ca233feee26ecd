import { expect, test } from "vitest";
import { painter, wantsColour } from "./colour.js";

test("a look is a style", () => {
  expect(painter(true)("x", "good")).toBe("\u001b[32mx\u001b[39m");
  expect(painter(false)("x", "good")).toBe("x");
});

test("when there is colour", () => {
  expect([wantsColour(true, {}), wantsColour(false, {}), wantsColour(true, { TERM: "dumb" })]).toEqual([
    true,
    false,
    false,
  ]);
  expect([
    wantsColour(true, { NO_COLOR: "1" }),
    wantsColour(true, { NO_COLOR: "" }),
    wantsColour(false, { FORCE_COLOR: "1", NO_COLOR: "1" }),
  ]).toEqual([false, true, false]);
  expect([
    wantsColour(false, { FORCE_COLOR: "1" }),
    wantsColour(false, { FORCE_COLOR: "" }),
    wantsColour(true, { FORCE_COLOR: "0" }),
  ]).toEqual([true, true, false]);
});
