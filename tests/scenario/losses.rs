//! What a loss of nodes needs so that its pods run.

use serde_json::{Value, json};

use super::pod_answers::{ask, text};

/// Two nodes in two zones; `spec`: of the two pods on the first, which do not fit the second beside its own.
fn world(spec: &str) -> String {
    let owned = |name: &str, node: &str, cpu: u32, spec: &str| {
        format!(
            "kind: Pod, metadata: {{name: {name}, namespace: a, uid: {name}, ownerReferences: [{{apiVersion: apps/v1, \
             kind: ReplicaSet, name: o, uid: o, controller: true}}]}}, spec: {{{spec}nodeName: {node}, containers: \
             [{{name: c, resources: {{requests: {{cpu: {cpu}}}}}}}]}}, status: {{phase: Running}}"
        )
    };
    let pods = [
        owned("x1", "n1", 2, spec),
        owned("x2", "n1", 2, spec),
        owned("y", "n2", 3, ""),
    ];
    let pods: Vec<&str> = pods.iter().map(String::as_str).collect();
    text(&[("n1", "zone: a", ""), ("n2", "zone: b", "")], &pods)
}

#[test]
fn nodes_for_the_pods_that_a_loss_leaves_waiting() {
    let needed = |spec: &str, asked: Value| {
        let answer = ask(&world(spec), &json!({"withoutNodes": asked}));
        answer["losses"][0]["needed"].clone()
    };
    let zone = || json!({"label": "zone=a"});
    let like = |nodes: u32, waiting: u32| json!({"like": "n2", "nodes": nodes, "waiting": waiting});
    assert_eq!(needed("", zone()), like(1, 0));
    // They have to be in the zone.
    assert_eq!(needed("nodeSelector: {zone: a}, ", zone()), like(0, 2));
    assert_eq!(needed("", json!({"each": "zone"})), Value::Null);
    assert_eq!(
        needed("", json!({"label": "zone=b"})),
        json!({"like": "n1", "nodes": 1, "waiting": 0})
    );
}
