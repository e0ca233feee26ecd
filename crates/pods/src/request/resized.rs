//! What resized containers hold.
//!
//! Source: `component-helpers/resource`, `determineContainerReqs`, of Kubernetes 1.35.

use std::cmp::Ordering;

use schedscope_objects::{
    managed_cluster::Resources,
    pod::{Pod, PodConstraints},
};

/// The pod with the requests that its containers hold on a node: of spec, status and allocation the largest of each
/// resource; without the spec, if a resize is infeasible. `None`: no container was resized.
pub(super) fn resized(pod: &Pod) -> Option<Pod> {
    let constraints = pod.constraints.as_deref()?;
    if constraints.resized.is_empty() {
        return None;
    }
    let PodConstraints {
        resized,
        resize_infeasible,
        ..
    } = constraints;
    let mut pod = pod.clone();
    for container in resized {
        let index = container.index as usize;
        let slot = if container.is_init {
            let slot = pod.init_containers.get_mut(index);
            slot.filter(|container| container.is_sidecar)
        } else {
            pod.containers.get_mut(index)
        };
        if let Some(slot) = slot {
            let reported = largest(&container.requests, &container.allocated);
            slot.requests = if *resize_infeasible {
                reported
            } else {
                largest(&slot.requests, &reported)
            };
        }
    }
    Some(pod)
}

/// The larger amount of each resource that either names.
fn largest(one: &Resources, other: &Resources) -> Resources {
    let mut amounts = one.0.to_vec();
    for (resource, amount) in &other.0 {
        match amounts.iter_mut().find(|(known, _)| known == resource) {
            Some((_, known)) if known.compare(amount) == Ordering::Less => *known = amount.clone(),
            Some(_) => {}
            None => amounts.push((*resource, amount.clone())),
        }
    }
    Resources(amounts.into())
}
