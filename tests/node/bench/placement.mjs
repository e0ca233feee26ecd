// Deciding a placement that wants a tenth of a fleet.
import { spreadRows } from "./spread.mjs";
import { row } from "./timing.mjs";

/** Every cluster goes to the filters, so that `n` is what is decided about; at most `limit` names are in the answer. */
const options = (weight, limit = 0) => ({
  placement: 0,
  limit,
  now: "2025-06-01T12:00:00Z",
  candidates: "given",
  weights: { ResourceAllocatableCPU: weight },
});

export function* rows(schedscope) {
  const { hubYaml, Scenario } = schedscope;
  for (const clusters of [1_000, 10_000, 100_000]) {
    const text = hubYaml(1, clusters);
    const read = () => {
      const scenario = new Scenario();
      scenario.replace(text);
      return scenario;
    };
    const scenario = read();
    scenario.decide(options(1));
    for (const [work, limit] of [
      ["decide again after a weight change", 0],
      ["decide again after a weight change, with 100 names", 100],
    ]) {
      let weight = 0;
      yield row("placement", work, clusters, {
        setup: () => {
          weight = (weight % 10) + 1;
          return options(weight, limit);
        },
        run: (changed) => scenario.decide(changed),
      });
    }
    scenario.free();
    const first = options(1);
    yield row("placement", "first decision after reading", clusters, {
      setup: read,
      run: (fresh) => {
        fresh.decide(first);
        return fresh;
      },
      done: (fresh) => fresh.free(),
    });
  }
  yield* spreadRows(schedscope);
}
