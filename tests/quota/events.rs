//! The ledger over events, and `status.used`, against their twins.

use proptest::{prelude::*, sample::Index, test_runner::Config};
use schedscope::scenario::Scenario;
use serde_json::{Map, Value, json};

use crate::{
    reference::{
        answers::{ask, difference, text},
        pod_sets,
        pods::{ClusterSnapshot, items},
        quota::{
            events::{Ledger, recount, upstream},
            quotas, status,
        },
    },
    shape, vectors,
};

/// A ledger as answers have it.
fn entries(ledger: &Ledger) -> Vec<Value> {
    let entries = ledger.values().map(|entry| {
        let mut answer = shape::state(&entry.quota, &entry.used);
        answer["podUIDs"] = json!(entry.uids);
        answer
    });
    entries.collect()
}

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

/// Events about a few pods and quotas, in any order.
pub(crate) fn events() -> BoxedStrategy<Vec<Value>> {
    let pods = prop::collection::vec(pod_sets::bound_pod(), 1..5);
    let quotas = prop::collection::vec(pod_sets::quota(), 1..4);
    let kinds = prop::sample::select(vec![
        "addPod",
        "addPod",
        "addPod",
        "updatePod",
        "updatePod",
        "deletePod",
        "reserve",
        "unreserve",
        "addElasticQuota",
        "addElasticQuota",
        "updateElasticQuota",
        "deleteElasticQuota",
    ]);
    let events = prop::collection::vec((kinds, any::<Index>(), any::<Index>()), 1..16);
    (pods, quotas, events)
        .prop_map(|(pods, quotas, events)| {
            let named = |(number, mut pod): (usize, Value)| {
                // Two objects of one pod: resized, or ended.
                pod["metadata"]["uid"] = json!(format!("uid-{}", number / 2));
                pod["metadata"]["name"] = json!(format!("p{}", number / 2));
                pod["metadata"]["namespace"] = json!(["a", "b"][number / 2 % 2]);
                pod
            };
            let pods: Vec<Value> = pods.into_iter().enumerate().map(named).collect();
            let named = |(number, mut quota): (usize, Value)| {
                quota["metadata"]["name"] = json!(format!("quota-{number}"));
                quota["metadata"]["namespace"] = json!(["a", "b", "a"][number % 3]);
                quota
            };
            let quotas: Vec<Value> = quotas.into_iter().enumerate().map(named).collect();
            let events = events.into_iter().map(|(kind, one, other)| {
                let mut event = json!({"type": kind});
                if kind.ends_with("ElasticQuota") {
                    event["elasticQuota"] = one.get(&quotas).clone();
                } else {
                    let pod = one.get(&pods);
                    event["pod"] = pod.clone();
                    if kind == "updatePod" {
                        let same = |other: &&Value| other["metadata"] == pod["metadata"];
                        let same: Vec<&Value> = pods.iter().filter(same).collect();
                        event["oldPod"] = (*other.get(&same)).clone();
                    }
                    if kind == "reserve" {
                        event["node"] = pod["spec"]["nodeName"].clone();
                        let spec = event["pod"]["spec"].as_object_mut();
                        spec.expect("a spec").remove("nodeName");
                    }
                }
                event
            });
            events.collect()
        })
        .boxed()
}

pub(crate) fn check(
    events: &[Value],
    profile: &str,
    expected: &[Ledger],
) -> Result<(), TestCaseError> {
    let question = json!({"quotaEvents": {"profile": profile, "events": events}});
    let found = ask(&mut Scenario::new(""), &question);
    let steps = expected.iter().zip(events).map(|(ledger, event)| {
        let code = (event["type"] == "reserve").then_some("Success");
        json!({"quotas": entries(ledger), "error": null, "code": code})
    });
    let expected = json!({"steps": steps.collect::<Vec<_>>()});
    match difference("", &expected, &found) {
        Some(difference) => Err(TestCaseError::fail(difference)),
        None => Ok(()),
    }
}

proptest! {
    #![proptest_config(Config { max_shrink_iters: 1000, ..Config::default() })]

    #[test]
    fn as_the_plugin_keeps_it(events in events()) {
        check(&events, "Upstream", &upstream(&events))?;
    }

    #[test]
    fn as_a_recount_has_it(events in events()) {
        check(&events, "Proposal", &recount(&events))?;
    }

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
