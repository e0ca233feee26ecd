// What would change the decision of a placement that wants a tenth of a fleet, and the cycle of a pod among full nodes.
import { nodesAndPods } from "./nodes-and-pods.mjs";
import { hub } from "./spread.mjs";
import { row } from "./timing.mjs";

const decide = { placement: 0, now: "2025-06-01T12:00:00Z", candidates: "given", limit: 1 };

/** The questions, with options beside the decision's. `cluster`: one that is not selected; `last`: the last one. */
const questions = (cluster, last) => [
  ["sweep of one weight", "sweep", { weight: "ResourceAllocatableMemory" }],
  ["rank for every weight", "sweep", { weight: "ResourceAllocatableMemory", rank: cluster }],
  ["stability of all weights", "sweep", { stability: true }],
  ["stability of every selected cluster", "sweep", { stability: true, limit: 1_000 }],
  ["single changes for one cluster", "change", { want: { selects: [cluster] } }],
  ["weights for the last cluster, to distance 3", "change", { want: { selects: [last] }, families: ["weight"] }],
  ["without each region", "without", { each: "region" }],
  ["without each zone", "without", { each: "zone" }],
];

let steps = 20_000;

/** Another number of steps than before: what is known of the same question is not searched again. */
function nextSteps() {
  steps += 1;
  return steps;
}

/** A pod that fits where it evicts others, which its quota's min is too small for. */
const lends = `---
apiVersion: scheduling.x-k8s.io/v1alpha1
kind: ElasticQuota
metadata: {namespace: asks, name: quota}
spec: {min: {cpu: "1", memory: 1Ti}}
---
apiVersion: v1
kind: Pod
metadata: {namespace: asks, name: pod}
spec: {priority: 0, containers: [{name: main, resources: {requests: {cpu: "4", memory: 16Gi}}}]}
`;

/** A pod that fits as it is, but its quota's max is used up. */
const full = `---
apiVersion: scheduling.x-k8s.io/v1alpha1
kind: ElasticQuota
metadata: {namespace: asks, name: quota}
spec: {min: {cpu: "1", memory: 1Ti}, max: {cpu: "1", memory: 1Ti}}
---
apiVersion: v1
kind: Pod
metadata: {namespace: asks, name: pod}
spec: {priority: 0, containers: [{name: main, resources: {requests: {cpu: "2", memory: 8Gi}}}]}
`;

/** The smallest change of a quota that admits a pod. */
function* quotas({ Scenario }) {
  for (const nodes of [100, 1_000])
    for (const [work, pod, min] of [
      ["min of a quota that admits a pod", lends, nodes / 10],
      ["max of a quota that admits a pod", full, nodes * 2],
    ]) {
      const scenario = new Scenario();
      scenario.replace(nodesAndPods(nodes, 30, min) + pod);
      const { placement: _, ...now } = decide;
      const options = { ...now, families: ["quota"], want: { pod: "asks/pod", admitted: true } };
      yield row("whatif", work, nodes, {
        setup: () => ({ ...options, maxSteps: nextSteps() }),
        run: (asked) => {
          const { changes } = scenario.change(asked);
          if (changes[0]?.verified !== true) throw new Error(`${work}: no change`);
        },
      });
      scenario.free();
    }
}

/** What the text records of its pods: all of them are asked about. */
function* recorded({ Scenario }) {
  for (const nodes of [100, 1_000]) {
    const scenario = new Scenario();
    // Mins that admit all of them.
    scenario.replace(nodesAndPods(nodes, 30, nodes * 100));
    let limit = 0;
    yield row("whatif", "the recorded node of every pod", nodes, {
      setup: () => {
        limit += 1;
        return { limit };
      },
      run: (asked) => {
        const { asked: pods } = scenario.compareRecorded(asked);
        if (pods !== nodes * 30) throw new Error(`${pods} pods`);
      },
    });
    scenario.free();
  }
}

/** A question, each time another one: what is known is not computed again. */
function* asked(scenario, work, clusters, question, more) {
  let { limit = 1 } = more;
  yield row("whatif", work, clusters, {
    setup: () => {
      limit += 1;
      return { ...decide, ...more, ...(question === "change" ? { maxSteps: nextSteps() } : { limit }) };
    },
    run: (options) => scenario[question](options),
  });
}

export function* rows({ hubYaml, Scenario }) {
  yield* quotas({ Scenario });
  yield* recorded({ Scenario });
  for (const clusters of [1_000, 10_000]) {
    const scenario = new Scenario();
    scenario.replace(hubYaml(1, clusters));
    scenario.decide(decide);
    const { name } = scenario.clusters({ limit: 1, offset: clusters / 8 }).rows[0];
    const last = scenario.clusters({ limit: clusters }).rows.findLast(({ rank }) => rank !== null).name;
    for (const [work, question, more] of questions(name, last)) yield* asked(scenario, work, clusters, question, more);
    scenario.free();
    const spread = new Scenario();
    spread.replace(hub(hubYaml, clusters, ["provider", "region", "zone"]));
    const weights = { Spread: 2 };
    yield* asked(spread, "sweep of Spread, 3 terms", clusters, "sweep", { weight: "Spread", weights });
    spread.free();
  }
}
