import { hubYaml, Scenario } from "schedscope";
import { expect, test } from "vitest";
import { rankCurve } from "./curve";

test("the curve is the table's totals by rank, thinned out, with its ends", () => {
  const scenario = new Scenario();
  scenario.replace(hubYaml(1, 1500));
  const { clusterCounts } = scenario.decide({ placement: 0, now: "2026-01-01T00:00:00Z", profile: "Upstream" });
  const { ranks, totals, count, selected } = rankCurve(
    scenario.states(),
    scenario.totals(),
    scenario.selectedIndices(),
  );
  expect([count, selected]).toEqual([clusterCounts.feasible, clusterCounts.selected]);
  const { rows } = scenario.clusters({ order: "rank" });
  expect([ranks[0], ranks.at(-1)]).toEqual([0, count - 1]);
  expect(ranks.length).toBeLessThanOrEqual(482);
  expect(totals).toEqual(ranks.map((rank) => Number(rows[rank]?.total)));
  scenario.free();
});

test("nobody is ranked", () => {
  expect(rankCurve(new Uint8Array([0, 1]), new Float64Array(2), new Uint32Array())).toEqual({
    ranks: [],
    totals: [],
    count: 0,
    selected: 0,
  });
});
