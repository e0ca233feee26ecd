//! `ResourceRatioCPU`, `ResourceRatioMemory`, `ResourceRatio(<resource>)`: where the largest share
//! is left. Profile `Proposal` only.

use schedscope_objects::{names::Symbol, profile::Profile};

use crate::{
    column::ScoreColumn,
    resource::{ClusterResources, resource_score},
};

/// `trunc((allocatable / capacity - 0.5) * 2.0 * 100.0)`, clamped to [-100, 100]. No score where
/// the resource is missing or its capacity is 0.
///
/// Source: "Resource Based Scheduling", section 2. O(feasible).
pub fn score(
    resource: Option<Symbol>,
    amounts: &ClusterResources,
    count: usize,
    profile: Profile,
) -> ScoreColumn {
    let amounts = amounts.of(resource, count);
    ScoreColumn::collect(amounts.map(|amounts| {
        let (allocatable, capacity) = amounts?;
        if capacity == 0.0 {
            return None;
        }
        let value = (allocatable / capacity - 0.5) * 2.0 * 100.0;
        resource_score(value, profile)
    }))
}
