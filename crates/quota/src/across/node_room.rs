//! The room on the node where the pod would go.

use schedscope_objects::id::NodeId;
use schedscope_pods::{
    amounts::{Amounts, ResourceId},
    fit::{NominatedRoom, fits_resources, fits_statically},
    node::NodeInfo,
};

use crate::{across::search::EvictionCandidate, preemption::Preemptor};

/// The room on the node where the pod would go.
pub(super) struct NodeRoom<'a, 'b> {
    by: &'b Preemptor<'a>,
    id: NodeId,
    pub(super) node: &'a NodeInfo,
    requested: Amounts,
    pods: i64,
}

impl<'a, 'b> NodeRoom<'a, 'b> {
    /// The room as things are; `None` if the pod can never go there.
    pub(super) fn new(by: &'b Preemptor<'a>, id: NodeId) -> Option<Self> {
        let node = by.snapshot.nodes.get(id)?;
        fits_statically(by.pod, node, by.names).ok()?;
        let above = |(resource, amount): (ResourceId, i64)| amount > node.allocatable.get(resource);
        if by
            .pod
            .request
            .fit
            .iter()
            .any(|(r, amount)| amount > 0 && above((r, amount)))
        {
            return None;
        }
        let nominated = NominatedRoom::on(node, by.snapshot, by.pod);
        let mut requested = node.requested.clone();
        requested.add(&nominated.requested);
        Some(Self {
            by,
            id,
            node,
            requested,
            pods: node.pods.len() as i64 + nominated.pods,
        })
    }

    /// Takes a pod out, if it is on this node.
    pub(super) fn take(&mut self, candidate: &EvictionCandidate<'_>) {
        if candidate.node == self.id {
            self.requested.subtract(&candidate.bound_pod.fit);
            self.pods -= 1;
        }
    }

    /// Puts a pod back, if it is on this node.
    pub(super) fn put(&mut self, candidate: &EvictionCandidate<'_>) {
        if candidate.node == self.id {
            self.requested.add(&candidate.bound_pod.fit);
            self.pods += 1;
        }
    }

    /// Takes several pods of this node out: their requests, and how many there are.
    pub(super) fn without(&mut self, (amounts, pods): &(Amounts, i64)) {
        self.requested.subtract(amounts);
        self.pods -= pods;
    }

    /// Whether the pod fits now.
    pub(super) fn fits(&self) -> bool {
        fits_resources(&self.by.pod.request, self.node, &self.requested, self.pods).is_ok()
    }
}
