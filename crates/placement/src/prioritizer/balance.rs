//! `Balance`: clusters that other placements chose often come last.

use schedscope_objects::id::{ClusterId, Id};

use crate::prioritizer::{ScoreColumn, ScoringInput, go_trunc};

/// 100 for a cluster that no other placement's decisions name. Otherwise `2 * trunc(100.0 * (0.5 - count / max))`:
/// always even, truncated toward zero; `max` includes clusters that are not candidates or do not exist.
///
/// Source: "Resource Based Scheduling", section 4; ocm 00f84c32b. O(feasible).
pub(super) fn score(input: ScoringInput<'_>) -> ScoreColumn {
    let most = f64::from(input.recorded.most);
    let others = &input.recorded.others;
    let score = |&cluster: &ClusterId| match others.get(cluster.index()) {
        None | Some(0) => 100,
        Some(&count) => 2 * go_trunc(100.0 * (0.5 - f64::from(count) / most)),
    };
    ScoreColumn::full(input.feasible.iter().map(score).collect())
}
