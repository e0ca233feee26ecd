//! Scores that a prioritizer names and no add-on reports.

use serde_json::{Value, json};

use super::caveats::{decide, fleet, found};

/// The scores of an add-on that are named wrongly.
fn unknown(named: &str, reported: &[&str]) -> Vec<Value> {
    let spec = format!(
        "{{numberOfClusters: 1, prioritizerPolicy: {{configurations: [{{weight: 2, scoreCoordinate: {{type: AddOn, \
         addOn: {{resourceName: net, scoreName: {named}}}}}}}]}}}}"
    );
    let scores: Vec<String> = reported
        .iter()
        .map(|score| format!("{{name: {score}, value: 7}}"))
        .collect();
    let object = format!(
        "\n---\napiVersion: cluster.open-cluster-management.io/v1alpha1\nkind: AddOnPlacementScore\n\
         metadata: {{name: net, namespace: a1}}\nstatus: {{scores: [{}]}}\n",
        scores.join(", ")
    );
    let objects = if reported.is_empty() { "" } else { &object };
    found(&decide(&(fleet(&spec) + objects)), "unknown-score")
}

#[test]
fn the_nearest_one_is_meant() {
    let row = |score: &str, meant: Option<&str>| {
        let prioritizer = format!("AddOn/net/{score}");
        [json!({"prioritizer": prioritizer, "addOn": "net", "score": score, "meant": meant})]
    };
    let known = ["memAvailable", "cpuAvailable"];
    assert_eq!(
        unknown("cpuAvailible", &known),
        row("cpuAvailible", Some("cpuAvailable"))
    );
    assert_eq!(unknown("latency", &known), row("latency", None));
    assert_eq!(unknown("cpuAvailable", &known), [Value::Null; 0]);
    // That all scores are missing is said as what the text lacks.
    assert_eq!(unknown("cpuAvailible", &[]), [Value::Null; 0]);
}
