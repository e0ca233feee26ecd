//! `InterPodAffinity`: near which pods others would like to be, and near which not.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{
    super::{Node, Pod, filters::hits, items},
    Case, Scores,
};

const PREFERRED: &str = "preferredDuringSchedulingIgnoredDuringExecution";

/// The preferred terms of a pod with what they are worth: those that say "not near" count below 0.
fn preferred(pod: &Pod) -> Vec<(&Value, i128)> {
    let mut terms = Vec::new();
    for (kind, sign) in [("podAffinity", 1), ("podAntiAffinity", -1)] {
        for term in items(&pod.value["spec"]["affinity"][kind][PREFERRED]) {
            let weight = i128::from(term["weight"].as_i64().unwrap_or(0));
            terms.push((&term["podAffinityTerm"], sign * weight));
        }
    }
    terms
}

/// What is wanted at a key and a value.
type Wanted = BTreeMap<(String, String), i128>;

fn add(wanted: &mut Wanted, node: &Node, term: &Value, weight: i128) {
    let key = term["topologyKey"].as_str().expect("a key");
    if let Some(value) = node.label(key) {
        *wanted
            .entry((key.to_owned(), value.to_owned()))
            .or_default() += weight;
    }
}

pub(super) fn scores(case: &Case) -> Scores {
    let (snapshot, pod, faults) = (case.snapshot, case.pod, case.faults);
    let mut wanted = Wanted::new();
    for node in &snapshot.nodes {
        for other in snapshot.on(&node.name) {
            for (term, weight) in preferred(pod) {
                if hits(snapshot, pod, term, other, true, faults) {
                    add(&mut wanted, node, term, weight);
                }
            }
            let required = items(
                &other.value["spec"]["affinity"]["podAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"],
            );
            let required = required.map(|term| (term, 1));
            for (term, weight) in preferred(other).into_iter().chain(required) {
                if hits(snapshot, other, term, pod, false, faults) {
                    add(&mut wanted, node, term, weight);
                }
            }
        }
    }
    if wanted.is_empty() {
        return None;
    }
    let raw = case.each(|node| {
        let mut sum = 0;
        for ((key, value), weight) in &wanted {
            if node.label(key) == Some(value) {
                sum += weight;
            }
        }
        sum
    });
    let (least, most) = (raw.values().min().copied(), raw.values().max().copied());
    let (least, most) = (least.unwrap_or(0), most.unwrap_or(0));
    let scores = raw.iter().map(|(node, raw)| {
        let score = if most == least {
            0.0
        } else {
            100.0 * ((raw - least) as f64 / (most - least) as f64)
        };
        (node.clone(), score as i128)
    });
    Some(scores.collect())
}
