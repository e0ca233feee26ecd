// Spreading a tenth of a fleet. The twin for native code is benches/spread/mod.rs.
import { row } from "./timing.mjs";

/** What is measured, and the topology keys, most important first; `unit` is another one for every cluster. */
const works = [
  ["spread, 3 terms, 192 zones", ["provider", "region", "zone"]],
  ["spread, every cluster its own domain, first term", ["unit", "provider", "region"]],
  ["spread, every cluster its own domain, last term", ["provider", "region", "unit"]],
];

/** A hub whose clusters have a label `unit`, and whose placement spreads over the keys. */
export function hub(hubYaml, clusters, keys) {
  const terms = keys.map((key) => `    - topologyKey: ${key}\n      topologyKeyType: Label\n`);
  const policy = `\n  spreadPolicy:\n    spreadConstraints:\n${terms.join("")}  prioritizerPolicy:\n`;
  let unit = 0;
  return hubYaml(1, clusters)
    .replace("\n  prioritizerPolicy:\n", policy)
    .replaceAll("\n      vendor: ", () => `\n      unit: u${++unit}\n      vendor: `);
}

/** A change of weight, and `Spread` as where nothing is configured. */
const options = (weight) => ({
  placement: 0,
  limit: 0,
  now: "2025-06-01T12:00:00Z",
  candidates: "given",
  weights: { ResourceAllocatableCPU: weight, Spread: 2 },
});

export function* spreadRows({ hubYaml, Scenario }) {
  for (const clusters of [10_000, 100_000]) {
    for (const [work, keys] of works) {
      const scenario = new Scenario();
      scenario.replace(hub(hubYaml, clusters, keys));
      const { spread } = scenario.decide(options(1));
      if (spread?.steps !== clusters / 10) throw new Error(`${work}: ${spread?.steps} picks`);
      let weight = 0;
      yield row("placement", work, clusters, {
        setup: () => {
          weight = (weight % 10) + 1;
          return options(weight);
        },
        run: (changed) => scenario.decide(changed),
      });
      scenario.free();
    }
  }
}
