//! Why a plugin point refuses a pod.

use std::sync::Arc;

use schedscope_objects::words;
use schedscope_quantity::Quantity;

use crate::{
    amount::{PerResource, Resource},
    limits::LimitsProblem,
};

words! {
    /// The code of a plugin point, as the scheduling framework names it.
    #[cfg_attr(feature = "types", ts(rename = "VmPluginCode"))]
    pub enum PluginCode {
        /// Yes.
        Success = "Success",
        /// Something is wrong.
        Error = "Error",
        /// Not now.
        Unschedulable = "Unschedulable",
        /// Not on this node, even after evictions.
        UnschedulableAndUnresolvable = "UnschedulableAndUnresolvable",
    }
}

/// A code other than [`PluginCode::Success`], with its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub code: PluginCode,
    pub reason: RefusalReason,
}

impl Refusal {
    pub(crate) fn new(code: PluginCode, reason: RefusalReason) -> Self {
        Self { code, reason }
    }
}

/// Why a plugin point refuses a pod.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefusalReason {
    /// The node has less left than the pod asks for. In vCPUs and slots.
    NotEnoughLeft {
        /// The amount that the pod asks for.
        asked: PerResource<u32>,
        /// The amount that the node has left.
        left: PerResource<u32>,
    },
    /// With the pod, the node's pods would use more than is reservable. In vCPUs and slots.
    OverReservable {
        /// The amount that all pods would use.
        used: PerResource<u32>,
        /// The reservable amount.
        reservable: PerResource<u32>,
    },
    /// The VM's use is not between its minimum and its maximum.
    Bounds,
    /// The pod is reserved already.
    Reserved,
    /// The node does not exist.
    NoNode,
    /// The node cannot be used with the config.
    Limits(LimitsProblem),
    /// The VM's memory slots are not of the plugin's size.
    SlotSize {
        /// The plugin's size.
        expected: Quantity,
        /// The VM's size.
        found: Quantity,
    },
    /// The pod is another scheduler's.
    Scheduler {
        /// The plugin's scheduler.
        expected: Arc<str>,
        /// The pod's scheduler.
        found: Arc<str>,
    },
    /// A container states no amount.
    MissingAmount(MissingAmount),
}

/// A container without a request or limit of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MissingAmount {
    /// The container's position in its pod.
    pub container: usize,
    pub resource: Resource,
}
