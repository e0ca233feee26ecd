//! Clusters that the status of a set counts and the text lacks.

use crate::findings::missing_inputs;
use std::fmt::Write as _;

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

/// A hub with so many clusters of set `prod`, whose status has this message.
fn hub(clusters: usize, message: &str) -> String {
    let mut text = format!(
        "apiVersion: cluster.open-cluster-management.io/v1beta2
kind: ManagedClusterSet
metadata: {{name: prod}}
spec: {{clusterSelector: {{selectorType: ExclusiveClusterSetLabel}}}}
status: {{conditions: [{{type: Other, message: 9 ManagedClusters selected}},
  {{type: ClusterSetEmpty, status: \"False\", message: {message}}}]}}
---
apiVersion: cluster.open-cluster-management.io/v1beta2
kind: ManagedClusterSetBinding
metadata: {{name: prod, namespace: apps}}
spec: {{clusterSet: prod}}
---
apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata: {{name: web, namespace: apps}}
spec: {{numberOfClusters: 1}}
---
apiVersion: cluster.open-cluster-management.io/v1
kind: ManagedCluster
metadata: {{name: other}}
"
    );
    for at in 0..clusters {
        let _ = write!(
            text,
            "---\napiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedCluster\n\
             metadata: {{name: c{at}, labels: {{cluster.open-cluster-management.io/clusterset: prod}}}}\n"
        );
    }
    text
}

/// What is missing: why, how many, the set, and the command.
fn missing(text: &str) -> Vec<String> {
    let asked = json!({"decide": {"placement": 0, "now": "2026-08-21T12:00:00Z"}});
    let answer = Scenario::new(text).ask(&asked.to_string());
    let answer: Value = reference::answers::read(&answer.expect("an answer"));
    let rows = missing_inputs(&answer).into_iter();
    let rows = rows.filter(|row| row["assumed"] == false);
    rows.map(|row| {
        format!(
            "{} {} {} {}: {}",
            row["why"], row["pods"], row["kind"], row["name"], row["command"]
        )
        .replace('"', "")
    })
    .collect()
}

#[test]
fn a_set_of_more_clusters_than_the_text() {
    let lacks = |count: u32| {
        format!("set-clusters {count} ManagedClusterSet prod: kubectl get managedclusters -o yaml")
    };
    let three = "3 ManagedClusters selected";
    assert_eq!(missing(&hub(1, three)), [lacks(2)]);
    assert_eq!(missing(&hub(2, three)), [lacks(1)]);
    assert_eq!(missing(&hub(3, three)), [""; 0]);
    // New ones may have come.
    assert_eq!(missing(&hub(4, three)), [""; 0]);
    assert_eq!(missing(&hub(1, "No ManagedCluster selected")), [""; 0]);
    // A set that is not bound does not matter.
    let unbound = hub(1, three).replace(
        "namespace: apps}\nspec: {clusterSet",
        "namespace: x}\nspec: {clusterSet",
    );
    assert!(!missing(&unbound).concat().contains("set-clusters"));
}
