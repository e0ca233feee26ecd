//! `sortBy`, `scoreRateLimit` and the scores in decisions.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

fn ask(scenario: &mut Scenario, question: &Value) -> Value {
    let answer = scenario.ask(&question.to_string()).expect("an answer");
    reference::answers::read(&answer)
}

const CLUSTERS: &str = "\
apiVersion: cluster.open-cluster-management.io/v1alpha1
kind: AddOnPlacementScore
metadata: {name: s, namespace: a}
status: {scores: [{name: x, value: 10}]}
---
apiVersion: cluster.open-cluster-management.io/v1alpha1
kind: AddOnPlacementScore
metadata: {name: s, namespace: c}
status: {scores: [{name: x, value: 30}]}
---
{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {name: a}}
---
{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {name: b}}
---
{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {name: c}}
---
";

/// A placement by the score `x`, and the decision that is recorded for it.
fn text(spec: &str, status: &str, recorded: &str) -> String {
    format!(
        "{CLUSTERS}\
apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata: {{name: p, namespace: ns}}
spec:
  prioritizerPolicy:
    mode: Exact
    configurations:
    - scoreCoordinate: {{type: AddOn, addOn: {{resourceName: s, scoreName: x}}}}
  {spec}
status: {{{status}}}
---
apiVersion: cluster.open-cluster-management.io/v1beta1
kind: PlacementDecision
metadata: {{name: p-decision-1, namespace: ns, labels: {{cluster.open-cluster-management.io/placement: p}}}}
status: {{decisions: [{recorded}]}}
"
    )
}

fn decide(text: &str, profile: &str) -> (Value, Value, Value) {
    let mut scenario = Scenario::new(text);
    let report = ask(
        &mut scenario,
        &json!({"report": {"now": "2025-06-01T12:00:00Z", "profile": profile}}),
    );
    let summary = ask(
        &mut scenario,
        &json!({"decide": {"now": "2025-06-01T12:00:00Z", "profile": profile}}),
    );
    let notes = summary["notes"].as_array().expect("notes").iter();
    let scores = |note: &&Value| {
        note["code"]
            .as_str()
            .is_some_and(|code| code.starts_with("scores-"))
    };
    let note = notes.clone().find(scores).cloned().unwrap_or_default();
    let yaml = ask(&mut scenario, &json!({"decisionsYaml": {}}));
    (report["placementDecisions"][0].clone(), note, yaml)
}

#[test]
fn decisions_stand_in_the_order_that_is_asked_for() {
    let by_score = text("sortBy: Score", "", "");
    let (object, note, yaml) = decide(&by_score, "Proposal");
    assert_eq!(object["clusterNames"], json!(["c", "a", "b"]));
    assert_eq!(object["scores"], json!([30, 10, 0]));
    assert_eq!(note["code"], "scores-written");
    let yaml = yaml.as_str().expect("a text");
    let decisions = "\
  - clusterName: c
    reason: \"\"
    score: 30
  - clusterName: a
    reason: \"\"
    score: 10
  - clusterName: b
    reason: \"\"
";
    assert!(yaml.ends_with(decisions), "{yaml}");
    let (object, note, yaml) = decide(&by_score, "Upstream");
    assert_eq!(object["clusterNames"], json!(["a", "b", "c"]));
    assert_eq!(object["scores"], Value::Null);
    assert_eq!(
        note,
        json!({"code": "scores-ignored", "path": "spec.sortBy"})
    );
    assert!(!yaml.as_str().expect("a text").contains("score"));
    // Groups are cut by name all the same.
    let groups =
        "sortBy: Score\n  decisionStrategy: {groupStrategy: {clustersPerDecisionGroup: 2}}";
    let (object, ..) = decide(&text(groups, "", ""), "Proposal");
    assert_eq!(object["clusterNames"], json!(["a", "b"]));
    let (object, ..) = decide(&text("sortBy: ClusterName", "", ""), "Proposal");
    assert_eq!(object["clusterNames"], json!(["a", "b", "c"]));
    assert_eq!(object["scores"], json!([10, 0, 30]));
}

#[test]
fn placements_without_these_fields_stay_as_they_were() {
    let (object, note, _) = decide(&text("", "", "{clusterName: a}"), "Proposal");
    assert_eq!(object["scores"], Value::Null);
    assert_eq!(note, Value::Null);
}

#[test]
fn scores_are_written_no_more_often_than_the_limit_lets_them() {
    let same = "{clusterName: a, score: 10}, {clusterName: b}, {clusterName: c, score: 30}";
    let changed = "{clusterName: a, score: 11}, {clusterName: b}, {clusterName: c, score: 30}";
    let fewer = "{clusterName: a, score: 10}";
    let told = |spec: &str, last: &str, recorded: &str| {
        let status = match last {
            "" => String::new(),
            last => format!("lastScoreUpdateTime: \"2025-06-01T{last}Z\""),
        };
        let (_, note, _) = decide(&text(spec, &status, recorded), "Proposal");
        let code = note["code"].as_str().unwrap_or_default().to_owned();
        match note["until"].as_str() {
            Some(until) => format!("{code} {until}"),
            None => code,
        }
    };
    assert_eq!(told("", "11:59:59", same), "scores-unchanged");
    assert_eq!(
        told("", "11:59:59", changed),
        "scores-wait 2025-06-01T12:00:59Z"
    );
    assert_eq!(told("", "11:59:00", changed), "scores-written");
    assert_eq!(
        told("scoreRateLimit: 2h", "10:30:00", changed),
        "scores-wait 2025-06-01T12:30:00Z"
    );
    assert_eq!(
        told("scoreRateLimit: 30s", "11:59:30", changed),
        "scores-written"
    );
    assert_eq!(
        told("scoreRateLimit: 0s", "12:00:00", changed),
        "scores-written"
    );
    assert_eq!(told("", "", changed), "scores-written");
    assert_eq!(told("", "11:59:59", fewer), "scores-written");
}
