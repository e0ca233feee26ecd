//! Why a queue evicts these pods, computed by hand.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use crate::reference::answers::ask;

/// A full node; two pods that wait need room, one after another.
const TEXT: &str = "
apiVersion: v1
kind: Node
metadata: {name: n}
status: {allocatable: {cpu: \"4\", memory: 8Gi, pods: \"10\"}}
---
apiVersion: v1
kind: Pod
metadata: {namespace: d, name: keep}
spec: {nodeName: n, priority: 10, containers: [{name: c, resources: {requests: {cpu: \"2\"}}}]}
---
apiVersion: v1
kind: Pod
metadata: {namespace: d, name: low}
spec: {nodeName: n, priority: 1, containers: [{name: c, resources: {requests: {cpu: \"1\"}}}]}
---
apiVersion: v1
kind: Pod
metadata: {namespace: d, name: mid}
spec: {nodeName: n, priority: 2, containers: [{name: c, resources: {requests: {cpu: \"1\"}}}]}
---
apiVersion: v1
kind: Pod
metadata: {namespace: d, name: boss}
spec: {priority: 5, containers: [{name: c, resources: {requests: {cpu: \"1\"}}}]}
---
apiVersion: v1
kind: Pod
metadata: {namespace: d, name: chief}
spec: {priority: 6, containers: [{name: c, resources: {requests: {cpu: \"1\"}}}]}
";

#[test]
fn each_step_that_evicts_says_why() {
    let mut scenario = Scenario::new(TEXT);
    let mut verdicts = |step: usize| {
        let answer = ask(&mut scenario, &json!({"queueStep": {"step": step}}));
        let pods = answer["verdicts"].as_array().cloned();
        pods.map(|pods| -> Vec<Value> {
            let row = |pod: &Value| {
                json!([
                    pod["pod"],
                    pod["verdict"],
                    pod["protection"],
                    pod["misfit"]["reasons"][0]
                ])
            };
            pods.iter().map(row).collect()
        })
    };
    let protected = |pod: &str| json!([pod, "protected", "priority", null]);
    let victim = |pod: &str| json!([pod, "victim", null, "Insufficient cpu"]);
    assert_eq!(verdicts(0), None, "before the first step");
    // chief evicts low; mid may stay.
    let first = vec![
        protected("d/keep"),
        json!(["d/mid", "reprieved", null, null]),
        victim("d/low"),
    ];
    assert_eq!(verdicts(1), Some(first));
    assert_eq!(verdicts(2), None, "chief is bound");
    // For boss, chief is on the node, and low has gone.
    let second = vec![protected("d/chief"), protected("d/keep"), victim("d/mid")];
    assert_eq!(verdicts(3), Some(second));
    assert_eq!(verdicts(4), None, "boss is bound");
    assert_eq!(verdicts(99), None, "low waits");
}
