//! Whether a quota admits a pod.

use schedscope_pods::{
    amounts::{Amounts, ResourceId},
    world::{PodInfo, World},
};

use crate::ledger::Ledger;

/// Why a quota rejects a pod.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// Its namespace would use more than its quota's maximum.
    OverMax(Excess),
    /// All namespaces together would use more than the sum of their minimums: there is nothing left
    /// to borrow.
    OverAggregatedMin(Excess),
}

/// A resource of which there would be too much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Excess {
    /// The first such resource.
    pub resource: ResourceId,
    /// What would be used.
    pub would_use: i64,
    /// What may be.
    pub bound: i64,
}

/// What the quota says before any node is looked at. `nominated` sums are taken once here, as
/// upstream does, and not again while victims are removed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Admission {
    /// The pod's quota, by index; `None`: its namespace has none, and everything else is empty.
    pub quota: Option<u32>,
    /// The pod's charge.
    pub request: Amounts,
    /// The same with the nominated pods of its quota that have its priority or a higher one.
    pub own: Amounts,
    /// The same with those, and the nominated pods of other quotas that are not over their minimum.
    pub all: Amounts,
    /// Whether the namespace with the pod uses more than its minimum.
    pub over_min: bool,
    /// Why it is rejected; `None`: it is admitted.
    pub rejection: Option<Rejection>,
}

/// Asks the quota of a pod's namespace. O(pods with a nominated node + resources).
///
/// Source: "Capacity scheduling"; scheduler-plugins, `CapacityScheduling`, `PreFilter`.
pub fn admit(world: &World, ledger: &Ledger, pod: &PodInfo) -> Admission {
    let request = pod.request.charge.clone();
    let Some(index) = ledger.of(pod.pod.namespace) else {
        return Admission {
            request,
            ..Admission::default()
        };
    };
    let (mut own, mut all) = (request.clone(), request.clone());
    let nominated = world.nominated.iter();
    for other in nominated.filter_map(|i| world.pods.get(*i as usize)) {
        let Some(quota) = ledger.of(other.pod.namespace) else {
            continue;
        };
        if other.is_same(pod) {
            continue;
        }
        if quota == index {
            if other.priority >= pod.priority {
                own.add(&other.request.charge);
                all.add(&other.request.charge);
            }
        } else if ledger
            .quotas
            .get(quota as usize)
            .is_some_and(|q| q.over_min().is_none())
        {
            all.add(&other.request.charge);
        }
    }
    let mut admission = Admission {
        quota: Some(index),
        request,
        own,
        all,
        over_min: false,
        rejection: None,
    };
    if let Some(quota) = ledger.quotas.get(index as usize) {
        admission.over_min = quota.min.exceeded(&quota.used, &admission.own).is_some();
        admission.rejection = over_max(ledger, index, &admission.own)
            .map(Rejection::OverMax)
            .or_else(|| {
                over_aggregated_min(ledger, &admission.all).map(Rejection::OverAggregatedMin)
            });
    }
    admission
}

/// Whether a namespace would be over its maximum with `more`.
pub fn over_max(ledger: &Ledger, quota: u32, more: &Amounts) -> Option<Excess> {
    let quota = ledger.quotas.get(quota as usize)?;
    let (resource, would_use) = quota.max.exceeded(&quota.used, more)?;
    Some(Excess {
        resource,
        would_use,
        bound: quota.max.of(resource),
    })
}

/// Whether all namespaces together would be over the sum of their minimums with `more`. An extended
/// resource counts where anybody uses it or `more` names it.
pub fn over_aggregated_min(ledger: &Ledger, more: &Amounts) -> Option<Excess> {
    let sum = |resource| ledger.used.get(resource).saturating_add(more.get(resource));
    let used = ledger.used.iter().map(|(resource, _)| resource);
    let mut resources = used.chain(more.extended().iter().map(|(resource, _)| *resource));
    let resource = resources.find(|resource| sum(*resource) > ledger.min.of(*resource))?;
    Some(Excess {
        resource,
        would_use: sum(resource),
        bound: ledger.min.of(resource),
    })
}
