//! What a text records of its pods and quotas: against the twin, computed by hand, and what must hold of every text.

use std::collections::BTreeMap;

use proptest::prelude::*;
use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use reference::{
    answers::{ask, text},
    pod_sets::{self, PodSet, constrained},
    pods::{
        ClusterSnapshot, Pod, default_profile,
        filters::{Faults, View},
        items,
    },
    quota::{admit, cycle},
};

const ALL: usize = 1_000;

/// The twin's verdict on a pod that is on a node: `None`: it is not asked about.
fn verdict(snapshot: &ClusterSnapshot, key: &str, proposal: bool) -> Option<(&'static str, Pod)> {
    let pod = snapshot.pod(key)?;
    let is_mirror = pod.value["metadata"]["ownerReferences"][0]["kind"] == "Node";
    let own = snapshot.node(pod.node.as_deref()?)?;
    // No generated pod has the condition that a scheduler chose its node.
    let is_unscheduled = pod.value["status"]["phase"] == "Pending";
    if !pod.live || pod.terminating || is_mirror || is_unscheduled {
        return None;
    }
    let (rest, pod) = snapshot.taken(key);
    // `spec.nodeName` is the record, and no wish.
    let pod = Pod { node: None, ..pod };
    let faults = Faults::of(proposal, snapshot.minor);
    let view = View::new(&rest, &pod, faults);
    let kind = if view.misfit(own, &pod).is_some() {
        "misfit"
    } else if admit(&rest, &pod).rejection.is_some() {
        "rejected"
    } else {
        let fits = |node: &&reference::pods::Node| view.misfit(node, &pod).is_none();
        let feasible = rest.nodes.iter().filter(fits);
        let feasible: Vec<String> = feasible.map(|node| node.name.clone()).collect();
        let choice = default_profile::choose(&rest, &pod, &feasible, faults);
        if choice.best.contains(&own.name) {
            "same"
        } else {
            "elsewhere"
        }
    };
    Some((kind, pod))
}

/// Owners of some pods, so that mirrors are among them.
fn owned(mut pod_set: PodSet) -> PodSet {
    let is_pod = |object: &&mut Value| object["kind"] == "Pod";
    for (at, pod) in pod_set.objects.iter_mut().filter(is_pod).enumerate() {
        if at % 7 == 3 {
            let owner = json!({"apiVersion": "v1", "kind": "Node", "name": "n", "uid": "u", "controller": true});
            pod["metadata"]["ownerReferences"] = json!([owner]);
        }
    }
    pod_set
}

