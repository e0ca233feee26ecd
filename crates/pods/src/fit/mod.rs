//! Whether a pod fits a node, and if not, why. One file for each filter of Kubernetes.

mod node_affinity;
mod node_unschedulable;
mod nominated;
mod resources;
mod taint_toleration;

use schedscope_objects::{id::NodeId, names::Names, node::Node, taint::Taint, words};

pub(crate) use self::{
    node_affinity::{is_selected, matches_term},
    taint_toleration::{tolerates, untolerated},
};
pub use self::{
    nominated::NominatedRoom,
    resources::{Shortage, fits_resources, has_room},
    taint_toleration::is_hard,
};
use crate::{
    amounts::{ResourceId, ResourceNames},
    node::NodeInfo,
    snapshot::{ClusterSnapshot, PodInfo},
};

words! {
    /// Whether preemption could help: `Unschedulable`: evictions might make room; `UnschedulableAndUnresolvable`:
    /// they cannot.
    #[derive(Default)]
    pub enum FitCode {
        /// Evicting pods might make room.
        #[default]
        Unschedulable = "Unschedulable",
        /// Nothing that can be evicted is in the way.
        UnschedulableAndUnresolvable = "UnschedulableAndUnresolvable",
    }
}

words! {
    /// A filter of Kubernetes, in the order in which they are asked.
    pub enum Filter {
        /// Cordoned nodes.
        NodeUnschedulable = "NodeUnschedulable",
        /// `spec.nodeName`.
        NodeName = "NodeName",
        /// Taints and tolerations.
        TaintToleration = "TaintToleration",
        /// Node selector and required node affinity.
        NodeAffinity = "NodeAffinity",
        /// The number of pods, and resources.
        NodeResourcesFit = "NodeResourcesFit",
    }
}

/// Why a pod does not fit a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// The node is cordoned.
    Cordoned,
    /// The pod names another node.
    OtherNode,
    /// A taint is not tolerated.
    Taint(Taint),
    /// The node selector or the required node affinity does not match.
    Affinity,
    /// There is too little of something.
    Resources {
        /// The node holds as many pods as it may.
        too_many_pods: bool,
        /// What is short.
        short: Vec<Shortage>,
    },
}

impl Misfit {
    /// Whether preemption could help: it could not if the pod requests more than the whole node has.
    pub fn code(&self) -> FitCode {
        match self {
            Self::Resources { short, .. } if short.iter().all(|s| s.requested <= s.allocatable) => {
                FitCode::Unschedulable
            }
            _ => FitCode::UnschedulableAndUnresolvable,
        }
    }

    /// The filter that rejects the node.
    pub fn filter(&self) -> Filter {
        match self {
            Self::Cordoned => Filter::NodeUnschedulable,
            Self::OtherNode => Filter::NodeName,
            Self::Taint(_) => Filter::TaintToleration,
            Self::Affinity => Filter::NodeAffinity,
            Self::Resources { .. } => Filter::NodeResourcesFit,
        }
    }

    /// Its reasons, in Kubernetes' order.
    pub fn each_reason(&self, visit: &mut dyn FnMut(MisfitReason)) {
        match self {
            Self::Cordoned => visit(MisfitReason::Cordoned),
            Self::OtherNode => visit(MisfitReason::OtherNode),
            Self::Taint(_) => visit(MisfitReason::Taint),
            Self::Affinity => visit(MisfitReason::Affinity),
            Self::Resources {
                too_many_pods,
                short,
            } => {
                if *too_many_pods {
                    visit(MisfitReason::Pods);
                }
                for shortage in short {
                    visit(MisfitReason::Resource(shortage.resource));
                }
            }
        }
    }

    /// Kubernetes' messages.
    pub fn reasons(&self, resources: &ResourceNames) -> Vec<String> {
        let mut reasons = Vec::new();
        self.each_reason(&mut |reason| reasons.push(reason.text(resources)));
        reasons
    }
}

