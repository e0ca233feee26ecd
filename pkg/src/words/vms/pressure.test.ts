import { expect, test } from "vitest";
import type { Pressure } from "../../../types.js";
import { stepAnswer, stepOf } from "./fixture.js";
import { pressureText, sidesText } from "./pressure.js";

function pressureAt(step: number): { before: Pressure; after: Pressure } {
  const { request, pressure } = stepAnswer(step);
  if (request?.pressure == null || pressure[0] === undefined) throw new Error("a request");
  return { before: request.pressure, after: pressure[0] };
}

test("the inequality has its numbers in order", () => {
  const { before, after } = pressureAt(stepOf("request", "default/c", 90));
  expect([sidesText(after.cpu), sidesText(after.memory)]).toEqual(["3 + 4 > 0 + 0 + 0", "12 + 9 > 0 + 0 + 0"]);
  expect(pressureText(after, "n1")).toBe(
    "n1 is under too much pressure: cpu 7 > 0 and memory 21 > 0. One resource is enough.",
  );
  expect(pressureText(before, "n1", "was")).toBe(
    "n1 was not under too much pressure: its cpu was not above its watermark (6 of 6) and its memory was " +
      "below its watermark (21 of 28). Nothing else was checked.",
  );
});

test("where one resource is above its watermark both are looked at", () => {
  const { before, after } = pressureAt(stepOf("request", "default/b", 40));
  expect(pressureText(before, "n1", "was")).toBe("n1 was under too much pressure: cpu 1 > 0. One resource is enough.");
  expect(pressureText(after, "n1")).toBe("n1 is not under too much pressure: cpu 1 ≤ 1 and memory 0 ≤ 7.");
});
