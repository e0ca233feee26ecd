//! Quotas: what is used, and what is too much.

use serde_json::Value;

use super::{
    super::pods::{Amounts, World, amounts, fit::in_order, of, plus, request},
    BASIC,
};

/// Of one resource there would be too much.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Rejection {
    pub(crate) reason: &'static str,
    pub(crate) resource: String,
    pub(crate) would_use: i128,
    pub(crate) bound: i128,
}

pub(crate) fn namespace(quota: &Value) -> String {
    let namespace = quota["metadata"]["namespace"].as_str();
    namespace.unwrap_or("default").to_owned()
}

/// The quota of a namespace: the first one.
pub(crate) fn governing<'a>(world: &'a World, of: &str) -> Option<&'a Value> {
    world.quotas.iter().find(|quota| namespace(quota) == of)
}

/// `min` as written: what is not there is 0.
pub(crate) fn min(quota: &Value) -> Amounts {
    let mut min = amounts(&quota["spec"]["min"]);
    min.remove("pods");
    min
}

/// The most there may be of a resource; `None` where there is no bound.
pub(crate) fn max(quota: &Value, resource: &str) -> Option<i128> {
    let list = &quota["spec"]["max"];
    if !list.is_object() {
        return None;
    }
    let bound = amounts(list).get(resource).copied();
    bound.or_else(|| BASIC.contains(&resource).then_some(0))
}

/// What the live bound pods of a namespace are charged.
pub(crate) fn used(world: &World, namespace: &str) -> Amounts {
    let mut sum = Amounts::new();
    for pod in &world.pods {
        if pod.live && pod.node.is_some() && pod.namespace == namespace {
            sum = plus(&sum, &request::charge(pod));
        }
    }
    sum
}

/// The first resource of which there is more than the bound. The left side names the extended
/// resources.
fn first_over(
    left: &Amounts,
    total: &Amounts,
    bound: impl Fn(&str) -> Option<i128>,
) -> Option<(String, i128, i128)> {
    for resource in in_order(left) {
        let would_use = of(total, &resource);
        if let Some(bound) = bound(&resource).filter(|bound| would_use > *bound) {
            return Some((resource, would_use, bound));
        }
    }
    None
}

fn rejection(reason: &'static str, excess: (String, i128, i128)) -> Rejection {
    let (resource, would_use, bound) = excess;
    Rejection {
        reason,
        resource,
        would_use,
        bound,
    }
}

/// Whether a namespace with so much more would be over its max.
pub(crate) fn over_max(world: &World, namespace: &str, more: &Amounts) -> Option<Rejection> {
    let quota = governing(world, namespace)?;
    let total = plus(&used(world, namespace), more);
    let excess = first_over(more, &total, |resource| max(quota, resource))?;
    Some(rejection("OverMax", excess))
}

/// Whether all quotas with so much more would be over the sum of their min.
pub(crate) fn over_aggregated_min(world: &World, more: &Amounts) -> Option<Rejection> {
    let mut total = more.clone();
    let mut bound = Amounts::new();
    for (namespace, used) in super::ledger(world) {
        let quota = governing(world, &namespace).expect("a quota");
        total = plus(&total, &used);
        bound = plus(&bound, &min(quota));
    }
    let excess = first_over(&total, &total, |resource| Some(of(&bound, resource)))?;
    Some(rejection("OverAggregatedMin", excess))
}

/// Whether a namespace with so much more would be over its min. With nothing more, its usage alone
/// says which extended resources are compared.
pub(crate) fn over_min(world: &World, namespace: &str, more: &Amounts) -> bool {
    let Some(quota) = governing(world, namespace) else {
        return false;
    };
    let used = used(world, namespace);
    let total = plus(&used, more);
    let left = if more.is_empty() { &used } else { more };
    let min = min(quota);
    first_over(left, &total, |resource| Some(of(&min, resource))).is_some()
}
