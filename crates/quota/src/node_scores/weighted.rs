//! The weighted sum of several scorers.

use schedscope_objects::id::{IdVec, NodeId};
use schedscope_pods::{score::Scorer, snapshot::NameRank};

use super::{NEVER, NodeScoreColumn};

/// A scorer and its weight.
pub(super) struct WeightedScorer {
    pub(super) scorer: Box<dyn Scorer>,
    pub(super) weight: i64,
}

/// The feasible node with the largest sum of normalised scores times their weights; of equal ones the first by name.
/// Scores are normalised over all feasible nodes, as kube-scheduler does. O(nodes x scorers).
pub(super) fn best_by_sum(
    (first, others): (&WeightedScorer, &[WeightedScorer]),
    column: &NodeScoreColumn,
    by_name: &IdVec<NameRank, NodeId>,
    mut accepts: impl FnMut(NodeId) -> bool,
) -> Option<NodeId> {
    let feasible = by_name.entries().filter(|(rank, node)| {
        let score = column.scores.get(*rank);
        score.is_some_and(|score| *score != NEVER) && accepts(**node)
    });
    let feasible: Vec<(NameRank, NodeId)> = feasible.map(|(rank, node)| (rank, *node)).collect();
    let mut totals = vec![0_i64; feasible.len()];
    let scorers = std::iter::once(first).chain(others);
    let columns = std::iter::once(&column.scores).chain(&column.others);
    for (by, scores) in scorers.zip(columns) {
        let raw = feasible.iter().filter_map(|(rank, _)| scores.get(*rank));
        let raw: Vec<i64> = raw.copied().collect();
        for (total, score) in totals.iter_mut().zip(by.scorer.normalise(&raw)) {
            *total = total.saturating_add(score.saturating_mul(by.weight));
        }
    }
    let mut best = None;
    for ((_, node), total) in feasible.iter().zip(totals) {
        if best.is_none_or(|(most, _)| total > most) {
            best = Some((total, *node));
        }
    }
    best.map(|(_, node)| node)
}
