//! Scores, the queue and what would change the fate of a pod, where amounts are the largest and the smallest that there
//! are: sums saturate.
//! The tests are built with overflow checks.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

/// The ends of what counts, in milli-CPU, and what lies beyond.
const AMOUNTS: [&str; 4] = ["-9223372036854775808m", "-1", "1", "9223372036854775807"];

fn pod(name: &str, cpu: &str, node: Option<&str>) -> Value {
    let mut spec = json!({"containers": [{"name": "c", "resources": {"requests": {"cpu": cpu}}}]});
    if let Some(node) = node {
        spec["nodeName"] = json!(node);
    }
    json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name, "namespace": "a"}, "spec": spec})
}

fn world([own, other, min, max]: [&str; 4]) -> Value {
    let node = json!({"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n1"},
        "status": {"allocatable": {"cpu": max, "memory": "8Gi", "pods": "9"}}});
    let quota = json!({"apiVersion": "scheduling.x-k8s.io/v1alpha1", "kind": "ElasticQuota",
        "metadata": {"name": "q", "namespace": "a"}, "spec": {"min": {"cpu": min}, "max": {"cpu": max}}});
    let mut nominated = pod("waits", other, None);
    nominated["status"] = json!({"nominatedNodeName": "n1"});
    let pods = [
        pod("p", own, None),
        pod("runs", other, Some("n1")),
        nominated,
    ];
    let items: Vec<Value> = [node, quota].into_iter().chain(pods).collect();
    json!({"apiVersion": "v1", "kind": "List", "items": items})
}

#[test]
fn sums_of_extremes_saturate() {
    let now = "2026-01-01T00:00:00Z";
    let want = json!({"pod": "a/p", "admitted": true});
    let questions = [
        json!({"change": {"now": now, "want": want, "maxSteps": 3}}),
        json!({"sweep": {"now": now, "pod": "a/p", "request": "cpu"}}),
        json!({"sweep": {"now": now, "pod": "a/p", "max": "cpu"}}),
        json!({"scoreNodes": {"pod": "a/p"}}),
        json!({"queue": {"scorer": "LeastAllocated", "maxSteps": 9}}),
    ];
    for at in 0..AMOUNTS.len().pow(4) {
        let amounts = [1, 4, 16, 64].map(|turn| AMOUNTS[at / turn % AMOUNTS.len()]);
        let mut scenario = Scenario::new(&world(amounts).to_string());
        for question in &questions {
            // Some of them have nothing to sweep.
            let answered = scenario.ask(&question.to_string()).is_ok();
            assert!(answered || question["sweep"].is_object(), "{amounts:?}");
        }
    }
}
