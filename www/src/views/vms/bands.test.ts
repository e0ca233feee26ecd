import { expect, test } from "vitest";
import { amountsOf } from "./area";
import { bandsOf, bandSteps } from "./bands";
import { scenario } from "./fixture";

test("few steps are all looked at, many are thinned out with both ends", () => {
  const points = (count: number) => ({ points: Array.from({ length: count }, (_, i) => [2 * i, i]) });
  expect(bandSteps(points(3), 5)).toEqual([0, 2, 4]);
  const thinned = bandSteps(points(1000), 5);
  expect(thinned).toEqual([0, 500, 1000, 1498, 1998]);
});

test("the bands of a node's VMs add up to what it has reserved, at each step", () => {
  const [series] = scenario.vmTimeline({ series: ["n1"], points: 1000, limit: 0 }).series;
  if (series === undefined) throw new Error("n1 has no series");
  const answers = bandSteps(series).map((step) => scenario.vmStep({ step, nodes: ["n1"] }));
  for (const resource of ["cpu", "memory"] as const) {
    const bands = bandsOf(answers, "n1", resource, 0);
    expect(bands.length).toBeGreaterThan(2);
    const amounts = new Map(amountsOf(series, resource).map((of) => [of.step, of.reserved]));
    const last = bands.at(-1)?.points ?? [];
    expect(last.length).toBe(answers.length);
    const shown = last.map(({ to }) => to);
    expect(shown).toEqual(answers.map(({ step }) => amounts.get(step)));
  }
});
