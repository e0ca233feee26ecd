//! `ResourceAllocatableCPU`, `ResourceAllocatableMemory`, `ResourceAllocatable(<resource>)`: where
//! most is left.

use schedscope_objects::{names::Symbol, profile::Profile};

use crate::{
    column::ScoreColumn,
    resource::{ClusterResources, resource_score},
};

/// `trunc(((a - min) / (max - min) - 0.5) * 2.0 * 100.0)`, where min and max are taken over the
/// feasible clusters that have both allocatable and capacity of the resource (the capacity's amount
/// does not matter). No difference: 100. A cluster without the resource has no score, which counts
/// 0 in the sum, so that it beats the cluster with the least.
///
/// Profiles: `Upstream` asks whether `max - min` is 0, which infinite amounts are not; `Proposal`
/// asks whether the two are equal. See also `resource_score`.
///
/// Source: "Resource Based Scheduling", section 2; ocm 00f84c32b. O(feasible).
pub fn score(
    resource: Option<Symbol>,
    amounts: &ClusterResources,
    count: usize,
    profile: Profile,
) -> ScoreColumn {
    let (min, max) = amounts.range(resource, count).unwrap_or_default();
    let mut column = ScoreColumn::collect(amounts.of(resource, count).map(|amounts| {
        let (amount, _) = amounts?;
        score_of(amount, (min, max), profile)
    }));
    column.by_profile = !(max - min).is_finite();
    column
}

/// The score of one amount, given the smallest and the largest one.
#[inline]
pub fn score_of(amount: f64, (min, max): (f64, f64), profile: Profile) -> Option<i64> {
    let span = max - min;
    #[expect(clippy::float_cmp, reason = "the formula asks for exactly this")]
    let level = match profile {
        Profile::Upstream => span == 0.0,
        Profile::Proposal => max == min,
    };
    if level {
        return Some(100);
    }
    let ratio = (amount - min) / span;
    resource_score((ratio - 0.5) * 2.0 * 100.0, profile)
}
