//! The least number of nodes of one shape: by sums of requests, and for identical pods.

use schedscope_objects::id::PodId;
use schedscope_pods::{
    amount_sum::AmountSum,
    amounts::ResourceId,
    fit::{CycleState, Faults, Misfit, PodAffinityCheck},
};
use schedscope_quota::node_scores::is_alike;

use super::nodes_needed::NodesNeeded;

/// The least number of nodes by the sum of one resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResourceBound {
    /// The resource; `None`: the number of pods.
    pub resource: Option<ResourceId>,
    /// The sum over the pods that need new nodes.
    pub requested: i64,
    /// What one new node has, without what `DaemonSet`s and static pods take.
    pub room: i64,
    /// The least number of nodes.
    pub nodes: u64,
}

/// The least number of nodes for identical pods, of which a node takes only some.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdenticalPodsBound {
    /// The first of these pods.
    pub pod: PodId,
    /// How many there are.
    pub pods: usize,
    /// How many of them fit a new node that has no others.
    pub on_one: usize,
}

impl IdenticalPodsBound {
    /// The least number of nodes.
    pub fn nodes(&self) -> u64 {
        self.pods.div_ceil(self.on_one.max(1)) as u64
    }
}

/// How many kinds of pods are looked at.
const KINDS: usize = 32;

impl NodesNeeded {
    /// The pods that need new nodes: those that are on them, and those that `most` leaves.
    fn needing(&self) -> impl Iterator<Item = PodId> + '_ {
        let placed = self.nodes.iter().flat_map(|node| self.new_pods(*node));
        placed.chain(self.left.iter().copied())
    }

    /// The least number of nodes for identical pods; `None`: one is enough for each kind. O(pods x kinds + pods of
    /// a node x filters).
    pub fn identical_pods_bound(&self) -> Option<IdenticalPodsBound> {
        let mut kinds: Vec<IdenticalPodsBound> = Vec::new();
        for pod in self.needing() {
            let known = kinds.iter_mut().find(|kind| self.are_alike(kind.pod, pod));
            if let Some(kind) = known {
                kind.pods += 1;
            } else if kinds.len() < KINDS {
                kinds.push(IdenticalPodsBound {
                    pod,
                    pods: 1,
                    on_one: 0,
                });
            }
        }
        let bounds = kinds.into_iter().filter_map(|kind| {
            let on_one = self.on_one(kind)?;
            Some(IdenticalPodsBound { on_one, ..kind })
        });
        bounds.max_by_key(IdenticalPodsBound::nodes)
    }

    fn are_alike(&self, one: PodId, two: PodId) -> bool {
        let snapshot = self.snapshot();
        let (Some(one), Some(two)) = (snapshot.pods.get(one), snapshot.pods.get(two)) else {
            return false;
        };
        one.pod.namespace == two.pod.namespace && is_alike(one, two, snapshot)
    }

    /// How many of the identical pods an empty new node takes. `None`: pods on other nodes count, too.
    fn on_one(&self, kind: IdenticalPodsBound) -> Option<usize> {
        let node = *self.nodes.first()?;
        let names = &self.objects.names;
        let mut snapshot = self.snapshot().clone();
        let needing: Vec<PodId> = self.needing().collect();
        for pod in &needing {
            snapshot.take(*pod);
        }
        let identical = needing
            .into_iter()
            .filter(|pod| self.are_alike(kind.pod, *pod));
        for (count, pod) in identical.enumerate() {
            let info = snapshot.pods.get(pod)?;
            let state = CycleState::new(&snapshot, info, names, Faults::default());
            match state.fits(node) {
                Ok(()) => snapshot.bind(pod, node, 1, names),
                Err(misfit) => return (count > 0 && is_of_node(&misfit)).then_some(count),
            }
        }
        None
    }

    /// For the pods that are on new nodes, and those that `most` leaves, the least number of such nodes by each
    /// resource, and by the number of pods. O(pods).
    pub fn bounds(&self) -> Vec<ResourceBound> {
        let Some(room) = &self.room else {
            return Vec::new();
        };
        let snapshot = self.snapshot();
        let (mut sum, mut count) = (AmountSum::default(), 0);
        for pod in self.needing() {
            count += 1;
            let request = snapshot.pods.get(pod).and_then(|of| of.request.checked());
            if let Some(request) = request {
                sum.add(request);
            }
        }
        let bound = |resource, requested: i64, room: i64| {
            let (requested_at_all, has_room) = (requested > 0, room > 0);
            (requested_at_all && has_room).then(|| ResourceBound {
                resource,
                requested,
                room,
                nodes: requested.unsigned_abs().div_ceil(room.unsigned_abs()),
            })
        };
        let of_resource = |(resource, requested): (ResourceId, i64)| {
            let free = room.allocatable.get(resource);
            let free = free.saturating_sub(room.taken.get(resource));
            bound(Some(resource), requested, free)
        };
        let first = room.daemon_pods.len() + room.static_pods.as_ref().map_or(0, Vec::len);
        let pod_slots = room.allowed_pods - first as i64;
        let resources = sum.iter().filter_map(of_resource);
        resources.chain(bound(None, count, pod_slots)).collect()
    }
}

/// Whether only the node and the pods on it keep a pod from it.
fn is_of_node(misfit: &Misfit) -> bool {
    match misfit {
        Misfit::Resources { .. } | Misfit::Ports(_) => true,
        Misfit::PodAffinity(of) => of.check != PodAffinityCheck::Affinity,
        _ => false,
    }
}
