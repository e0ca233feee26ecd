//! Whether a pod fits a node, and the first reason why not.

use serde_json::json;

use super::{Amounts, ClusterSnapshot, Node, Pod, items, of, plus, selector};

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Misfit {
    pub(crate) plugin: &'static str,
    /// No eviction helps.
    pub(crate) unresolvable: bool,
    pub(crate) reasons: Vec<String>,
    /// Resource, requested, used, allocatable.
    pub(crate) shortages: Vec<(String, i128, i128, i128)>,
}

impl Misfit {
    pub(crate) fn code(&self) -> &'static str {
        if self.unresolvable {
            "UnschedulableAndUnresolvable"
        } else {
            "Unschedulable"
        }
    }
}

fn unresolvable(plugin: &'static str, reason: &str) -> Misfit {
    Misfit {
        plugin,
        unresolvable: true,
        reasons: vec![reason.to_owned()],
        shortages: Vec::new(),
    }
}

/// What the live pods on a node ask for.
pub(crate) fn requested(snapshot: &ClusterSnapshot, node: &str) -> Amounts {
    let mut sum = Amounts::new();
    for pod in snapshot.on(node) {
        sum = plus(&sum, &pod.request);
    }
    sum
}

/// The pods for which room is kept on a node: nominated, and at least as important.
fn kept<'a>(
    snapshot: &'a ClusterSnapshot,
    node: &'a Node,
    pod: &'a Pod,
) -> impl Iterator<Item = &'a Pod> {
    snapshot.nominated().filter(move |other| {
        other.nominated.as_deref() == Some(&node.name)
            && other.priority >= pod.priority
            && other.uid != pod.uid
    })
}

/// Cpu, memory, ephemeral-storage, then the others by name.
pub(crate) fn in_order(amounts: &Amounts) -> Vec<String> {
    let basic = super::super::quota::BASIC;
    let others = amounts
        .keys()
        .filter(|name| !basic.contains(&name.as_str()));
    let basic = basic.iter().map(|name| (*name).to_owned());
    basic.chain(others.cloned()).collect()
}

/// Why a pod does not fit; `None` where it does. The pod itself must not be in the snapshot.
pub(crate) fn misfit(snapshot: &ClusterSnapshot, node: &Node, pod: &Pod) -> Option<Misfit> {
    let (spec, node_spec) = (&pod.value["spec"], &node.value["spec"]);
    let cordon = json!({"key": "node.kubernetes.io/unschedulable", "effect": "NoSchedule"});
    if node_spec["unschedulable"] == true && !selector::tolerated(spec, &cordon) {
        return Some(unresolvable(
            "NodeUnschedulable",
            "node(s) were unschedulable",
        ));
    }
    if pod.node.as_ref().is_some_and(|name| *name != node.name) {
        let reason = "node(s) didn't match the requested node name";
        return Some(unresolvable("NodeName", reason));
    }
    let hard = |effect: &str| effect == "NoSchedule" || effect == "NoExecute";
    let mut taints =
        items(&node_spec["taints"]).filter(|taint| taint["effect"].as_str().is_some_and(hard));
    if taints.any(|taint| !selector::tolerated(spec, taint)) {
        let reason = "node(s) had untolerated taint(s)";
        return Some(unresolvable("TaintToleration", reason));
    }
    if !selector::node(spec, node) {
        let reason = "node(s) didn't match Pod's node affinity/selector";
        return Some(unresolvable("NodeAffinity", reason));
    }
    resources(snapshot, node, pod)
}

fn resources(snapshot: &ClusterSnapshot, node: &Node, pod: &Pod) -> Option<Misfit> {
    let mut used = requested(snapshot, &node.name);
    let mut pods = snapshot.on(&node.name).count();
    for other in kept(snapshot, node, pod) {
        used = plus(&used, &other.request);
        pods += 1;
    }
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
