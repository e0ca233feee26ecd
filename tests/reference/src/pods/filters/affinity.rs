//! `InterPodAffinity`: pods that want to be near others, and pods that do not.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{
    super::{ClusterSnapshot, Node, Pod, fit::Misfit, items, selector},
    Faults, View, because,
};

const REQUIRED: &str = "requiredDuringSchedulingIgnoredDuringExecution";

/// The required terms of a pod.
fn terms<'a>(pod: &'a Pod, kind: &str) -> impl Iterator<Item = &'a Value> + Clone + use<'a> {
    items(&pod.value["spec"]["affinity"][kind][REQUIRED])
}

/// The labels of a namespace; none without its object.
fn labels_of_namespace(snapshot: &ClusterSnapshot, namespace: &str) -> Value {
    let mut known = snapshot.namespaces.iter();
    let object = known.find(|object| object["metadata"]["name"] == namespace);
    object.map_or(Value::Null, |object| object["metadata"]["labels"].clone())
}

/// Whether a term of one pod matches another; `incoming`: it is a term of the pod that is scheduled.
pub fn hits(
    snapshot: &ClusterSnapshot,
    owner: &Pod,
    term: &Value,
    other: &Pod,
    incoming: bool,
    faults: Faults,
) -> bool {
    let chosen = &term["namespaceSelector"];
    let mut listed = items(&term["namespaces"]);
    let covered = if listed.clone().next().is_none() && chosen.is_null() {
        owner.namespace == other.namespace
    } else {
        let labels = labels_of_namespace(snapshot, &other.namespace);
        listed.any(|namespace| *namespace == *other.namespace)
            || selector::labels(chosen, &labels)
            || incoming && faults.ns_selector && selector::labels(chosen, &Value::Null)
    };
    covered && selector::labels(&term["labelSelector"], &other.value["metadata"]["labels"])
}

/// Whether a pod wants to be near another.
pub fn wants(snapshot: &ClusterSnapshot, pod: &Pod, other: &Pod) -> bool {
    let mut wanted = terms(pod, "podAffinity").peekable();
    wanted.peek().is_some()
        && wanted.all(|term| hits(snapshot, pod, term, other, true, Faults::NONE))
}

type Pairs = BTreeMap<(String, String), i128>;

/// Counts a term at the node where a pod is, if the node has its key.
fn count(pairs: &mut Pairs, node: &Node, term: &Value) {
    let key = term["topologyKey"].as_str().expect("a key");
    if let Some(value) = node.label(key) {
        *pairs.entry((key.to_owned(), value.to_owned())).or_default() += 1;
    }
}

/// Every bound pod with its node.
fn bound(snapshot: &ClusterSnapshot) -> impl Iterator<Item = (&Node, &Pod)> {
    let nodes = snapshot.nodes.iter();
    nodes.flat_map(|node| snapshot.on(&node.name).map(move |pod| (node, pod)))
}

/// Where pods are that do not want this one near.
fn unwelcome(snapshot: &ClusterSnapshot, pod: &Pod, faults: Faults) -> Pairs {
    let mut pairs = Pairs::new();
    for (node, other) in bound(snapshot) {
        for term in terms(other, "podAntiAffinity") {
            if hits(snapshot, other, term, pod, false, faults) {
                count(&mut pairs, node, term);
            }
        }
    }
    pairs
}

/// Nobody has anything to say: neither the pod nor, against it, those that are there.
pub(super) fn skipped(snapshot: &ClusterSnapshot, pod: &Pod) -> bool {
    let own = ["podAffinity", "podAntiAffinity"];
    let own = own.iter().any(|kind| terms(pod, kind).next().is_some());
    !own && unwelcome(snapshot, pod, Faults::NONE).is_empty()
}

pub(super) fn misfit(view: &View, node: &Node, pod: &Pod) -> Option<Misfit> {
    if view.affinity_skipped {
        return None;
    }
    let (snapshot, faults) = (&view.now, view.faults);
    let hits = |term: &Value, other: &Pod| hits(snapshot, pod, term, other, true, faults);
    let wanted = terms(pod, "podAffinity");
    let (mut near, mut far) = (Pairs::new(), Pairs::new());
    for (node, other) in bound(snapshot) {
        if wanted.clone().all(|term| hits(term, other)) {
            for term in wanted.clone() {
                count(&mut near, node, term);
            }
        }
        for term in terms(pod, "podAntiAffinity") {
            if hits(term, other) {
                count(&mut far, node, term);
            }
        }
    }
    let there = |pairs: &Pairs, term: &Value| {
        let key = term["topologyKey"].as_str().expect("a key");
        let value = node.label(key).map(str::to_owned);
        value.is_some_and(|value| pairs.contains_key(&(key.to_owned(), value)))
    };
    let keyed = |term: &Value| {
        let key = term["topologyKey"].as_str().expect("a key");
        node.label(key).is_some()
    };
    let first_of_group = near.is_empty() && wanted.clone().all(|term| hits(term, pod));
    let met = wanted.clone().all(|term| there(&near, term));
    if !wanted.clone().all(keyed) || !met && !first_of_group {
        let reason = "node(s) didn't match pod affinity rules";
        return Some(because("InterPodAffinity", true, reason));
    }
    if terms(pod, "podAntiAffinity").any(|term| there(&far, term)) {
        let reason = "node(s) didn't match pod anti-affinity rules";
        return Some(because("InterPodAffinity", false, reason));
    }
    let pairs = unwelcome(snapshot, pod, faults);
    if pairs
        .keys()
        .any(|(key, value)| node.label(key) == Some(value))
    {
        let reason = "node(s) didn't satisfy existing pods anti-affinity rules";
        return Some(because("InterPodAffinity", false, reason));
    }
    None
}
