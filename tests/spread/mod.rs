//! Spread against its twin, the naive loop, and what must hold whatever the fleet.

mod cases;
mod hints;
mod laws;
mod notes;
mod vectors;

use conformance::spread;
use schedscope::{answers::placement::DecideOptions, placement::CandidateMode, scenario::Scenario};
use serde_json::{Value, json};

/// The text of a scenario, as a person would paste it.
fn text(scenario: &Value) -> String {
    let line = json!({"name": "", "scenario": scenario}).to_string();
    spread::input(&line).expect("a line").text
}

/// How a scenario asks to be decided.
fn options(scenario: &Value) -> DecideOptions {
    DecideOptions {
        candidates: if scenario["mode"] == "sync" {
            CandidateMode::Sets
        } else {
            CandidateMode::Given
        },
        ..DecideOptions::new(0, scenario["now"].as_str().expect("a clock"))
    }
}

/// The scenario, read and decided.
fn decide(scenario: &Value) -> Scenario {
    let mut read = Scenario::new(&text(scenario));
    read.decide(options(scenario)).expect("a placement");
    read
}

/// The report of a scenario.
fn report(scenario: &Value) -> Value {
    let decided = decide(scenario);
    json!(decided.details().expect("a decision").report())
}

/// Clusters with labels, as `name: {key: value}`, a placement's spec, and everything given to the
/// filters.
fn scenario(spec: &Value, clusters: &Value) -> Value {
    let clusters = clusters.as_object().expect("clusters").iter();
    let clusters =
        clusters.map(|(name, labels)| json!({"metadata": {"name": name, "labels": labels}}));
    json!({
        "mode": "schedule", "now": "2025-06-01T12:00:00Z",
        "placement": {"metadata": {"name": "p", "namespace": "ns"}, "spec": spec},
        "managedClusters": clusters.collect::<Vec<_>>(),
    })
}
