//! The room that a node keeps for pods that are nominated for it.

use schedscope_objects::id::PodId;

use crate::{
    amount_sum::AmountSum,
    node::NodeInfo,
    snapshot::{ClusterSnapshot, PodInfo},
};

/// The room on a node that is reserved for nominated pods, besides the pods on it.
#[derive(Clone, Debug, Default)]
pub struct NominatedRoom {
    /// The requests of nominated pods with precedence.
    pub requested: AmountSum,
    /// These pods.
    pub nominated: Vec<PodId>,
}

/// Whether a nominated pod has precedence over a pod: it is another pod with the same or a higher priority.
pub(super) fn goes_first(other: &PodInfo, pod: &PodInfo) -> bool {
    other.priority >= pod.priority && !other.is_same(pod)
}

impl NominatedRoom {
    /// The nominated pods of a node with precedence over the pod.
    pub fn on(node: &NodeInfo, snapshot: &ClusterSnapshot, pod: &PodInfo) -> Self {
        let mut room = Self::default();
        for &id in &node.nominated {
            if let Some(other) = snapshot.pods.get(id)
                && goes_first(other, pod)
            {
                room.requested.add(other.request.held());
                room.nominated.push(id);
            }
        }
        room
    }
}
