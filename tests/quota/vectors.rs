//! The twin against what the real plugin printed.

use std::fs;

use conformance::{Verdict, quota};
use serde_json::{Value, json};

use reference::{
    pods::{ClusterSnapshot, items, version},
    quota::cycle,
};
use schedscope_fuzz::quota::shape::answer;

/// The objects of a vector, in the order in which an engine is given them.
pub(crate) fn objects(line: &Value) -> Vec<Value> {
    let lists = [
        "nodes",
        "pods",
        "elasticQuotas",
        "podDisruptionBudgets",
        "priorityClasses",
        "namespaces",
        "services",
        "replicationControllers",
        "replicaSets",
        "statefulSets",
        "persistentVolumes",
        "persistentVolumeClaims",
        "storageClasses",
        "csiNodes",
        "csiDrivers",
        "csiStorageCapacities",
        "volumeAttachments",
    ];
    let objects = lists.iter().flat_map(|list| items(&line[*list]));
    objects.chain([&line["pod"]]).cloned().collect()
}

pub(crate) fn lines(file: &str) -> Vec<String> {
    let path = format!("{}/vectors/{file}", env!("CARGO_MANIFEST_DIR"));
    let lines = fs::read_to_string(path).expect("vectors");
    lines.lines().map(str::to_owned).collect()
}

/// The reasons of nodes, which the suite does not compare.
fn reasons<'a>(entries: impl Iterator<Item = (&'a Value, &'a Value)>) -> Value {
    let entries = entries.map(|(node, entry)| {
        let node = node.as_str().expect("a name").to_owned();
        (node, entry["reasons"].clone())
    });
    Value::Object(entries.collect())
}

fn check(file: &str, count: usize) {
    let lines = lines(file);
    assert_eq!(lines.len(), count);
    for text in lines {
        let line: Value = serde_json::from_str(&text).expect("JSON");
        let snapshot = ClusterSnapshot::read_by(&objects(&line), version::of_line(&line));
        let (snapshot, pod) = snapshot.taken(&snapshot.pods.last().expect("a pod").key.clone());
        let found = cycle(&snapshot, &pod, false);
        let found = answer(&snapshot, &pod, &found);
        let verdict = quota::compare(&text, &found.to_string()).expect("an answer");
        assert_eq!(verdict, Verdict::Passed, "{}", line["name"]);
        let expected = &line["expected"];
        let nodes = items(&found["nodes"]);
        let misfits = nodes.clone().filter(|node| !node["misfit"].is_null());
        assert_eq!(
            reasons(misfits.map(|node| (&node["node"], &node["misfit"]))),
            only_reasons(&expected["filters"]),
            "{}",
            line["name"]
        );
        let rejected = nodes
            .filter(|node| !node["dryRun"].is_null() && node["dryRun"]["outcome"] != "candidate");
        assert_eq!(
            reasons(rejected.map(|node| (&node["node"], &node["dryRun"]))),
            only_reasons(&expected["postfilter"]["rejectedNodes"]),
            "{}",
            line["name"]
        );
        let preemption = &found["preemption"];
        if preemption["eligible"] == json!(true) {
            let wanted = expected["postfilter"]["chosenAnyOf"].clone();
            let wanted = if wanted.is_null() { json!([]) } else { wanted };
            assert_eq!(preemption["chosenAnyOf"], wanted, "{}", line["name"]);
        }
    }
}

fn only_reasons(entries: &Value) -> Value {
    let entries = entries.as_object().into_iter().flatten();
    let entries = entries.map(|(node, entry)| (node.clone(), entry["reasons"].clone()));
    Value::Object(entries.collect())
}

#[test]
fn random() {
    check("quota/random.jsonl", 150);
}

#[test]
fn edge() {
    check("quota/edge.jsonl", 89);
}

#[test]
fn seeds() {
    check("quota/seeds.jsonl", 19);
}

#[test]
fn ties() {
    check("quota/ties.jsonl", 120);
}

#[test]
fn start_times() {
    check("quota/starttimes.jsonl", 400);
}
