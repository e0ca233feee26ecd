//! The twin against the scores that the real default profile gave.

use std::{collections::BTreeMap, fs};

use serde_json::{Value, json};

use reference::{
    pods::{
        ClusterSnapshot,
        default_profile::{Choice, choose},
        filters::Faults,
        items, version,
    },
    quota::cycle,
};

fn number(number: i128) -> Value {
    json!(i64::try_from(number).expect("a number of tests"))
}

/// A choice as the vectors print it.
fn answer(choice: &Choice) -> Value {
    let mut scores: BTreeMap<&String, BTreeMap<&str, Value>> = BTreeMap::new();
    let mut skipped = Vec::new();
    for (name, of_nodes) in &choice.scores {
        match of_nodes {
            None => skipped.push(*name),
            Some(of_nodes) => {
                for (node, score) in of_nodes {
                    scores.entry(node).or_default().insert(name, number(*score));
                }
            }
        }
    }
    skipped.sort_unstable();
    let total = choice.total.iter();
    let total: BTreeMap<&String, Value> =
        total.map(|(node, total)| (node, number(*total))).collect();
    json!({"scores": scores, "skipped": skipped, "total": total, "best": choice.best})
}

#[test]
fn default_scores() {
    check("default-scores.jsonl", 205);
}

/// Kubernetes 1.36.
#[test]
fn scores_of_1_36() {
    check("k136.jsonl", 250);
}

fn check(file: &str, count: usize) {
    let path = format!("{}/vectors/pods/{file}", env!("CARGO_MANIFEST_DIR"));
    let lines = fs::read_to_string(path).expect("vectors");
    assert_eq!(lines.lines().count(), count);
    let mut failed = Vec::new();
    for text in lines.lines() {
        let line: Value = serde_json::from_str(text).expect("JSON");
        let lists = [
            "nodes",
            "pods",
            "namespaces",
            "services",
            "replicationControllers",
            "replicaSets",
            "statefulSets",
        ];
        let objects = lists.iter().flat_map(|list| items(&line[*list]));
        let mut objects: Vec<Value> = objects.chain([&line["pod"]]).cloned().collect();
        // The scheduler that printed the lines counts a bound pod in any phase; here a kubelet has still to admit one
        // that has not started.
        for object in &mut objects {
            if object["spec"]["nodeName"].is_string() && object["status"]["phase"] == "Pending" {
                object["status"]["phase"] = json!("Running");
            }
        }
        let snapshot = ClusterSnapshot::read_by(&objects, version::of_line(&line));
        let asked = snapshot
            .pods
            .iter()
            .find(|pod| pod.value["metadata"] == line["pod"]["metadata"])
            .expect("the pod")
            .key
            .clone();
        let (snapshot, pod) = snapshot.taken(&asked);
        let found = cycle(&snapshot, &pod, false);
        let mut feasible: Vec<String> = found.feasible().cloned().collect();
        feasible.sort();
        let choice = choose(
            &snapshot,
            &pod,
            &feasible,
            Faults::of(false, snapshot.minor),
        );
        let mut told = answer(&choice);
        let misfits = found.filters.iter().filter_map(|(node, why)| {
            let why = why.as_ref()?;
            let why = json!({"code": why.code(), "plugin": why.plugin});
            Some((node.clone(), why))
        });
        let misfits: BTreeMap<String, Value> = misfits.collect();
        let expected = &line["expected"];
        let filters = expected["filters"].as_object().into_iter().flatten();
        let filters: BTreeMap<String, Value> = filters
            .map(|(node, why)| {
                let why = json!({"code": why["code"], "plugin": why["plugin"]});
                (node.clone(), why)
            })
            .collect();
        if feasible.is_empty() {
            told = json!({});
        }
        told["feasible"] = json!(feasible);
        told["filters"] = json!(misfits);
        let mut wanted = expected.clone();
        wanted["filters"] = json!(filters);
        let fields = wanted.as_object_mut().expect("an object");
        fields.remove("prefilter");
        for field in ["feasible", "filters", "scores", "skipped", "total", "best"] {
            if wanted[field] != told[field] {
                failed.push(format!(
                    "{} {field}: expected {}, found {}",
                    line["name"], wanted[field], told[field]
                ));
            }
        }
    }
    assert!(
        failed.is_empty(),
        "{} fields differ:\n{}",
        failed.len(),
        failed.join("\n")
    );
}
