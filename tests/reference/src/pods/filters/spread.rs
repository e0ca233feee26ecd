//! `PodTopologySpread`: pods of a kind are spread over the values of a label.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{
    super::{ClusterSnapshot, Node, Pod, fit::Misfit, items, selector, text},
    View, because, tainted,
};

/// One `topologySpreadConstraints`.
#[derive(Clone, Debug)]
pub struct Constraint {
    pub key: String,
    pub max_skew: i128,
    min_domains: usize,
    honor_affinity: bool,
    honor_taints: bool,
    /// All requirements; `None` matches nothing.
    pub selector: Option<Vec<Value>>,
}

impl Constraint {
    /// One of those that hold where a pod has none.
    pub fn default_of(key: &str, max_skew: i128, selector: Vec<Value>) -> Self {
        Self {
            key: key.to_owned(),
            max_skew,
            min_domains: 1,
            honor_affinity: true,
            honor_taints: false,
            selector: Some(selector),
        }
    }

    fn read(pod: &Pod, constraint: &Value) -> Self {
        let labels = &pod.value["metadata"]["labels"];
        let mut list = selector::requirements(&constraint["labelSelector"]);
        for key in items(&constraint["matchLabelKeys"]) {
            let value = &labels[key.as_str().expect("a key")];
            if let Some(list) = list.as_mut().filter(|_| value.is_string()) {
                list.push(json!({"key": key, "operator": "In", "values": [value]}));
            }
        }
        Self {
            key: text(&constraint["topologyKey"]).expect("a key"),
            max_skew: constraint["maxSkew"].as_i64().expect("a number").into(),
            min_domains: constraint["minDomains"].as_u64().unwrap_or(1) as usize,
            honor_affinity: constraint["nodeAffinityPolicy"] != "Ignore",
            honor_taints: constraint["nodeTaintsPolicy"] == "Honor",
            selector: list,
        }
    }

    /// Whether the two policies let a node count.
    fn includes(&self, node: &Node, pod: &Pod) -> bool {
        (!self.honor_affinity || selector::node(&pod.value["spec"], node))
            && (!self.honor_taints || !tainted(node, pod))
    }

    pub fn matches(&self, other: &Pod) -> bool {
        let list = self.selector.as_ref();
        list.is_some_and(|list| selector::all(list, &other.value["metadata"]["labels"]))
    }

    fn matches_all(&self) -> bool {
        self.selector.as_ref().is_some_and(Vec::is_empty)
    }
}

fn of(pod: &Pod, action: &str) -> Vec<Constraint> {
    items(&pod.value["spec"]["topologySpreadConstraints"])
        .filter(|constraint| constraint["whenUnsatisfiable"].as_str() == Some(action))
        .map(|constraint| Constraint::read(pod, constraint))
        .collect()
}

/// The constraints of a pod that only score.
pub fn soft(pod: &Pod) -> Vec<Constraint> {
    of(pod, "ScheduleAnyway")
}

/// Whether another pod counts for a constraint that a pod must meet.
pub fn spreads(pod: &Pod, other: &Pod) -> bool {
    let hard = of(pod, "DoNotSchedule");
    pod.namespace == other.namespace && hard.iter().any(|constraint| constraint.matches(other))
}

/// How many pods on a node a constraint selects: of the namespace, and not about to end.
pub fn selected(
    snapshot: &ClusterSnapshot,
    node: &Node,
    pod: &Pod,
    constraint: &Constraint,
) -> i128 {
    if constraint.matches_all() {
        return 0;
    }
    let pods = snapshot.on(&node.name).filter(|other| {
        other.namespace == pod.namespace && !other.terminating && constraint.matches(other)
    });
    pods.count() as i128
}

/// The value of a node where it counts for a constraint.
fn domain<'a>(
    node: &'a Node,
    pod: &Pod,
    constraint: &Constraint,
    keys: &[String],
) -> Option<&'a str> {
    let all = keys.iter().all(|key| node.label(key).is_some());
    (all && constraint.includes(node, pod)).then(|| node.label(&constraint.key).unwrap_or(""))
}

/// The pods of each value on the nodes that count: those that have all keys and that the policies let.
pub fn counts(
    snapshot: &ClusterSnapshot,
    pod: &Pod,
    constraint: &Constraint,
    keys: &[String],
) -> BTreeMap<String, i128> {
    let mut counts = BTreeMap::new();
    for node in &snapshot.nodes {
        if let Some(value) = domain(node, pod, constraint, keys) {
            *counts.entry(value.to_owned()).or_default() +=
                selected(snapshot, node, pod, constraint);
        }
    }
    counts
}

pub(super) fn misfit(view: &View, node: &Node, pod: &Pod) -> Option<Misfit> {
    let reason = "node(s) didn't match pod topology spread constraints";
    let hard = of(pod, "DoNotSchedule");
    let keys: Vec<String> = hard
        .iter()
        .map(|constraint| constraint.key.clone())
        .collect();
    for constraint in &hard {
        let Some(value) = node.label(&constraint.key) else {
            let reason = format!("{reason} (missing required label)");
            return Some(because("PodTopologySpread", true, &reason));
        };
        let mut counts = counts(&view.start, pod, constraint, &keys);
        for change in &view.moves {
            let other = &change.pod;
            let on = other.node.as_ref().and_then(|name| view.start.node(name));
            let domain = on.and_then(|node| domain(node, pod, constraint, &keys));
            let counted =
                view.faults.spread_dry_run || !other.terminating && !constraint.matches_all();
            if let Some(value) = domain
                && other.namespace == pod.namespace
                && constraint.matches(other)
                && counted
            {
                *counts.entry(value.to_owned()).or_default() += change.by;
            }
        }
        let least = if counts.len() < constraint.min_domains {
            0
        } else {
            counts.values().min().copied().unwrap_or(0)
        };
        let own = i128::from(constraint.matches(pod));
        let there = counts.get(value).copied().unwrap_or(0);
        if there + own - least > constraint.max_skew {
            return Some(because("PodTopologySpread", false, reason));
        }
    }
    None
}
