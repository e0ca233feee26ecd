//! What edits of one placement do to others.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::ask;

const NOW: &str = "2025-06-01T12:00:00Z";

/// Of edits that are as cheap for the placement, the one that removes no cluster from other placements.
#[test]
fn the_edit_that_spares_other_placements() {
    let cluster = |name: &str, zone: &str, used: &str| {
        json!({"apiVersion": "cluster.open-cluster-management.io/v1", "kind": "ManagedCluster",
            "metadata": {"name": name, "labels": {"zone": zone, "used": used}}})
    };
    let placement = |name: &str, labels: Value| {
        json!({"apiVersion": "cluster.open-cluster-management.io/v1beta1", "kind": "Placement",
            "metadata": {"name": name, "namespace": "d"},
            "spec": {"predicates": [{"requiredClusterSelector": {"labelSelector": {"matchLabels": labels}}}]}})
    };
    let objects = [
        cluster("near", "z1", "no"),
        cluster("far-1", "z2", "yes"),
        cluster("far-2", "z2", "no"),
        placement("web", json!({"zone": "z1"})),
        placement("other", json!({"zone": "z2", "used": "yes"})),
    ];
    let lines: Vec<String> = objects.iter().map(Value::to_string).collect();
    let mut scenario = Scenario::new(&lines.join("\n"));
    let asked = |family: &str, want: Value| {
        let of = "d/web";
        json!({"now": NOW, "placement": of, "families": [family], "want": want})
    };
    let answer = ask(
        &mut scenario,
        "change",
        &asked("label", json!({"count": 2})),
    );
    let change = &answer["changes"][0];
    assert_eq!(
        json!([
            change["added"],
            change["others"],
            change["asCheap"],
            change["cost"]["displaced"]
        ]),
        json!([["far-2"], [], 1, 0])
    );
    let answer = ask(
        &mut scenario,
        "change",
        &asked("label", json!({"selects": ["far-1"]})),
    );
    let change = &answer["changes"][0];
    assert_eq!(
        json!([change["others"][0]["removed"], change["cost"]["displaced"]]),
        json!([["far-1"], 1])
    );
}
