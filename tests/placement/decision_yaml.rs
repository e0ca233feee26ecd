//! `PlacementDecision`s as YAML.

use std::fmt::Write as _;

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

/// A placement with 101 clusters: one more than a slice holds.
fn fleet() -> String {
    let mut text = "apiVersion: cluster.open-cluster-management.io/v1beta1\nkind: Placement\n\
                    metadata: {name: p, namespace: ns1}\nspec: {}\n"
        .to_owned();
    for number in 0..101 {
        let _ = write!(
            text,
            "---\napiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedCluster\n\
             metadata: {{name: c{number:03}}}\nspec: {{hubAcceptsClient: true}}\n"
        );
    }
    text
}

/// The documents in a form without the lines of all clusters but the last.
#[track_caller]
fn check(form: &str, profile: &str, expect: &str) {
    let mut scenario = Scenario::new(&fleet());
    let mut ask = |question: &Value| scenario.ask(&question.to_string()).expect("an answer");
    ask(
        &json!({"decide": {"profile": profile, "candidates": "given", "now": "2026-01-01T00:00:00Z"}}),
    );
    let yaml = ask(&json!({"decisionsYaml": {"form": form}}));
    let yaml: String = serde_json::from_str(&yaml).expect("a string");
    let last = yaml.replace("c100", "last");
    let mut kept = String::new();
    let mut in_cluster = false;
    for line in last.lines() {
        in_cluster = match line.trim_start() {
            "- clusterProfileRef:" => true,
            line if line.contains(": c0") || line.starts_with("- clusterName: c0") => true,
            "namespace: ns1" | "reason: \"\"" => in_cluster,
            _ => false,
        };
        if !in_cluster {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    assert_eq!(kept, expect);
}

#[test]
fn documents_of_open_cluster_management() {
    let expect = r#"apiVersion: cluster.open-cluster-management.io/v1beta1
kind: PlacementDecision
metadata:
  labels:
    cluster.open-cluster-management.io/decision-group-index: "0"
    cluster.open-cluster-management.io/decision-group-name: ""
    cluster.open-cluster-management.io/placement: p
  name: p-decision-1
  namespace: ns1
status:
  decisions:
---
apiVersion: cluster.open-cluster-management.io/v1beta1
kind: PlacementDecision
metadata:
  labels:
    cluster.open-cluster-management.io/decision-group-index: "0"
    cluster.open-cluster-management.io/decision-group-name: ""
    cluster.open-cluster-management.io/placement: p
  name: p-decision-2
  namespace: ns1
status:
  decisions:
  - clusterName: last
    reason: ""
"#;
    check("ocm", "Upstream", expect);
}

#[test]
fn documents_of_sig_multicluster() {
    let expect = r#"apiVersion: multicluster.x-k8s.io/v1alpha1
decisions:
kind: PlacementDecision
metadata:
  labels:
    multicluster.x-k8s.io/decision-index: "0"
    multicluster.x-k8s.io/decision-key: p
    multicluster.x-k8s.io/placement-key: p
    x-k8s.io/cluster-manager: open-cluster-management
  name: p-decision-1
  namespace: ns1
schedulerName: open-cluster-management
---
apiVersion: multicluster.x-k8s.io/v1alpha1
decisions:
    name: last
    namespace: ns1
kind: PlacementDecision
metadata:
  labels:
    multicluster.x-k8s.io/decision-index: "1"
    multicluster.x-k8s.io/decision-key: p
    multicluster.x-k8s.io/placement-key: p
    x-k8s.io/cluster-manager: open-cluster-management
  name: p-decision-2
  namespace: ns1
schedulerName: open-cluster-management
"#;
    check("multicluster", "Proposal", expect);
    // A hub gives all slices of a group the group's index.
    let expect = expect.replace("decision-index: \"1\"", "decision-index: \"0\"");
    check("multicluster", "Upstream", &expect);
}

/// JavaScript's numbers are exact up to 2^53; beyond, the nearest double is written.
#[test]
fn integers() {
    let check = |value: i64, expect: &str| {
        let integer = schedscope::answers::placement::integer::Integer(value);
        assert_eq!(serde_json::to_string(&integer).expect("writable"), expect);
    };
    check(0, "0");
    check(-200, "-200");
    check((1 << 53) - 1, "9007199254740991");
    check(i64::MIN, "-9.223372036854776e+18");
}
