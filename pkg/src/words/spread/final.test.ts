import { readdirSync, readFileSync } from "node:fs";
import { Scenario } from "schedscope";
import { expect, test } from "vitest";
import { finalScore, spreadScoreText } from "./final.js";

const folder = new URL("../../../../examples/", import.meta.url);

test("the final scores of rows add up to their distance from the last pick", () => {
  let told = 0;
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".yaml"))) {
    const scenario = new Scenario();
    const reading = scenario.replace(readFileSync(new URL(file, folder), "utf8"));
    if (reading.placements.length === 0) continue;
    const { spread } = scenario.decide({ now: "2026-01-01T00:00:00Z", profile: "Proposal" });
    if (spread === null) continue;
    const { rows } = scenario.clusters();
    const last = rows.find(({ state, rank }) => state === "selected" && rank === spread.steps);
    for (const row of rows) {
      if (row.reason?.type !== "not-picked" || row.reason.blockedBy !== null) continue;
      expect([file, row.name, Number(last && finalScore(last, spread)) - Number(finalScore(row, spread))]).toEqual([
        file,
        row.name,
        row.reason.gap,
      ]);
      told += 1;
    }
  }
  expect(told).toBeGreaterThan(10);
});

test("a spread score and its product", () => {
  expect([100, -33, 0, null, undefined].map((score) => spreadScoreText(score, 2))).toEqual([
    "100 → 200",
    "−33 → −66",
    "0",
    "-",
    "-",
  ]);
  expect(spreadScoreText(100, 1)).toBe("100");
});
