// Scoring nodes for a pod.
import { row } from "./timing.mjs";
import { nodesAndPods } from "./nodes-and-pods.mjs";

/** A pod that waits, and a running one whose limit is changed. */
const pods = `---
apiVersion: v1
kind: Pod
metadata: {namespace: team-00, name: new}
spec: {containers: [{name: main, resources: {requests: {cpu: "1", memory: 2Gi}, limits: {cpu: "4", memory: 4Gi}}}]}
---
apiVersion: v1
kind: Pod
metadata: {namespace: team-00, name: changing}
spec: {nodeName: node-00007, containers: [{name: main, resources: {limits: {cpu: 4}}}]}
status: {phase: Running}
`;

export function* rows({ Scenario }) {
  for (const nodes of [1_000, 5_000]) {
    const text = nodesAndPods(nodes, 30, 100) + pods;
    const digit = text.lastIndexOf("cpu: 4}") + "cpu: ".length;
    const scenario = new Scenario();
    scenario.replace(text);
    const all = { pod: "team-00/new", limit: 0 };
    const limitAware = { ...all, scorers: ["LimitAware"] };
    scenario.scoreNodes(all);
    let limit = 0;
    yield row("pods", "limit-aware scores after one pod changed, 30 pods on each node", nodes, {
      setup: () => {
        limit = (limit % 9) + 1;
        scenario.edit(digit, digit + 1, String(limit));
      },
      run: () => scenario.scoreNodes(limitAware),
    });
    yield row("pods", "all scorers side by side, 30 pods on each node", nodes, {
      run: () => scenario.scoreNodes(all),
    });
    scenario.free();
  }
}
