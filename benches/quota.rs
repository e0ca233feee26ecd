//! Preemption over every node, and a queue of pods. The twin for JavaScript is
//! tests/node/bench/quota.mjs.

mod nodes_and_pods;
mod timing;

use std::cell::RefCell;

use nodes_and_pods::{nodes_and_pods, pending, spread_nodes_and_pods, spread_pending};
use schedscope::{
    answers::quota::{cycle::SimulatePodOptions, queue::QueueOptions},
    scenario::Scenario,
};

/// A pod that fits no node as it is, of a quota that is due all it asks for.
const PREEMPTOR: &str = "---
apiVersion: scheduling.x-k8s.io/v1alpha1
kind: ElasticQuota
metadata: {namespace: due, name: quota}
spec: {min: {cpu: \"1000000\", memory: 1Pi}}
---
apiVersion: v1
kind: Pod
metadata: {namespace: due, name: preemptor}
spec: {priority: 0, containers: [{name: main, resources: {requests: {cpu: \"4\", memory: 16Gi}}}]}
";

/// The same with anti-affinity to the first app's pods; each node has one of those.
const APART: &str = "---
apiVersion: scheduling.x-k8s.io/v1alpha1
kind: ElasticQuota
metadata: {namespace: due, name: quota}
spec: {min: {cpu: \"1000000\", memory: 1Pi}}
---
apiVersion: v1
kind: Pod
metadata: {namespace: due, name: preemptor, labels: {app: due}}
spec:
  priority: 0
  containers: [{name: main, resources: {requests: {cpu: \"4\", memory: 16Gi}}}]
  affinity:
    podAntiAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
      - {topologyKey: kubernetes.io/hostname, namespaces: [team-00], labelSelector: {matchLabels: {app: app-0}}}
  topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: topology.kubernetes.io/zone
    whenUnsatisfiable: DoNotSchedule
    labelSelector: {matchLabels: {app: due}}
---
apiVersion: v1
kind: Pod
metadata: {namespace: team-01, name: fits, labels: {app: app-200}}
spec:
  priority: 0
  containers: [{name: main, resources: {requests: {cpu: \"1\", memory: 1Gi}}}]
  affinity:
    podAntiAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
      - {topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: app-200}}}
  topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: topology.kubernetes.io/zone
    whenUnsatisfiable: DoNotSchedule
    labelSelector: {matchLabels: {app: app-200}}
";

fn main() {
    apart();
    for nodes in [1_000, 5_000] {
        let mut scenario = Scenario::new(&(nodes_and_pods(nodes, 30, 100) + PREEMPTOR));
        let options = SimulatePodOptions {
            pod: "due/preemptor".into(),
            limit: 0,
            ..SimulatePodOptions::default()
        };
        let cycle = scenario.pods().simulate_pod(&options).expect("an answer");
        let tried = cycle.answer.preemption.expect("an attempt");
        assert_eq!(tried.candidates, nodes as usize, "{tried:?}");
        timing::row(
            "quota",
            "preemption over every node, 30 pods on each",
            nodes as usize,
            || (),
            |()| scenario.pods().simulate_pod(&options),
        );
    }
    queue_of_10_000(
        "a queue of 10,000 pods onto 1,000 nodes",
        &(nodes_and_pods(1_000, 10, 10_000) + &pending(10_000)),
    );
}

/// A queue of 10,000 pods that all find a node.
fn queue_of_10_000(name: &str, text: &str) {
    let mut scenario = Scenario::new(text);
    let mut options = QueueOptions {
        limit: 0,
        ..QueueOptions::default()
    };
    let queue = scenario.pods().queue(&options);
    assert_eq!(
        (queue.bound, queue.steps_total),
        (10_000, 10_000),
        "{queue:?}"
    );
    let mut most = 1_000_000;
    let scenario = RefCell::new(scenario);
    timing::row(
        "quota",
        name,
        10_000,
        || {
            // Another run: the one before is remembered.
            most -= 1;
            options.max_steps = most;
            options.clone()
        },
        |options| scenario.borrow_mut().pods().queue(&options),
    );
}

/// Anti-affinity and a spread constraint on every pod.
fn apart() {
    let mut scenario = Scenario::new(&(spread_nodes_and_pods(1_000, 30, 1_000) + APART));
    let options = |pod: &str| SimulatePodOptions {
        pod: pod.into(),
        limit: 0,
        ..SimulatePodOptions::default()
    };
    let fits = options("team-01/fits");
    let cycle = scenario.pods().simulate_pod(&fits).expect("an answer");
    assert_eq!(cycle.feasible, 1_000, "{cycle:?}");
    timing::row(
        "quota",
        "a cycle where every pod has anti-affinity and a spread constraint, 30 pods on each node",
        1_000,
        || (),
        |()| scenario.pods().simulate_pod(&fits),
    );
    let preempts = options("due/preemptor");
    let cycle = scenario.pods().simulate_pod(&preempts).expect("an answer");
    let tried = cycle.answer.preemption.expect("an attempt");
    assert_eq!(tried.candidates, 1_000, "{tried:?}");
    timing::row(
        "quota",
        "preemption where every pod has anti-affinity and a spread constraint, 30 pods on each node",
        1_000,
        || (),
        |()| scenario.pods().simulate_pod(&preempts),
    );
    queue_of_10_000(
        "a queue of 10,000 pods onto 1,000 nodes, each with anti-affinity and a spread constraint",
        &(spread_nodes_and_pods(1_000, 10, 10_000) + &spread_pending(10_000)),
    );
}
