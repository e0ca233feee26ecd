//! The ledger over events, and `status.used`: the twins against recorded lines, and the report against the twin.

use proptest::{prelude::*, test_runner::Config};
use reference::{
    answers::{ask, difference, text},
    pod_sets,
    pods::{ClusterSnapshot, items},
    quota::{events::upstream, quotas, status},
};
use schedscope::scenario::Scenario;
use schedscope_fuzz::{
    cases::cases,
    quota::{events::entries, shape},
};
use serde_json::{Map, Value, json};

use super::vectors;

/// The twin against what the real handlers did.
#[test]
fn vectors_of_events() {
    let lines = vectors::lines("quota/quota-events.jsonl");
    assert_eq!(lines.len(), 6);
    for line in lines {
        let line: Value = serde_json::from_str(&line).expect("JSON");
        let events: Vec<Value> = items(&line["events"]).cloned().collect();
        let steps = items(&line["expected"]["steps"]);
        for (ledger, expected) in upstream(&events).iter().zip(steps) {
            let found: Map<String, Value> = entries(ledger)
                .into_iter()
                .map(|mut entry| {
                    let entry = entry.as_object_mut().expect("an object");
                    let namespace = entry.remove("namespace").expect("a namespace");
                    entry.remove("name");
                    let namespace = namespace.as_str().expect("a text").to_owned();
                    (namespace, json!(entry))
                })
                .collect();
            assert_eq!(Value::Object(found), expected["quotas"], "{}", line["name"]);
        }
    }
}

#[test]
fn vectors_of_status() {
    let lines = vectors::lines("quota/quota-status.jsonl");
    assert_eq!(lines.len(), 7);
    for line in lines {
        let line: Value = serde_json::from_str(&line).expect("JSON");
        let pods: Vec<Value> = items(&line["pods"]).cloned().collect();
        for quota in items(&line["elasticQuotas"]) {
            let metadata = &quota["metadata"];
            let part = |field: &str| metadata[field].as_str().expect("a name");
            let key = format!("{}/{}", part("namespace"), part("name"));
            let found = json!(status::used(quota, &pods));
            assert_eq!(found, line["expected"]["used"][key], "{}", line["name"]);
        }
    }
}

proptest! {
    #![proptest_config(Config { max_shrink_iters: 1000, ..cases(256) })]

    /// What is in the report of quotas: the ledger of the snapshot, and what the controller writes.
    #[test]
    fn report(pod_set in pod_sets::pod_set(pod_sets::CYCLE)) {
        let snapshot = ClusterSnapshot::read_as(&pod_set.objects, true);
        let pods: Vec<Value> = snapshot.pods.iter().map(|pod| Value::clone(&pod.value)).collect();
        let found = ask(&mut Scenario::new(&text(&pod_set.objects)), &json!({"quotas": {"profile": "Proposal"}}));
        let lines = snapshot.quotas.iter().map(|quota| {
            let governing = quotas::governing(&snapshot, &quota.namespace).expect("a quota");
            let governs = governing.name == quota.name;
            let mut line = json!({
                "namespace": quota.namespace, "name": quota.name, "governs": governs,
                "statusExpected": status::used(&quota.value, &pods),
            });
            if governs {
                let used = quotas::used(&snapshot, &quota.namespace);
                let state = shape::state(quota, &used);
                for field in ["used", "min", "max", "usedOverMin"] {
                    line[field] = state[field].clone();
                }
                let counted = snapshot.pods.iter().filter(|pod| {
                    pod.live && pod.node.is_some() && pod.namespace == quota.namespace
                });
                line["pods"] = json!(counted.count());
            }
            line
        });
        let without = snapshot.pods.iter().filter(|pod| {
            pod.live && pod.node.is_some() && quotas::governing(&snapshot, &pod.namespace).is_none()
        });
        let expected = json!({
            "quotas": lines.collect::<Vec<_>>(), "podsWithoutQuota": without.count(),
        });
        if let Some(difference) = difference("", &expected, &found) {
            return Err(TestCaseError::fail(difference));
        }
    }
}
