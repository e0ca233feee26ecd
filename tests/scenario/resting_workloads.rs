//! Workloads that make no pods, and the numbers of those that are made.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::caveats::found;

const TEXT: &str = "
apiVersion: v1
kind: Node
metadata: {name: n1}
status: {allocatable: {cpu: 9, memory: 8Gi, pods: 9}}
---
apiVersion: v1
kind: Namespace
metadata: {name: shop}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: new, namespace: shop}
spec:
  replicas: 2
  selector: {matchLabels: {app: new}}
  template: {metadata: {labels: {app: new}}, spec: {containers: [{name: c}]}}
";

fn queue(text: &str) -> Value {
    let answer = Scenario::new(text).ask(r#"{"queue": {}}"#);
    reference::answers::read(&answer.expect("an answer"))
}

/// The pods that are tried.
fn tried(text: &str) -> Vec<String> {
    let steps = queue(text)["steps"].clone();
    let steps = steps.as_array().expect("steps").iter();
    steps
        .map(|step| step["pod"].as_str().expect("a pod").to_owned())
        .collect()
}

const BOTH: [&str; 2] = ["shop/new-0", "shop/new-1"];
const TIME: &str = "2026-01-01T00:00:00Z";

#[test]
fn in_a_namespace_that_is_being_deleted_no_pods_are_made() {
    let ending = [
        TEXT.replace(
            "metadata: {name: shop}",
            &format!("metadata: {{name: shop, deletionTimestamp: {TIME}}}"),
        ),
        TEXT.replace(
            "metadata: {name: shop}",
            "metadata: {name: shop}\nstatus: {phase: Terminating}",
        ),
    ];
    assert_eq!(tried(TEXT), BOTH);
    let pod = |metadata: &str| {
        format!(
            "---\napiVersion: v1\nkind: Pod\nmetadata: {{name: own, namespace: shop{metadata}}}\n\
             spec: {{containers: [{{name: c}}]}}\n"
        )
    };
    for text in ending {
        assert!(tried(&text).is_empty());
        assert_eq!(found(&queue(&text), "invalid-field"), [json!(null); 0]);
        let of_namespace = found(&queue(&text), "ending-namespace");
        assert_eq!(of_namespace, [json!({"namespace": "shop"})]);
        // Neither does the API server take a pod of its own, but what it has stored stays.
        let own = found(&queue(&(text.clone() + &pod(""))), "invalid-field");
        assert_eq!(own[0]["object"]["name"], "own");
        assert_eq!(own[0]["path"], "metadata.namespace");
        let stored = queue(&(text + &pod(", uid: u1")));
        assert_eq!(found(&stored, "invalid-field"), [json!(null); 0]);
    }
    let other = TEXT.replace(
        "metadata: {name: shop}",
        &format!("metadata: {{name: other, deletionTimestamp: {TIME}}}"),
    );
    assert_eq!(tried(&other), BOTH);
    assert_eq!(found(&queue(&other), "ending-namespace"), [json!(null); 0]);
}

#[test]
fn a_workload_that_is_being_deleted_or_paused_makes_none() {
    let deleted = TEXT.replace(
        "name: new, namespace",
        &format!("deletionTimestamp: {TIME}, name: new, namespace"),
    );
    assert!(tried(&deleted).is_empty());
    let paused = TEXT.replace("replicas: 2", "replicas: 2\n  paused: true");
    assert!(tried(&paused).is_empty());
    assert_eq!(tried(&paused.replace("true", "false")), BOTH);
    // The set that it made before goes on.
    let set = "---\napiVersion: apps/v1\nkind: ReplicaSet\nmetadata: {name: new-7, namespace: shop, \
               ownerReferences: [{apiVersion: apps/v1, kind: Deployment, name: new, controller: true}]}\n\
               spec: {replicas: 2, selector: {matchLabels: {app: new}}, template: {metadata: {labels: {app: new}}, \
               spec: {containers: [{name: c}]}}}\n";
    assert_eq!(tried(&(paused.clone() + set)), BOTH);
    let bound = "---\napiVersion: v1\nkind: Pod\nmetadata: {name: new-7-x, namespace: shop, uid: u1, \
                 ownerReferences: [{apiVersion: apps/v1, kind: Deployment, name: new, controller: true}]}\n\
                 spec: {nodeName: n1, containers: [{name: c}]}\nstatus: {phase: Running}\n";
    assert_eq!(tried(&(paused + bound)), [BOTH[0]]);
}

#[test]
fn the_numbers_of_a_stateful_set_begin_with_its_first_ordinal() {
    let set = TEXT
        .replace("kind: Deployment", "kind: StatefulSet")
        .replace("replicas: 2", "replicas: 2\n  ordinals: {start: 5}");
    assert_eq!(tried(&set), ["shop/new-5", "shop/new-6"]);
    let plain = set.replace("start: 5", "");
    assert_eq!(json!(tried(&plain)), json!(BOTH));
}
