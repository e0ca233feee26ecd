// Preemption over every node, and a queue of pods.
import { strict as assert } from "node:assert";

import { row } from "./timing.mjs";
import { pending, nodesAndPods } from "./nodes-and-pods.mjs";

/** A pod that fits no node as it is, of a quota that is due all it asks for. */
const preemptor = `---
apiVersion: scheduling.x-k8s.io/v1alpha1
kind: ElasticQuota
metadata: {namespace: due, name: quota}
spec: {min: {cpu: "1000000", memory: 1Pi}}
---
apiVersion: v1
kind: Pod
metadata: {namespace: due, name: preemptor}
spec: {priority: 0, containers: [{name: main, resources: {requests: {cpu: "4", memory: 16Gi}}}]}
`;

export function* rows({ Scenario }) {
  for (const nodes of [1_000, 5_000]) {
    const scenario = new Scenario();
    scenario.replace(nodesAndPods(nodes, 30, 100) + preemptor);
    const options = { pod: "due/preemptor", limit: 0 };
    assert.equal(scenario.simulatePod(options).preemption.candidates, nodes);
    yield row("quota", "preemption over every node, 30 pods on each", nodes, {
      run: () => scenario.simulatePod(options),
    });
    scenario.free();
  }
  const scenario = new Scenario();
  scenario.replace(nodesAndPods(1_000, 10, 10_000) + pending(10_000));
  const { bound, stepsTotal } = scenario.queue({ limit: 0 });
  assert.deepEqual([bound, stepsTotal], [10_000, 10_000]);
  let maxSteps = 1_000_000;
  yield row("quota", "a queue of 10,000 pods onto 1,000 nodes", 10_000, {
    // Another run each time: the one before is remembered.
    setup: () => ({ limit: 0, maxSteps: ++maxSteps }),
    run: (options) => scenario.queue(options),
  });
  scenario.free();
}
