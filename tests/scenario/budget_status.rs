//! Disruption budgets that say nothing of the disruptions that they allow.

use crate::findings::missing_inputs;
use schedscope::scenario::Scenario;
use serde_json::{Value, json};

/// Two nodes with a victim each; a budget covers the one on `n1`.
fn world(status: &str, selector: &str) -> String {
    let node = |name: &str| {
        format!(
            "---\napiVersion: v1\nkind: Node\nmetadata: {{name: {name}}}\n\
             status: {{allocatable: {{cpu: 4, memory: 8Gi, pods: 9}}}}\n"
        )
    };
    let pod = |name: &str, spec: &str| {
        format!(
            "---\napiVersion: v1\nkind: Pod\nmetadata: {{name: {name}, namespace: a, uid: {name}, \
             labels: {{app: {name}}}, \
             creationTimestamp: 2026-01-01T00:00:00Z}}\n\
             spec: {{{spec}, containers: [{{name: c, resources: {{requests: {{cpu: 3}}}}}}]}}\n"
        )
    };
    let budget = format!(
        "---\napiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {{name: b, namespace: a}}\n\
         spec: {{maxUnavailable: 1, selector: {{matchLabels: {{app: {selector}}}}}}}\n{status}"
    );
    [
        node("n1"),
        node("n2"),
        pod("on1", "nodeName: n1, priority: 1"),
        pod("on2", "nodeName: n2, priority: 1"),
        pod("in", "priority: 9"),
        budget,
    ]
    .concat()
}

fn ask_of(text: &str) -> Value {
    let answer = Scenario::new(text).ask(r#"{"simulatePod": {"pod": "a/in"}}"#);
    reference::answers::read(&answer.expect("an answer"))
}

fn ask(status: &str, selector: &str) -> Value {
    ask_of(&world(status, selector))
}

fn found(answer: &Value) -> Vec<Value> {
    let rows = missing_inputs(answer).into_iter();
    rows.filter(|row| row["why"] == "budget-status").collect()
}

#[test]
fn a_budget_without_status_is_named_where_it_decides() {
    // Its pod has no controller, so that no pod is expected.
    let answer = ask("", "on1");
    assert_eq!(answer["node"], "n2", "{answer:#}");
    let rows = found(&answer);
    assert_eq!(rows.len(), 1, "{answer:#}");
    assert_eq!(
        json!([
            rows[0]["name"],
            rows[0]["assumed"],
            rows[0]["computed"]["disruptionsAllowed"]
        ]),
        json!(["b", true, 0])
    );
    // With its status it allows one, and the node is another one.
    let answer = ask("status: {disruptionsAllowed: 1}\n", "on1");
    assert_eq!(answer["node"], "n1");
    assert!(found(&answer).is_empty());
    // It does not decide.
    for selector in ["on2", "else"] {
        let answer = ask("", selector);
        assert_eq!(answer["node"], "n1");
        assert!(found(&answer).is_empty(), "{selector}");
    }
}

/// What is computed decides, and is named where another value would decide otherwise.
#[test]
fn a_computed_status_decides_preemption() {
    let owned = |text: String| {
        text.replace(
            "labels: {app: on1}",
            "labels: {app: on1}, ownerReferences: [{kind: ReplicaSet, name: r, uid: r, controller: true}]",
        )
    };
    let answer = ask_of(&owned(world("", "on1")));
    assert_eq!(answer["node"], "n1", "{answer:#}");
    let rows = found(&answer);
    assert_eq!(rows.len(), 1, "{answer:#}");
    assert_eq!(rows[0]["computed"]["disruptionsAllowed"], 1);
    assert_eq!(rows[0]["computed"]["assumedReady"], 1);
    assert_eq!(
        rows[0]["computed"]["assumedReplicas"],
        json!([{"kind": "ReplicaSet", "namespace": "a", "name": "r"}])
    );
}
