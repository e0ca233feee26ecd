//! `StatefulSet`s that create their pods one after another.
//!
//! A set with `podManagementPolicy: OrderedReady` creates a pod, or creates it again, once all pods with lower ordinals
//! are Running and Ready. A pod on a node counts as that, unless the text says that it is not Ready. A pod of the text
//! exists, so nothing holds it back.
//!
//! Source: `pkg/controller/statefulset/stateful_set_control.go` of Kubernetes 1.35.

use rustc_hash::FxHashMap;
use schedscope_objects::{
    id::PodId,
    names::{Names, Symbol},
    order,
    pod::Health,
};
use schedscope_pods::snapshot::{ClusterSnapshot, PodInfo};

/// The pods of such sets, and those that are still to be created.
#[derive(Debug, Default)]
pub(super) struct SetOrder {
    /// The live pods of each set, by ordinal.
    sets: Vec<Vec<(u32, PodId)>>,
    /// The set of each pod, by index.
    set_of: FxHashMap<PodId, usize>,
    held: Vec<PodId>,
    /// The pods that got a node in the queue.
    bound: Vec<PodId>,
}

/// The pod that is not Ready and before which its `StatefulSet` does not create a new pod. O(pods of the set).
pub fn unready_before<'s>(
    pod: &PodInfo,
    snapshot: &'s ClusterSnapshot,
    names: &Names,
) -> Option<&'s PodInfo> {
    let replica = pod.replica?;
    let set = snapshot.workloads.get(replica.workload as usize)?;
    let key = (set.namespace, set.kind, set.name);
    let sets = [(key, replica.workload)].into_iter().collect();
    let mut pods = snapshot.pods.iter().filter(|other| {
        set.one_by_one
            && other.is_bound()
            && other.is_live()
            && other.pod.health == Health::Unready
            && other.pod.namespace == set.namespace
    });
    pods.find(|other| {
        place_in_set(other, &sets, names).is_some_and(|(_, ordinal)| ordinal < replica.number)
    })
}

impl SetOrder {
    /// The sets of a cluster. O(pods) if a set creates its pods one after another, else O(workloads).
    pub(super) fn new(snapshot: &ClusterSnapshot, names: &Names) -> Self {
        let mut new = Self::default();
        let workloads = snapshot.workloads.iter().zip(0..);
        let ordered = workloads.filter(|(of, _)| of.one_by_one);
        let ordered: Vec<(Key, u32)> = ordered
            .map(|(of, index)| ((of.namespace, of.kind, of.name), index))
            .collect();
        if ordered.is_empty() {
            return new;
        }
        let by_key: FxHashMap<Key, u32> = ordered.iter().copied().collect();
        let mut at_of: FxHashMap<u32, usize> = FxHashMap::default();
        for (at, (_, workload)) in ordered.iter().enumerate() {
            at_of.insert(*workload, at);
        }
        new.sets = vec![Vec::new(); ordered.len()];
        for (pod, info) in snapshot.pods.entries() {
            let place = place_in_set(info, &by_key, names).filter(|_| info.is_live());
            let place = place.and_then(|(set, ordinal)| Some((*at_of.get(&set)?, ordinal)));
            if let Some((at, ordinal)) = place
                && let Some(pods) = new.sets.get_mut(at)
            {
                pods.push((ordinal, pod));
                new.set_of.insert(pod, at);
            }
        }
        for pods in &mut new.sets {
            order::sort(pods, Ord::cmp);
        }
        new
    }

    /// The first pod of a set that is on no node; `None` also if one before it is not Ready.
    fn first_without_node(&self, set: usize, snapshot: &ClusterSnapshot) -> Option<PodId> {
        let mut pods = self.sets.get(set)?.iter();
        let next = pods.find_map(|(_, pod)| {
            let info = snapshot.pods.get(*pod)?;
            (info.is_pending() || self.is_unready(*pod, info)).then_some((*pod, info))
        });
        next.filter(|(_, info)| info.is_pending())
            .map(|(pod, _)| pod)
    }

    /// Whether a pod is on its node from the beginning, and not Ready.
    fn is_unready(&self, pod: PodId, info: &PodInfo) -> bool {
        info.pod.health == Health::Unready && !self.bound.contains(&pod)
    }

    /// Holds a pod back that is still to be created after another one; returns whether it does.
    pub(super) fn hold(&mut self, pod: PodId, snapshot: &ClusterSnapshot) -> bool {
        let Some(set) = self.set_of.get(&pod) else {
            return false;
        };
        let is_held = self.first_without_node(*set, snapshot) != Some(pod);
        if is_held {
            self.held.push(pod);
        }
        is_held
    }

    /// The pod that is created now that a pod of its set is on a node.
    pub(super) fn release(&mut self, bound: PodId, snapshot: &ClusterSnapshot) -> Option<PodId> {
        let set = self.set_of.get(&bound)?;
        self.bound.push(bound);
        let next = self.first_without_node(*set, snapshot)?;
        let at = self.held.iter().position(|pod| *pod == next)?;
        Some(self.held.swap_remove(at))
    }

    /// The pods that are not created so far.
    pub(super) fn held(&self) -> &[PodId] {
        &self.held
    }

    /// The pods that are not created, in the order of the text.
    pub(super) fn into_held(mut self) -> Vec<PodId> {
        order::sort(&mut self.held, PodId::cmp);
        self.held
    }
}

/// A workload by namespace, kind and name.
type Key = (Symbol, Symbol, Symbol);

/// The set of a pod, by the index of the workload, and the pod's ordinal.
fn place_in_set(info: &PodInfo, sets: &FxHashMap<Key, u32>, names: &Names) -> Option<(u32, u32)> {
    if let Some(replica) = info.replica {
        return Some((replica.workload, replica.number));
    }
    let owner = info.pod.owner.filter(|owner| owner.controls)?;
    let set = sets.get(&(info.pod.namespace, owner.kind, owner.name))?;
    let (_, ordinal) = names[info.pod.name].rsplit_once('-')?;
    Some((*set, ordinal.parse().ok()?))
}
