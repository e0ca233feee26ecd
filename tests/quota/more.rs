//! How many more pods fit, against the twin: copies are written into the text one after another.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use reference::{
    answers::{ask, text},
    pod_sets::{self, Scope},
    pods::{ClusterSnapshot, default_profile::choose, filters::Faults, items},
    quota::{Cycle, cycle},
};
use schedscope_fuzz::quota::queue::all_queued;

pub(super) const SMALL: Scope = Scope {
    nodes: 5,
    pods: 8,
    quotas: 2,
    unbound: 20,
};

/// No more copies than this are made.
const MOST: usize = 12;

/// The pod as its controller would create it anew.
pub(super) fn copy(pod: &Value, number: usize) -> Value {
    let mut copy = pod.clone();
    let name = pod["metadata"]["name"].as_str().unwrap_or_default();
    copy["metadata"]["name"] = json!(format!("{name}-copy-{number}"));
    copy["status"] = json!({"phase": "Pending"});
    // What is not stored yet gets defaults, as the pod did.
    if pod["metadata"]["uid"].is_string() {
        copy["metadata"]["uid"] = json!(format!("copy-{number}"));
    }
    let of = |field: &str| -> Vec<&str> {
        match field {
            "metadata" => vec!["creationTimestamp", "deletionTimestamp"],
            _ => vec!["nodeName"],
        }
    };
    for part in ["metadata", "spec"] {
        if let Some(fields) = copy[part].as_object_mut() {
            for field in of(part) {
                fields.remove(field);
            }
        }
    }
    copy
}

/// The cycle of the last object.
pub(super) fn last(objects: &[Value], proposal: bool) -> (ClusterSnapshot, Cycle) {
    let snapshot = ClusterSnapshot::read_as(objects, proposal);
    let pod = &objects[objects.len() - 1]["metadata"];
    let key = [&pod["namespace"], &pod["name"]].map(|part| part.as_str().unwrap_or("default"));
    let (rest, pod) = snapshot.taken(&key.join("/"));
    let found = cycle(&rest, &pod, proposal);
    (rest, found)
}

#[test]
fn as_many_as_the_twin_binds() {
    let strategy = pod_sets::pod_set(SMALL);
    let (mut bound, mut stopped, mut preempts, mut several) = (0, 0, 0, 0);
    for (number, pod_set) in pod_sets::sampled(150, &strategy).into_iter().enumerate() {
        let pod_set = all_queued(pod_set);
        let proposal = number % 2 == 1;
        let mut objects = pod_set.objects.clone();
        let mut scenario = Scenario::new(&text(&objects));
        let key = |object: &Value| {
            let metadata = &object["metadata"];
            let namespace = metadata["namespace"].as_str().unwrap_or("default");
            format!(
                "{namespace}/{}",
                metadata["name"].as_str().unwrap_or_default()
            )
        };
        let asked = objects
            .iter()
            .find(|object| object["kind"] == "Pod" && key(object) == pod_set.asked);
        let asked = asked.expect("the pod").clone();
        let profile = if proposal { "Proposal" } else { "Upstream" };
        let question = json!({"more": {"pod": pod_set.asked, "profile": profile, "most": MOST}});
        let answer = ask(&mut scenario, &question);
        let mut nodes: Vec<String> = Vec::new();
        let mut next = None;
        while nodes.len() < MOST {
            let mut new = copy(&asked, nodes.len());
            let mut peaceful = new.clone();
            peaceful["spec"]["preemptionPolicy"] = json!("Never");
            objects.push(peaceful);
            let (rest, found) = last(&objects, proposal);
            objects.pop();
            if found.outcome != "Schedulable" {
                objects.push(new.clone());
                next = Some(last(&objects, proposal).1);
                break;
            }
            let feasible: Vec<String> = found.feasible().cloned().collect();
            let choice = choose(
                &rest,
                &found.pod,
                &feasible,
                Faults::of(proposal, rest.minor),
            );
            let node = choice.best.first().expect("a node").clone();
            new["spec"]["nodeName"] = json!(node);
            new["status"]["phase"] = json!("Running");
            objects.push(new);
            nodes.push(node);
        }
        assert_eq!(
            answer["count"],
            nodes.len(),
            "{pod_set:?}{question} {answer}"
        );
        for on in items(&answer["nodes"]) {
            let count = nodes
                .iter()
                .filter(|node| on["node"] == node.as_str())
                .count();
            assert_eq!(on["pods"], count, "{pod_set:?}{question} {answer}");
        }
        bound += nodes.len();
        several += usize::from(items(&answer["nodes"]).count() > 1);
        assert_eq!(answer["stopped"], next.is_none());
        let Some(next) = next else {
            stopped += 1;
            continue;
        };
        assert_eq!(
            answer["next"]["outcome"], next.outcome,
            "{pod_set:?}{question}"
        );
        assert_eq!(answer["next"]["pod"], pod_set.asked);
        if next.outcome == "Preempt" {
            assert_eq!(answer["next"]["node"], json!(next.node));
            preempts += 1;
        }
    }
    assert!(bound > 60 && several > 10, "{bound} {several}");
    assert!(stopped > 3 && preempts > 3, "{stopped} {preempts}");
}

#[test]
fn the_api_server_counts_too() {
    let node = json!({
        "apiVersion": "v1", "kind": "Node", "metadata": {"name": "n"},
        "status": {"allocatable": {"cpu": "16", "memory": "64Gi", "pods": "110"}},
    });
    let pod = json!({
        "apiVersion": "v1", "kind": "Pod", "metadata": {"name": "web", "namespace": "a", "uid": "1"},
        "spec": {
            "nodeName": "n",
            "containers": [{"name": "c", "resources": {"requests": {"cpu": "1"}}}],
        },
        "status": {"phase": "Running"},
    });
    let quota = json!({
        "apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"name": "budget", "namespace": "a"},
        "spec": {"hard": {"requests.cpu": "4"}},
    });
    let mut scenario = Scenario::new(&text(&[node, pod, quota]));
    let answer = ask(&mut scenario, &json!({"more": {"pod": "a/web"}}));
    assert_eq!(answer["count"], 3);
    assert_eq!(answer["next"]["resourceQuota"]["resource"], "requests.cpu");
    assert_eq!(answer["nodes"], json!([{"node": "n", "pods": 3}]));
    // What is asked what-if leaves no trace.
    let before = scenario
        .ask(r#"{"simulatePod": {"pod": "a/web"}}"#)
        .expect("an answer");
    let _ = ask(&mut scenario, &json!({"drain": {"node": "n"}}));
    let after = scenario
        .ask(r#"{"simulatePod": {"pod": "a/web"}}"#)
        .expect("an answer");
    assert_eq!(before, after);
}