/// One reason why a pod does not fit a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MisfitReason {
    /// The node is cordoned.
    Cordoned,
    /// The pod names another node.
    OtherNode,
    /// A taint is not tolerated.
    Taint,
    /// The node selector or the required node affinity does not match.
    Affinity,
    /// The node holds as many pods as it may.
    Pods,
    /// There is too little of a resource.
    Resource(ResourceId),
}

impl MisfitReason {
    /// Kubernetes' message.
    pub fn text(self, resources: &ResourceNames) -> String {
        let text = match self {
            Self::Cordoned => "node(s) were unschedulable",
            Self::OtherNode => "node(s) didn't match the requested node name",
            Self::Taint => "node(s) had untolerated taint(s)",
            Self::Affinity => "node(s) didn't match Pod's node affinity/selector",
            Self::Pods => "Too many pods",
            Self::Resource(resource) => {
                return format!("Insufficient {}", resources.name(resource));
            }
        };
        text.to_owned()
    }
}

/// Applies the filters that do not depend on other pods: cordon, name, taints, selectors.
///
/// # Errors
/// The first filter that rejects the node, in Kubernetes' order.
#[inline]
pub fn fits_statically(info: &PodInfo, node: &NodeInfo, names: &Names) -> Result<(), Misfit> {
    if node.is_open && info.goes_anywhere {
        return Ok(());
    }
    fits_node(info, &node.node, names)
}

/// The same for a node of the text.
///
/// # Errors
/// The first filter that rejects the node, in Kubernetes' order.
fn fits_node(info: &PodInfo, node: &Node, names: &Names) -> Result<(), Misfit> {
    let pod = &info.pod;
    if node_unschedulable::rejects(pod, node, names) {
        return Err(Misfit::Cordoned);
    }
    if !info.wanted.is_empty() && info.wanted != node.name {
        return Err(Misfit::OtherNode);
    }
    if let Some(taint) = taint_toleration::untolerated(pod, node) {
        return Err(Misfit::Taint(taint.clone()));
    }
    if !node_affinity::is_selected(pod, node, names) {
        return Err(Misfit::Affinity);
    }
    Ok(())
}

/// Whether a pod fits a node as it is, with room kept for nominated pods that go first.
///
/// O(tolerations x taints + terms + resources + nominated pods of the node).
///
/// # Errors
/// The first check that fails, in Kubernetes' order.
pub fn fits(
    snapshot: &ClusterSnapshot,
    pod: &PodInfo,
    node: NodeId,
    names: &Names,
) -> Result<(), Misfit> {
    let Some(info) = snapshot.nodes.get(node) else {
        return Err(Misfit::OtherNode);
    };
    fits_statically(pod, info, names)?;
    let reserved = if info.nominated.is_empty() {
        NominatedRoom::default()
    } else {
        NominatedRoom::on(info, snapshot, pod)
    };
    if reserved.pods == 0 {
        if has_room(&pod.request, info, &info.requested, info.pods.len() as i64) {
            return Ok(());
        }
        return fits_resources(&pod.request, info, &info.requested, info.pods.len() as i64);
    }
    let mut requested = info.requested.clone();
    requested.add(&reserved.requested);
    fits_resources(
        &pod.request,
        info,
        &requested,
        info.pods.len() as i64 + reserved.pods,
    )
}

/// How many misfits have each reason, in the order of the first of each. O(misfits x reasons).
pub fn count_reasons<'a>(misfits: impl Iterator<Item = &'a Misfit>) -> Vec<(MisfitReason, usize)> {
    let mut counts: Vec<(MisfitReason, usize)> = Vec::new();
    for misfit in misfits {
        misfit.each_reason(
            &mut |reason| match counts.iter_mut().find(|(known, _)| *known == reason) {
                Some((_, count)) => *count += 1,
                None => counts.push((reason, 1)),
            },
        );
    }
    counts
}
