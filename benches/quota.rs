//! Preemption over every node, and a queue of pods. The twin for JavaScript is
//! tests/node/bench/quota.mjs.

mod nodes_and_pods;
mod timing;

use std::cell::RefCell;

use nodes_and_pods::{nodes_and_pods, pending};
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

fn main() {
    for nodes in [1_000, 5_000] {
        let mut scenario = Scenario::new(&(nodes_and_pods(nodes, 30, 100) + PREEMPTOR));
        let options = SimulatePodOptions {
            pod: "due/preemptor".to_owned(),
            limit: 0,
            ..SimulatePodOptions::default()
        };
        let cycle = scenario.simulate_pod(&options).expect("an answer");
        let tried = cycle.preemption.expect("an attempt");
        assert_eq!(tried.candidates, nodes as usize, "{tried:?}");
        timing::row(
            "quota",
            "preemption over every node, 30 pods on each",
            nodes as usize,
            || (),
            |()| scenario.simulate_pod(&options),
        );
    }
    let mut scenario = Scenario::new(&(nodes_and_pods(1_000, 10, 10_000) + &pending(10_000)));
    let mut options = QueueOptions {
        limit: 0,
        ..QueueOptions::default()
    };
    let queue = scenario.queue(&options);
    assert_eq!(
        (queue.bound, queue.steps_total),
        (10_000, 10_000),
        "{queue:?}"
    );
    let mut most = 1_000_000;
    let scenario = RefCell::new(scenario);
    timing::row(
        "quota",
        "a queue of 10,000 pods onto 1,000 nodes",
        10_000,
        || {
            // Another run: the one before is remembered.
            most += 1;
            options.max_steps = most;
            options.clone()
        },
        |options| scenario.borrow_mut().queue(&options),
    );
}
