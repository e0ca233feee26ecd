//! The amounts that the plugin keeps for nodes and pods.
//!
//! Source: `state.go` upstream, and "Deep dive into resource management" of the design document.

use crate::{
    amount::{PerResource, VmAmount},
    id::{VmNodeId, VmPodId},
    limits::NodeLimits,
};

/// One resource of a node, in whole vCPUs or slots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NodeResourceState {
    /// The node's total.
    pub total: u32,
    /// The part of `total` that is kept for pods that the plugin does not schedule.
    pub system: u32,
    /// VMs migrate away when more than this is reserved.
    pub watermark: u32,
    /// The sum of what pods may use: the most that each was permitted.
    pub reserved: u32,
    /// The part of `reserved` that may be unused since a start, because the agents have not reported yet.
    pub buffer: u32,
    /// The sum of the amounts that pods requested and were denied.
    pub capacity_pressure: u32,
    /// `reserved` and `capacity_pressure` of the pods that migrate away.
    pub pressure_accounted_for: u32,
}

impl NodeResourceState {
    /// The amount that can still be reserved.
    pub fn remaining(&self) -> u32 {
        self.reservable().saturating_sub(self.reserved)
    }

    /// The amount that all pods together may reserve.
    pub fn reservable(&self) -> u32 {
        self.total.saturating_sub(self.system)
    }

    /// Takes over the limits of a node.
    pub fn set_limits(&mut self, limits: &NodeLimits) {
        self.total = limits.total;
        self.system = limits.system;
        self.watermark = limits.watermark;
    }
}

/// One resource of a VM's pod. No amount exceeds a request, a use or a maximum: see [`VmAmount`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PodResourceState {
    /// The amount that the pod may use.
    pub reserved: u16,
    /// The part of `reserved` that may be unused.
    pub buffer: u16,
    /// The amount that the pod requested and was denied.
    pub capacity_pressure: u16,
}

impl PodResourceState {
    /// The part of the node's pressure that ends with the pod.
    pub fn accounted_for(&self) -> u32 {
        u32::from(self.reserved) + u32::from(self.capacity_pressure)
    }
}

/// The pods of a node that are not of VMs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OtherPods {
    /// The sum of their requests, in nanos of a vCPU and of a byte.
    pub raw: PerResource<i128>,
    /// The sum without the margin, rounded up to vCPUs and slots.
    pub reserved: PerResource<u32>,
    /// The rest that rounding the node's amounts left, in nanos.
    pub margin: PerResource<i128>,
}

/// An entry of a node's migration queue.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QueuedPod {
    /// The pod of a VM.
    pub pod: VmPodId,
    /// Its load average of one minute: here, so that a comparison does not read the pods; `None`: it has no metrics.
    pub load: Option<f32>,
}

/// A node that the plugin knows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NodeState {
    /// The amounts of its resources.
    pub amounts: PerResource<NodeResourceState>,
    /// Its compute unit.
    pub unit: VmAmount,
    /// Its pods that are not of VMs.
    pub others: OtherPods,
    /// Its migration queue: a heap by load.
    pub queue: Vec<QueuedPod>,
}

/// The pod of a VM on a node.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each stands for itself")]
pub struct VmPod {
    /// The pod's node.
    pub node: VmNodeId,
    /// The amounts of its resources.
    pub amounts: PerResource<PodResourceState>,
    /// The compute unit that its agent was last told.
    pub last_unit: Option<VmAmount>,
    /// Load averages of one and five minutes.
    pub load: Option<[f32; 2]>,
    /// Whether it is leaving the node.
    pub migrating: bool,
    /// The least that it may use.
    pub min: VmAmount,
    /// The use that its object states, with which a start begins.
    pub uses: VmAmount,
    /// The most that it may use.
    pub max: VmAmount,
    /// Whether its memory slots have the size of the plugin's.
    pub slots_fit: bool,
    /// Its object has the label for tests.
    pub always_migrate: bool,
    /// It is to migrate with its next request: a migration that a person starts. Upstream has nothing like it.
    pub migrate_once: bool,
    /// The number of denials in a row.
    pub denied: PerResource<u16>,
}

/// A pod as the plugin knows it. It owns no heap data, because checkpoints copy all pods.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum PluginPod {
    /// Not in the cluster, or on no node.
    #[default]
    Absent,
    /// The pod of a VM.
    Vm(VmPod),
    /// Any other pod: its node, and its requests in nanos.
    Other(VmNodeId, PerResource<i128>),
    /// The pod of a VM on a node that did not exist when the plugin started. The plugin does not know the pod until
    /// its next start.
    UnseenVm(VmPod),
    /// Any other such pod.
    UnseenOther(VmNodeId, PerResource<i128>),
}

/// Checkpoints copy all pods.
const _: () = assert!(size_of::<PluginPod>() <= 64);

impl PluginPod {
    /// The pod as the plugin knows it after its next start, if its node exists then.
    pub(crate) fn seen(self) -> Self {
        match self {
            Self::UnseenVm(vm) => Self::Vm(vm),
            Self::UnseenOther(node, asked) => Self::Other(node, asked),
            pod => pod,
        }
    }
}
