//! Allocatable and capacity of one resource.

use crate::kube::{managed_cluster::ManagedCluster, names::Symbol, objects::Objects};

/// Allocatable and capacity of a resource, where a cluster reports both.
pub(super) fn both(cluster: &ManagedCluster, resource: Symbol) -> Option<(f64, f64)> {
    let allocatable = cluster.allocatable.get(resource)?;
    let capacity = cluster.capacity.get(resource)?;
    Some((allocatable.to_f64(), capacity.to_f64()))
}

/// [`both`] of the cluster at an index. No resource: a name that no object mentions.
pub(super) fn of(objects: &Objects, index: u32, resource: Option<Symbol>) -> Option<(f64, f64)> {
    both(objects.clusters.get(index as usize)?, resource?)
}
