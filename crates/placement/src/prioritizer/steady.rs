//! `Steady`: what was decided stays.

use crate::prioritizer::{Column, World};

/// 100 for a cluster in this placement's existing decisions, else 0.
///
/// Source: "Resource Based Scheduling", section 4. O(feasible).
pub(super) fn score(world: World<'_>) -> Column {
    let score = |&cluster: &u32| 100 * i64::from(world.history.is_own(cluster));
    Column::full(world.feasible.iter().map(score).collect())
}
