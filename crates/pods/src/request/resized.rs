//! What pods with resources in their status hold.
//!
//! Source: `component-helpers/resource`, `PodRequests`, of Kubernetes 1.35 to 1.37.

use std::cmp::Ordering;

use schedscope_objects::{
    kubernetes_version::{KubernetesVersion, VersionedRule},
    managed_cluster::Resources,
    names::{Names, Symbol},
    pod::{Container, Pod, PodConstraints, ResizedContainer, ResizedPod},
};

use super::{
    Need, add, cpu_and_memory, missing, raise, replace, whole_requests, with_defaults,
    without_defaults,
};
use crate::amounts::{Amounts, ResourceNames};

/// What one of the sums over the containers adds up.
#[derive(Clone, Copy)]
enum Sum {
    /// Of spec, status and allocation the largest of each resource; without the spec, if a resize is infeasible.
    /// Containers without `resources` in their status, and init containers that end, count as in the spec.
    Largest,
    /// The spec.
    Requested,
    /// What is allocated; the spec, if the status does not say.
    Allocated,
    /// What is in effect; what is allocated or the spec, if the status does not say.
    InEffect,
}

/// Before 1.37: the sum of the largest amounts.
const BEFORE: &[Sum] = &[Sum::Largest];
/// From 1.37: the largest of the sums.
const SUMS: &[Sum] = &[Sum::Requested, Sum::Allocated, Sum::InEffect];
/// The same, if a resize is infeasible.
const INFEASIBLE_SUMS: &[Sum] = &[Sum::Allocated, Sum::InEffect];

/// A container with its status.
struct Held<'a> {
    container: &'a Container,
    status: Option<&'a ResizedContainer>,
    /// It is an init container that ends.
    ends: bool,
    is_infeasible: bool,
}

/// The resources of which some list has an amount: cpu and memory.
struct Named {
    symbols: [Option<Symbol>; 2],
    found: [bool; 2],
}

impl Named {
    fn note(&mut self, list: &Resources) {
        for (found, symbol) in self.found.iter_mut().zip(self.symbols) {
            *found |= symbol.is_some_and(|symbol| list.get(symbol).is_some());
        }
    }
}

/// What a pod holds on a node by its status: as listed, and in cpu and memory with defaults. `None`: as in its spec.
pub(super) fn held(
    pod: &Pod,
    version: KubernetesVersion,
    resources: &mut ResourceNames,
    names: &Names,
) -> Option<(Amounts, [i64; 2])> {
    let rare = pod.constraints.as_deref()?;
    let status = rare.resized_whole.as_deref();
    let status = status.filter(|_| version.has(VersionedRule::PodLevelStatus));
    let is_summed = version.has(VersionedRule::ResizedSums);
    let is_spec_void = is_summed && rare.resize_infeasible;
    if rare.resized.is_empty() && status.is_none() && !is_spec_void {
        return None;
    }
    let mut seen = Named {
        symbols: missing(names),
        found: [false; 2],
    };
    let (mut running, mut full) = (Amounts::default(), [0; 2]);
    let sums = match (is_summed, rare.resize_infeasible) {
        (false, _) => BEFORE,
        (true, false) => SUMS,
        (true, true) => INFEASIBLE_SUMS,
    };
    for sum in sums {
        let stated = status.filter(|_| is_summed).and_then(|of| stated(*sum, of));
        let (amounts, with_defaults) = match stated {
            Some(list) => {
                seen.note(list);
                let amounts = Amounts::read(list, resources, names);
                let full = cpu_and_memory(&amounts);
                (amounts, full)
            }
            None => summed(*sum, pod, rare, &mut seen, resources, names),
        };
        running.raise(&amounts);
        raise(&mut full, with_defaults);
    }
    let overhead = Amounts::read(&pod.overhead, resources, names);
    seen.note(&pod.overhead);
    add(&mut full, cpu_and_memory(&overhead));
    let spec = pod.resources.as_deref().map(|whole| &whole.requests);
    let spec = spec.filter(|list| whole_requests(list, names).next().is_some());
    if let Some(spec) = spec {
        let list = match status.filter(|status| status.has_resources) {
            Some(status) => {
                let reported = largest(&status.requests, &status.allocated);
                let held = if rare.resize_infeasible {
                    reported
                } else {
                    largest(spec, &reported)
                };
                if is_summed { held } else { only(&held, spec) }
            }
            None => spec.clone(),
        };
        seen.note(&list);
        replace(&mut running, &list, resources, names);
    }
    running.add(&overhead);
    if spec.is_some() {
        without_defaults(&mut full, &running, seen.found);
    }
    Some((running, full))
}

/// What the status of the pod as a whole says of a sum: where a kubelet reports both, each is of all containers.
fn stated(sum: Sum, status: &ResizedPod) -> Option<&Resources> {
    if status.requests.0.is_empty() || status.allocated.0.is_empty() {
        return None;
    }
    match sum {
        Sum::Allocated => Some(&status.allocated),
        Sum::InEffect => Some(&status.requests),
        Sum::Largest | Sum::Requested => None,
    }
}

/// A sum over the containers of a pod.
fn summed(
    sum: Sum,
    pod: &Pod,
    rare: &PodConstraints,
    seen: &mut Named,
    resources: &mut ResourceNames,
    names: &Names,
) -> (Amounts, [i64; 2]) {
    let mut need = Need::default();
    let lists = [(&pod.containers, false), (&pod.init_containers, true)];
    for (containers, is_init) in lists {
        for (index, container) in containers.iter().enumerate() {
            let mut statuses = rare.resized.iter();
            let list = sum.list(&Held {
                container,
                status: statuses.find(|of| of.is_init == is_init && of.index as usize == index),
                ends: is_init && !container.is_sidecar,
                is_infeasible: rare.resize_infeasible,
            });
            seen.note(&list);
            let requests = Amounts::read(&list, resources, names);
            let full = with_defaults(&list, &requests, seen.symbols);
            if is_init {
                need.start(container.is_sidecar, &requests, full);
            } else {
                need.run(&requests, full);
            }
        }
    }
    need.most()
}

impl Sum {
    /// The amounts of a container that the sum adds up.
    fn list(self, of: &Held<'_>) -> Resources {
        let spec = &of.container.requests;
        let or_spec = || {
            if of.is_infeasible {
                Resources::default()
            } else {
                spec.clone()
            }
        };
        let status = |list: fn(&ResizedContainer) -> &Resources| {
            let list = of.status.map(list);
            list.filter(|list| !list.0.is_empty()).cloned()
        };
        let allocated = || status(|status| &status.allocated);
        match self {
            Self::Requested => spec.clone(),
            Self::Allocated => allocated().unwrap_or_else(or_spec),
            Self::InEffect => {
                let in_effect = status(|status| &status.requests);
                in_effect.or_else(allocated).unwrap_or_else(or_spec)
            }
            Self::Largest => {
                let status = of.status.filter(|status| status.has_resources && !of.ends);
                let Some(status) = status else {
                    return spec.clone();
                };
                let reported = largest(&status.requests, &status.allocated);
                if of.is_infeasible {
                    reported
                } else {
                    largest(spec, &reported)
                }
            }
        }
    }
}

/// The amounts of the resources that `named` has; 0 for those that `list` lacks.
fn only(list: &Resources, named: &Resources) -> Resources {
    let of = |symbol: Symbol| list.get(symbol).cloned().unwrap_or_default();
    let amounts = named.0.iter().map(|(symbol, _)| (*symbol, of(*symbol)));
    Resources(amounts.collect())
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
