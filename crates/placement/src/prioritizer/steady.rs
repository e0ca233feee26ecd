//! `Steady`: what was decided stays.

use crate::prioritizer::{ScoreColumn, ScoringInput};

/// 100 for a cluster in this placement's existing decisions, else 0.
///
/// Source: "Resource Based Scheduling", section 4. O(feasible).
pub(super) fn score(input: ScoringInput<'_>) -> ScoreColumn {
    let score = |&cluster: &u32| 100 * i64::from(input.recorded.is_own(cluster));
    ScoreColumn::full(input.feasible.iter().map(score).collect())
}
