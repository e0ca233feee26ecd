/** What the engine reads of a text with a timeline, and series; for unit tests. */
import type { VmSeries } from "../../engine/types";

export { scenario, scenarioOf, text } from "../../../../pkg/src/words/vms/fixture";

/**
 * A series with the same amounts of both resources; points as [step, at, reserved, buffer, pressure,
 * accounted, other].
 */
export function seriesOf(points: number[][], hot: [number, number][] = []): VmSeries {
  return {
    node: "n1",
    limits: [
      [0, 0, 10, 1, 6, 40, 4, 24],
      [3, 20, 10, 2, 5, 40, 8, 20],
    ],
    points: points.map(([step = 0, at = 0, ...amounts]) => [
      step,
      at,
      ...amounts,
      ...amounts.map((amount) => amount * 4),
    ]),
    underPressure: hot,
    thinned: false,
  };
}
