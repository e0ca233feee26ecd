//! Scoring nodes for a pod. The twin for JavaScript is tests/node/bench/pods.mjs.

mod nodes_and_pods;
mod timing;

use std::cell::RefCell;

use nodes_and_pods::nodes_and_pods;
use schedscope::{
    answers::pods::score_nodes::{ScoreNodesOptions, ScorerName},
    scenario::Scenario,
};

/// A pod that waits, and a running one whose limit is changed.
const PODS: &str = "---
apiVersion: v1
kind: Pod
metadata: {namespace: team-00, name: new}
spec: {containers: [{name: main, resources: {requests: {cpu: \"1\", memory: 2Gi}, limits: {cpu: \"4\", memory: 4Gi}}}]}
---
apiVersion: v1
kind: Pod
metadata: {namespace: team-00, name: changing}
spec: {nodeName: node-00007, containers: [{name: main, resources: {limits: {cpu: 4}}}]}
status: {phase: Running}
";

fn main() {
    for nodes in [1_000, 5_000] {
        let text = nodes_and_pods(nodes, 30, 100) + PODS;
        let digit = text.rfind("cpu: 4}").expect("the limit") + "cpu: ".len();
        let scenario = RefCell::new(Scenario::new(&text));
        let options = |scorers: Option<Vec<ScorerName>>| ScoreNodesOptions {
            pod: "team-00/new".into(),
            scorers,
            limit: 0,
            ..ScoreNodesOptions::default()
        };
        let limit_aware = options(Some(vec![ScorerName("LimitAware")]));
        let all = options(None);
        let place = |options| {
            scenario
                .borrow_mut()
                .pods()
                .score_nodes(options)
                .expect("an answer")
        };
        place(&all);
        let mut limit = 0;
        timing::row(
            "pods",
            "limit-aware scores after one pod changed, 30 pods on each node",
            nodes as usize,
            || {
                limit = limit % 9 + 1;
                scenario
                    .borrow_mut()
                    .edit(digit, digit + 1, &limit.to_string());
            },
            |()| place(&limit_aware),
        );
        timing::row(
            "pods",
            "all scorers side by side, 30 pods on each node",
            nodes as usize,
            || (),
            |()| place(&all),
        );
    }
}
