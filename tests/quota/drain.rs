//! A drained node against the twin: its pods are taken off by hand, and the twin's queue is played.

use proptest::prelude::*;
use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::{change::is_named, losses::lost};
use reference::{
    answers::{ask, text},
    pod_sets::{self, PodSet, Scope},
    pods::{ClusterSnapshot, items},
    quota::queue::{Outcome, Step, play},
};

const SMALL: Scope = Scope {
    nodes: 4,
    pods: 16,
    quotas: 3,
    unbound: 10,
};

/// Longer queues are not compared.
const MOST: usize = 200;

/// Owners of some pods of the node, so that all kinds are there. No pod has gates, which the twin's queue does not
/// know, and none was resized: new pods are not.
fn owned(mut pod_set: PodSet) -> PodSet {
    let is_pod = |object: &&mut Value| object["kind"] == "Pod";
    for (at, pod) in pod_set.objects.iter_mut().filter(is_pod).enumerate() {
        if let Some(spec) = pod["spec"].as_object_mut() {
            spec.remove("schedulingGates");
        }
        if let Some(status) = pod["status"].as_object_mut() {
            for list in ["conditions", "containerStatuses", "initContainerStatuses"] {
                status.remove(list);
            }
        }
        let kind = match at % 5 {
            0 => "ReplicaSet",
            1 => "DaemonSet",
            2 => "Node",
            3 => continue,
            _ => "Job",
        };
        let owner = json!({"apiVersion": "v1", "kind": kind, "name": "owner", "uid": "u", "controller": true});
        pod["metadata"]["ownerReferences"] = json!([owner]);
    }
    pod_set
}

fn owner(pod: &Value) -> Option<&str> {
    pod["metadata"]["ownerReferences"][0]["kind"].as_str()
}

/// The objects, where the pods that kubelets reject have failed: they do so before any pod leaves.
fn failed(objects: &[Value], proposal: bool) -> Vec<Value> {
    let snapshot = ClusterSnapshot::read_as(objects, proposal);
    let mut objects = objects.to_vec();
    for pod in snapshot.pods.iter().filter(|pod| !pod.live) {
        let is_it = |one: &&mut Value| is_named(one, "Pod", &pod.key);
        let object = objects.iter_mut().find(is_it).expect("a pod");
        if object["status"]["phase"] != "Succeeded" {
            object["status"]["phase"] = json!("Failed");
        }
    }
    objects
}

/// The node, cordoned, with the taint that brings, and its pods evicted; and these pods.
fn drained(objects: &[Value], node: &str, proposal: bool) -> (ClusterSnapshot, Vec<String>) {
    let mut objects = failed(objects, proposal);
    for object in &mut objects {
        let stays = matches!(owner(object), Some("DaemonSet" | "Node"));
        if object["kind"] == "Node" && object["metadata"]["name"] == node {
            object["spec"]["unschedulable"] = json!(true);
            let taint = json!({"key": "node.kubernetes.io/unschedulable", "effect": "NoSchedule"});
            let mut taints = object["spec"]["taints"]
                .as_array()
                .cloned()
                .unwrap_or_default();
            taints.push(taint);
            object["spec"]["taints"] = json!(taints);
        } else if object["spec"]["nodeName"] == node
            && (object["metadata"]["deletionTimestamp"].is_string() || owner(object).is_none())
            && !stays
            && !matches!(
                object["status"]["phase"].as_str(),
                Some("Succeeded" | "Failed")
            )
        {
            object["status"]["phase"] = json!("Failed");
        }
    }
    let mut snapshot = ClusterSnapshot::read_as(&objects, proposal);
    let mut evicted = Vec::new();
    let on: Vec<_> = snapshot.on(node).cloned().collect();
    for pod in on {
        if matches!(owner(&pod.value), Some("DaemonSet" | "Node")) {
            continue;
        }
        let mut pod = pod.evicted();
        pod.returned = 1;
        evicted.push(pod.key.clone());
        snapshot.remove(pod.index);
        snapshot.put(&pod);
    }
    evicted.sort();
    (snapshot, evicted)
}

