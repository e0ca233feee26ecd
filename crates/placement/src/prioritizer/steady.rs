//! `Steady`: what was decided stays.

use schedscope_objects::id::ClusterId;

use crate::prioritizer::{ScoreColumn, ScoringInput};

/// 100 for a cluster in this placement's existing decisions, else 0.
///
/// Source: "Resource Based Scheduling", section 4. O(feasible).
pub(super) fn score(input: ScoringInput<'_>) -> ScoreColumn {
    let score = |&cluster: &ClusterId| 100 * i64::from(input.recorded.is_own(cluster));
    ScoreColumn::full(input.feasible.iter().map(score).collect())
}
