//! Evicting on several nodes, by brute force: every set of pods that the rules let go, every node.

use std::cmp::Reverse;

use super::{
    super::pods::{ClusterSnapshot, Pod, fit::misfit},
    Admission, admit,
    victims::{exceeded, may_evict},
};

/// The pods that the rules let go, one after another, least important first.
pub fn prey(snapshot: &ClusterSnapshot, pod: &Pod, admission: &Admission) -> Vec<Pod> {
    let mut snapshot = snapshot.clone();
    let bound = snapshot
        .nodes
        .iter()
        .flat_map(|node| snapshot.on(&node.name));
    let mut walk: Vec<Pod> = bound.cloned().collect();
    // Equals from the last of the text: no scheduler does this.
    walk.sort_by_key(|pod| Reverse((pod.importance(), pod.index)));
    let mut prey = Vec::new();
    for other in walk {
        if may_evict(&snapshot, pod, admission, &other) {
            snapshot.remove(other.index);
            prey.push(other);
        }
    }
    prey
}

/// Whether the pods may be evicted one after another in some order: at each moment the rules let the
/// next one go.
pub fn legal(snapshot: &ClusterSnapshot, pod: &Pod, admission: &Admission, set: &[Pod]) -> bool {
    set.is_empty()
        || set.iter().enumerate().any(|(at, last)| {
            // Whoever goes last goes at the worst moment of all for it.
            let mut rest = set.to_vec();
            rest.remove(at);
            let mut before = snapshot.clone();
            for other in &rest {
                before.remove(other.index);
            }
            may_evict(&before, pod, admission, last) && legal(snapshot, pod, admission, &rest)
        })
}

/// Whether the pod fits some node, and the quotas hold, without a set of pods.
pub fn works(
    snapshot: &ClusterSnapshot,
    pod: &Pod,
    admission: &Admission,
    set: &[Pod],
) -> Vec<String> {
    let mut snapshot = snapshot.clone();
    for other in set {
        snapshot.remove(other.index);
    }
    if exceeded(&snapshot, pod, admission, &admission.own, &admission.all).is_some() {
        return Vec::new();
    }
    let fitting = snapshot
        .nodes
        .iter()
        .filter(|node| misfit(&snapshot, node, pod).is_none());
    fitting.map(|node| node.name.clone()).collect()
}

/// The size of the smallest set that works; `None` where none does.
pub fn smallest(snapshot: &ClusterSnapshot, pod: &Pod, prey: &[Pod]) -> Option<usize> {
    let admission = admit(snapshot, pod);
    let mut best: Option<usize> = None;
    for mask in 0_usize..1 << prey.len() {
        let size = mask.count_ones() as usize;
        if best.is_some_and(|best| best <= size) {
            continue;
        }
        let chosen = prey.iter().enumerate();
        let chosen = chosen.filter(|(at, _)| mask >> at & 1 == 1);
        let set: Vec<Pod> = chosen.map(|(_, pod)| pod.clone()).collect();
        if !works(snapshot, pod, &admission, &set).is_empty()
            && legal(snapshot, pod, &admission, &set)
        {
            best = Some(size);
        }
    }
    best
}