/// What the twin says of one pod: where it is at the end, and its last turn.
fn fate(key: &str, end: &ClusterSnapshot, steps: &[Step]) -> (Value, Value) {
    let node = end.pod(key).and_then(|pod| pod.node.clone());
    let turn = steps
        .iter()
        .enumerate()
        .rev()
        .find(|(_, step)| step.pod.key == key);
    let turn = turn.map(|(at, step)| match &step.outcome {
        Outcome::Bound(node) => json!([at + 1, "Bound", node, []]),
        Outcome::Preempt(node, victims) => json!([at + 1, "Preempt", node, victims]),
        Outcome::Unschedulable => json!([at + 1, "Unschedulable", null, []]),
        Outcome::Error => json!([at + 1, "Error", null, []]),
    });
    (json!(node), json!(turn))
}

/// Which pod preempts a pod last in the twin's queue.
fn preemptor(pod: &Value, steps: &[Step]) -> Value {
    let evicts = |step: &&Step| match &step.outcome {
        Outcome::Preempt(_, victims) => victims.iter().any(|victim| *pod == *victim),
        _ => false,
    };
    json!(steps.iter().rev().find(evicts).map(|step| &step.pod.key))
}

/// The same of an answer's pod.
fn found(pod: &Value) -> (Value, Value) {
    let step = &pod["step"];
    let turn = if step.is_null() {
        Value::Null
    } else {
        json!([step["step"], step["outcome"], step["node"], step["victims"]])
    };
    (pod["node"].clone(), turn)
}

