//! Changes that would not help, or that a person would not make: gates, the pod's own siblings.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use crate::reference::{
    answers::{ask, text},
    pods::items,
};

fn node(name: &str, cpu: u32) -> Value {
    json!({"apiVersion": "v1", "kind": "Node", "metadata": {"name": name},
        "status": {"allocatable": {"cpu": cpu, "memory": "64Gi", "pods": 110}}})
}

fn pod(name: &str, cpu: u32, node: Option<&str>, owner: Option<&str>) -> Value {
    let mut pod = json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name, "namespace": "a", "uid": name},
        "spec": {"containers": [{"name": "c", "resources": {"requests": {"cpu": cpu}}}]},
        "status": {"phase": if node.is_some() { "Running" } else { "Pending" }}});
    if let Some(node) = node {
        pod["spec"]["nodeName"] = json!(node);
    }
    if let Some(owner) = owner {
        pod["metadata"]["ownerReferences"] = json!([{"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": owner,
            "uid": owner, "controller": true}]);
    }
    pod
}

/// The changes after which the pod `a/asked` gets a node.
fn changes(objects: &[Value]) -> Vec<Value> {
    let question = json!({"change": {"now": "2026-01-01T00:00:00Z", "want": {"pod": "a/asked", "admitted": true}}});
    let answer = ask(&mut Scenario::new(&text(objects)), &question);
    assert_eq!(answer["met"], false, "{answer}");
    items(&answer["changes"]).cloned().collect()
}

fn has(changes: &[Value], family: &str) -> bool {
    let mut edits = changes.iter().flat_map(|change| items(&change["edits"]));
    edits.any(|edit| edit["family"] == family)
}

#[test]
fn a_gate_is_taken_away() {
    let mut asked = pod("asked", 1, None, None);
    asked["spec"]["schedulingGates"] =
        json!([{"name": "example.com/a"}, {"name": "example.com/b"}]);
    let found = changes(&[node("n1", 4), asked.clone()]);
    let edit = &found[0]["edits"][0];
    assert_eq!(edit["path"], "spec.schedulingGates");
    assert_eq!(
        edit["old"],
        json!([{"name": "example.com/a"}, {"name": "example.com/b"}])
    );
    assert_eq!(edit["new"], Value::Null);
    assert_eq!(edit["writable"], true);
    assert_eq!(found[0]["cycle"]["node"], "n1");
    // The edited text has no gate any more.
    let mut written = text(&[node("n1", 4), asked]);
    let mut edits: Vec<&Value> = items(&edit["textEdits"]).collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit["from"].as_u64()));
    for edit in edits {
        let at = |key: &str| edit[key].as_u64().expect("an offset") as usize;
        written.replace_range(
            at("from")..at("to"),
            edit["insert"].as_str().expect("a text"),
        );
    }
    assert!(!written.contains("example.com"), "{written}");
}

#[test]
fn a_priority_that_evicts_siblings_is_no_help() {
    let world = |owner: &str| {
        let running = pod("other", 4, Some("n1"), Some(owner));
        changes(&[node("n1", 4), running, pod("asked", 4, None, Some("web"))])
    };
    assert!(has(&world("db"), "priority"));
    let of_siblings = world("web");
    assert!(
        !of_siblings.is_empty() && !has(&of_siblings, "priority"),
        "{of_siblings:#?}"
    );
}
