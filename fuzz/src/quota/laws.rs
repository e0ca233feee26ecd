//! What must hold for all inputs, asked of the engine and judged by the rules themselves.

use proptest::prelude::*;
use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use reference::{
    answers::{ask, text},
    pod_sets::PodSet,
    pods::{ClusterSnapshot, Node, Pod, fit::misfit, items},
    quota::{
        Admission, admit,
        quotas::{governing, over_min},
        victims::{exceeded, walk},
    },
};

/// Every node where the engine would evict others, with the victims and the reprieved ones.
fn candidates(snapshot: &ClusterSnapshot, answer: &Value) -> Vec<(String, Vec<Pod>, Vec<Pod>)> {
    let nodes = items(&answer["nodes"]);
    let nodes = nodes.filter(|node| node["dryRun"]["outcome"] == "candidate");
    let pods = |keys: &Value| -> Vec<Pod> {
        items(keys)
            .map(|key| {
                snapshot
                    .pod(key.as_str().expect("a key"))
                    .expect("a pod")
                    .clone()
            })
            .collect()
    };
    nodes
        .map(|node| {
            let attempt = &node["dryRun"];
            let name = node["node"].as_str().expect("a name").to_owned();
            (name, pods(&attempt["victims"]), pods(&attempt["reprieved"]))
        })
        .collect()
}

fn without(snapshot: &ClusterSnapshot, gone: &[Pod]) -> ClusterSnapshot {
    let mut snapshot = snapshot.clone();
    for pod in gone {
        snapshot.remove(pod.index);
    }
    snapshot
}

/// Whether the pod could run on a node, nominated pods counted.
fn can_run(snapshot: &ClusterSnapshot, node: &Node, pod: &Pod, admission: &Admission) -> bool {
    misfit(snapshot, node, pod).is_none()
        && exceeded(snapshot, pod, admission, &admission.own, &admission.all).is_none()
}

pub(super) fn check(pod_set: &PodSet, profile: &str) -> Result<(), TestCaseError> {
    let snapshot = ClusterSnapshot::read_as(&pod_set.objects, profile == "Proposal");
    let (snapshot, pod) = snapshot.taken(&pod_set.asked);
    let question = json!({"simulatePod": {"pod": pod_set.asked, "profile": profile, "limit": 100}});
    let text = text(&pod_set.objects);
    let mut scenario = Scenario::new(&text);
    let answer = ask(&mut scenario, &question);
    prop_assert_eq!(
        scenario.ask(&question.to_string()).expect("an answer"),
        Scenario::new(&text)
            .ask(&question.to_string())
            .expect("an answer"),
        "same text, same bytes"
    );
    let admission = admit(&snapshot, &pod);
    for (name, victims, reprieved) in candidates(&snapshot, &answer) {
        let node = snapshot.node(&name).expect("a node");
        prop_assert!(!victims.is_empty());
        prop_assert!(victims.is_sorted_by_key(Pod::importance));
        let after = without(&snapshot, &victims);
        // The rules ask this of the pod alone; who is nominated counts when victims come back.
        let bare = &admission.request;
        let allowed = exceeded(&after, &pod, &admission, bare, bare).is_none();
        prop_assert!(
            allowed && misfit(&after, node, &pod).is_none(),
            "{name}: in vain"
        );
        for victim in &victims {
            prop_assert!(victim.live && victim.node.as_ref() == Some(&name));
            let mut back = after.clone();
            back.put(victim);
            prop_assert!(
                !can_run(&back, node, &pod, &admission),
                "{}: no need",
                victim.key
            );
            let theirs = governing(&snapshot, &victim.namespace).is_some();
            prop_assert_eq!(theirs, admission.has_quota, "{}", &victim.key);
        }
        // As they were taken, reprieved ones among them.
        let mut taken: Vec<Pod> = victims.iter().chain(&reprieved).cloned().collect();
        taken.sort_by_key(|pod| pod.index);
        let taken = walk(taken);
        for (at, last) in taken.iter().enumerate() {
            let before = without(&snapshot, &taken[..at]);
            if !admission.has_quota || admission.over_min {
                prop_assert!(last.priority < pod.priority, "{}", &last.key);
            }
            if admission.has_quota && admission.over_min {
                prop_assert_eq!(&last.namespace, &pod.namespace);
            }
            if admission.has_quota && !admission.over_min {
                prop_assert_ne!(&last.namespace, &pod.namespace);
                let over = over_min(&before, &last.namespace);
                prop_assert!(over, "{}: its quota is not over its min", last.key);
            }
        }
    }
    Ok(())
}