#[test]
fn as_the_twin_judges_pods() {
    let strategy = prop_oneof![
        2 => pod_sets::pod_set(pod_sets::CYCLE),
        2 => pod_sets::pod_set(pod_sets::ROOMY),
        2 => constrained(4, 9),
    ]
    .boxed();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (number, pod_set) in pod_sets::sampled(150, &strategy).into_iter().enumerate() {
        let pod_set = owned(pod_set);
        let proposal = number % 2 == 0;
        let snapshot = ClusterSnapshot::read_as(&pod_set.objects, proposal);
        let profile = if proposal { "Proposal" } else { "Upstream" };
        let mut scenario = Scenario::new(&text(&pod_set.objects));
        let question = json!({"compareRecorded": {"profile": profile, "limit": ALL}});
        let answer = ask(&mut scenario, &question);
        let mut listed: BTreeMap<&str, &Value> = BTreeMap::new();
        for row in items(&answer["pods"]) {
            listed.insert(row["pod"].as_str().expect("a key"), row);
        }
        let mut found: BTreeMap<&str, usize> = BTreeMap::new();
        for pod in &snapshot.pods {
            let Some((kind, _)) = verdict(&snapshot, &pod.key, proposal) else {
                assert!(!listed.contains_key(&*pod.key), "{pod_set:?} {}", pod.key);
                continue;
            };
            let row = listed.get(&*pod.key);
            let said = row.map_or(&json!("same"), |row| &row["kind"]).clone();
            assert_eq!(said, kind, "{pod_set:?} {profile} {}", pod.key);
            *found.entry(kind).or_default() += 1;
            let Some(row) = row else { continue };
            assert_eq!(row["misfit"].is_null(), kind != "misfit");
            if kind == "elsewhere" {
                let scores = &row["scores"];
                let difference: i64 = items(&scores["terms"])
                    .map(|term| {
                        let of = |side: &str| term[side].as_i64().expect("a score");
                        term["weight"].as_i64().expect("a weight") * (of("best") - of("own"))
                    })
                    .sum();
                let total = |side: &str| scores[side].as_i64().expect("a total");
                assert!(total("best") > total("own"), "{row}");
                assert_eq!(total("best") - total("own"), difference, "{row}");
            }
        }
        for (field, kind) in [
            ("sameNode", "same"),
            ("elsewhere", "elsewhere"),
            ("rejected", "rejected"),
            ("misfits", "misfit"),
        ] {
            let expected = found.get(kind).copied().unwrap_or(0);
            assert_eq!(answer[field], expected, "{pod_set:?} {field}");
            *counts.entry(kind).or_default() += expected;
        }
        nominations(&answer, &snapshot, proposal, &mut counts);
    }
    let least = [
        ("same", 200),
        ("elsewhere", 60),
        ("rejected", 60),
        ("misfit", 200),
        ("holds", 15),
        ("moved", 5),
        ("lost", 15),
    ];
    for (kind, least) in least {
        assert!(
            counts.get(kind).is_some_and(|count| *count >= least),
            "{counts:?}"
        );
    }
}

/// The nominated pods of an answer against the twin's cycles.
fn nominations(
    answer: &Value,
    snapshot: &ClusterSnapshot,
    proposal: bool,
    counts: &mut BTreeMap<&str, usize>,
) {
    let is_asked = |pod: &&Pod| {
        let gates = &pod.value["spec"]["schedulingGates"];
        let waits = pod.node.is_none() && pod.live && !pod.terminating;
        waits && items(gates).next().is_none() && pod.nominated.is_some()
    };
    let asked: Vec<&Pod> = snapshot.pods.iter().filter(is_asked).collect();
    assert_eq!(answer["nominated"], asked.len());
    for row in items(&answer["nominations"]) {
        let key = row["pod"].as_str().expect("a key");
        assert!(asked.iter().any(|pod| pod.key == key), "{row}");
        let (rest, pod) = snapshot.taken(key);
        let node = pod.nominated.clone().expect("a node");
        assert_eq!(row["node"], *node);
        if rest.node(&node).is_none() {
            assert_eq!(row["kind"], "unknown", "{row}");
            continue;
        }
        let expected = cycle(&rest, &pod, proposal);
        assert_eq!(row["outcome"], expected.outcome, "{row}");
        let feasible: Vec<String> = expected.feasible().cloned().collect();
        let waits = expected
            .preemption
            .as_ref()
            .and_then(|tried| tried.ineligible);
        let kind = match expected.outcome {
            "Schedulable" | "Preempt"
                if feasible == [node.clone()] || expected.node.as_deref() == Some(&*node) =>
            {
                "holds"
            }
            "Schedulable" | "Preempt" => "moved",
            _ if format!("{waits:?}") == "Some(Terminating)" => "holds",
            _ => "lost",
        };
        assert_eq!(row["kind"], kind, "{row}");
        *counts.entry(kind).or_default() += 1;
    }
}

/// Pods that wait, without what is recorded of them.
fn fresh(mut pod_set: PodSet) -> Vec<Value> {
    for object in &mut pod_set.objects {
        if object["kind"] == "ElasticQuota" {
            object["status"] = json!({});
        }
        if object["kind"] == "Pod" {
            object["status"] = json!({});
            let spec = object["spec"].as_object_mut().expect("a spec");
            spec.remove("nodeName");
            spec.remove("schedulingGates");
            let metadata = object["metadata"].as_object_mut().expect("metadata");
            metadata.remove("deletionTimestamp");
        }
    }
    pod_set.objects
}

