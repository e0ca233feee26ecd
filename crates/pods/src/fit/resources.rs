//! `NodeResourcesFit`: the number of pods and the resources left on a node.

use crate::{
    amounts::{Amounts, ResourceId},
    fit::Misfit,
    node::NodeInfo,
    request::Request,
};

/// How much of a resource is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortage {
    pub resource: ResourceId,
    /// What the pod asks for.
    pub requested: i64,
    /// What the pods on the node hold.
    pub used: i64,
    /// What the node can give in all.
    pub allocatable: i64,
}

/// Whether there is room; [`fits_resources`] says why not.
#[inline]
pub fn has_room(request: &Request, node: &NodeInfo, requested: &Amounts, pods: i64) -> bool {
    let has = |amount: i64, allocatable: i64, requested: i64| {
        amount <= 0 || amount <= allocatable.saturating_sub(requested)
    };
    let Some(amounts) = request.checked() else {
        return true;
    };
    let basic = amounts.basic().iter().zip(node.allocatable.basic());
    let mut basic = basic.zip(requested.basic());
    let mut extended = amounts.extended().iter();
    pods < node.allowed_pods
        && basic.all(|((amount, allocatable), held)| has(*amount, *allocatable, *held))
        && extended.all(|(resource, amount)| {
            let allocatable = node.allocatable.get(*resource);
            has(*amount, allocatable, requested.get(*resource))
        })
}

/// Whether there is room: the number of pods, then every resource that the pod asks for.
///
/// # Errors
/// The missing resources.
pub fn fits_resources(
    request: &Request,
    node: &NodeInfo,
    requested: &Amounts,
    pods: i64,
) -> Result<(), Misfit> {
    let Some(amounts) = request.checked() else {
        return Ok(());
    };
    let too_many_pods = pods + 1 > node.allowed_pods;
    let mut short = Vec::new();
    for (resource, amount) in amounts.iter() {
        let allocatable = node.allocatable.get(resource);
        let used = requested.get(resource);
        if amount > 0 && amount > allocatable.saturating_sub(used) {
            short.push(Shortage {
                resource,
                requested: amount,
                used,
                allocatable,
            });
        }
    }
    if too_many_pods || !short.is_empty() {
        return Err(Misfit::Resources {
            too_many_pods,
            short,
        });
    }
    Ok(())
}
