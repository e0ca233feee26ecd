//! `VirtualMachine` (`vm.neon.tech/v1`, `NeonVM`): a VM whose size an agent changes while it runs.

use schedscope_quantity::Quantity;

use crate::{labels::Labels, names::Symbol};

/// The label of pods that run a VM: the name of the VM, in the pod's namespace.
pub const VM_NAME_LABEL: &str = "vm.neon.tech/name";

/// The label without which no VM migrates since July 2024; its value is `true`.
pub const AUTO_MIGRATION_LABEL: &str = "autoscaling.neon.tech/auto-migration-enabled";

/// A virtual machine, as far as the autoscaling plugin looks at it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VirtualMachine {
    /// `metadata.namespace`; `default` where absent.
    pub namespace: Symbol,
    /// `metadata.name`.
    pub name: Symbol,
    /// `metadata.labels`.
    pub labels: Labels,
    /// `spec.schedulerName`; empty where absent.
    pub scheduler_name: Symbol,
    /// `spec.guest.cpus`, in whole vCPUs.
    pub cpus: GuestAmount,
    /// `spec.guest.memorySlots`, in slots of `memory_slot_size`.
    pub memory_slots: GuestAmount,
    /// `spec.guest.memorySlotSize`, in bytes; `1Gi` if absent, as in the CRD.
    pub memory_slot_size: Quantity,
    /// `status.podName`: the pod that runs it; empty where absent.
    pub pod_name: Symbol,
    /// `status.node`: where that pod is; empty where absent.
    pub node: Symbol,
    /// The label `autoscaler/testing-only-always-migrate` exists with any value, or the later
    /// `autoscaling.neon.tech/testing-only-always-migrate` is `true`.
    pub always_migrate: bool,
}

/// How much of one resource a VM has and may have.
///
/// The plugin needs all three. That `min <= used <= max` is for it to check, too: it answers
/// `UnschedulableAndUnresolvable` where that does not hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GuestAmount {
    /// `min`; 1 if absent, as in the CRD.
    pub min: Option<u16>,
    /// `use`: what it has now.
    pub used: Option<u16>,
    /// `max`.
    pub max: Option<u16>,
}
