//! `status.used` of a quota, as its controller writes it. The scheduler counts otherwise.

use std::sync::Arc;

use schedscope_objects::{
    managed_cluster::Resources,
    names::{Names, Symbol},
    objects::Objects,
    order,
    pod::{Phase, Pod},
    policy::ElasticQuota,
};
use schedscope_pods::amounts::{Amounts, ResourceNames};
use schedscope_quantity::Quantity;

use crate::ledger::Ledger;

/// Amounts as quantities, by resource, each named once.
pub type Sums = Vec<(Symbol, Quantity)>;

/// The status that the controller of a quota writes: the sum over the running pods of its namespace, terminating ones
/// included. A pod counts the sum of its containers or an init container, whichever is larger; sidecars are init
/// containers; no overhead, no rounding. The status has every resource of `min` and `max` and every one that the pods
/// request, by name, as canonical quantities. O(pods x containers).
///
/// Source: "Capacity scheduling"; scheduler-plugins (August 2026), `ElasticQuotaReconciler`.
pub fn used(quota: &ElasticQuota, objects: &Objects) -> Vec<(String, String)> {
    let mut sums = Sums::new();
    for list in quota.min.iter().chain(&quota.max) {
        for (resource, _) in &list.0 {
            if find(&mut sums, *resource).is_none() {
                sums.push((*resource, zero()));
            }
        }
    }
    let pods = objects.pods.iter();
    for pod in pods.filter(|pod| pod.namespace == quota.namespace && pod.phase == Phase::Running) {
        for (resource, amount) in request(pod) {
            add(&mut sums, resource, &amount);
        }
    }
    named(&sums, &objects.names)
}

/// More in use by `status.used` than by the pods of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UseWithoutPods {
    /// The namespace of the quota.
    pub namespace: Symbol,
    /// The name of the quota.
    pub name: Symbol,
    /// The first resource of which `status.used` has more.
    pub resource: String,
    /// The amount of `status.used`, in milli-CPU or base units.
    pub status: i64,
    /// The charge of the pods of the text, likewise.
    pub pods: i64,
}

/// The quotas whose `status.used` is larger than the charge of the pods of the text: it seems to lack pods. A charge is
/// never smaller than what the controller counts of the same pods. O(quotas x resources).
///
/// Source: "Capacity scheduling"; scheduler-plugins (August 2026), `ElasticQuotaReconciler`.
pub fn use_without_pods(
    quotas: &[Arc<ElasticQuota>],
    ledger: &Ledger,
    resources: &ResourceNames,
    names: &Names,
) -> Vec<UseWithoutPods> {
    let mut resources = resources.clone();
    let mut found = Vec::new();
    for quota in quotas {
        let (Some(status), Some(governing)) = (&quota.used, ledger.quota(quota.namespace)) else {
            continue;
        };
        let status = Amounts::read(status, &mut resources, names);
        let more = status
            .iter()
            .find(|(resource, amount)| *amount > governing.used.get(*resource));
        if let Some((resource, status)) = more {
            found.push(UseWithoutPods {
                namespace: quota.namespace,
                name: quota.name,
                resource: resources.name(resource).to_owned(),
                status,
                pods: governing.used.get(resource),
            });
        }
    }
    found
}

/// Quantities by the names of their resources, as canonical texts.
pub fn written(list: &Resources, names: &Names) -> Vec<(String, String)> {
    let entries = list.0.iter();
    let entries = entries.map(|(resource, amount)| (*resource, amount.clone()));
    named(&entries.collect::<Sums>(), names)
}

fn named(sums: &Sums, names: &Names) -> Vec<(String, String)> {
    let entries = sums.iter();
    let entries = entries.map(|(resource, sum)| (names[*resource].to_owned(), sum.to_string()));
    let mut entries: Vec<(String, String)> = entries.collect();
    order::sort(&mut entries, |a, b| a.0.cmp(&b.0));
    entries
}

/// What the controller counts of a pod.
pub fn request(pod: &Pod) -> Sums {
    let mut sums = Sums::new();
    for container in &pod.containers {
        for (resource, amount) in &container.requests.0 {
            add(&mut sums, *resource, amount);
        }
    }
    for container in &pod.init_containers {
        for (resource, amount) in &container.requests.0 {
            match find(&mut sums, *resource) {
                Some(sum) if amount.compare(sum).is_gt() => *sum = amount.clone(),
                Some(_) => {}
                None => sums.push((*resource, amount.clone())),
            }
        }
    }
    sums
}

/// Adds an amount of a resource.
pub fn add(sums: &mut Sums, resource: Symbol, amount: &Quantity) {
    if let Some(sum) = find(sums, resource) {
        // A sum beyond 10^29 is not updated: no cluster is that large.
        *sum = sum.checked_add(amount).unwrap_or_else(|| sum.clone());
        return;
    }
    // From zero, so that the sum has the form of its first addend, printed canonically.
    let sum = zero().checked_add(amount);
    sums.push((resource, sum.unwrap_or_else(|| amount.clone())));
}

fn find(sums: &mut Sums, resource: Symbol) -> Option<&mut Quantity> {
    let mut sums = sums.iter_mut();
    sums.find(|(known, _)| *known == resource)
        .map(|(_, sum)| sum)
}

/// The quantity 0.
pub fn zero() -> Quantity {
    Quantity::from_integer(0)
}