fn nodes(objects: &[Value]) -> Vec<String> {
    let nodes = objects.iter().filter(|object| object["kind"] == "Node");
    let name = |node: &Value| {
        node["metadata"]["name"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    };
    nodes.map(name).collect()
}

/// Whether a pod of the objects has no owner.
fn is_bare(objects: &[Value], key: &str) -> bool {
    let is_it = |object: &&Value| {
        let metadata = &object["metadata"];
        let text = |field: &str| metadata[field].as_str().unwrap_or("default");
        object["kind"] == "Pod" && format!("{}/{}", text("namespace"), text("name")) == key
    };
    objects
        .iter()
        .find(is_it)
        .is_some_and(|pod| owner(pod).is_none())
}

#[test]
fn as_the_twin_drains() {
    let strategy =
        prop_oneof![pod_sets::pod_set(SMALL), pod_sets::pod_set(pod_sets::ROOMY)].boxed();
    let (mut landed, mut waiting, mut others, mut skipped) = (0, 0, 0, 0);
    let (mut bare, mut pending) = (0, 0);
    for pod_set in pod_sets::sampled(60, &strategy) {
        let pod_set = owned(pod_set);
        let objects = &pod_set.objects;
        let mut scenario = Scenario::new(&text(objects));
        for (node, profile) in nodes(objects)
            .iter()
            .zip(["Upstream", "Proposal"].iter().cycle())
        {
            let (start, evicted) = drained(objects, node, *profile == "Proposal");
            let played = play(&start, *profile == "Proposal", None, MOST);
            let question = json!({"drain": {"node": node, "profile": profile}});
            let answer = ask(&mut scenario, &question);
            // What happens without the drain.
            let proposal = *profile == "Proposal";
            let undrained = ClusterSnapshot::read_as(objects, proposal);
            let without = play(&undrained, proposal, None, MOST);
            if played.stopped || without.stopped || !answer["repeats"].is_null() {
                skipped += 1;
                continue;
            }
            let otherwise = without.steps.last();
            let otherwise = otherwise.map_or(&undrained, |step| &step.snapshot);
            let end = played.steps.last().map_or(&start, |step| &step.snapshot);
            let is_evicted = |pod: &&Value| pod["kind"] == "evicted";
            let of_node: Vec<&Value> = items(&answer["pods"]).filter(is_evicted).collect();
            let keys = of_node.iter().filter_map(|pod| pod["pod"].as_str());
            let mut keys: Vec<&str> = keys.collect();
            keys.sort_unstable();
            assert_eq!(keys, evicted, "{pod_set:?}{question}");
            let moved: Vec<&Value> = items(&answer["others"]).collect();
            let is_there = |pod: &&Value| pod["kind"] != "terminating" && pod["kind"] != "deleted";
            for pod in items(&answer["pods"])
                .filter(is_there)
                .chain(moved.iter().copied())
            {
                let key = pod["pod"].as_str().expect("a key");
                assert_eq!(
                    found(pod),
                    fate(key, end, &played.steps),
                    "{pod_set:?}{question} {key}"
                );
            }
            let was_there = |key: &str| items(&answer["pods"]).any(|pod| pod["pod"] == key);
            let elsewhere = start.pods.iter().filter(|pod| {
                let now = end.pod(&pod.key).and_then(|pod| pod.node.as_ref());
                let then = otherwise.pod(&pod.key).and_then(|pod| pod.node.as_ref());
                let changes = pod.node.is_none() || pod.node.as_ref() != now;
                // Nothing creates a pod without an owner anew.
                let stays_gone = |steps: &[Step]| {
                    is_bare(objects, &pod.key) && !preemptor(&json!(pod.key), steps).is_null()
                };
                let now = now.filter(|_| !stays_gone(&played.steps));
                let then = then.filter(|_| !stays_gone(&without.steps));
                pod.live && changes && then != now && !was_there(&pod.key)
            });
            assert_eq!(elsewhere.count(), moved.len(), "{pod_set:?}{question}");
            for pod in &moved {
                let by = preemptor(&pod["pod"], &played.steps);
                assert_eq!(pod["preemptedBy"], by, "{pod_set:?}{question}");
            }
            let was_on = moved.iter().filter(|pod| !pod["from"].is_null()).count();
            assert_eq!(answer["othersMoved"], was_on);
            assert_eq!(answer["othersLost"], lost(&moved));
            pending += moved.len() - was_on;
            let on = |pod: &&&Value| !pod["node"].is_null();
            let objects = failed(objects, proposal);
            let of_text = objects.iter().filter(|object| {
                let metadata = &object["metadata"];
                let phase = object["status"]["phase"].as_str();
                object["spec"]["nodeName"] == *node
                    && owner(object).is_none()
                    && !metadata["deletionTimestamp"].is_string()
                    && !matches!(phase, Some("Succeeded" | "Failed"))
            });
            let deleted = items(&answer["pods"]).filter(|pod| pod["kind"] == "deleted");
            let deleted: Vec<&Value> = deleted.collect();
            assert_eq!(deleted.len(), of_text.count(), "{pod_set:?}{question}");
            assert_eq!(answer["deleted"], deleted.len());
            let nowhere = |pod: &&Value| pod["node"].is_null() && pod["step"].is_null();
            assert!(deleted.iter().all(nowhere), "{answer}");
            let without = of_node.iter().filter(|pod| !on(pod)).count();
            assert_eq!(answer["waiting"], without);
            bare += deleted.len();
            let is_back = |pod: &&&Value| pod["node"] == *node;
            let back = of_node.iter().filter(is_back).count();
            assert_eq!(answer["returned"].as_u64().unwrap_or_default(), back as u64);
            assert_eq!(answer["landed"], of_node.iter().filter(on).count() - back);
            landed += of_node.iter().filter(on).count();
            waiting += answer["waiting"].as_u64().unwrap_or_default();
            others += moved.len();
        }
    }
    assert!(
        landed > 30 && waiting > 20 && others > 30 && bare > 20 && pending > 20,
        "{landed} {waiting} {others} {bare} {pending}"
    );
    assert!(skipped < 30, "{skipped}");
}

/// The nodes gone, with what ends with them, and their other pods evicted; and these pods.
fn gone(objects: &[Value], nodes: &[String], proposal: bool) -> (ClusterSnapshot, Vec<String>) {
    let is_gone = |name: &Value| nodes.iter().any(|node| name == node);
    let mut objects = failed(objects, proposal);
    objects.retain(|one| one["kind"] != "Node" || !is_gone(&one["metadata"]["name"]));
    let mut evicted = Vec::new();
    for object in &mut objects {
        let is_over = matches!(
            object["status"]["phase"].as_str(),
            Some("Succeeded" | "Failed")
        );
        if !is_gone(&object["spec"]["nodeName"]) || is_over || object["kind"] != "Pod" {
            continue;
        }
        let ends = matches!(owner(object), None | Some("DaemonSet" | "Node"))
            || object["metadata"]["deletionTimestamp"].is_string();
        if ends {
            object["status"]["phase"] = json!("Failed");
        } else {
            let spec = object["spec"].as_object_mut().expect("a spec");
            spec.remove("nodeName");
            let metadata = &object["metadata"];
            let text = |key: &str| metadata[key].as_str().unwrap_or("default").to_owned();
            evicted.push(format!("{}/{}", text("namespace"), text("name")));
        }
    }
    let mut snapshot = ClusterSnapshot::read_as(&objects, proposal);
    for key in &evicted {
        let pod = snapshot.pod(key).expect("a pod").clone();
        let mut pod = pod.evicted();
        pod.returned = 1;
        snapshot.remove(pod.index);
        snapshot.put(&pod);
    }
    evicted.sort();
    (snapshot, evicted)
}

#[test]
fn as_the_twin_loses_nodes() {
    let strategy =
        prop_oneof![pod_sets::pod_set(SMALL), pod_sets::pod_set(pod_sets::ROOMY)].boxed();
    let (mut landed, mut left, mut others, mut skipped) = (0, 0, 0, 0);
    for (number, pod_set) in pod_sets::sampled(75, &strategy).into_iter().enumerate() {
        let pod_set = owned(pod_set);
        let mut objects = pod_set.objects;
        let all = nodes(&objects);
        for object in &mut objects {
            let name = object["metadata"]["name"].clone();
            let place = all.iter().position(|node| name == *node);
            if let Some(place) = place.filter(|_| object["kind"] == "Node") {
                object["metadata"]["labels"]["rack"] = json!(format!("r{}", place % 2));
            }
        }
        let profile = ["Upstream", "Proposal"][number % 2];
        let mut scenario = Scenario::new(&text(&objects));
        let question = json!({"withoutNodes": {"each": "rack", "profile": profile}});
        let answer = ask(&mut scenario, &question);
        let losses: Vec<&Value> = items(&answer["losses"]).collect();
        assert_eq!(losses.len(), all.len().min(2));
        let key = |loss: &Value| {
            let number = |key: &str| loss[key].as_u64().unwrap_or_default();
            let name = loss["name"].as_str().unwrap_or_default().to_owned();
            let without = number("waiting") + number("deleted") + number("othersLost");
            (std::cmp::Reverse((without, number("evicted"))), name)
        };
        assert!(losses.iter().map(|loss| key(loss)).is_sorted(), "{answer}");
        for loss in losses {
            let rest = usize::from(loss["name"] == "r1");
            let of = all.iter().enumerate().filter(|(at, _)| at % 2 == rest);
            let of: Vec<String> = of.map(|(_, node)| node.clone()).collect();
            assert_eq!(loss["nodes"], of.len());
            let (start, evicted) = gone(&objects, &of, profile == "Proposal");
            let played = play(&start, profile == "Proposal", None, MOST);
            if played.stopped || loss["stopped"] == true {
                skipped += 1;
                continue;
            }
            let end = played.steps.last().map_or(&start, |step| &step.snapshot);
            let is_evicted = |pod: &&Value| pod["kind"] == "evicted";
            let mut keys: Vec<&str> = Vec::new();
            for pod in items(&loss["pods"]).filter(is_evicted) {
                let key = pod["pod"].as_str().expect("a key");
                keys.push(key);
                let expected = fate(key, end, &played.steps);
                assert_eq!(found(pod), expected, "{objects:?}{question} {key}");
                landed += usize::from(!pod["node"].is_null());
                left += usize::from(pod["node"].is_null());
            }
            keys.sort_unstable();
            assert_eq!(keys, evicted, "{objects:?}{question}");
            // Each is held against what happens without a loss, as one loss alone is.
            let label = format!("rack={}", loss["name"].as_str().unwrap_or_default());
            let alone = json!({"withoutNodes": {"label": label, "profile": profile}});
            let alone = ask(&mut scenario, &alone)["losses"][0].clone();
            for count in ["othersLost", "othersMoved", "othersTotal"] {
                assert_eq!(loss[count], alone[count], "{objects:?}{question} {count}");
            }
            others += loss["othersTotal"].as_u64().unwrap_or_default();
        }
    }
    assert!(
        landed > 30 && left > 60 && others > 20,
        "{landed} {left} {others}"
    );
    assert!(skipped < 20, "{skipped}");
}

/// A drain is held against what happens without it, and the data of an `emptyDir` goes with its pod.
#[test]
fn what_is_of_the_drain() {
    let pod = |name: &str, cpu: u32, node: Option<&str>, priority: i32| {
        let mut pod = json!({"apiVersion": "v1", "kind": "Pod",
            "metadata": {"name": name, "namespace": "a", "uid": name},
            "spec": {"priority": priority, "containers": [{"name": "c", "resources": {"requests": {"cpu": cpu}}}]}});
        if let Some(node) = node {
            pod["spec"]["nodeName"] = json!(node);
        }
        pod
    };
    let node = |name: &str| {
        json!({"apiVersion": "v1", "kind": "Node", "metadata": {"name": name},
            "status": {"allocatable": {"cpu": 4, "pods": 9}}})
    };
    let owner = json!([{"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": "r", "uid": "r", "controller": true}]);
    let mut leaving = pod("leaving", 3, Some("n1"), 9);
    leaving["metadata"]["ownerReferences"] = owner;
    leaving["spec"]["volumes"] = json!([{"name": "tmp", "emptyDir": {}}]);
    let budget = json!({"apiVersion": "policy/v1", "kind": "PodDisruptionBudget",
        "metadata": {"name": "b", "namespace": "a"}, "spec": {"selector": {"matchLabels": {"app": "small"}}},
        "status": {"disruptionsAllowed": 0}});
    let mut small = pod("small", 3, Some("n2"), 1);
    small["metadata"]["labels"] = json!({"app": "small"});
    // `new` goes to n3 whatever is drained; `leaving` evicts `small`.
    let objects = [
        node("n1"),
        node("n2"),
        node("n3"),
        leaving,
        small,
        pod("new", 4, None, 99),
        budget,
    ];
    let question = json!({"drain": {"node": "n1"}});
    let answer = ask(&mut Scenario::new(&text(&objects)), &question);
    assert_eq!(answer["withEmptyDir"], 1);
    assert_eq!(answer["pods"][0]["emptyDir"], true);
    let others: Vec<&Value> = items(&answer["others"]).collect();
    let [moved] = others[..] else {
        panic!("{others:?}");
    };
    assert_eq!(
        json!([
            moved["pod"],
            moved["preemptedBy"],
            moved["violatesBudget"],
            moved["bare"]
        ]),
        json!(["a/small", "a/leaving", true, true])
    );
}

/// The flags without which `kubectl drain` refuses, by who is on the node.
#[test]
fn flags_that_kubectl_asks_for() {
    let owned = |kind: &str, controls: bool| {
        let of = json!({"apiVersion": "apps/v1", "kind": kind, "name": "o", "uid": "o"});
        let mut of = [of];
        of[0]["controller"] = json!(controls);
        json!(of)
    };
    let pod = |owner: Value, more: Value| {
        let mut pod = json!({"apiVersion": "v1", "kind": "Pod",
            "metadata": {"name": "p", "namespace": "a", "uid": "p", "ownerReferences": owner},
            "spec": {"nodeName": "n1", "containers": [{"name": "c"}]}, "status": {"phase": "Running"}});
        for (path, value) in more.as_object().into_iter().flatten() {
            *pod.pointer_mut(path).expect("a parent") = value.clone();
        }
        pod
    };
    let tmp = json!([{"name": "tmp", "emptyDir": {}}]);
    let with_tmp = |owner: Value| {
        let mut pod = pod(owner, json!({}));
        pod["spec"]["volumes"] = tmp.clone();
        pod
    };
    let terminating = |mut pod: Value| {
        pod["metadata"]["deletionTimestamp"] = json!("2026-01-01T00:00:00Z");
        pod
    };
    let (ignore, delete, force) = ("--ignore-daemonsets", "--delete-emptydir-data", "--force");
    let mut mirror = with_tmp(json!([]));
    mirror["metadata"]["annotations"] = json!({"kubernetes.io/config.mirror": "h"});
    let cases: [(Value, &[&str]); 11] = [
        (pod(owned("ReplicaSet", true), json!({})), &[]),
        (pod(owned("DaemonSet", true), json!({})), &[ignore]),
        // Its data stays where it is.
        (with_tmp(owned("DaemonSet", true)), &[ignore]),
        (with_tmp(owned("StatefulSet", true)), &[delete]),
        (pod(json!([]), json!({})), &[force]),
        (with_tmp(json!([])), &[delete, force]),
        (pod(owned("ReplicaSet", false), json!({})), &[force]),
        (with_tmp(owned("Node", true)), &[]),
        // kubectl knows a mirror by its annotation.
        (mirror, &[]),
        (terminating(with_tmp(owned("ReplicaSet", true))), &[delete]),
        (pod(json!([]), json!({"/status/phase": "Succeeded"})), &[]),
    ];
    let node = json!({"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n1"},
        "status": {"allocatable": {"cpu": 4, "pods": 9}}});
    for (pod, expected) in cases {
        let source = text(&[node.clone(), pod.clone()]);
        let answer = ask(
            &mut Scenario::new(&source),
            &json!({"drain": {"node": "n1"}}),
        );
        assert_eq!(answer["flags"], json!(expected), "{pod}");
    }
}
