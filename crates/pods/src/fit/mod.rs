//! Whether a pod fits a node, and if not, why. One file for each filter of Kubernetes; [`CycleState`] asks them.

mod cycle_state;
mod faults;
mod hints;
mod inter_pod_affinity;
mod kubelet;
mod misfit;
mod node_affinity;
mod node_name;
mod node_ports;
mod node_trial;
mod node_unschedulable;
mod nominated;
mod peers;
mod pod_topology_spread;
mod resources;
mod scheduling_gates;
mod taint_toleration;
mod volume_ties;

pub use schedscope_objects::scheduler_configuration::Filter;
use schedscope_objects::{names::Names, node::Node};

pub use self::{
    cycle_state::{CycleState, NamedNodes},
    faults::{Fault, Faults, Undergone, differ},
    hints::QueueingHints,
    kubelet::{KubeletRejection, admit},
    misfit::{
        FitCode, Misfit, MisfitReason, PodAffinityCheck, PodAffinityMisfit, PortConflict,
        ReasonContext, SpreadMisfit, count_reasons,
    },
    node_affinity::{failing_requirement, matches_term, named_nodes},
    node_trial::NodeTrial,
    nominated::NominatedRoom,
    peers::{FitContext, PeerState},
    resources::{Shortage, fits_resources, has_room},
    scheduling_gates::gates,
    taint_toleration::is_hard,
};
pub(crate) use self::{
    node_affinity::{is_selected, matches_requirement},
    taint_toleration::{tolerates, untolerated},
};
use crate::{amounts::Amounts, node::NodeInfo, snapshot::PodInfo};

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

/// Whether the pod passes these filters, and the node has room for it without other pods.
pub fn fits_when_empty(info: &PodInfo, node: &NodeInfo, names: &Names) -> bool {
    fits_statically(info, node, names).is_ok()
        && has_room(&info.request, node, &Amounts::default(), 0)
}

/// Whether the pod's scheduler uses a filter.
#[inline]
pub(crate) fn is_on(info: &PodInfo, filter: Filter) -> bool {
    !info.filters_off.has(filter)
}

/// The same for a node of the text.
///
/// # Errors
/// The first filter that rejects the node, in Kubernetes' order.
fn fits_node(info: &PodInfo, node: &Node, names: &Names) -> Result<(), Misfit> {
    let pod = &info.pod;
    if is_on(info, Filter::NodeUnschedulable) && node_unschedulable::rejects(pod, node, names) {
        return Err(Misfit::Cordoned);
    }
    if is_on(info, Filter::NodeName) && node_name::rejects(info, node) {
        return Err(Misfit::OtherNode);
    }
    if is_on(info, Filter::TaintToleration)
        && let Some(taint) = taint_toleration::untolerated(pod, node)
    {
        return Err(Misfit::Taint(taint.clone()));
    }
    if !is_on(info, Filter::NodeAffinity) {
        return Ok(());
    }
    if let Some(added) = info.added_affinity.as_deref()
        && !node_affinity::matches_any(added, node, names)
    {
        return Err(Misfit::AddedAffinity);
    }
    if !node_affinity::is_selected(pod, node, names) {
        return Err(Misfit::Affinity);
    }
    Ok(())
}
