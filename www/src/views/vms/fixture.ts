/** A text with a timeline as the engine reads it; for unit tests. */
import { readFileSync } from "node:fs";
import { Scenario } from "schedscope";
import type { VmMoment, VmSeries } from "../../engine/types";

export const text = readFileSync(new URL("../../../tests/browser/fixtures/vms.yaml", import.meta.url), "utf8");

export function scenarioOf(of: string): Scenario {
  const scenario = new Scenario();
  scenario.replace(of);
  return scenario;
}

export const scenario = scenarioOf(text);

export const momentAt = (step: number): VmMoment => scenario.vmMoment({ step });

/** The step of the first event of a kind, of a pod. */
export function stepOf(kind: "request" | "migration-reserve" | "migration-done" | "config" | "use", pod?: string, at = 0): number {
  const found = scenario.vmTimeline({ kind, limit: 1000, ...(pod !== undefined && { pod }) }).events.find((event) => event.at >= at);
  if (found === undefined) throw new Error(`no ${kind} of ${pod ?? "any pod"}`);
  return found.step;
}

/** A series with the same amounts of both resources; points as [step, at, reserved, buffer, pressure, accounted, other]. */
export function seriesOf(points: number[][], hot: [number, number][] = []): VmSeries {
  return {
    node: "n1",
    limits: [[0, 0, 10, 1, 6, 40, 4, 24], [3, 20, 10, 2, 5, 40, 8, 20]],
    points: points.map(([step = 0, at = 0, ...amounts]) => [step, at, ...amounts, ...amounts.map((amount) => amount * 4)]),
    hot,
    thinned: false,
  };
}
