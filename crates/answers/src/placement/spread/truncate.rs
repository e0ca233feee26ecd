//! Selects the topology domains to list if there are too many.

use schedscope_objects::id::Id;
use schedscope_placement::spread::topology::{DomainId, MAX_TERMS, Topology};

/// At most `most` of the domains, in their order: upper levels first. Of the first level that has
/// no room, every parent keeps as many of its first children as there is room for all; deeper ones
/// are left out. O(domains).
pub(super) fn truncate_domains(
    topology: &Topology,
    mut order: Vec<DomainId>,
    most: usize,
) -> Vec<DomainId> {
    if order.len() <= most {
        return order;
    }
    let depth = |domain: DomainId| usize::from(topology.domain(domain).depth);
    let mut levels = [0_usize; MAX_TERMS + 1];
    for &domain in &order {
        if let Some(count) = levels.get_mut(depth(domain)) {
            *count += 1;
        }
    }
    let mut room = most;
    let mut whole = 0;
    while let Some(&count) = levels.get(whole + 1).filter(|count| **count <= room) {
        room -= count;
        whole += 1;
    }
    // The root is not counted among the levels.
    let parents = levels.get(whole).copied().unwrap_or(0).max(1);
    let each = room / parents;
    let mut taken = vec![0_usize; topology.domains().len()];
    order.retain(|&domain| {
        let depth = depth(domain);
        let parent = topology.domain(domain).parent;
        if depth <= whole {
            return true;
        }
        let Some(count) = taken.get_mut(parent.index()).filter(|_| depth == whole + 1) else {
            return false;
        };
        *count += 1;
        *count <= each
    });
    order
}
