// A million clusters: deciding again after a weight change.
import { row } from "./timing.mjs";

const clusters = 1_000_000;
/** JavaScript's texts end near 530 MB, so the fleet comes in parts. */
const parts = 4;

const options = (weight) => ({
  placement: 0,
  now: "2025-06-01T12:00:00Z",
  candidates: "given",
  weights: { ResourceAllocatableCPU: weight },
  numberOfClusters: clusters / 10,
});

export function* rows({ fleetYaml, hubYaml, Scenario }) {
  const part = clusters / parts;
  const scenario = new Scenario();
  scenario.replace(hubYaml(1, part));
  for (let first = part; first < clusters; first += part) {
    const end = Number.MAX_SAFE_INTEGER;
    scenario.edit(end, end, `---\n${fleetYaml(1, part, first)}`);
  }
  scenario.decide(options(1));
  let weight = 0;
  yield row("scale", "decide again after a weight change", clusters, {
    setup: () => {
      weight = (weight % 10) + 1;
      return options(weight);
    },
    run: (changed) => scenario.decide(changed),
  });
  scenario.free();
}
