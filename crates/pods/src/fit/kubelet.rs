//! The kubelet's admission of a pod that names its node: no scheduler sees it.
//!
//! Source: `pkg/kubelet/lifecycle/predicate.go` of Kubernetes 1.35, and `AdmissionCheck` of its scheduler. Cordons and
//! `NoSchedule` taints do not matter, and no taint does for a static pod. Extended resources that the node lacks are
//! ignored. For a critical pod that lacks resources alone the kubelet evicts other pods (`pkg/kubelet/preemption`),
//! which is not modelled.

use schedscope_objects::{
    names::{Names, Symbol},
    pod::HostPort,
    taint::{Taint, TaintEffect},
};

use super::{
    PortConflict, Shortage,
    node_affinity::is_selected,
    node_ports::{conflict, ports_of},
    taint_toleration::tolerates,
};
use crate::{
    node::NodeInfo,
    snapshot::{ClusterSnapshot, PodInfo},
};

/// Why the kubelet does not take a pod.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KubeletRejection {
    /// The input has no node of the name: the pod garbage collector deletes the pod.
    NoNode,
    /// The node holds as many pods as it may.
    Pods {
        /// How many it holds.
        used: i64,
        /// How many it may hold.
        allowed: i64,
    },
    /// There is too little of a resource.
    Resource(Shortage),
    /// The same for a critical pod that lacks nothing else: the kubelet evicts other pods for it, and rejects it only
    /// where they do not make room.
    Evicts(Box<Self>),
    /// The node selector or the required node affinity does not match.
    NodeAffinity,
    /// A port is taken.
    Ports(PortConflict),
    /// A taint with the effect `NoExecute` is not tolerated.
    Taint(Taint),
}

/// Whether the kubelet of a node takes one more pod. O(resources + pods of the node with host ports).
///
/// # Errors
/// The first reason, which is the one that the kubelet writes into `status.reason`.
pub fn admit(
    info: &PodInfo,
    node: &NodeInfo,
    snapshot: &ClusterSnapshot,
    names: &Names,
) -> Result<(), KubeletRejection> {
    let short = room(info, node, snapshot, names);
    if !is_critical(info) {
        short?;
        return rest(info, node, snapshot, names);
    }
    rest(info, node, snapshot, names)?;
    short.map_err(|short| KubeletRejection::Evicts(Box::new(short)))
}

/// The least priority of critical pods, as of `system-cluster-critical`.
const CRITICAL: i32 = 2_000_000_000;

/// Whether the kubelet evicts other pods where a pod lacks resources.
fn is_critical(info: &PodInfo) -> bool {
    info.pod.is_static || info.pod.is_mirror || info.priority >= CRITICAL
}

/// Whether the node has the resources.
fn room(
    info: &PodInfo,
    node: &NodeInfo,
    snapshot: &ClusterSnapshot,
    names: &Names,
) -> Result<(), KubeletRejection> {
    let used = node.pods.len() as i64;
    if used >= node.allowed_pods {
        return Err(KubeletRejection::Pods {
            used,
            allowed: node.allowed_pods,
        });
    }
    for (resource, requested) in info.request.fit.iter() {
        let allocatable = node.allocatable.get(resource);
        let used = node.requested.get(resource);
        let is_short = requested > 0 && requested > allocatable.saturating_sub(used);
        let name = snapshot.resources.name(resource);
        let is_unknown = || {
            let symbol = names.get(name).unwrap_or(Symbol::EMPTY);
            name.contains('/')
                && !name.contains("kubernetes.io/")
                && node.node.allocatable.get(symbol).is_none()
        };
        if is_short && !is_unknown() {
            return Err(KubeletRejection::Resource(Shortage {
                resource,
                requested,
                used,
                allocatable,
            }));
        }
    }
    Ok(())
}

/// Whether all but the resources lets the pod in.
fn rest(
    info: &PodInfo,
    node: &NodeInfo,
    snapshot: &ClusterSnapshot,
    names: &Names,
) -> Result<(), KubeletRejection> {
    if !is_selected(&info.pod, &node.node, names) {
        return Err(KubeletRejection::NodeAffinity);
    }
    let wanted = ports_of(info);
    if !wanted.is_empty() {
        let pods = node.pods.iter();
        let of = |pod| snapshot.pods.get(pod).map_or(&[][..], ports_of);
        let taken = pods.flat_map(|bound| of(bound.pod).iter().map(|port| (bound.pod, *port)));
        let taken: Vec<(_, HostPort)> = taken.collect();
        if let Some(conflict) = conflict(wanted, &taken, names.get("0.0.0.0")) {
            return Err(KubeletRejection::Ports(conflict));
        }
    }
    let mut taints = node.node.taints.iter();
    let fatal =
        |taint: &&Taint| taint.effect == TaintEffect::NoExecute && !tolerates(&info.pod, taint);
    match taints.find(|taint| !info.pod.is_static && fatal(taint)) {
        Some(taint) => Err(KubeletRejection::Taint(taint.clone())),
        None => Ok(()),
    }
}
