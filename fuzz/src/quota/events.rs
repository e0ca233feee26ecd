//! The ledger over events, and `status.used`, against their twins.

use proptest::{prelude::*, sample::Index};
use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::shape;
use reference::{
    answers::{ask, difference},
    pod_sets,
    quota::events::Ledger,
};

/// A ledger as answers have it.
pub fn entries(ledger: &Ledger) -> Vec<Value> {
    let entries = ledger.values().map(|entry| {
        let mut answer = shape::state(&entry.quota, &entry.used);
        answer["podUIDs"] = json!(entry.uids);
        answer
    });
    entries.collect()
}

/// Events about a few pods and quotas, in any order.
pub fn events() -> BoxedStrategy<Vec<Value>> {
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

pub fn check(events: &[Value], profile: &str, expected: &[Ledger]) -> Result<(), TestCaseError> {
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
