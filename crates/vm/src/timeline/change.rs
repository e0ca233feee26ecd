//! The log of a run: changes of nodes, and migrations.

use crate::{
    amount::PerResource,
    id::{VmNodeId, VmPodId},
    lifecycle::FatalVm,
    state::NodeState,
};

/// The amounts of a node's resource that change while its limits stay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResourceUse {
    /// The amount that all pods have reserved.
    pub reserved: u32,
    /// The part of `reserved` that may be unused.
    pub buffer: u32,
    /// The amount that was denied.
    pub capacity_pressure: u32,
    /// The amount that migrations will free.
    pub pressure_accounted_for: u32,
    /// The part of `reserved` of pods that are not of VMs.
    pub others: u32,
}

impl ResourceUse {
    /// The use of both resources of a node.
    pub(super) fn of(state: &NodeState) -> PerResource<Self> {
        let both = state.amounts.zip(state.others.reserved);
        both.map(|(amounts, others)| Self {
            reserved: amounts.reserved,
            buffer: amounts.buffer,
            capacity_pressure: amounts.capacity_pressure,
            pressure_accounted_for: amounts.pressure_accounted_for,
            others,
        })
    }
}

/// A node after a step that changed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeChange {
    pub step: u32,
    pub node: VmNodeId,
    /// The use of both resources.
    pub used: PerResource<ResourceUse>,
    /// Whether the node is under too much pressure.
    pub too_much_pressure: bool,
}

/// A node's limits after a step that changed them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitChange {
    pub step: u32,
    pub node: VmNodeId,
    /// Total, system and watermark of both resources.
    pub limits: PerResource<[u32; 3]>,
}

/// A time without a scheduler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    /// When it begins, in milliseconds.
    pub from: u64,
    /// When the scheduler is back, in milliseconds; `None`: it is away until the end.
    pub until: Option<u64>,
    /// The latest start that failed, as a step, and the VM that caused it; `None`: the scheduler was stopped.
    pub fatal: Option<(u32, FatalVm)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Migration {
    /// The pod that leaves.
    pub pod: VmPodId,
    /// The pod that replaces it; `None`: no node had room yet.
    pub target: Option<VmPodId>,
    /// The node that the VM leaves.
    pub from: VmNodeId,
    /// The target node of the VM; `None` if no node had room yet.
    pub to: Option<VmNodeId>,
    /// The step of its start, and the time in milliseconds.
    pub started: (u32, u64),
    /// The step of its end, and the time in milliseconds.
    pub ended: Option<(u32, u64)>,
    /// Whether it failed.
    pub failed: bool,
}
