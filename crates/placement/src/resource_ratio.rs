//! `ResourceRatioCPU`, `ResourceRatioMemory`, `ResourceRatio(<resource>)`: where the largest share
//! is left. Profile `Proposal` only.

use std::cmp::Ordering;

use schedscope_objects::{
    clusters::{Cluster, Clusters},
    id::ClusterId,
    names::Symbol,
};
use schedscope_quantity::Quantity;

use crate::column::ScoreColumn;

/// `200 * allocatable / capacity - 100`, truncated toward zero and clamped to [-100, 100]. No score where the resource
/// is missing or its capacity is 0.
///
/// The arithmetic is exact: in doubles, 57% would score 13 instead of 14.
///
/// Source: "Resource Based Scheduling", section 2. O(feasible).
pub fn score(resource: Option<Symbol>, clusters: &Clusters, feasible: &[ClusterId]) -> ScoreColumn {
    ScoreColumn::collect(feasible.iter().map(|cluster| {
        let (allocatable, capacity) = amounts(clusters.get(*cluster)?, resource?)?;
        ratio(allocatable, capacity)
    }))
}

fn amounts(cluster: Cluster<'_>, resource: Symbol) -> Option<(&Quantity, &Quantity)> {
    let allocatable = cluster.allocatable().get(resource)?;
    let capacity = cluster.capacity().get(resource)?;
    Some((allocatable, capacity))
}

/// The score of one cluster; `None` if the capacity is 0.
pub fn ratio(allocatable: &Quantity, capacity: &Quantity) -> Option<i64> {
    // How 200 * allocatable / capacity compares with a number.
    let compare = |number: u32| {
        let order = allocatable.compare_products(200, capacity, number);
        if capacity.sign() < 0 {
            order.reverse()
        } else {
            order
        }
    };
    if capacity.sign() == 0 {
        return None;
    }
    let (mut low, mut high) = (0_u32, 200);
    // The largest number up to 200 that the quotient reaches.
    while low < high {
        let middle = (low + high).div_ceil(2);
        if compare(middle).is_ge() {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    // Below 100 the score is negative, and truncation rounds up.
    let is_fraction = low < 100 && compare(low) == Ordering::Greater;
    Some(i64::from(low) - 100 + i64::from(is_fraction))
}
