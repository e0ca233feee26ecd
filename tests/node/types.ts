// Compiled, never run: the types that the package declares, used as a user does.
import init, {
  type ClusterExplanation,
  type DecisionSummary,
  fleetYaml,
  init as named,
  quantity,
  type Reading,
  Scenario,
} from "schedscope";

export async function use(text: string): Promise<ClusterExplanation | undefined> {
  await init();
  await named(new URL("https://example.org/schedscope.wasm"));
  const scenario: Scenario = new Scenario();
  const reading: Reading = scenario.replace(text);
  const decision: DecisionSummary = scenario.decide({
    placement: reading.placements[0]?.index ?? 0,
    now: "2025-06-01T12:00:00Z",
    profile: "Upstream",
    weights: { Steady: 2 },
    numberOfClusters: null,
  });
  if (decision.outcome.type === "invalid") {
    throw new Error(`${decision.outcome.path}: ${decision.outcome.message}`);
  }
  // @ts-expect-error there is no such profile
  scenario.decide({ placement: 0, now: "", profile: "upstream" });
  const f64: number | undefined = quantity("500m")?.f64;
  const first = scenario.rows("rank", 0, 1, fleetYaml(1, 1)).rows[0];
  scenario.free();
  return f64 === undefined || first === undefined ? undefined : scenario.explain(first.cluster);
}
