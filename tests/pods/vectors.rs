//! The twin against the vectors of limit-aware scoring and of the scorers that Kubernetes has.

use std::fs;

use conformance::{Verdict, pods};
use serde_json::{Value, json};

use reference::pods::{ClusterSnapshot, items, scores::Rules, version};
use schedscope_fuzz::pods::shape::placement;

fn check(file: &str, count: usize) {
    let path = format!("{}/vectors/{file}", env!("CARGO_MANIFEST_DIR"));
    let lines = fs::read_to_string(path).expect("vectors");
    assert_eq!(lines.lines().count(), count);
    for text in lines.lines() {
        let line: Value = serde_json::from_str(text).expect("JSON");
        let objects = items(&line["nodes"]).chain(items(&line["pods"]));
        let objects: Vec<Value> = objects.chain([&line["pod"]]).cloned().collect();
        let snapshot = ClusterSnapshot::read_by(&objects, version::of_line(&line));
        let (snapshot, pod) = snapshot.taken(&snapshot.pods.last().expect("a pod").key.clone());
        let weight = |resource: &Value| {
            let weight = resource["weight"].as_i64().expect("a weight");
            let name = resource["name"].as_str().expect("a name");
            (name.to_owned(), i128::from(weight))
        };
        let rules = Rules {
            resources: items(&line["resources"]).map(weight).collect(),
            shape: vec![(0, 0), (70, 10), (100, 3)],
            ..Rules::default()
        };
        let (mut found, exact) = placement(&snapshot, &pod, &rules);
        for row in found["rows"].as_array_mut().expect("rows") {
            let name = row["name"].as_str().expect("a name").to_owned();
            let (sum, normalized) = exact.get(&name).copied().unzip();
            row["exact"] = json!(sum);
            row["normalizedExact"] = json!(normalized);
        }
        let verdict = pods::compare(text, &found.to_string()).expect("an answer");
        assert_eq!(verdict, Verdict::Passed, "{}", line["name"]);
    }
}

#[test]
fn random() {
    check("pods/random.jsonl", 150);
}

#[test]
fn seeds() {
    check("pods/seeds.jsonl", 1);
}
