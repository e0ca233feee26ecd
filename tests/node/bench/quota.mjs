// Preemption over every node, and a queue of pods.
import { strict as assert } from "node:assert";

import { row } from "./timing.mjs";
import { nodesAndPods, pending, spreadNodesAndPods, spreadPending } from "./nodes-and-pods.mjs";

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

/** Keeps away from some pods, and is spread over the zones. */
const apart = (anti, app) => `  affinity:
    podAntiAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
      - {topologyKey: kubernetes.io/hostname, ${anti}}
  topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: topology.kubernetes.io/zone
    whenUnsatisfiable: DoNotSchedule
    labelSelector: {matchLabels: {app: ${app}}}
`;

/** The same, which also keeps away from the first app's pods, of which each node has one; and a pod that fits. */
const apartPods = `${preemptor.replace("name: preemptor}", "name: preemptor, labels: {app: due}}").replace(
  /spec: \{priority.*\n$/,
  `spec:
  priority: 0
  containers: [{name: main, resources: {requests: {cpu: "4", memory: 16Gi}}}]
${apart("namespaces: [team-00], labelSelector: {matchLabels: {app: app-0}}", "due")}`,
)}---
apiVersion: v1
kind: Pod
metadata: {namespace: team-01, name: fits, labels: {app: app-200}}
spec:
  priority: 0
  containers: [{name: main, resources: {requests: {cpu: "1", memory: 1Gi}}}]
${apart("labelSelector: {matchLabels: {app: app-200}}", "app-200")}`;

/** Anti-affinity and a spread constraint on every pod. */
function* apartRows(Scenario) {
  const scenario = new Scenario();
  scenario.replace(spreadNodesAndPods(1_000, 30, 1_000) + apartPods);
  const fits = { pod: "team-01/fits", limit: 0 };
  assert.equal(scenario.simulatePod(fits).feasible, 1_000);
  const about = "where every pod has anti-affinity and a spread constraint, 30 pods on each node";
  yield row("quota", `a cycle ${about}`, 1_000, { run: () => scenario.simulatePod(fits) });
  const preempts = { pod: "due/preemptor", limit: 0 };
  assert.equal(scenario.simulatePod(preempts).preemption.candidates, 1_000);
  yield row("quota", `preemption ${about}`, 1_000, { run: () => scenario.simulatePod(preempts) });
  scenario.free();
  const queued = new Scenario();
  queued.replace(spreadNodesAndPods(1_000, 10, 10_000) + spreadPending(10_000));
  const { bound, stepsTotal } = queued.queue({ limit: 0 });
  assert.deepEqual([bound, stepsTotal], [10_000, 10_000]);
  let maxSteps = 1_000_000;
  yield row(
    "quota",
    "a queue of 10,000 pods onto 1,000 nodes, each with anti-affinity and a spread constraint",
    10_000,
    {
      setup: () => ({ limit: 0, maxSteps: --maxSteps }),
      run: (options) => queued.queue(options),
    },
  );
  queued.free();
}

export function* rows({ Scenario }) {
  yield* apartRows(Scenario);
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
    setup: () => ({ limit: 0, maxSteps: --maxSteps }),
    run: (options) => scenario.queue(options),
  });
  scenario.free();
}
