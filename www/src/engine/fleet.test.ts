import { hubYaml, Scenario } from "schedscope";
import { expect, test } from "vitest";
import { spreadHub } from "./fleet";

test("the placement of a generated fleet spreads by three keys, and blocks clusters on the way", () => {
  const scenario = new Scenario();
  scenario.replace(spreadHub(hubYaml(3, 300)));
  expect(scenario.reading().counts.error).toBe(0);
  const { spread, spreadConstraints, clusterCounts, numberOfClusters } = scenario.decide({
    placement: 0,
    now: "2026-01-01T00:00:00Z",
    profile: "auto",
  });
  expect(spreadConstraints.map(({ topologyKey }) => topologyKey)).toEqual(["provider", "region", "zone"]);
  expect(clusterCounts.selected).toBe(numberOfClusters);
  expect(spread?.weight).toBe(2);
  const blocked = Array.from({ length: spread?.steps ?? 0 }, (_, i) => scenario.spreadStep({ step: i + 1 }).blocked);
  expect(Math.max(...blocked)).toBeGreaterThan(0);
  scenario.free();
});
