//! The filters of one cycle in their order, and the view of the cluster that they have: as the cycle
//! found it, with what a dry run adds and removes.

mod affinity;
pub mod ports;
mod spread;
pub mod volumes;

use serde_json::{Value, json};

pub use affinity::{hits, wants};
pub use spread::{Constraint, counts, selected, soft, spreads};

use super::{
    ClusterSnapshot, Node, Pod,
    fit::{Misfit, resources},
    items, selector, text,
};

/// What Kubernetes 1.35 does that nobody wants; all of it is so in `Upstream`, none in `Proposal`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fault of its own")]
pub struct Faults {
    /// A namespace selector of the incoming pod that empty labels satisfy covers every namespace.
    pub ns_selector: bool,
    /// Terminating pods, and all pods where the selector is empty, leave a count that they are not in.
    pub spread_dry_run: bool,
    /// Ports of a node are a set: one of two owners frees a port.
    pub port_set: bool,
    /// `LeastAllocated` does not see the pod-level requests of the incoming pod.
    pub least_pod_level: bool,
    /// Claims of one pod are counted once for all users, and leave that count by name alone.
    pub read_write_once_pod: bool,
}

impl Faults {
    /// What a design document describes has none.
    pub const NONE: Self = Self {
        ns_selector: false,
        spread_dry_run: false,
        port_set: false,
        least_pod_level: false,
        read_write_once_pod: false,
    };

    /// Those of a version of Kubernetes, or of a design document.
    pub fn of(proposal: bool, minor: u32) -> Self {
        Self {
            ns_selector: !proposal && minor < 37,
            spread_dry_run: !proposal,
            port_set: !proposal,
            least_pod_level: !proposal,
            read_write_once_pod: !proposal,
        }
    }
}

/// A pod that came to its node (`by` is 1) or left it (-1) since the cycle began.
#[derive(Clone, Debug)]
pub struct Move {
    pub by: i128,
    pub pod: Pod,
}

/// The cluster as the filters of one cycle see it.
#[derive(Clone, Debug)]
pub struct View {
    /// As it was when the cycle began.
    pub start: ClusterSnapshot,
    pub now: ClusterSnapshot,
    /// What led from there to here, in order.
    pub moves: Vec<Move>,
    /// Nobody looks at pod affinity in this cycle.
    pub affinity_skipped: bool,
    /// Nobody looks at disks and claims of one pod in this cycle.
    pub unrestricted: bool,
    pub faults: Faults,
}

impl View {
    /// The view at the beginning of a cycle. The pod must not be in the snapshot.
    pub fn new(snapshot: &ClusterSnapshot, pod: &Pod, faults: Faults) -> Self {
        Self {
            start: snapshot.clone(),
            now: snapshot.clone(),
            moves: Vec::new(),
            affinity_skipped: affinity::skipped(snapshot, pod),
            unrestricted: volumes::unrestricted(snapshot, pod),
            faults,
        }
    }

    /// Takes a pod from its node.
    pub fn remove(&mut self, pod: &Pod) {
        self.now.remove(pod.index);
        self.moves.push(Move {
            by: -1,
            pod: pod.clone(),
        });
    }

    /// Puts a pod on the node that it names.
    pub fn put(&mut self, pod: &Pod) {
        self.now.put(pod);
        self.moves.push(Move {
            by: 1,
            pod: pod.clone(),
        });
    }

    /// Why the pod does not fit a node: with the pods for which room is kept there, and without them.
    pub fn misfit(&self, node: &Node, pod: &Pod) -> Option<Misfit> {
        filter(&self.with_nominated(node, pod), node, pod).or_else(|| filter(self, node, pod))
    }

    /// The message with which a filter fails on a node.
    pub fn failure(&self, node: &Node, pod: &Pod) -> String {
        let of = |view: &Self| volumes::failing(view, node, pod);
        let failing = of(self).or_else(|| of(&self.with_nominated(node, pod)));
        let (_, message) = failing.expect("a pod that does not own a claim");
        format!("running \"NodeVolumeLimits\" filter plugin: {message}")
    }

