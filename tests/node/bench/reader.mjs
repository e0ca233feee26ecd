// Reading a fleet as kubectl prints it: schedscope, and the two libraries that are otherwise taken.
import { row } from "./timing.mjs";

const clusters = 10_000;

export function* rows({ fleetYaml, Scenario }, { jsYaml, yaml }) {
  const text = fleetYaml(1, clusters);
  yield row("reader", "schedscope, with positions", clusters, {
    setup: () => new Scenario(),
    run: (scenario) => {
      scenario.replace(text);
      return scenario;
    },
    done: (scenario) => scenario.free(),
  });
  yield row("reader", "js-yaml, without positions", clusters, { run: () => jsYaml.loadAll(text) });
  yield row("reader", "yaml, with positions", clusters, {
    run: () => yaml.parseAllDocuments(text),
  });
}
