//! Quotas: what is used, and what is too much.

use super::{
    super::pods::{Amounts, ClusterSnapshot, Quota, fit::in_order, of, plus},
    BASIC,
};

/// There would be too much.
#[derive(Clone, Debug, PartialEq)]
pub struct Rejection {
    pub reason: &'static str,
    /// Of what: the first basic resource, or else any of these.
    pub any_of: Vec<Excess>,
}

/// Resource, what would be used, what may be.
pub type Excess = (String, i128, i128);

/// The quota of a namespace: the first one.
pub fn governing<'a>(snapshot: &'a ClusterSnapshot, namespace: &str) -> Option<&'a Quota> {
    snapshot
        .quotas
        .iter()
        .find(|quota| quota.namespace == namespace)
}

/// `min`: what is not there is 0.
pub fn min(quota: &Quota) -> Amounts {
    quota.min.clone().unwrap_or_default()
}

/// The most there may be of a resource; `None` where there is no bound.
pub fn max(quota: &Quota, resource: &str) -> Option<i128> {
    let list = quota.max.as_ref()?;
    let bound = list.get(resource).copied();
    let is_zero = BASIC.contains(&resource) && !quota.proposal;
    bound.or_else(|| is_zero.then_some(0))
}

/// What the live bound pods of a namespace are charged.
pub fn used(snapshot: &ClusterSnapshot, namespace: &str) -> Amounts {
    let mut sum = Amounts::new();
    for pod in &snapshot.pods {
        if pod.live && pod.node.is_some() && pod.namespace == namespace {
            sum = plus(&sum, &pod.charge);
        }
    }
    sum
}

/// Why there is more than the bound; `None` where there is not. The left side names the extended
/// resources.
fn over(
    reason: &'static str,
    left: &Amounts,
    total: &Amounts,
    bound: impl Fn(&str) -> Option<i128>,
) -> Option<Rejection> {
    let mut any_of: Vec<Excess> = Vec::new();
    for resource in in_order(left) {
        let would_use = of(total, &resource);
        if let Some(bound) = bound(&resource).filter(|bound| would_use > *bound) {
            any_of.push((resource, would_use, bound));
        }
    }
    if BASIC.contains(&any_of.first()?.0.as_str()) {
        any_of.truncate(1);
    }
    Some(Rejection { reason, any_of })
}

/// Whether a namespace with so much more would be over its max.
pub fn over_max(snapshot: &ClusterSnapshot, namespace: &str, more: &Amounts) -> Option<Rejection> {
    let quota = governing(snapshot, namespace)?;
    let total = plus(&used(snapshot, namespace), more);
    over("OverMax", more, &total, |resource| max(quota, resource))
}

/// Whether all quotas with so much more would be over the sum of their min.
pub fn over_aggregated_min(snapshot: &ClusterSnapshot, more: &Amounts) -> Option<Rejection> {
    let mut total = more.clone();
    let mut bound = Amounts::new();
    for (namespace, used) in super::ledger(snapshot) {
        let quota = governing(snapshot, &namespace).expect("a quota");
        total = plus(&total, &used);
        bound = plus(&bound, &min(quota));
    }
    over("OverAggregatedMin", &total, &total, |resource| {
        Some(of(&bound, resource))
    })
}

/// Whether a namespace with so much more would be over its min. What is more says which extended resources are
/// compared: with nothing, none.
pub fn over_min_with(snapshot: &ClusterSnapshot, namespace: &str, more: &Amounts) -> bool {
    let Some(quota) = governing(snapshot, namespace) else {
        return false;
    };
    let total = plus(&used(snapshot, namespace), more);
    let min = min(quota);
    over("OverMin", more, &total, |resource| Some(of(&min, resource))).is_some()
}

/// Whether a namespace is over its min.
pub fn over_min(snapshot: &ClusterSnapshot, namespace: &str) -> bool {
    governing(snapshot, namespace)
        .is_some_and(|quota| is_over_min(quota, &used(snapshot, namespace)))
}

/// Whether so much is more than a quota's min.
pub fn is_over_min(quota: &Quota, used: &Amounts) -> bool {
    let min = min(quota);
    over("OverMin", used, used, |resource| Some(of(&min, resource))).is_some()
}