/// Whoever was put on a node by the queue, one after another, fits it and is admitted; who came last has the best one.
#[test]
fn what_the_queue_places_stays() {
    let strategy = prop_oneof![
        pod_sets::pod_set(pod_sets::ROOMY),
        pod_sets::pod_set(pod_sets::CYCLE)
    ]
    .boxed();
    let (mut placed, mut last) = (0, 0);
    for pod_set in pod_sets::sampled(120, &strategy) {
        let mut objects = fresh(pod_set);
        let queue = json!({"queue": {"profile": "Proposal", "limit": ALL}});
        let queue = ask(&mut Scenario::new(&text(&objects)), &queue);
        let steps: Vec<&Value> = items(&queue["steps"]).collect();
        if steps.iter().any(|step| step["outcome"] == "Preempt") {
            continue;
        }
        let bound = steps.iter().filter(|step| step["outcome"] == "Bound");
        let nodes: BTreeMap<&str, &Value> = bound
            .map(|step| (step["pod"].as_str().expect("a key"), &step["node"]))
            .collect();
        for object in &mut objects {
            let metadata = &object["metadata"];
            let namespace = metadata["namespace"].as_str().unwrap_or("default");
            let key = format!(
                "{namespace}/{}",
                metadata["name"].as_str().unwrap_or_default()
            );
            if let Some(node) = nodes.get(&*key).filter(|_| object["kind"] == "Pod") {
                object["spec"]["nodeName"] = (*node).clone();
            }
        }
        let question = json!({"compareRecorded": {"profile": "Proposal", "limit": ALL}});
        let answer = ask(&mut Scenario::new(&text(&objects)), &question);
        assert_eq!(answer["asked"], nodes.len(), "{objects:?}");
        let expected = (!nodes.is_empty()).then_some(true);
        assert_eq!(answer["same"], json!(expected), "{objects:?} {answer}");
        assert_eq!(
            (&answer["misfits"], &answer["rejected"]),
            (&json!(0), &json!(0))
        );
        placed += nodes.len();
        let bound = steps.iter().rev().find(|step| step["outcome"] == "Bound");
        if let Some(step) = bound {
            let mut rows = items(&answer["pods"]);
            assert!(
                rows.all(|row| row["pod"] != step["pod"]),
                "{objects:?} {answer}"
            );
            last += 1;
        }
    }
    assert!(placed > 150 && last > 30, "{placed} {last}");
}

/// In slices and in one piece, and a page at a time, the answer is the same.
#[test]
fn slices_and_pages_agree() {
    let mut turns = 0;
    for pod_set in pod_sets::sampled(10, &pod_sets::pod_set(pod_sets::CYCLE)) {
        let objects = text(&pod_set.objects);
        let whole = json!({"compareRecorded": {"limit": ALL}});
        let expected = ask(&mut Scenario::new(&objects), &whole);
        let mut scenario = Scenario::new(&objects);
        let question = whole.to_string();
        while let Some(progress) = scenario.advance(&question, 1).expect("progress") {
            assert!(progress.done <= progress.of);
            turns += 1;
        }
        assert_eq!(ask(&mut scenario, &whole), expected);
        let mut rows = Vec::new();
        for offset in (0..).step_by(2) {
            let page = json!({"compareRecorded": {"offset": offset, "limit": 2}});
            let page = ask(&mut scenario, &page);
            let page: Vec<Value> = items(&page["pods"]).cloned().collect();
            if page.is_empty() {
                break;
            }
            rows.extend(page);
        }
        assert_eq!(json!(rows), expected["pods"]);
    }
    assert!(turns > 50, "{turns}");
}
