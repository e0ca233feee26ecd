//! Whether a quota admits a pod.

use schedscope_objects::{id::QuotaId, words};
use schedscope_pods::{
    amounts::{Amounts, ResourceId},
    snapshot::{ClusterSnapshot, PodInfo},
};

use crate::ledger::Ledger;

words! {
    /// Which rule of a quota rejects a pod.
    pub enum QuotaRule {
        /// Its namespace would use more than its quota's maximum.
        OverMax = "OverMax",
        /// All namespaces together would use more than the sum of their minimums: nothing is left to borrow.
        OverAggregatedMin = "OverAggregatedMin",
    }
}

/// Why a quota rejects a pod.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuotaRejection {
    pub rule: QuotaRule,
    /// The first resource that breaks it, at which upstream stops.
    pub excess: Excess,
    /// The others that break it, too.
    pub others: Box<[Excess]>,
}

/// A resource of which more would be used than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Excess {
    pub resource: ResourceId,
    /// The amount that would be used.
    pub would_use: i64,
    /// The amount that may be used.
    pub bound: i64,
    /// Whether the `max` of the quota does not name the resource, which counts as 0.
    pub is_unlisted: bool,
}

/// The verdict of the quota before any node is checked. Like upstream, it sums the nominated pods once here and not
/// again while victims are removed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Admission {
    /// The pod's quota; `None`: its namespace has none, and everything else is empty.
    pub quota: Option<QuotaId>,
    /// The pod's charge.
    pub request: Amounts,
    /// The same with the nominated pods of its quota that have its priority or a higher one.
    pub own: Amounts,
    /// The same with those, and the nominated pods of other quotas that are not over their minimum.
    pub all: Amounts,
    /// Whether the namespace with the pod uses more than its minimum.
    pub over_min: bool,
    /// Why it is rejected; `None`: it is admitted.
    pub rejection: Option<QuotaRejection>,
}

/// Asks the quota of a pod's namespace whether it admits the pod. O(pods with a nominated node + resources).
///
/// Source: "Capacity scheduling"; scheduler-plugins, `CapacityScheduling`, `PreFilter`.
pub fn admit(snapshot: &ClusterSnapshot, ledger: &Ledger, pod: &PodInfo) -> Admission {
    let request = pod.request.charge.clone();
    let Some(index) = ledger.of(pod.pod.namespace) else {
        return Admission {
            request,
            ..Admission::default()
        };
    };
    let (mut own, mut all) = (request.clone(), request.clone());
    let nominated = snapshot.nominated.iter();
    for other in nominated.filter_map(|pod| snapshot.pods.get(*pod)) {
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
            .get(quota)
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
    if let Some(quota) = ledger.quotas.get(index) {
        admission.over_min = quota.min.exceeded(&quota.used, &admission.own).is_some();
        admission.rejection = reject(ledger, index, &admission.own, &admission.all);
    }
    admission
}

/// Why a quota says no to `own` more in its namespace and `all` more in all namespaces together.
#[inline]
pub fn reject(
    ledger: &Ledger,
    quota: QuotaId,
    own: &Amounts,
    all: &Amounts,
) -> Option<QuotaRejection> {
    // Preemption asks for each pod, and mostly nothing is over: resources are listed only where one may be.
    let own_quota = ledger.quotas.get(quota)?;
    let may_be_over = own_quota.max.is_exceeded(&own_quota.used, own)
        || ledger.min.is_exceeded(&ledger.used, all)
        || !ledger.used.extended().is_empty()
        || !all.extended().is_empty();
    if may_be_over {
        return find_rejection(ledger, quota, own, all);
    }
    None
}

/// The same, with every resource looked at.
#[inline(never)]
fn find_rejection(
    ledger: &Ledger,
    quota: QuotaId,
    own: &Amounts,
    all: &Amounts,
) -> Option<QuotaRejection> {
    let over_max = rejection(QuotaRule::OverMax, over_max(ledger, quota, own));
    over_max.or_else(|| {
        let excesses = over_aggregated_min(ledger, all);
        rejection(QuotaRule::OverAggregatedMin, excesses)
    })
}

fn rejection(
    rule: QuotaRule,
    mut excesses: impl Iterator<Item = Excess>,
) -> Option<QuotaRejection> {
    Some(QuotaRejection {
        rule,
        excess: excesses.next()?,
        others: excesses.collect(),
    })
}

/// The resources of which a namespace would use more than its maximum with `more`.
pub fn over_max<'a>(
    ledger: &'a Ledger,
    quota: QuotaId,
    more: &'a Amounts,
) -> impl Iterator<Item = Excess> + 'a {
    let id = quota;
    let quota = ledger.quotas.get(quota);
    quota.into_iter().flat_map(move |quota| {
        let over = quota.max.all_exceeded(&quota.used, more);
        over.map(move |(resource, would_use)| Excess {
            resource,
            would_use,
            bound: quota.max.of(resource),
            is_unlisted: !ledger.max_names(id, resource),
        })
    })
}

/// The resources of which all namespaces together would use more than the sum of their minimums with `more`. An
/// extended resource counts if a pod uses it or `more` names it.
pub fn over_aggregated_min<'a>(
    ledger: &'a Ledger,
    more: &'a Amounts,
) -> impl Iterator<Item = Excess> + 'a {
    let used = ledger.used.extended();
    let is_used = |resource| used.iter().any(|(of, _)| *of == resource);
    let others = more.extended().iter();
    let others = others.filter(move |(resource, _)| !is_used(*resource));
    let sums = used.iter().chain(others).map(|(resource, _)| {
        let used = ledger.used.get(*resource);
        (*resource, used.saturating_add(more.get(*resource)))
    });
    let extended = sums.filter(|(resource, sum)| *sum > ledger.min.of(*resource));
    let basic = ledger.min.all_exceeded_basic(&ledger.used, more);
    basic.chain(extended).map(|(resource, would_use)| Excess {
        resource,
        would_use,
        bound: ledger.min.of(resource),
        is_unlisted: false,
    })
}
