import { expect, test } from "vitest";
import { changesTerms } from "./spread";

const terms = [
  {
    topologyKey: "zone",
    topologyKeyType: "Label" as const,
    maxSkew: 1,
    whenUnsatisfiable: "ScheduleAnyway" as const,
    path: "",
  },
];

test("what is as it was is no change", () => {
  expect(changesTerms(terms, { type: "set", constraint: 0, maxSkew: 1 })).toBe(false);
  expect(changesTerms(terms, { type: "set", constraint: 0 })).toBe(false);
  expect(changesTerms(terms, { type: "set", constraint: 1, maxSkew: 2 })).toBe(false);
  expect(changesTerms(terms, { type: "set", constraint: 0, maxSkew: 2 })).toBe(true);
  expect(changesTerms(terms, { type: "set", constraint: 0, maxSkew: 1, topologyKey: "rack" })).toBe(true);
  expect(changesTerms(terms, { type: "remove", constraint: 0 })).toBe(true);
});
