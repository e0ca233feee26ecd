import { expect, test } from "vitest";
import { columnNames, hueOf, shortName } from "./prioritizer";

test("names that fit a column", () => {
  expect(
    ["Steady", "ResourceAllocatableCPU", "ResourceRatioMemory", "ResourceAllocatable(nvidia.com/gpu)", "ResourceRatio(nvidia.com/gpu)", "AddOn/usage/cpuFree"].map(shortName),
  ).toEqual(["Steady", "CPU", "Memory ratio", "nvidia.com/gpu", "nvidia.com/gpu ratio", "cpuFree"]);
});

test("names that would be the same are given in full", () => {
  expect(columnNames(["AddOn/a/cpu", "AddOn/b/cpu", "Steady"])).toEqual(["AddOn/a/cpu", "AddOn/b/cpu", "Steady"]);
});

test("amount and ratio of a resource share a hue, and hues begin again hatched", () => {
  const names = ["Steady", "Balance", "ResourceAllocatableCPU", "ResourceAllocatableMemory", "ResourceRatioCPU", "ResourceRatioMemory", "Spread", "AddOn/a/x", "AddOn/a/y"];
  expect(hueOf(names).map(({ hue, hatched }) => `${hue}${hatched ? "/" : ""}`)).toEqual(["0", "1", "2", "3", "2/", "3/", "4", "5", "0/"]);
});
