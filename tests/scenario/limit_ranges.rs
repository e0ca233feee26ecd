//! What limit ranges give new pods.

use crate::findings::not_looked_at;
use schedscope::scenario::Scenario;
use serde_json::Value;

const TEXT: &str = "
apiVersion: v1
kind: Node
metadata: {name: n1}
status: {allocatable: {cpu: 4, memory: 8Gi, pods: 9}}
---
apiVersion: v1
kind: LimitRange
metadata: {name: lr, namespace: shop}
spec: {limits: [{type: Container, defaultRequest: {cpu: 2, memory: 1Gi}}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: new, namespace: shop}
spec:
  replicas: 3
  selector: {matchLabels: {app: new}}
  template: {metadata: {labels: {app: new}}, spec: {containers: [{name: c}]}}
";

fn ask(text: &str, question: &str) -> Value {
    let answer = Scenario::new(text).ask(question).expect("an answer");
    reference::answers::read(&answer)
}

fn bound(text: &str) -> Value {
    ask(text, r#"{"queue": {}}"#)["bound"].clone()
}

/// Of three replicas that request nothing themselves, two have room on 4 CPUs.
#[test]
fn containers_without_requests_get_those_of_their_namespace() {
    assert_eq!(bound(TEXT), 2);
    assert_eq!(
        bound(&TEXT.replace(
            "namespace: shop}\nspec: {limits",
            "namespace: other}\nspec: {limits"
        )),
        3
    );
    // What a container requests itself stays.
    let own = TEXT.replace(
        "[{name: c}]",
        "[{name: c, resources: {requests: {cpu: 1}}}]",
    );
    assert_eq!(bound(&own), 3);
    // What it is limited to is requested before the ranges are looked at.
    let limited = TEXT.replace("[{name: c}]", "[{name: c, resources: {limits: {cpu: 1}}}]");
    assert_eq!(bound(&limited), 3);
    // No range is looked at but those that refuse pods, which is said.
    let why = |text: &str| format!("{:?}", not_looked_at(&ask(text, r#"{"queue": {}}"#)));
    assert!(!why(TEXT).contains("limit-range"));
    assert!(
        why(&TEXT.replace("[{type: Container,", "[{type: Container, max: {cpu: 9},"))
            .contains("limit-range")
    );
}

/// A pod that is stored, or on a node, was admitted before.
#[test]
fn stored_pods_are_as_they_are() {
    let with = |metadata: &str, spec: &str| {
        format!(
            "{TEXT}---\napiVersion: v1\nkind: Pod\nmetadata: {{name: old, namespace: shop{metadata}}}\n\
             spec: {{priority: 9, containers: [{{name: c}}]{spec}}}\n"
        )
    };
    assert_eq!(bound(&with(", uid: u", "")), 3);
    assert_eq!(bound(&with("", ", nodeName: n1")), 2);
    // A manifest takes the room of one.
    assert_eq!(bound(&with("", "")), 2);
}
