import { expect, test } from "vitest";
import type { MissingInput, ScoreInputs, ScoreTerm } from "../../../types.js";
import { inputsText } from "./inputs.js";

const Gi = 1024 ** 3;
const object = { kind: "AddOnPlacementScore", namespace: "c1", name: "demo" };

test("a part of the recorded decision tells of what it has", () => {
  const slice = { kind: "PlacementDecision", namespace: "a", name: "", why: "recorded", assumed: false, command: "x" };
  const of = (recorded: boolean, missing: MissingInput[]): string =>
    inputsText({ inputs: { type: "steady", recorded }, raw: 0, note: null }, missing);
  expect(of(false, [slice as MissingInput])).toBe(
    "the part of the recorded decision that is in the input does not have it: 0",
  );
  expect(of(true, [slice as MissingInput])).toBe("the recorded decision has it: 100");
  expect(of(false, [{ ...slice, kind: "ManagedCluster" } as MissingInput])).toBe(
    "the recorded decision does not have it: 0",
  );
});

const CASES: [ScoreInputs, number | null, ScoreTerm["note"], string][] = [
  [{ type: "steady", recorded: true }, 100, null, "the recorded decision has it: 100"],
  [{ type: "steady", recorded: false }, 0, null, "the recorded decision does not have it: 0"],
  [{ type: "balance", decisions: 0, most: 3 }, 100, null, "no other placement's decision has it: 100"],
  [
    { type: "balance", decisions: 3, most: 5 },
    -18,
    null,
    "decisions of other placements have it 3 times, the most of any cluster is 5: " +
      "100 × (0.5 − 3 / 5) = −10, in floating point −9.999999999999998 → −9, twice that is −18",
  ],
  [
    { type: "balance", decisions: 1, most: 1 },
    -100,
    null,
    "decisions of other placements have it 1 time, the most of any cluster is 1: " +
      "100 × (0.5 − 1 / 1) = −50, twice that is −100",
  ],
  [
    { type: "resource-allocatable", resource: "cpu", allocatable: 24, capacity: 32, least: 8, most: 32 },
    33,
    null,
    "24 cpu is allocatable, on the feasible clusters 8 to 32: 200 × (24 − 8) / (32 − 8) − 100 = 33.3 → 33",
  ],
  [
    {
      type: "resource-allocatable",
      resource: "memory",
      allocatable: 15.5 * Gi,
      capacity: Gi,
      least: 8 * Gi,
      most: 32 * Gi,
    },
    -37,
    null,
    "15.5Gi memory is allocatable, on the feasible clusters 8Gi to 32Gi: " +
      "200 × (15.5Gi − 8Gi) / (32Gi − 8Gi) − 100 = −37.5 → −37",
  ],
  [
    { type: "resource-allocatable", resource: "cpu", allocatable: 40, capacity: 100, least: 0, most: 100 },
    -19,
    null,
    "40 cpu is allocatable, on the feasible clusters 0 to 100: " +
      "200 × (40 − 0) / (100 − 0) − 100 = −20, in floating point −19.999999999999996 → −19",
  ],
  [
    { type: "resource-allocatable", resource: "cpu", allocatable: 1.5, capacity: 2, least: 1.5, most: 1.5 },
    100,
    null,
    "1.5 cpu is allocatable, as on all feasible clusters that report it: 100",
  ],
  [
    { type: "resource-allocatable", resource: "cpu", allocatable: null, capacity: null, least: 1, most: 2 },
    null,
    "no-score",
    "allocatable or capacity of cpu is missing: no score, which counts 0",
  ],
  [
    { type: "resource-ratio", resource: "cpu", allocatable: 3, capacity: 4 },
    50,
    null,
    "3 of 4 cpu is allocatable: 200 × 3 / 4 − 100 = 50",
  ],
  [
    { type: "resource-ratio", resource: "cpu", allocatable: 8, capacity: 4 },
    100,
    null,
    "8 of 4 cpu is allocatable: 200 × 8 / 4 − 100 = 300 → 100",
  ],
  [
    { type: "resource-ratio", resource: "cpu", allocatable: 201, capacity: 200 },
    100,
    null,
    "201 of 200 cpu is allocatable: 200 × 201 / 200 − 100 = 101 → 100",
  ],
  [
    { type: "resource-ratio", resource: "cpu", allocatable: 0.57, capacity: 1 },
    14,
    null,
    "0.57 of 1 cpu is allocatable: 200 × 0.57 / 1 − 100 = 14",
  ],
  [
    { type: "resource-ratio", resource: "cpu", allocatable: 0.30000000000000004, capacity: 1 },
    -40,
    null,
    "0.3 of 1 cpu is allocatable: 200 × 0.3 / 1 − 100 = −40",
  ],
  [
    { type: "resource-ratio", resource: "cpu", allocatable: 1e-9, capacity: 1e9 },
    -99,
    null,
    "1e-9 of 1,000,000,000 cpu is allocatable: 200 × 1e-9 / 1,000,000,000 − 100 = just over −100 → −99",
  ],
  [
    { type: "resource-ratio", resource: "cpu", allocatable: 8, capacity: 0 },
    null,
    "no-score",
    "the capacity of cpu is 0: no score, which counts 0",
  ],
  [
    { type: "add-on", object, value: 74, validUntil: null, updated: null },
    74,
    null,
    "AddOnPlacementScore c1/demo, without an end: 74",
  ],
  [
    { type: "add-on", object, value: 74, validUntil: "2025-06-01T12:00:00Z", updated: "2025-06-01T11:00:00Z" },
    74,
    null,
    "AddOnPlacementScore c1/demo, updated 2025-06-01T11:00:00Z, valid until 2025-06-01T12:00:00Z: 74",
  ],
  [
    { type: "add-on", object, value: 74, validUntil: "2025-06-01T12:00:00Z", updated: null },
    0,
    "expired",
    "AddOnPlacementScore c1/demo was valid until 2025-06-01T12:00:00Z: its 74 counts 0",
  ],
  [
    { type: "add-on", object, value: null, validUntil: null, updated: null },
    0,
    null,
    "AddOnPlacementScore c1/demo has no score of this name: 0",
  ],
  [
    { type: "add-on", object: null, value: null, validUntil: null, updated: null },
    0,
    null,
    "the input has no such AddOnPlacementScore of the cluster: 0",
  ],
  [
    { type: "spread", step: 2, raw: 4032, lowest: 63, highest: 4095 },
    null,
    "step-by-step",
    "joined term scores 4,032, of the candidates of step 2 63 to 4,095: " +
      "200 × (4,032 − 63) / (4,095 − 63) − 100 = 96.9 → 96",
  ],
  [
    { type: "spread", step: 1, raw: 2 ** 48 - 2, lowest: 0, highest: 2 ** 48 - 1 },
    null,
    "step-by-step",
    "joined term scores 281,474,976,710,654, of the candidates of step 1 0 to 281,474,976,710,655: 200 × " +
      "(281,474,976,710,654 − 0) / (281,474,976,710,655 − 0) − 100 = just under 100 → 99",
  ],
  [
    { type: "spread", step: 1, raw: 0, lowest: 0, highest: 0 },
    null,
    "step-by-step",
    "joined term scores of all candidates of step 1 are 0: 0",
  ],
];

test.each(CASES)("%j", (inputs, raw, note, sentence) => {
  expect(inputsText({ inputs, raw, note })).toBe(sentence);
});

test("without inputs there is nothing to say", () => {
  expect(inputsText({ inputs: null, raw: null, note: "step-by-step" })).toBe("");
});
