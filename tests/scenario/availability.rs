//! Clusters that are not available: the hub's taint controller adds and removes taints by their condition.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::caveats::NOW;

const UNREACHABLE: &str = "cluster.open-cluster-management.io/unreachable";
const UNAVAILABLE: &str = "cluster.open-cluster-management.io/unavailable";

/// A cluster with a condition and taints, and a placement with tolerations.
fn text(status: &str, taints: &Value, tolerations: &Value) -> String {
    let conditions = match status {
        "" => json!([]),
        _ => json!([{"type": "ManagedClusterConditionAvailable", "status": status}]),
    };
    let cluster = json!({
        "apiVersion": "cluster.open-cluster-management.io/v1", "kind": "ManagedCluster",
        "metadata": {"name": "c1"}, "spec": {"taints": taints}, "status": {"conditions": conditions},
    });
    let placement = json!({
        "apiVersion": "cluster.open-cluster-management.io/v1beta1", "kind": "Placement",
        "metadata": {"name": "p", "namespace": "d"}, "spec": {"tolerations": tolerations},
    });
    format!("{cluster}\n---\n{placement}\n")
}

fn taint(key: &str) -> Value {
    json!({"key": key, "effect": "NoSelect", "timeAdded": "2025-11-20T12:00:00Z"})
}

/// Whether the cluster is selected, and the hub's taints: each as `added` or `removed`.
#[track_caller]
fn check(text: &str, selected: bool, hub: &Value) {
    let mut scenario = Scenario::new(text);
    let answer = scenario.ask(&json!({"decide": {"now": NOW}}).to_string());
    let answer: Value = reference::answers::read(&answer.expect("a decision"));
    assert_eq!(
        answer["clusterCounts"]["selected"],
        json!(i32::from(selected)),
        "{text}\n{answer}"
    );
    let notes = answer["notes"].as_array().expect("notes").iter();
    let notes = notes.filter(|note| note["code"] == "hub-taint");
    let notes: Vec<Value> = notes
        .map(|note| {
            json!([
                note["taint"],
                note["upkeep"],
                note["clusters"],
                note["count"]
            ])
        })
        .collect();
    let expect = hub.as_array().expect("a list").iter().map(|one| {
        let taint = format!("{}:NoSelect", one[0].as_str().expect("a key"));
        json!([taint, one[1], ["c1"], 1])
    });
    assert_eq!(notes, expect.collect::<Vec<_>>(), "{text}");
}

#[test]
fn the_hub_keeps_the_taint_of_the_condition() {
    let none = json!([]);
    check(&text("", &none, &none), true, &none);
    check(&text("True", &none, &none), true, &none);
    check(
        &text("Unknown", &none, &none),
        false,
        &json!([[UNREACHABLE, "added"]]),
    );
    check(
        &text("False", &none, &none),
        false,
        &json!([[UNAVAILABLE, "added"]]),
    );
    // What is there already is kept as written.
    check(
        &text("Unknown", &json!([taint(UNREACHABLE)]), &none),
        false,
        &none,
    );
    check(&text("", &json!([taint(UNREACHABLE)]), &none), false, &none);
    // The taint of another state is removed.
    let removed = json!([[UNREACHABLE, "removed"]]);
    check(
        &text("True", &json!([taint(UNREACHABLE)]), &none),
        true,
        &removed,
    );
    let both = json!([[UNAVAILABLE, "added"], [UNREACHABLE, "removed"]]);
    check(
        &text("False", &json!([taint(UNREACHABLE)]), &none),
        false,
        &both,
    );
    // Another value or effect makes it a taint of its own.
    let valued = json!([{"key": UNREACHABLE, "value": "x", "effect": "NoSelect"}]);
    check(&text("True", &valued, &none), false, &none);
}

#[test]
fn a_toleration_begins_when_the_hub_adds_the_taint() {
    let tolerations = |seconds: i64| json!([{"key": UNREACHABLE, "operator": "Exists", "tolerationSeconds": seconds}]);
    let added = json!([[UNREACHABLE, "added"]]);
    check(&text("Unknown", &json!([]), &tolerations(60)), true, &added);
    check(&text("Unknown", &json!([]), &tolerations(0)), false, &added);
    // One that the input has began two days before.
    let written = json!([taint(UNREACHABLE)]);
    check(
        &text("Unknown", &written, &tolerations(60)),
        false,
        &json!([]),
    );
}

#[test]
fn what_is_explained_and_proposed() {
    let mut scenario = Scenario::new(&text("Unknown", &json!([]), &json!([])));
    let mut ask = |question: Value| -> Value {
        let answer = scenario.ask(&question.to_string()).expect("an answer");
        reference::answers::read(&answer)
    };
    ask(json!({"decide": {"now": NOW}}));
    let explained = ask(json!({"explainCluster": {"cluster": "c1"}}));
    assert_eq!(
        explained["reason"]["addedByHub"],
        json!(true),
        "{explained}"
    );
    assert_eq!(explained["taints"][0]["byHub"], json!("added"));
    assert_eq!(explained["taints"][0]["path"], json!("status.conditions"));
    let change = ask(json!({"change": {"now": NOW, "want": {"selects": ["c1"]}}}));
    let edits = change["changes"][0]["edits"].as_array().expect("edits");
    let families: Vec<&Value> = edits.iter().map(|edit| &edit["family"]).collect();
    assert_eq!(families, ["toleration"], "{change}");
    assert_eq!(edits[0]["new"]["key"], json!(UNREACHABLE), "{change}");
}
