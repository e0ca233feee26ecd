//! The room that a node keeps for pods that are nominated for it.

use crate::{
    amounts::Amounts,
    node::NodeInfo,
    snapshot::{ClusterSnapshot, PodInfo},
};

/// The room on a node that is kept for nominated pods, beside the pods on it.
#[derive(Clone, Debug, Default)]
pub struct NominatedRoom {
    /// The requests of nominated pods that go first.
    pub requested: Amounts,
    /// How many there are.
    pub pods: i64,
}

impl NominatedRoom {
    /// The nominated pods of a node, other than the pod itself, with its priority or a higher one.
    pub fn on(node: &NodeInfo, snapshot: &ClusterSnapshot, pod: &PodInfo) -> Self {
        let mut room = Self::default();
        for &other in &node.nominated {
            let Some(other) = snapshot.pods.get(other) else {
                continue;
            };
            if other.priority >= pod.priority && !other.is_same(pod) {
                room.requested.add(&other.request.fit);
                room.pods += 1;
            }
        }
        room
    }
}
