//! `Steady`: what was decided stays.

use super::{Column, World};

/// 100 for a cluster in this placement's existing decisions, else 0.
///
/// Source: "Resource Based Scheduling", section 4. O(feasible).
pub(super) fn score(world: World<'_>) -> Column {
    let feasible = world.feasible.iter();
    Column::collect(feasible.map(|&cluster| {
        Some(if world.history.is_own(cluster) {
            100
        } else {
            0
        })
    }))
}