    /// With the pods for which room is kept on a node.
    fn with_nominated(&self, node: &Node, pod: &Pod) -> Self {
        let kept = self.now.nominated().filter(|other| {
            other.nominated.as_deref() == Some(&node.name)
                && other.priority >= pod.priority
                && other.uid != pod.uid
        });
        let mut with = self.clone();
        for other in kept {
            with.now.remove(other.index);
            with.put(&Pod {
                node: Some(node.name.clone()),
                ..other.clone()
            });
        }
        with
    }
}

pub fn because(plugin: &'static str, unresolvable: bool, reason: &str) -> Misfit {
    Misfit {
        plugin,
        unresolvable,
        reasons: vec![reason.to_owned()],
        shortages: Vec::new(),
    }
}

/// Whether a node has a taint that keeps the pod away.
pub fn tainted(node: &Node, pod: &Pod) -> bool {
    let hard = |effect: &str| effect == "NoSchedule" || effect == "NoExecute";
    let mut taints = items(&node.value["spec"]["taints"])
        .filter(|taint| taint["effect"].as_str().is_some_and(hard));
    taints.any(|taint| !selector::tolerated(&pod.value["spec"], taint))
}

/// The first filter that says no.
fn filter(view: &View, node: &Node, pod: &Pod) -> Option<Misfit> {
    let spec = &pod.value["spec"];
    let cordon = json!({"key": "node.kubernetes.io/unschedulable", "effect": "NoSchedule"});
    if node.value["spec"]["unschedulable"] == true && !selector::tolerated(spec, &cordon) {
        let reason = "node(s) were unschedulable";
        return Some(because("NodeUnschedulable", true, reason));
    }
    if pod.node.as_ref().is_some_and(|name| *name != node.name) {
        let reason = "node(s) didn't match the requested node name";
        return Some(because("NodeName", true, reason));
    }
    if tainted(node, pod) {
        let reason = "node(s) had untolerated taint(s)";
        return Some(because("TaintToleration", true, reason));
    }
    if !selector::node(spec, node) {
        let reason = "node(s) didn't match Pod's node affinity/selector";
        return Some(because("NodeAffinity", true, reason));
    }
    let misfit = ports::misfit(view, node, pod);
    let misfit = misfit.or_else(|| resources(&view.now, node, pod));
    let misfit = misfit.or_else(|| volumes::misfit(view, node, pod));
    let misfit = misfit.or_else(|| spread::misfit(view, node, pod));
    misfit.or_else(|| affinity::misfit(view, node, pod))
}

/// What `NodeAffinity` says before any node is asked.
#[derive(Clone, Debug, PartialEq)]
pub enum Named {
    /// Every node may do.
    All,
    /// Only these, whether they exist or not; by name.
    Only(Vec<String>),
    /// No node can have all the names that are asked for.
    Conflict,
}

impl Named {
    /// Whether a node is asked.
    pub fn has(&self, node: &str) -> bool {
        match self {
            Self::All => true,
            Self::Only(names) => names.iter().any(|name| name == node),
            Self::Conflict => false,
        }
    }
}

/// The nodes that required node affinity names: of each term, what all its `metadata.name In` have.
pub fn named(spec: &Value) -> Named {
    let affinity =
        &spec["affinity"]["nodeAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"];
    let mut names: Vec<String> = Vec::new();
    let mut any = false;
    for term in items(&affinity["nodeSelectorTerms"]) {
        any = true;
        let mut of_term: Option<Vec<String>> = None;
        for field in items(&term["matchFields"]) {
            if field["key"] == "metadata.name" && field["operator"] == "In" {
                let values: Vec<String> = items(&field["values"]).filter_map(text).collect();
                of_term = Some(match of_term {
                    None => values,
                    Some(before) => {
                        let both = before.into_iter().filter(|name| values.contains(name));
                        both.collect()
                    }
                });
            }
        }
        match of_term {
            None => return Named::All,
            Some(of_term) => names.extend(of_term),
        }
    }
    names.sort();
    names.dedup();
    match (any, names.is_empty()) {
        (false, _) => Named::All,
        (true, true) => Named::Conflict,
        (true, false) => Named::Only(names),
    }
}

/// The gates that hold a pod back, in their order.
pub fn gates(pod: &Pod) -> Vec<String> {
    items(&pod.value["spec"]["schedulingGates"])
        .filter_map(|gate| text(&gate["name"]))
        .collect()
}
