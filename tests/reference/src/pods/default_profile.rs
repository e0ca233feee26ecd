//! The scorers of the default profile, each as its definition reads, over the nodes that a pod fits.

mod images;
mod interpod;
mod resources;
mod spread;

use std::collections::BTreeMap;

use serde_json::Value;

use super::{ClusterSnapshot, Node, Pod, filters::Faults, items, selector};

/// What a scorer gives each node, from 0 to 100; `None` where it has nothing to say of the pod.
pub type Scores = Option<BTreeMap<String, i128>>;

/// A cluster, a pod that is not in it, and the nodes that the pod fits in the order of the text.
pub struct Case<'a> {
    pub snapshot: &'a ClusterSnapshot,
    pub pod: &'a Pod,
    pub feasible: Vec<&'a Node>,
    pub faults: Faults,
}

impl Case<'_> {
    /// A number for each node.
    fn each(&self, score: impl Fn(&Node) -> i128) -> BTreeMap<String, i128> {
        let nodes = self.feasible.iter();
        nodes.map(|node| (node.name.clone(), score(node))).collect()
    }
}

/// By name, with the weight.
pub const PROFILE: [(&str, i128); 7] = [
    ("TaintToleration", 3),
    ("NodeAffinity", 2),
    ("PodTopologySpread", 2),
    ("InterPodAffinity", 2),
    ("NodeResourcesFit", 1),
    ("NodeResourcesBalancedAllocation", 1),
    ("ImageLocality", 1),
];

/// What the default profile finds.
#[derive(Clone, Debug)]
pub struct Choice {
    /// In the order of the profile.
    pub scores: Vec<(&'static str, Scores)>,
    pub total: BTreeMap<String, i128>,
    /// All nodes with the highest total, by name.
    pub best: Vec<String>,
}

pub fn choose(
    snapshot: &ClusterSnapshot,
    pod: &Pod,
    feasible: &[String],
    faults: Faults,
) -> Choice {
    let nodes = snapshot.nodes.iter();
    let case = Case {
        snapshot,
        pod,
        feasible: nodes.filter(|node| feasible.contains(&node.name)).collect(),
        faults,
    };
    let scores = PROFILE.map(|(name, _)| {
        let scores = match name {
            "TaintToleration" => Some(taints(&case)),
            "NodeAffinity" => preferred_nodes(&case),
            "PodTopologySpread" => spread::scores(&case),
            "InterPodAffinity" => interpod::scores(&case),
            "NodeResourcesFit" => Some(resources::least_allocated(&case)),
            "NodeResourcesBalancedAllocation" => resources::balanced(&case),
            _ => Some(images::scores(&case)),
        };
        (name, scores)
    });
    let mut total = case.each(|_| 0);
    for ((_, weight), (_, scores)) in PROFILE.iter().zip(&scores) {
        for (node, score) in scores.iter().flatten() {
            *total.get_mut(node).expect("a node that fits") += score * weight;
        }
    }
    let most = total.values().max();
    let best = total.iter().filter(|(_, score)| Some(*score) == most);
    Choice {
        scores: scores.to_vec(),
        best: best.map(|(node, _)| node.clone()).collect(),
        total,
    }
}

/// The largest becomes 100, or 0 where less is better.
fn normalized(raw: &BTreeMap<String, i128>, less_is_better: bool) -> BTreeMap<String, i128> {
    let largest = raw.values().max().copied().unwrap_or(0);
    let scores = raw.iter().map(|(node, raw)| {
        let score = if largest == 0 { 0 } else { 100 * raw / largest };
        let score = if less_is_better { 100 - score } else { score };
        (node.clone(), score)
    });
    scores.collect()
}

fn taints(case: &Case) -> BTreeMap<String, i128> {
    let soft = |effect: &Value| effect.as_str() == Some("PreferNoSchedule");
    // Tolerations of another effect do not count here.
    let mut spec = case.pod.value["spec"].clone();
    if let Some(list) = spec["tolerations"].as_array_mut() {
        list.retain(|one| one["effect"].as_str().unwrap_or("").is_empty() || soft(&one["effect"]));
    }
    let raw = case.each(|node| {
        let taints = items(&node.value["spec"]["taints"]);
        let taints = taints.filter(|taint| soft(&taint["effect"]));
        taints
            .filter(|taint| !selector::tolerated(&spec, taint))
            .count() as i128
    });
    normalized(&raw, true)
}

fn preferred_nodes(case: &Case) -> Scores {
    let terms = &case.pod.value["spec"]["affinity"]["nodeAffinity"]["preferredDuringSchedulingIgnoredDuringExecution"];
    if !terms.is_array() {
        return None;
    }
    let raw = case.each(|node| {
        let held = items(terms).filter(|term| selector::term(node, &term["preference"]));
        held.map(|term| i128::from(term["weight"].as_i64().unwrap_or(0)))
            .sum()
    });
    Some(normalized(&raw, false))
}
