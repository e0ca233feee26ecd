//! What the input lacks and cannot change an answer by which all pods wait.

use schedscope_objects::{kind::ObjectKind, names::Names};
use schedscope_pods::{fit::fits_when_empty, snapshot::PodInfo};

use super::{MissingInput, MissingReason};
use crate::{
    context::Pods,
    uses::{Gives, Scheduling},
};

/// Why the pods of an answer wait.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wait {
    /// Each fits no node by what the node itself says, which no other pod, volume or priority changes.
    Nodes,
    /// For other reasons. None has to be near other pods, so that more pods only take room.
    Others,
}

/// Marks the rows that cannot change the answer. If one row may give a pod a node, the other rows decide whether the
/// pod keeps it: then only rows of pods that use resources and do nothing else are marked.
pub(super) fn mark(rows: &mut [MissingInput], pods: &Pods<'_>, of: &Scheduling<'_>, names: &Names) {
    if rows.is_empty() || of.gives != Gives::Nothing || of.pods.is_empty() {
        return;
    }
    let fits_none = |pod: &&PodInfo| {
        let mut nodes = pods.snapshot.nodes.iter();
        nodes.all(|node| !fits_when_empty(pod, node, names))
    };
    let wait = if of.pods.iter().all(fits_none) {
        Wait::Nodes
    } else if of.pods.iter().any(|info| is_near_others(info)) {
        return;
    } else {
        Wait::Others
    };
    let is_stored = of.pods.iter().all(|info| info.replica.is_none());
    let cannot_help = |row: &MissingInput| cannot_help(row, wait, is_stored);
    let has_help = rows.iter().any(|row| !cannot_help(row));
    for row in rows {
        row.cannot_help = cannot_help(row) && (!has_help || takes_room(row.why));
    }
}

/// Whether a pod has to be near others.
fn is_near_others(info: &PodInfo) -> bool {
    let constraints = info.pod.constraints.as_ref();
    constraints.is_some_and(|of| !of.pod_affinity.required.is_empty())
}

/// Whether the objects are pods of which no more is known than that they take room.
fn takes_room(why: MissingReason) -> bool {
    matches!(why, MissingReason::AllPods | MissingReason::OneNamespace)
}

/// Whether the pods wait also with the object: it can only restrict where they go, or what it gives does not help.
/// `is_stored`: no pod of the answer is one that a workload has still to create.
fn cannot_help(row: &MissingInput, wait: Wait, is_stored: bool) -> bool {
    match row.why {
        // Pods take room, volumes have nodes, nodes have limits of them, and owners decide only about scores.
        MissingReason::AllPods
        | MissingReason::OneNamespace
        | MissingReason::Volumes
        | MissingReason::VolumeLimits
        | MissingReason::Owner => true,
        // Without a driver no storage is too small, without capacities all is.
        MissingReason::StorageCapacity if row.kind == ObjectKind::CsiDriver.name() => true,
        // They may be the pods that are said to wait.
        MissingReason::WorkloadPods => wait == Wait::Nodes && is_stored,
        // They may serve a claim, make pods victims, or keep a term from selecting a pod.
        MissingReason::StorageCapacity
        | MissingReason::FreeVolumes
        | MissingReason::QuotaPods
        | MissingReason::PriorityClass
        | MissingReason::DefaultClass
        | MissingReason::NamespaceLabels
        | MissingReason::Budgets
        | MissingReason::BudgetStatus => wait == Wait::Nodes,
        // More nodes, more of a node, and tolerations may help in any case; the rest is not about pods on nodes.
        MissingReason::Nodes
        | MissingReason::OtherNodes
        | MissingReason::BoundNode
        | MissingReason::Allocatable
        | MissingReason::AllocatablePods
        | MissingReason::RuntimeClass
        | MissingReason::Placements
        | MissingReason::Clusters
        | MissingReason::NoSets
        | MissingReason::SetWanted
        | MissingReason::SetBound
        | MissingReason::NotBound
        | MissingReason::Scores
        | MissingReason::SomeScores
        | MissingReason::CelScores
        | MissingReason::SetClusters
        | MissingReason::Recorded
        | MissingReason::History
        | MissingReason::Vm
        | MissingReason::AgentVm
        | MissingReason::VmConfig
        | MissingReason::Applications => false,
    }
}
