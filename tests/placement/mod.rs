//! Rules of placement that the vectors hardly touch, one case each.

mod decision_yaml;
mod explanations;
mod filters;
mod groups;
mod prioritizers;

use std::sync::Arc;

use conformance::placement::input;
use prioritizers::built_in;
use reference::loader;
use schedscope::{
    answers::placement::{DecisionDetails, comparison::DecisionForm},
    objects::{objects::Objects, profile::Profile},
    placement::{
        CandidateMode, DecisionOptions, Session, Wanted,
        cel::{CelBudget, CelColumn, CelError, CelVerdict, CelVerdicts},
    },
};
use serde_json::{Value, json};

/// Clusters `a`, `b`, ... that are given to the filters, and a placement with a spec.
fn scenario(spec: &Value, clusters: &[Value]) -> Value {
    json!({
        "mode": "schedule", "now": "2025-06-01T12:00:00Z",
        "placement": {"metadata": {"name": "p", "namespace": "ns"}, "spec": spec},
        "managedClusters": clusters,
    })
}

fn cluster(name: &str, taints: &Value) -> Value {
    json!({"metadata": {"name": name}, "spec": {"taints": taints}})
}

fn plain(names: &[&str]) -> Vec<Value> {
    names.iter().map(|name| cluster(name, &json!([]))).collect()
}

fn with_cpu(name: &str, allocatable: &str, capacity: &str) -> Value {
    json!({"metadata": {"name": name},
           "status": {"allocatable": {"cpu": allocatable, "nvidia.com/gpu": allocatable},
                      "capacity": {"cpu": capacity, "nvidia.com/gpu": capacity}}})
}

/// An existing decision of the placement.
fn decided(names: &[&str]) -> Value {
    let entries: Vec<Value> = names.iter().map(|n| json!({"clusterName": n})).collect();
    json!({"metadata": {"name": "p-decision-1", "namespace": "ns",
                        "labels": {"cluster.open-cluster-management.io/placement": "p"}},
           "status": {"decisions": entries}})
}

fn load(scenario: &Value) -> (Objects, DecisionOptions) {
    let line = json!({"name": "", "scenario": scenario}).to_string();
    let input = input(&line).expect("a line");
    let mut options = DecisionOptions::new(0, input.options.now.parse().expect("a time"));
    options.candidates = match input.options.candidates {
        "given" => CandidateMode::Given,
        _ => CandidateMode::Sets,
    };
    (loader::load(&input.text), options)
}

/// Decides and gives report, summary and the explanation of every cluster by name.
fn ask(objects: &Objects, options: &DecisionOptions) -> Value {
    let mut session = Session::new();
    let decision = session.decide(objects, options).expect("a placement");
    let details = DecisionDetails::new(decision, objects);
    let explain = |cluster: u32| details.explain(cluster).expect("a cluster");
    let explanations = (0..objects.clusters.len() as u32)
        .map(explain)
        .map(|explained| (explained.name.clone(), json!(explained)));
    json!({
        "report": details.report(), "summary": details.summary(100),
        "explain": explanations.collect::<serde_json::Map<_, _>>(),
        "yaml": details.decisions_yaml(DecisionForm::Ocm),
    })
}

fn decide(scenario: &Value, profile: Profile) -> Value {
    let (objects, mut options) = load(scenario);
    options.profile = profile;
    ask(&objects, &options)
}

/// What stands at a place of the answer, in both profiles.
#[track_caller]
fn check(scenario: &Value, pointer: &str, expect: &Value) {
    for profile in [Profile::Upstream, Profile::Proposal] {
        check_in(profile, scenario, pointer, expect);
    }
}

#[track_caller]
fn check_in(profile: Profile, scenario: &Value, pointer: &str, expect: &Value) {
    let answer = decide(scenario, profile);
    let found = answer.pointer(pointer);
    assert_eq!(found, Some(expect), "{profile:?} {pointer}");
}

const K: &str = "NoSelect";
