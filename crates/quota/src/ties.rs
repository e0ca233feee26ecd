//! Pods that are equally important, of which one becomes a victim and another stays.
//!
//! A scheduler walks them in the order of its own lists, which no text tells.

use schedscope_objects::id::{NodeId, PodId};
use schedscope_pods::{node::BoundPod, snapshot::ClusterSnapshot};

use crate::{
    cycle::{Cycle, CycleOutcome},
    ledger::Ledger,
    preemption::{NodeCandidate, NodeOutcome, Preemptor, choose},
};

/// Equals on one node of which some are evicted and others are not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tie {
    /// Those that are evicted, in the order of the text.
    pub victims: Vec<PodId>,
    /// Those that stay, in the order of the text.
    pub spared: Vec<PodId>,
}

/// The ties on a node. A pod is spared by a tie if it was put back, or if its quota was no longer over its minimum when
/// an equal of its namespace was gone. O(pods of the node x victims).
pub fn ties(snapshot: &ClusterSnapshot, node: NodeId, candidate: &NodeCandidate) -> Vec<Tie> {
    let Some(info) = snapshot.nodes.get(node) else {
        return Vec::new();
    };
    let mut ties = Vec::new();
    for equals in info.pods.chunk_by(BoundPod::is_equal) {
        if equals.len() < 2 {
            continue;
        }
        let is_victim = |bound_pod: &&BoundPod| candidate.victims.contains(&bound_pod.pod);
        let gone = equals.iter().filter(is_victim);
        let is_spared = |other: &&BoundPod| {
            candidate.reprieved.contains(&other.pod)
                || gone
                    .clone()
                    .any(|victim| victim.namespace == other.namespace)
        };
        let spared = equals.iter().filter(|other| !is_victim(other));
        let spared = spared.filter(is_spared).map(|bound_pod| bound_pod.pod);
        let tie = Tie {
            spared: spared.collect(),
            victims: gone.clone().map(|bound_pod| bound_pod.pod).collect(),
        };
        if !tie.victims.is_empty() && !tie.spared.is_empty() {
            ties.push(tie);
        }
    }
    ties
}

/// The node that would be chosen if equals were walked the other way round, with its victims; `None`: the same node.
/// The ledger is left as it was. O(pods of the nodes with ties).
pub fn other_choice(
    preemptor: &Preemptor<'_>,
    ledger: &mut Ledger,
    cycle: &Cycle,
) -> Option<(NodeId, NodeCandidate)> {
    let snapshot = preemptor.snapshot();
    let attempt = cycle.preemption.as_ref()?;
    let is_tied =
        |node: NodeId, candidate: &NodeCandidate| !ties(snapshot, node, candidate).is_empty();
    let mut other = None;
    for (at, (node, outcome)) in attempt.nodes.iter().enumerate() {
        if let NodeOutcome::Candidate(candidate) = outcome
            && !has_same_cost(preemptor, *node)
            && is_tied(*node, candidate)
        {
            let other = other.get_or_insert_with(|| attempt.clone());
            if let Some((_, outcome)) = other.nodes.get_mut(at) {
                *outcome = preemptor.try_node_reversed(ledger, *node);
            }
        }
    }
    let other = other?;
    let candidates = other.candidates();
    let (node, candidate) = *candidates.get(choose(snapshot, &candidates)?)?;
    if cycle.outcome == CycleOutcome::Preempt(node) {
        return None;
    }
    if has_same_cost(preemptor, node) && is_tied(node, candidate) {
        let outcome = preemptor.try_node_reversed(ledger, node);
        return match outcome {
            NodeOutcome::Candidate(candidate) => Some((node, candidate)),
            _ => None,
        };
    }
    Some((node, candidate.clone()))
}

/// Equals on a node differ in nothing that a dry run reads: in another order others of them are victims, at the same
/// cost. Replicas that start together are such equals, so that most nodes need no second dry run. O(pods of the node).
fn has_same_cost(preemptor: &Preemptor<'_>, node: NodeId) -> bool {
    // Budgets and the filters that look at other pods read labels.
    let are_labels_read = !(preemptor.budgets.is_empty() && preemptor.state.peers.is_empty());
    let is_alike = |pair: &[BoundPod]| match pair {
        [a, b] => {
            !a.is_equal(b)
                || (!are_labels_read
                    && a.namespace == b.namespace
                    && a.fit == b.fit
                    && a.charge == b.charge)
        }
        _ => true,
    };
    let info = preemptor.snapshot().nodes.get(node);
    info.is_some_and(|info| info.pods.windows(2).all(is_alike))
}
