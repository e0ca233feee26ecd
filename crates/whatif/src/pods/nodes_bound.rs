//! The least number of nodes of one shape by sums of requests.

use schedscope_pods::{amount_sum::AmountSum, amounts::ResourceId};

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

impl NodesNeeded {
    /// For the pods that are on new nodes, and those that `most` leaves, the least number of such nodes by each
    /// resource, and by the number of pods. O(pods).
    pub fn bounds(&self) -> Vec<ResourceBound> {
        let Some(room) = &self.room else {
            return Vec::new();
        };
        let snapshot = self.snapshot();
        let placed = self.nodes.iter().flat_map(|node| self.new_pods(*node));
        let (mut sum, mut count) = (AmountSum::default(), 0);
        for pod in placed.chain(self.left.iter().copied()) {
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
