//! Pods that are equally important, of which one becomes a victim and another stays.
//!
//! A scheduler walks them in the order of its own lists, which no text tells.

use schedscope_objects::id::{NodeId, PodId};
use schedscope_pods::{node::BoundPod, snapshot::ClusterSnapshot};

use crate::{
    cycle::{Cycle, PreemptionAttempt},
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
    let info = snapshot.nodes.get(node).filter(|_| candidate.has_equals);
    let Some(info) = info else {
        return Vec::new();
    };
    let mut ties = Vec::new();
    for equals in info.pods.chunk_by(|a, b| a.rank() == b.rank()) {
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
    let tied = attempt
        .nodes
        .iter()
        .filter_map(|(node, outcome)| match outcome {
            NodeOutcome::Candidate(candidate) if !ties(snapshot, *node, candidate).is_empty() => {
                Some(*node)
            }
            _ => None,
        });
    let tied: Vec<NodeId> = tied.collect();
    if tied.is_empty() {
        return None;
    }
    let mut other = attempt.clone();
    for (node, outcome) in &mut other.nodes {
        if tied.binary_search(node).is_ok() {
            *outcome = preemptor.try_node_reversed(ledger, *node);
        }
    }
    let chosen = |attempt: &PreemptionAttempt| {
        let candidates = attempt.candidates();
        let at = choose(snapshot, &candidates)?;
        let (node, candidate) = candidates.get(at)?;
        Some((*node, (*candidate).clone()))
    };
    let node = chosen(attempt).map(|(node, _)| node);
    chosen(&other).filter(|(other, _)| Some(*other) != node)
}
