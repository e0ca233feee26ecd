import { expect, test } from "vitest";
import { columnNames, shortName, unknownPrioritizers } from "./prioritizer.js";

test("names that fit a column", () => {
  expect(
    [
      "Steady",
      "ResourceAllocatableCPU",
      "ResourceRatioMemory",
      "ResourceAllocatable(nvidia.com/gpu)",
      "ResourceRatio(nvidia.com/gpu)",
      "AddOn/usage/cpuFree",
    ].map(shortName),
  ).toEqual(["Steady", "CPU", "Memory ratio", "nvidia.com/gpu", "nvidia.com/gpu ratio", "cpuFree"]);
});

test("names that would be the same are given in full", () => {
  expect(columnNames(["AddOn/a/cpu", "AddOn/b/cpu", "Steady"])).toEqual(["AddOn/a/cpu", "AddOn/b/cpu", "Steady"]);
});

test("names of no prioritizer", () => {
  expect(
    unknownPrioritizers(
      ["Steady", "steady", "AddOn/a/cpu", "AddOn/a", "ResourceRatio(gpu)", "ResourceRatio()"],
      ["Steady"],
    ),
  ).toEqual(["steady", "AddOn/a", "ResourceRatio()"]);
});
