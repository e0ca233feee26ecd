//! `PodTopologySpread` as a score: fewer pods of the kind are better.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::{
    super::{
        ClusterSnapshot, Node, Pod,
        filters::{Constraint, counts, selected, soft},
        items, selector,
    },
    Case, Scores,
};

const HOST: &str = "kubernetes.io/hostname";
const ZONE: &str = "topology.kubernetes.io/zone";

/// What the services and the owner of a pod select.
fn default_selector(snapshot: &ClusterSnapshot, pod: &Pod) -> Vec<Value> {
    let labels = &pod.value["metadata"]["labels"];
    let of_namespace = |object: &&Value| {
        let namespace = object["metadata"]["namespace"].as_str();
        namespace.unwrap_or("default") == pod.namespace
    };
    let here: Vec<&Value> = snapshot.selecting.iter().filter(of_namespace).collect();
    let mut pairs = Map::new();
    for service in here.iter().filter(|object| object["kind"] == "Service") {
        let wanted = json!({"matchLabels": service["spec"]["selector"]});
        if !service["spec"]["selector"].is_null() && selector::labels(&wanted, labels) {
            pairs.extend(
                service["spec"]["selector"]
                    .as_object()
                    .cloned()
                    .expect("a map"),
            );
        }
    }
    let mut more = Vec::new();
    let mut owners = items(&pod.value["metadata"]["ownerReferences"]);
    if let Some(owner) = owners.find(|owner| owner["controller"] == true) {
        let known = [
            ("v1", "ReplicationController"),
            ("apps/v1", "ReplicaSet"),
            ("apps/v1", "StatefulSet"),
        ];
        let known = known
            .iter()
            .any(|(version, kind)| owner["apiVersion"] == *version && owner["kind"] == *kind);
        let object = here.iter().find(|object| {
            object["kind"] == owner["kind"] && object["metadata"]["name"] == owner["name"]
        });
        if let Some(object) = object.filter(|_| known) {
            let wanted = &object["spec"]["selector"];
            if object["kind"] == "ReplicationController" {
                pairs.extend(wanted.as_object().cloned().unwrap_or_default());
            } else {
                more = selector::requirements(wanted).unwrap_or_default();
            }
        }
    }
    let mut list = selector::requirements(&json!({"matchLabels": pairs})).expect("a selector");
    list.append(&mut more);
    list
}

pub(super) fn scores(case: &Case) -> Scores {
    let (snapshot, pod) = (case.snapshot, case.pod);
    let mut list = items(&pod.value["spec"]["topologySpreadConstraints"]);
    let defaults = list.next().is_none();
    let constraints = if defaults {
        let selector = default_selector(snapshot, pod);
        if selector.is_empty() {
            return None;
        }
        vec![
            Constraint::default_of(HOST, 3, selector.clone()),
            Constraint::default_of(ZONE, 5, selector),
        ]
    } else {
        soft(pod)
    };
    if constraints.is_empty() {
        return None;
    }
    // The defaults ask no node for its labels.
    let keys: Vec<String> = if defaults {
        Vec::new()
    } else {
        constraints.iter().map(|one| one.key.clone()).collect()
    };
    let ignored = |node: &Node| keys.iter().any(|key| node.label(key).is_none());
    let judged: Vec<&&Node> = case.feasible.iter().filter(|node| !ignored(node)).collect();
    let raw = case.each(|node| {
        let mut sum = 0.0;
        for constraint in &constraints {
            let Some(value) = node.label(&constraint.key) else {
                continue;
            };
            let (places, pods) = if constraint.key == HOST {
                (judged.len(), selected(snapshot, node, pod, constraint))
            } else {
                let values: BTreeSet<&str> = judged
                    .iter()
                    .map(|node| node.label(&constraint.key).unwrap_or(""))
                    .collect();
                let of_values = counts(snapshot, pod, constraint, &keys);
                (values.len(), of_values.get(value).copied().unwrap_or(0))
            };
            let weight = (places as f64 + 2.0).ln();
            sum += pods as f64 * weight + (constraint.max_skew - 1) as f64;
        }
        sum.round() as i128
    });
    let raws = judged.iter().map(|node| raw[&node.name]);
    let most = raws.clone().max().unwrap_or(0);
    let least = raws.min().unwrap_or(0);
    let scores = case.each(|node| {
        if ignored(node) {
            0
        } else if most == 0 {
            100
        } else {
            100 * (most + least - raw[&node.name]) / most
        }
    });
    Some(scores)
}
