//! `SchedulingGates`: pods that are held back before any node is looked at.

use schedscope_objects::{names::Symbol, pod::Pod};

/// The gates that hold a pod back, in order; empty: none does.
pub fn gates(pod: &Pod) -> &[Symbol] {
    let constraints = pod.constraints.as_ref();
    constraints.map_or(&[], |constraints| &constraints.scheduling_gates)
}
