// What would change the decision of a placement that wants a tenth of a fleet.
import { row } from "./timing.mjs";

const decide = { placement: 0, now: "2025-06-01T12:00:00Z", candidates: "given", limit: 1 };

/** The questions, as options beside those of the decision. `cluster`: one that is not selected. */
const questions = (cluster) => [
  ["sweep of one weight", "sweep", { weight: "ResourceAllocatableMemory" }],
  ["rank for every weight", "rank", { weight: "ResourceAllocatableMemory", cluster }],
  ["stability of all weights", "stability", {}],
  ["single changes for one cluster", "change", { want: { selects: [cluster] } }],
  ["without each region", "without", { each: "region" }],
];

export function* rows({ hubYaml, Scenario }) {
  for (const clusters of [1_000, 10_000]) {
    const scenario = new Scenario();
    scenario.replace(hubYaml(1, clusters));
    scenario.decide(decide);
    const { name } = scenario.clusters({ limit: 1, offset: clusters / 8 }).rows[0];
    for (const [work, question, more] of questions(name)) {
      yield row("whatif", work, clusters, {
        setup: () => ({ ...decide, ...more }),
        run: (options) => scenario[question](options),
      });
    }
    scenario.free();
  }
}
