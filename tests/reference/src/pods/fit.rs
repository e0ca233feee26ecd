//! Whether a pod fits a node, and `NodeResourcesFit`.

use super::{
    Amounts, ClusterSnapshot, Node, Pod,
    filters::{Faults, View},
    of, plus,
};

#[derive(Clone, Debug, PartialEq)]
pub struct Misfit {
    pub plugin: &'static str,
    /// No eviction helps.
    pub unresolvable: bool,
    pub reasons: Vec<String>,
    /// Resource, requested, used, allocatable.
    pub shortages: Vec<(String, i128, i128, i128)>,
}

impl Misfit {
    pub fn code(&self) -> &'static str {
        if self.unresolvable {
            "UnschedulableAndUnresolvable"
        } else {
            "Unschedulable"
        }
    }
}

/// What the live pods on a node ask for.
pub fn requested(snapshot: &ClusterSnapshot, node: &str) -> Amounts {
    let mut sum = Amounts::new();
    for pod in snapshot.on(node) {
        sum = plus(&sum, &pod.occupies);
    }
    sum
}

/// Cpu, memory, ephemeral-storage, then the others by name.
pub fn in_order(amounts: &Amounts) -> Vec<String> {
    let basic = super::super::quota::BASIC;
    let others = amounts
        .keys()
        .filter(|name| !basic.contains(&name.as_str()));
    let basic = basic.iter().map(|name| (*name).to_owned());
    basic.chain(others.cloned()).collect()
}

/// Why a pod does not fit as the cluster is; `None` where it does. The pod itself must not be in the
/// snapshot.
pub fn misfit(snapshot: &ClusterSnapshot, node: &Node, pod: &Pod) -> Option<Misfit> {
    misfit_with(snapshot, node, pod, Faults::of(false, snapshot.minor))
}

/// The same with some faults or without.
pub fn misfit_with(
    snapshot: &ClusterSnapshot,
    node: &Node,
    pod: &Pod,
    faults: Faults,
) -> Option<Misfit> {
    View::new(snapshot, pod, faults).misfit(node, pod)
}

pub fn resources(snapshot: &ClusterSnapshot, node: &Node, pod: &Pod) -> Option<Misfit> {
    let used = requested(snapshot, &node.name);
    let pods = snapshot.on(&node.name).count();
    let mut misfit = Misfit {
        plugin: "NodeResourcesFit",
        unresolvable: false,
        reasons: Vec::new(),
        shortages: Vec::new(),
    };
    let allowed = of(&node.allocatable, "pods");
    if pods as i128 + 1 > allowed {
        misfit.reasons.push("Too many pods".to_owned());
        let shortage = ("pods".to_owned(), 1, pods as i128, allowed);
        misfit.shortages.push(shortage);
    }
    let request = &pod.request;
    for name in in_order(request) {
        let asked = of(request, &name);
        let total = of(&node.allocatable, &name);
        if asked > 0 && asked > total - of(&used, &name) {
            misfit.unresolvable |= asked > total;
            misfit.reasons.push(format!("Insufficient {name}"));
            let shortage = (name.clone(), asked, of(&used, &name), total);
            misfit.shortages.push(shortage);
        }
    }
    (!misfit.reasons.is_empty()).then_some(misfit)
}
