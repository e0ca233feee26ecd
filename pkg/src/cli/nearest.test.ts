import { expect, test } from "vitest";
import { nearest } from "./nearest.js";

test("the nearest names, best first", () => {
  const names = ["prod-1", "prod-2", "prod-10", "stage-1", "Steady", "ns/prod-3"];
  expect(nearest("prod-3", names)).toEqual(["prod-1", "prod-2", "prod-10"]);
  expect(nearest("stedy", names)).toEqual(["Steady"]);
  expect(nearest("zzz", names)).toEqual([]);
});
