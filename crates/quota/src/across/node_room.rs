//! The room on the node on which the pod would run.

use schedscope_objects::id::NodeId;
use schedscope_pods::{
    amount_sum::AmountSum,
    amounts::{Amounts, ResourceId},
    fit::{CycleState, NodeTrial, fits_statically},
    node::NodeInfo,
};

use crate::{across::search::EvictionCandidate, preemption::Preemptor};

/// The room on the node on which the pod would run.
pub(super) struct NodeRoom<'a> {
    id: NodeId,
    pub(super) node: &'a NodeInfo,
    trial: NodeTrial<'a>,
    /// The filters, with the pods of other nodes that are taken out.
    state: CycleState<'a>,
    looks_at_others: bool,
}

impl<'a> NodeRoom<'a> {
    /// The current room; `None` if the pod can never run there.
    pub(super) fn new(by: &Preemptor<'a>, id: NodeId) -> Option<Self> {
        let (snapshot, pod) = (by.snapshot(), by.pod());
        let node = snapshot.nodes.get(id)?;
        fits_statically(pod, node, by.state.on.names).ok()?;
        let above = |(resource, amount): (ResourceId, i64)| amount > node.allocatable.get(resource);
        let mut asked = pod.request.checked().into_iter().flat_map(Amounts::iter);
        if asked.any(|(r, amount)| amount > 0 && above((r, amount))) {
            return None;
        }
        let state = by.state.clone();
        Some(Self {
            id,
            node,
            trial: NodeTrial::new(&state, id, node),
            looks_at_others: !state.is_alone(),
            state,
        })
    }

    /// Whether a filter looks at other pods, or at volumes.
    pub(super) fn looks_at_others(&self) -> bool {
        self.looks_at_others
    }

    /// Takes a pod out.
    pub(super) fn take(&mut self, candidate: &EvictionCandidate<'_>) {
        if candidate.node == self.id {
            self.trial.take_out(&self.state, candidate.bound_pod);
        } else if self.looks_at_others() {
            self.elsewhere(candidate, false);
        }
    }

    /// Puts a pod back.
    pub(super) fn put(&mut self, candidate: &EvictionCandidate<'_>) {
        if candidate.node == self.id {
            self.trial.put_back(&self.state, candidate.bound_pod);
        } else if self.looks_at_others() {
            self.elsewhere(candidate, true);
        }
    }

    fn elsewhere(&mut self, candidate: &EvictionCandidate<'_>, comes: bool) {
        let snapshot = self.state.on.snapshot;
        let pod = candidate.bound_pod.pod;
        if let (Some(classes), Some(info)) = (&snapshot.classes, snapshot.pods.get(pod)) {
            let of = (pod, info.terminating);
            self.state.peers.apply(classes, of, candidate.node, comes);
        }
        let on = self.state.on;
        if let Some(volumes) = &mut self.state.volumes {
            volumes.apply(on, pod, comes);
        }
    }

    /// Takes several pods of this node out: their requests, and how many there are.
    pub(super) fn without(&mut self, (amounts, pods): &(AmountSum, i64)) {
        self.trial.take_amounts(amounts, *pods);
    }

    /// Whether the pod fits now.
    pub(super) fn fits(&self) -> bool {
        self.trial.has_room(&self.state)
    }
}
