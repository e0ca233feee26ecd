//! Evicting on several nodes, by brute force: every set of pods that the rules let go, every node.

use std::cmp::Reverse;

use super::{
    super::pods::{Pod, World, fit::misfit},
    Admission, admit,
    victims::{exceeded, may_evict},
};

/// The pods that the rules let go, one after another, least important first, as on one node.
pub(crate) fn prey(world: &World, pod: &Pod, admission: &Admission) -> Vec<Pod> {
    let mut world = world.clone();
    let bound = world.nodes.iter().flat_map(|node| world.on(&node.name));
    let mut walk: Vec<Pod> = bound.cloned().collect();
    walk.sort_by_key(|other| Reverse(other.importance()));
    let mut prey = Vec::new();
    for other in walk {
        if may_evict(&world, pod, admission, &other) {
            world.remove(other.index);
            prey.push(other);
        }
    }
    prey
}

/// Whether the pods may be evicted one after another in some order: at each moment the rules let the
/// next one go.
pub(crate) fn legal(world: &World, pod: &Pod, admission: &Admission, set: &[Pod]) -> bool {
    set.is_empty()
        || set.iter().enumerate().any(|(at, last)| {
            // Whoever goes last goes at the worst moment of all for it.
            let mut rest = set.to_vec();
            rest.remove(at);
            let mut before = world.clone();
            for other in &rest {
                before.remove(other.index);
            }
            may_evict(&before, pod, admission, last) && legal(world, pod, admission, &rest)
        })
}

/// Whether the pod fits some node, and the quotas hold, without a set of pods.
pub(crate) fn works(world: &World, pod: &Pod, admission: &Admission, set: &[Pod]) -> Vec<String> {
    let mut world = world.clone();
    for other in set {
        world.remove(other.index);
    }
    if exceeded(&world, pod, admission, &admission.own, &admission.all).is_some() {
        return Vec::new();
    }
    let fitting = world
        .nodes
        .iter()
        .filter(|node| misfit(&world, node, pod).is_none());
    fitting.map(|node| node.name.clone()).collect()
}

/// The size of the smallest set that works; `None` where none does.
pub(crate) fn smallest(world: &World, pod: &Pod, prey: &[Pod]) -> Option<usize> {
    let admission = admit(world, pod);
    let mut best: Option<usize> = None;
    for mask in 0_usize..1 << prey.len() {
        let size = mask.count_ones() as usize;
        if best.is_some_and(|best| best <= size) {
            continue;
        }
        let chosen = prey.iter().enumerate();
        let chosen = chosen.filter(|(at, _)| mask >> at & 1 == 1);
        let set: Vec<Pod> = chosen.map(|(_, pod)| pod.clone()).collect();
        if !works(world, pod, &admission, &set).is_empty() && legal(world, pod, &admission, &set) {
            best = Some(size);
        }
    }
    best
}
