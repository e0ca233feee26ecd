import { expect, test } from "vitest";
import { hueOf } from "./prioritizer";

test("amount and ratio of a resource share a hue, and hues begin again hatched", () => {
  const names = [
    "Steady",
    "Balance",
    "ResourceAllocatableCPU",
    "ResourceAllocatableMemory",
    "ResourceRatioCPU",
    "ResourceRatioMemory",
    "Spread",
    "AddOn/a/x",
    "AddOn/a/y",
  ];
  expect(hueOf(names).map(({ hue, hatched }) => `${hue}${hatched ? "/" : ""}`)).toEqual([
    "0",
    "1",
    "2",
    "3",
    "2/",
    "3/",
    "4",
    "5",
    "0/",
  ]);
});
