// Questions about placements with CEL that come between each other's parts.
import assert from "node:assert/strict";
import { test } from "node:test";

import { Scenario, fleetYaml, init, initCel } from "schedscope";

await init();
await initCel();

const now = "2025-06-01T12:00:00Z";
const numbers = `[${[...Array(30).keys()].join(",")}]`;
const placement = (name, expression) => {
  const cel = expression === undefined ? "" : `celSelector: {celExpressions: [${JSON.stringify(expression)}]}`;
  return `apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata: {name: ${name}, namespace: a}
spec: {numberOfClusters: 3, predicates: [{requiredClusterSelector: {${cel}}}]}
`;
};
const cluster = (_, at) => `apiVersion: cluster.open-cluster-management.io/v1
kind: ManagedCluster
metadata: {name: c${at}}
`;
/** Takes a while on each cluster, and holds on all but one. */
const slow = (name) => `${numbers}.all(x, ${numbers}.all(y, x + y >= 0)) && managedCluster.metadata.name != "${name}"`;
const scenarioOf = (...placements) => {
  const scenario = new Scenario();
  scenario.replace([...Array.from({ length: 60 }, cluster), ...placements].join("---\n"));
  return scenario;
};
const facts = ({ outcome, clusterCounts }) => [outcome, clusterCounts.feasible];

test("a decision behind one that was given up", async () => {
  const scenario = scenarioOf(placement("one", slow("c1")));
  const given = new AbortController();
  let reports = 0;
  const onProgress = () => {
    reports += 1;
    // The clusters are in the evaluator's hands.
    if (reports === 2) given.abort(new Error("enough"));
  };
  await assert.rejects(scenario.ask("decide", { now }, { signal: given.signal, onProgress }), /enough/);
  assert.deepEqual(facts(scenario.decide({ now })), ["scheduled", 59]);
  scenario.free();
});

test("decisions while another one is being evaluated", async () => {
  for (const [other, feasible] of [
    [undefined, 60],
    ['managedCluster.metadata.name != "c1"', 59],
    [slow("c2"), 59],
  ]) {
    const scenario = scenarioOf(placement("one", other), placement("two", slow("c2")));
    let between = 0;
    const onProgress = () => {
      assert.deepEqual(facts(scenario.decide({ placement: "one", now })), ["scheduled", feasible]);
      between += 1;
    };
    const decided = await scenario.ask("decide", { placement: "two", now }, { onProgress });
    assert.deepEqual(facts(decided), ["scheduled", 59]);
    assert.ok(between > 0);
    scenario.free();
  }
});

test("questions that are asked again and again do not hold each other up", async () => {
  const scenario = scenarioOf(placement("one", slow("c1")), placement("two", slow("c2")));
  const decides = [];
  const done = { reports: 0 };
  const onProgress = () => {
    done.reports += 1;
    // Before the first one is evaluated.
    if (decides.length < 40) decides.push(scenario.ask("decide", { placement: "two", now }));
  };
  await scenario.ask("decide", { placement: "one", now }, { onProgress });
  // Alone it takes a report for each slice; evaluated anew for each question it would take many times as many.
  const alone = { reports: 0 };
  const other = scenarioOf(placement("one", slow("c1")));
  await other.ask(
    "decide",
    { now },
    {
      onProgress() {
        alone.reports += 1;
      },
    },
  );
  assert.ok(done.reports < 4 * alone.reports + 10, `${done.reports} reports, alone ${alone.reports}`);
  for (const decided of await Promise.all(decides)) assert.deepEqual(facts(decided), ["scheduled", 59]);
  scenario.free();
  other.free();
});

test("each placement is evaluated, in whatever order", async () => {
  for (const order of [
    ["one", "two"],
    ["two", "one"],
  ]) {
    const scenario = scenarioOf(placement("one", "true"), placement("two", slow("c2")));
    for (const name of order) {
      assert.equal(await scenario.loadCel(name), true, name);
      assert.equal(await scenario.loadCel(name), false, name);
    }
    scenario.free();
  }
});

test("what-ifs about two placements at once come to their ends", async () => {
  const scenario = scenarioOf(placement("one", slow("c1")), placement("two", slow("c2")), fleetYaml(1, 40));
  const swept = (placement) => scenario.ask("sweep", { placement, now, weight: "Steady" });
  const both = await Promise.all([swept("one"), swept("two")]);
  const alone = [await swept("one"), await swept("two")];
  assert.deepEqual(both, alone);
  scenario.free();
});
