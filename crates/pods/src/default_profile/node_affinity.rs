//! `NodeAffinity`: the node with the labels that the pod prefers.

use super::{ScoreInput, share_of_largest};
use crate::{fit::matches_term, node::NodeInfo};

/// Scores from 0 to 100; `None`: the pod has no list of preferred terms. With an empty list it is not skipped.
/// O(nodes x terms).
pub(super) fn scores(input: &ScoreInput<'_>) -> Option<Vec<i64>> {
    Some(share_of_largest(&raw(input)?, false))
}

/// The weights of the terms that hold, summed.
pub(super) fn raw(input: &ScoreInput<'_>) -> Option<Vec<i64>> {
    let constraints = input.on.pod.pod.constraints.as_deref()?;
    let terms = constraints.preferred_node_affinity.as_deref()?;
    let of = |node: &&NodeInfo| {
        let holding = terms
            .iter()
            .filter(|term| matches_term(&term.preference, &node.node, input.on.names));
        holding.map(|term| i64::from(term.weight)).sum()
    };
    Some(input.nodes.iter().map(of).collect())
}
